package tui

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

func fixedNow() time.Time { return time.Date(2026, 9, 18, 9, 30, 0, 0, time.UTC) }

func stripped(s string) string { return ansi.Strip(s) }

// pressOf makes the message of a key from its name.
func pressOf(key string) tea.KeyPressMsg {
	named := map[string]rune{
		"enter": tea.KeyEnter, "esc": tea.KeyEscape, "tab": tea.KeyTab, "space": tea.KeySpace, "up": tea.KeyUp, "down": tea.KeyDown,
		"left": tea.KeyLeft, "right": tea.KeyRight, "home": tea.KeyHome, "end": tea.KeyEnd, "pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown,
		"backspace": tea.KeyBackspace, "delete": tea.KeyDelete, "f1": tea.KeyF1,
	}
	var k tea.KeyPressMsg
	for {
		switch {
		case strings.HasPrefix(key, "ctrl+"):
			k.Mod |= tea.ModCtrl
			key = key[len("ctrl+"):]
			continue
		case strings.HasPrefix(key, "alt+"):
			k.Mod |= tea.ModAlt
			key = key[len("alt+"):]
			continue
		case strings.HasPrefix(key, "shift+"):
			k.Mod |= tea.ModShift
			key = key[len("shift+"):]
			continue
		}
		break
	}
	if code, ok := named[key]; ok {
		k.Code = code
		if key == "space" && k.Mod == 0 {
			k.Text = " "
		}
		return k
	}
	k.Code = []rune(key)[0]
	if k.Mod == 0 {
		k.Text = key
	}
	return k
}
