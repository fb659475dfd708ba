package tui

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"earshot/client"
	"earshot/client/wire"
)

// driver runs a model as the program does, message by message, on the fake
// time of a bubble, and holds the laws of the screen after each.
type driver struct {
	t     *testing.T
	m     *Model
	inbox chan tea.Msg
	over  bool
	raw   string // what was written past the view
}

func newDriver(t *testing.T, m *Model) *driver {
	r := &driver{t: t, m: m, inbox: make(chan tea.Msg, 1024)}
	r.start(m.Init())
	r.check()
	return r
}

// start runs a command in a goroutine, as the program does.
func (r *driver) start(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	go func() {
		switch msg := cmd().(type) {
		case nil:
		case tea.BatchMsg:
			for _, c := range msg {
				r.start(c)
			}
		case tea.QuitMsg:
			r.over = true
		default:
			r.inbox <- msg
		}
	}()
}

// send delivers a message and whatever follows from it without time passing.
func (r *driver) send(msg tea.Msg) {
	r.deliver(msg)
	for {
		synctest.Wait()
		select {
		case msg := <-r.inbox:
			r.deliver(msg)
		default:
			return
		}
	}
}

func (r *driver) deliver(msg tea.Msg) {
	if raw, ok := msg.(tea.RawMsg); ok {
		r.raw += fmt.Sprint(raw.Msg)
	}
	_, cmd := r.m.Update(msg)
	r.start(cmd)
	r.check()
}

// pass lets time pass.
func (r *driver) pass(d time.Duration) {
	time.Sleep(d)
	r.send(nil)
}

// check holds the laws: no row is wider than the screen, there are as many as
// it has, the cursor is inside, and the memoised view is what a fresh one
// would be.
func (r *driver) check() {
	r.t.Helper()
	m := r.m
	v := m.View()
	if fresh := m.draw(); fresh.Content != v.Content || fmt.Sprint(fresh.Cursor) != fmt.Sprint(v.Cursor) {
		r.t.Fatalf("the memoised view is out of date:\n%s\nfresh:\n%s", stripped(v.Content), stripped(fresh.Content))
	}
	if m.width == 0 || m.height == 0 {
		return
	}
	rows := strings.Split(v.Content, "\n")
	if m.layout.mode != modeTooSmall && len(rows) != m.height {
		r.t.Fatalf("%d rows on a screen of %d", len(rows), m.height)
	}
	for y, row := range rows {
		if w := m.measure.Width(stripped(row)); w > m.width {
			r.t.Fatalf("row %d is %d cells wide on a screen of %d: %q", y, w, m.width, stripped(row))
		}
	}
	if c := v.Cursor; c != nil && (c.X < 0 || c.X >= m.width || c.Y < 0 || c.Y >= m.height) {
		r.t.Fatalf("the cursor is at %d,%d", c.X, c.Y)
	}
}

// noRoom is an API that takes everything and does nothing.
type noRoom struct{}

func (noRoom) Post(client.Draft) {}
func (noRoom) Wake()             {}
func (noRoom) Page(int64, int)   {}
func (noRoom) Have(int64)        {}

// bodies that the laws are tried with.
var bodies = []string{
	"v1 propose limiter to yu n=6\nask how to store rate-limit counters 20260918T0900Z\nopt/A Redis sliding window: exact, +1 hop\nopt/B in memory\nrec A\ndecider yu\ndefault silence past the ask time → A",
	"v1 report limiter to lead n=3\ndone limiter built\nev commit 3f9a2c1\nclaim 12 cases pass",
	"v1 report limiter to lead n=10\nclaim nothing",
	"v1 decide limiter to lead n=1\nA Redis sliding window",
	"just prose with a ? for @yu",
	`{"ask":"is this JSON","to":["yu"]}`,
	"P1:V4:A2:X0",
	"\x1b]52;c;AAAA\x07 \x1b[2J\x1b_Gq\x1b\\ \u202Ebidi \u200bzero e\u0301\u0301\u0301\u0301\u0301 👩‍👩‍👧‍👦 \x9b31m \x00\r\nhidden\rshown",
	strings.Repeat("wide 漢字 ", 400),
	strings.Repeat("line\n", 300),
	"v1 note \xff to all n=1\nreq \xfe\xfd",
	"",
}

