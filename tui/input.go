package tui

import (
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
)

// tornFor is how long the tail of a mouse report that came in two pieces is
// expected before keys are keys again. The decoder gives up on a sequence
// after 50 ms.
const tornFor = 100 * time.Millisecond

// inputFilter stands between the terminal's input and the model: it drops what
// nothing here looks at and keeps the tail of a torn mouse report from being
// typed. It is used by the program's loop alone.
type inputFilter struct {
	torn    bool
	expires <-chan time.Time // of torn
}

// Filter is a tea.WithFilter function.
func (f *inputFilter) Filter(_ tea.Model, msg tea.Msg) tea.Msg {
	switch msg := msg.(type) {
	case tea.MouseMotionMsg, tea.KeyReleaseMsg, tea.EnvMsg:
		return nil
	case tea.KeyPressMsg:
		if f.swallow(msg) {
			return nil
		}
	case tea.MouseMsg, tea.PasteMsg:
		f.torn = false
	default:
		if isTornMouse(msg) {
			f.torn, f.expires = true, time.After(tornFor)
		}
	}
	return msg
}

// swallow reports whether a key press is a piece of a torn mouse report.
func (f *inputFilter) swallow(msg tea.KeyPressMsg) bool {
	if !f.torn {
		return false
	}
	select {
	case <-f.expires:
		f.torn = false
	default:
	}
	if !f.torn || len(msg.Text) != 1 {
		f.torn = false
		return false
	}
	switch c := msg.Text[0]; {
	case c == 'M' || c == 'm':
		f.torn = false
		return true
	case c >= '0' && c <= '9' || c == ';':
		return true
	default:
		f.torn = false
		return false
	}
}

// isTornMouse recognises an SGR mouse report that ended before its final byte;
// the decoder delivers it as an unknown event that prints itself quoted.
func isTornMouse(msg tea.Msg) bool {
	s, ok := msg.(fmt.Stringer)
	return ok && strings.HasPrefix(s.String(), `"\x1b[<`)
}
