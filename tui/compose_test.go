package tui

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
)

// alone drives the composer alone without a terminal. What its commands would
// bring is left out: they wait for time, or for the terminal.
type alone struct {
	t    *testing.T
	m    *composeModel
	at   time.Time
	kept []string
}

func composeAlone(t *testing.T, o ComposeOptions) *alone {
	a := &alone{t: t, at: fixedNow()}
	o.Now = func() time.Time { return a.at }
	if o.Keep == nil {
		o.Keep = func(text string) error { a.kept = append(a.kept, text); return nil }
	}
	a.m = newComposeModel(o)
	a.size(100, 24)
	return a
}

func (a *alone) size(w, h int) { a.send(tea.WindowSizeMsg{Width: w, Height: h}) }

func (a *alone) send(msg tea.Msg) { a.m.Update(msg) }

func (a *alone) press(keys ...string) {
	for _, k := range keys {
		a.send(pressOf(k))
	}
}

func (a *alone) typed(text string) {
	for _, r := range text {
		if r == '\n' {
			a.press("enter")
			continue
		}
		a.send(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
}

func (a *alone) screen() string { return stripped(a.m.View().Content) }

func (a *alone) shows(texts ...string) {
	a.t.Helper()
	for _, text := range texts {
		if !strings.Contains(a.screen(), text) {
			a.t.Errorf("the screen does not show %q:\n%s", text, a.screen())
		}
	}
}

func TestComposeWritesTheMessage(t *testing.T) {
	a := composeAlone(t, ComposeOptions{Name: "note.txt", Text: "v1 note limiter to lead n=1\nhello", Seats: []string{"lead", "yu"}})
	a.shows("note.txt", "ctrl+s writes it", "ctrl+s write", "✓ no errors")
	a.press("ctrl+end")
	a.typed(" there")
	a.press("ctrl+s")
	r, err := a.m.result()
	if want := "v1 note limiter to lead n=1\nhello there"; !a.m.ended || err != nil || !r.Written || r.Text != want {
		t.Errorf("ended %v with %+v, %v", a.m.ended, r, err)
	}
}

func TestComposeBeginsWithTheSeats(t *testing.T) {
	a := composeAlone(t, ComposeOptions{To: []string{"lead", "Scout Two"}})
	if got := a.m.composer.Text(); got != "v1 <intent> <topic> to lead,Scout-Two n=0" {
		t.Errorf("begins with %q", got)
	}
	a.press("esc")
	if r, err := a.m.result(); !a.m.ended || r.Written || err != nil || len(a.kept) > 0 {
		t.Errorf("leaving what nobody wrote gives %v %+v %v, kept %q", a.m.ended, r, err, a.kept)
	}
}

func TestComposeStopsOnErrorsOnce(t *testing.T) {
	a := composeAlone(t, ComposeOptions{Text: "v1 note limiter to nobody n=1\nhello", Seats: []string{"lead"}})
	a.press("ctrl+s")
	a.shows("not written · ctrl+s again writes it anyway")
	a.at = a.at.Add(400 * time.Millisecond)
	if a.press("ctrl+s"); a.m.ended {
		t.Fatal("a press too soon writes")
	}
	a.at = a.at.Add(200 * time.Millisecond)
	if a.press("ctrl+s"); !a.m.ended || !a.m.written {
		t.Error("a second press does not write")
	}
}

func TestComposeAsksBeforeItLeavesText(t *testing.T) {
	a := composeAlone(t, ComposeOptions{})
	a.typed("x")
	if a.press("esc"); a.m.ended {
		t.Fatal("left at once")
	}
	a.shows("esc again leaves without writing")
	a.press("left")
	if a.press("esc"); a.m.ended {
		t.Fatal("left by the first esc after another key")
	}
	a.press("esc")
	r, err := a.m.result()
	if !a.m.ended || r.Written || r.Unkept || err != nil || len(a.kept) != 1 || a.kept[0] != r.Text || !strings.Contains(r.Text, "x") {
		t.Errorf("ended %v with %+v, %v, kept %q", a.m.ended, r, err, a.kept)
	}
}

func TestComposeTextThatNobodyKeeps(t *testing.T) {
	full := errors.New("the disk is full")
	a := composeAlone(t, ComposeOptions{Keep: func(string) error { return full }})
	a.typed("precious")
	a.press("ctrl+c")
	if r, err := a.m.result(); !a.m.ended || !errors.Is(err, full) || !r.Unkept || !strings.Contains(r.Text, "precious") {
		t.Errorf("ended %v with %+v, %v", a.m.ended, r, err)
	}
}

// run has the commands of the last message do what they do at once, and takes in what they bring.
func (a *alone) run(msg tea.Msg) {
	_, cmd := a.m.Update(msg)
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case tea.BatchMsg:
		for _, one := range msg {
			if got, ok := one().(composeWritten); ok {
				a.send(got)
			}
		}
	case composeWritten:
		a.send(msg)
	}
}

// A file that cannot be written keeps the composer open, with what can be done; the same key tries again.
func TestComposeStaysWhereTheFileCannotBeWritten(t *testing.T) {
	full := errors.New("/mnt/message: the disk is full")
	var wrote []string
	a := composeAlone(t, ComposeOptions{Text: "v1 note limiter to lead n=1\nhello", Write: func(text string) error {
		if full == nil {
			wrote = append(wrote, text)
		}
		return full
	}})
	a.run(pressOf("ctrl+s"))
	if a.m.ended {
		t.Fatal("it ends")
	}
	a.shows("not written: /mnt/message: the disk is full", "ctrl+s tries again", "ctrl+c leaves and keeps the text", "hello")
	full = nil
	a.typed("!")
	a.run(pressOf("ctrl+s"))
	r, err := a.m.result()
	if !a.m.ended || err != nil || !r.Written || len(wrote) != 1 || !strings.Contains(wrote[0], "!") || r.Text != wrote[0] {
		t.Errorf("ended %v with %+v, %v; wrote %q", a.m.ended, r, err, wrote)
	}
}

func TestComposeBringsBackWhatWasLeft(t *testing.T) {
	a := composeAlone(t, ComposeOptions{Earlier: "v1 note limiter to lead n=1\nleft here"})
	a.shows("alt+up brings it back")
	a.press("alt+up")
	a.shows("left here")
}

func TestComposeKeepsWithinASecond(t *testing.T) {
	a := composeAlone(t, ComposeOptions{})
	a.typed("x")
	if !a.m.planned {
		t.Fatal("a change plans nothing")
	}
	_, cmd := a.m.Update(composeKeepMsg{})
	if msg, ok := cmd().(composeKept); !ok || msg.err != nil {
		t.Errorf("keeping gives %v", msg)
	}
	if len(a.kept) != 1 || !strings.Contains(a.kept[0], "x") {
		t.Errorf("kept %q", a.kept)
	}
	a.press("left")
	if a.m.planned {
		t.Error("moving the cursor plans to keep the text again")
	}
}

// A text that was written is not kept as unwritten by what was on its way.
func TestComposeKeepsNothingOnceWritten(t *testing.T) {
	a := composeAlone(t, ComposeOptions{Text: "v1 note limiter to lead n=1\nhello"})
	a.typed("x")
	_, late := a.m.Update(composeKeepMsg{})
	a.press("ctrl+s")
	if _, err := a.m.result(); err != nil {
		t.Fatal(err)
	}
	if late(); len(a.kept) != 0 {
		t.Errorf("kept %q", a.kept)
	}
}

func TestComposeHelp(t *testing.T) {
	a := composeAlone(t, ComposeOptions{})
	a.press("f1")
	a.shows("write the message and end", "complete the word", "esc close")
	text := a.m.composer.Text()
	a.press("down", "x")
	if a.m.help != nil || a.m.composer.Text() != text {
		t.Errorf("a key in the help changes the text to %q", a.m.composer.Text())
	}
	a.press("ctrl+alt+q")
	a.shows("does nothing here")
}

// Whatever is pressed at whatever size: the screen fits, and no text is lost.
func TestComposeLaws(t *testing.T) {
	keys := []string{"x", "é", "漢", "enter", "tab", "esc", "f1", "alt+k", "alt+t", "alt+up", "alt+down", "ctrl+f", "alt+a", "alt+h", "up", "down", "backspace", "ctrl+_", "alt+g"}
	for seed := range uint64(12) {
		r := rand.New(rand.NewPCG(seed, 4))
		a := composeAlone(t, ComposeOptions{Name: "a\x1b[31mb", Seats: []string{"lead", "\x1b]0;x\a"}, Earlier: "before"})
		for range 60 {
			if r.IntN(8) == 0 {
				a.size(r.IntN(140)+1, r.IntN(30)+1)
			}
			k := keys[r.IntN(len(keys))]
			a.m.Update(pressOf(k))
			rows, _ := a.m.screen()
			if a.m.height >= minHeight && a.m.width >= minWidth && len(rows) != a.m.height {
				t.Fatalf("%d rows of %d", len(rows), a.m.height)
			}
			for y, row := range rows {
				if w := a.m.measure.RowWidth(row); w > a.m.width {
					t.Fatalf("row %d is %d wide of %d: %q", y, w, a.m.width, row.Plain())
				}
			}
			if strings.ContainsAny(fmt.Sprint(rows), "\x1b\a") {
				t.Fatal("an escape reached the screen")
			}
		}
		if got, err := a.m.result(); err != nil || got.Text != a.m.composer.Text() || got.Unkept {
			t.Fatalf("%+v %v", got, err)
		}
	}
}