// FuzzScreen drives the model with keys, events, sizes and time in any order.
func FuzzScreen(f *testing.F) {
	f.Add([]byte("\x00\x10\x20\x30\x40\x50\x60\x70"))
	f.Add([]byte{0xff, 3, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 200, 201, 202, 203, 204, 205, 128, 129, 130, 90, 91, 92})
	f.Add([]byte("jjjkkkggGG/limiter\x01\x02f2\x0412345ccc\x80\x90\xa0\xb0\xc0\xd0\xe0\xf0"))
	seed := make([]byte, 300)
	for i := range seed {
		seed[i] = byte(i * 37)
	}
	f.Add(seed)
	f.Fuzz(func(t *testing.T, script []byte) {
		if len(script) > 400 {
			script = script[:400]
		}
		synctest.Test(t, func(t *testing.T) { play(t, script) })
	})
}

func play(t *testing.T, script []byte) {
	n := 0
	m := New(Options{
		Rooms: []Room{{Name: "one", API: noRoom{}}, {Name: "two", API: noRoom{}, ReadOnly: true}},
		Now:   time.Now, NewID: func() string { n++; return fmt.Sprint(n) },
	})
	r := newDriver(t, m)
	var keys []string
	for _, b := range bindings() {
		keys = append(keys, b.keys...)
	}
	keys = append(keys, "x", "é", "漢", "ctrl+s", "ctrl+f", "alt+a", "alt+enter", "left", "right", "backspace", "delete", "0", "9", ".", "S", "h")
	sizes := [][2]int{{120, 40}, {80, 24}, {60, 16}, {100, 30}, {45, 12}, {19, 9}, {21, 5}, {200, 60}, {0, 0}, {1, 1}}
	seq := int64(0)
	r.send(tea.WindowSizeMsg{Width: 100, Height: 30})
	for _, b := range script {
		if r.over {
			break
		}
		switch {
		case b < 150:
			if key := keys[int(b)%len(keys)]; key != "ctrl+c" && key != "q" {
				r.send(pressOf(key))
			}
		case b < 200:
			seq++
			r.send(eventsMsg{int(b) % 2, []client.Event{randomEvent(int(b), seq)}})
		case b < 215:
			size := sizes[int(b)%len(sizes)]
			r.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		case b < 225:
			r.pass(time.Duration(b) * time.Second)
		case b < 235:
			r.send(tea.PasteMsg{Content: bodies[int(b)%len(bodies)]})
		case b < 245:
			r.send(tea.MouseClickMsg{X: int(b) % 97, Y: int(b) % 29, Button: tea.MouseLeft})
			r.send(tea.MouseWheelMsg{X: int(b) % 91, Y: int(b) % 23, Button: tea.MouseWheelUp})
		default:
			r.send(tea.ModeReportMsg{Mode: ansi.ModeUnicodeCore, Value: ansi.ModeReset})
			r.send(tea.BackgroundColorMsg{})
		}
	}
	time.Sleep(5 * time.Minute) // timers of the model run out
	synctest.Wait()
}

func randomEvent(b int, seq int64) client.Event {
	seats := []wire.Seat{{MemberID: "i_yu", Name: "yu", Role: "person", Presence: "online"}, {MemberID: "i_\x1b]0;x\x07", Name: "l\u202Eead\n", Role: "agent"}}
	switch b % 12 {
	case 0:
		return client.Welcomed{Room: wire.Room{Name: "r\x1b[31m\nx"}, You: &seats[0], Seats: seats, Capabilities: wire.Capabilities{"presence"}}
	case 1:
		return client.Status{State: client.State(b % 7), Attempt: b, Since: time.Now(), NextRetry: time.Now().Add(3 * time.Second), Err: fmt.Errorf("broken\x1b[2J pipe")}
	case 2:
		return client.Seats{Seats: seats}
	case 3:
		return client.Gap{From: seq, To: seq + 3}
	case 4:
		if b%5 == 0 {
			return client.Rebuilt{Reason: "the log\x07 is new"}
		}
		return client.Repeat{Repeat: wire.Repeat{Sequence: seq / 2, Count: b, LastAt: time.Now()}}
	case 5:
		return client.Verdict{Verdict: wire.Verdict{Sequence: seq / 2, Line: 2, Reference: "commit 3f9a2c1", Result: "missing", Detail: "\x1b"}}
	case 6:
		return client.Failed{ID: fmt.Sprint(b % 5), Err: fmt.Errorf("no")}
	}
	m := wireMessage(seq, seq/3)
	m.Sender = wire.Sender{MemberID: seats[b%2].MemberID, Name: seats[b%2].Name}
	m.Content = bodies[(b+int(seq))%len(bodies)]
	m.CreatedAt = time.Now()
	return client.Messages{Messages: []wire.Message{m}}
}
