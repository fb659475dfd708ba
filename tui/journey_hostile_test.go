package tui_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"earshot/client"
	"earshot/render"
	"earshot/tui"
	"earshot/tui/tuitest"
)

// plainly starts the program in a terminal without colours, where every colour
// on the screen would be somebody else's.
func plainly(t *testing.T, o tui.Options, w, h int) *tuitest.Terminal {
	t.Helper()
	o.Now, o.NewID, o.Emoji = time.Now, ids(), render.EmojiPlain // widths that the emulator agrees on
	return tuitest.Start(t, tui.New(o), w, h, tea.WithColorProfile(colorprofile.ASCII))
}

// sentences is how many rows at the bottom a sentence may lie over.
const sentences = 4

// intact fails where text from outside has done something to the screen: the
// header and the footer stand in their rows, the rule between the panes in its
// column down to where a sentence may stand, and nothing has a colour or a link.
func intact(t *testing.T, screen *tuitest.Terminal, w, h int, where string) {
	t.Helper()
	rows := screen.Rows()
	if len(rows) != h || !strings.Contains(rows[0], "●") || rows[1] == "" || rows[h-1] == "" {
		t.Errorf("%s: header or footer are not in their rows:\n%s", where, screen.Screen())
	}
	if strings.Contains(rows[1], "┬") {
		column := w - max(w*36/100, 34) - 1
		for y := 2; y < h-sentences; y++ {
			if got := screen.Cell(column, y); got != "│" {
				t.Fatalf("%s: %q in place of the rule in row %d:\n%s", where, got, y, screen.Screen())
			}
		}
	}
	if cells := screen.Coloured(); len(cells) > 0 {
		t.Errorf("%s: cells have colours or links: %v", where, cells)
	}
}

// commands fails where an escape sequence that was written holds text from
// outside, other than the title, which has to be one clean line.
func commands(t *testing.T, output string) {
	t.Helper()
	var state byte
	for rest := output; rest != ""; {
		seq, width, n, next := ansi.DecodeSequence(rest, state, nil)
		state, rest = next, rest[n:]
		if width > 0 || !strings.Contains(seq, "EVIL") {
			continue
		}
		body, title := strings.CutPrefix(seq, "\x1b]2;")
		if body = strings.TrimRight(body, "\a\x1b\\"); !title || strings.ContainsFunc(body, func(r rune) bool { return r < ' ' || r >= 0x7f && r < 0xa0 || r == '\u202e' }) {
			t.Errorf("the terminal was sent %q", seq)
		}
	}
	for _, never := range []string{"\x1b]52;c;RVZJTA==", "\x1b_G", "\x1bc", "\x1b[2JEVIL", "\x1b]8;;http://EVIL"} {
		if strings.Contains(output, never) {
			t.Errorf("the terminal was sent %q", never)
		}
	}
}

// What a message holds stays text on every screen: the screen stays whole, and
// shows that something was there.
func TestHostileBodies(t *testing.T) {
	for _, size := range [][2]int{{120, 40}, {60, 16}} {
		w, h := size[0], size[1]
		for _, evil := range tuitest.HostileTexts() {
			if w < 100 && len(evil.Raw) >= 10_000 {
				continue // the wide screen shows more of it
			}
			t.Run(fmt.Sprintf("%s in %d×%d", evil.Name, w, h), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					room := tuitest.NewRoom(time.Now, "yu", "lead", "worker")
					screen := plainly(t, tui.Options{Rooms: []tui.Room{room.Watched("limiter-room")}}, w, h)
					room.Open()
					room.Say("worker", evil.Raw)
					if !strings.Contains(evil.Raw, "\n") {
						room.Say("lead", "v1 request limiter to yu n=2\nask "+evil.Raw+"\nreq "+evil.Raw)
					}
					screen.Settle()
					keys := "g 2 1 enter esc"
					if w > 100 && len(evil.Raw) < 10_000 {
						keys = "g G 2 3 4 5 1 enter pgdown G esc"
					}
					for _, key := range strings.Fields(keys) {
						screen.Press(key)
						intact(t, screen, w, h, "after "+key)
					}
					screen.Press("g")
					sign := evil.Sign
					if i := strings.IndexFunc(sign, func(r rune) bool { return r > 0x2000 && r != '\ufffd' }); i > 0 {
						sign = sign[:i] // wide text has blanks between its cells here
					}
					if !strings.Contains(screen.Screen(), sign) {
						t.Errorf("nothing on the screen shows %q:\n%s", sign, screen.Screen())
					}
					commands(t, screen.Output())
				})
			})
		}
	}
}

// Names of seats, topics, rooms and files, reasons and errors stay text too, on
// the screen and in the window's title.
func TestHostileNames(t *testing.T) {
	for _, evil := range tuitest.HostileTexts() {
		t.Run(evil.Name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				const w, h = 100, 24
				name := evil.Raw[:min(len(evil.Raw), 3000)] // a name is drawn on every screen
				topic := strings.Join(strings.Fields(name), "-")
				room := tuitest.NewRoom(time.Now, "yu", name)
				o := tui.Options{
					Rooms: []tui.Room{room.Watched(name)}, Banner: name, Notify: tui.Notify{Title: true},
					SaveCopy: func(string) (string, error) { return name, nil },
				}
				o.Rooms[0].LeftOut = func() (int, error) { return 3, errors.New(name) }
				screen := plainly(t, o, w, h)
				intact(t, screen, w, h, "before the room is there")
				room.OpenAs(name)
				room.Say(name, "v1 request "+topic+" to "+topic+" n=1\nask "+topic)
				room.Say(name, "v1 propose x to yu n=1\nask may I")
				screen.Settle()
				intact(t, screen, w, h, "in the room")
				for _, key := range []string{"2", "x", "esc", "3", "4", "enter", "1", "Y", "a", "esc", "enter", "esc"} {
					screen.Press(key)
					if key != "a" && key != "x" {
						intact(t, screen, w, h, "after "+key)
					}
				}
				for _, e := range []client.Event{
					client.Status{State: client.StateReconnecting, Err: errors.New(name), Since: time.Now(), NextRetry: time.Now().Add(time.Hour)},
					client.Gap{From: 7, To: 9}, client.Failed{ID: "id", Err: errors.New(name)}, client.Rebuilt{Reason: name},
					client.Status{State: client.StateRefused, Since: time.Now(), Err: errors.New(name)},
				} {
					room.Emit(e)
					screen.Settle()
					if rows := screen.Rows(); !strings.Contains(rows[0], "●") {
						t.Errorf("after %T the header is gone:\n%s", e, screen.Screen())
					}
					if cells := screen.Coloured(); len(cells) > 0 {
						t.Errorf("after %T cells have colours: %v", e, cells)
					}
				}
				commands(t, screen.Output())
				if title := screen.Title(); strings.ContainsAny(title, "\x1b\a\n\u202e\u200b") || title == "" || len(title) > 1000 {
					t.Errorf("the title is %q", title)
				}
			})
		})
	}
}
