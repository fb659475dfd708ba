package composer

import (
	"strings"
	"testing"
)

// TestAnswersSayWhichOption they take.
func TestAnswersSayWhichOption(t *testing.T) {
	for _, k := range []struct{ typed, says string }{
		{"B because it is simple", "takes option B"}, {"A, fail open", "takes option A"}, {"neither", "your own words"}, {"Both", "your own words"},
	} {
		for _, w := range []int{40, 60, 80, 120} {
			c := newComposer(w, 9)
			c.Open(ask())
			press(t, c, k.typed)
			if shown := statusText(c); !strings.Contains(shown, k.says) {
				t.Errorf("width %d: %q does not say %q:\n%s", w, k.typed, k.says, screen(c))
			}
		}
	}
}

// TestReadyMessagesSaySo: a message that needs nothing says that it can go.
func TestReadyMessagesSaySo(t *testing.T) {
	for _, kind := range []Kind{Nudge, Proof, Withdraw, Accept} {
		for _, w := range []int{40, 60, 80, 120} {
			c := newComposer(w, 9)
			c.Open(Start{Kind: kind, To: []string{"worker"}, Topic: "limiter", ReplyTo: "msg_14", ReplyToSequence: 14, About: "12 cases pass", Needs: []string{"run"}})
			if shown := statusText(c); !strings.Contains(shown, "ready as it stands: ctrl+s sends") {
				t.Errorf("kind %d at width %d does not say that it is ready:\n%s", kind, w, screen(c))
			}
			if s, ok := press(t, c, "ctrl+s").(Send); !ok || s.Force {
				t.Errorf("kind %d is not sent: %+v", kind, s)
			}
		}
	}
}

// TestEnterOnABlankIsTab: enter on a blank that is selected as a whole takes nothing away; it goes on as tab does.
func TestEnterOnABlankIsTab(t *testing.T) {
	by, enter := newComposer(80, 12), newComposer(80, 12)
	by.Open(Start{})
	enter.Open(Start{})
	for _, key := range []string{"tab", "enter", "cache", "tab", "=", "enter", "=", "=", "+2h", "tab", "=", "=", "=", "esc", "alt+e", "="} {
		for _, c := range []*Composer{by, enter} {
			switch {
			case key != "=":
				press(t, c, key)
			case c == by:
				press(t, c, "tab")
			default:
				press(t, c, "enter")
			}
		}
		s, selected := by.ed.Selection()
		if e, also := enter.ed.Selection(); by.Text() != enter.Text() || s != e || selected != also || by.list.open != enter.list.open {
			t.Fatalf("after %q, tab gives\n%s\n%v, enter\n%s\n%v", key, by.Text(), s, enter.Text(), e)
		}
	}
	if !strings.Contains(enter.Text(), "ask <question>, 20260918T1050Z\nopt/A <first way>\nopt/B <second way>\nrec <option>") {
		t.Errorf("a blank is gone:\n%s", enter.Text())
	}
}

// TestEnterThenTabFillsIn: whoever presses enter behind a blank, as in a form,
// is told how to go on, and tab leaves no empty line behind.
func TestEnterThenTabFillsIn(t *testing.T) {
	for _, w := range []int{40, 60, 80, 120} {
		c := newComposer(w, 12)
		c.Open(Start{})
		press(t, c, "tab", "enter", "cache", "tab", "lead", "tab", "where to keep it", "tab", "+2h", "tab", "Redis", "enter")
		if shown := statusText(c); !strings.Contains(shown, "tab goes on to <second way>") {
			t.Errorf("width %d: on an empty line it is not said how to go on:\n%s", w, screen(c))
		}
		press(t, c, "tab", "memory", "enter", "tab")
		if s, ok := c.ed.Selection(); !ok || c.source(s) != "<option>" || strings.Contains(c.Text(), "\n\n") {
			t.Errorf("width %d: tab on an empty line gives\n%s", w, c.Text())
		}
		press(t, c, "up", "end", "enter", "opt", "tab") // a line of one's own all the same
		if !strings.Contains(c.Text(), "\nopt/C") {
			t.Errorf("width %d: no third option in\n%s", w, c.Text())
		}
	}
}

// TestTemplateSaysHowToMakeRoom: where a message stands already, it is said which key empties it.
func TestTemplateSaysHowToMakeRoom(t *testing.T) {
	c := newComposer(80, 12)
	c.Open(Start{})
	press(t, c, "alt+s", "v1 note limiter to lead n=1", "alt+enter", "half a thought")
	n, ok := press(t, c, "alt+t").(Notice)
	if !ok || !strings.Contains(n.Text, "alt+k empties it") {
		t.Errorf("it says %+v", n)
	}
	press(t, c, "alt+k", "alt+t")
	if !c.list.open {
		t.Error("no list of templates on an empty message")
	}
}
