package composer

import (
	"strings"
	"testing"
	"time"
)

// TestSecondPressByTheClock: the clock of presses runs whether or not anybody
// called SetNow, as between two ticks of the owner.
func TestSecondPressByTheClock(t *testing.T) {
	at := start
	c := New(Options{Clock: func() time.Time { return at }})
	c.SetRoom(room())
	c.SetSize(80, 9)
	c.Open(Start{Text: "v1 note limiter to nobody n=1\nhello"})
	if _, ok := press(t, c, "ctrl+s").(Notice); !ok {
		t.Fatal("the first press is not stopped")
	}
	at = at.Add(300 * time.Millisecond)
	n, ok := press(t, c, "ctrl+s").(Notice)
	if !ok || !strings.Contains(n.Text, "again sends anyway") {
		t.Fatalf("a press too soon says nothing: %+v", n)
	}
	at = at.Add(200 * time.Millisecond)
	if s, ok := press(t, c, "ctrl+s").(Send); !ok || !s.Force {
		t.Fatalf("a press 500 ms after the stop gives %+v", s)
	}
	if _, ok := press(t, c, "ctrl+s").(Notice); !ok {
		t.Fatal("the next send is not stopped")
	}
	at = at.Add(-time.Hour) // the clock was set back
	if s, ok := press(t, c, "ctrl+s").(Send); !ok || !s.Force {
		t.Errorf("after the clock was set back a press gives %+v", s)
	}
}

// TestNothingSaidStopsTheSend: a header alone obliges, answers and tells nothing.
func TestNothingSaidStopsTheSend(t *testing.T) {
	c := newComposer(80, 9)
	c.Open(Start{Text: "v1 decide limiter to lead n=0"})
	if shown := screen(c); strings.Contains(shown, "no errors") || strings.Contains(shown, "sends") || !strings.Contains(shown, "no fact line") {
		t.Errorf("the screen says that all is well:\n%s", shown)
	}
	c.SetNow(start)
	n, ok := press(t, c, "ctrl+s").(Notice)
	if !ok || n.Level != Fail || !strings.Contains(n.Text, "no fact line") {
		t.Fatalf("sending gives %+v", n)
	}
	c.SetNow(start.Add(time.Second))
	if s, ok := press(t, c, "ctrl+s").(Send); !ok || !s.Force {
		t.Errorf("the second press gives %+v", s)
	}
	press(t, c, "enter", "B")
	if s, ok := press(t, c, "ctrl+s").(Send); !ok || s.Force {
		t.Errorf("with a fact sending gives %+v", s)
	}
}

// TestStopSaysTheWayOnFirst: whatever is cut off a notice, what to press is not.
func TestStopSaysTheWayOnFirst(t *testing.T) {
	for _, text := range []string{"v1 note limiter to nobody n=1\nhello", "v1 note <topic> to lead n=1\nhello", "v1 note limiter to lead n=0", "v1 note limiter to nobody n=1\nask <question>"} {
		c := newComposer(60, 9)
		c.Open(Start{Text: text})
		n, _ := press(t, c, "ctrl+s").(Notice)
		at := strings.Index(n.Text, "ctrl+s again sends anyway")
		if at < 0 || at+len("ctrl+s again sends anyway") > 40 {
			t.Errorf("%q is stopped with %q", text, n.Text)
		}
	}
}
