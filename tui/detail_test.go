package tui

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
)

// The detail of a body of ten thousand lines draws what is on the screen: when
// it is opened, moved, shown at its end, and when something else happens in the
// room. Every line of it can be reached.
func TestDetailDrawsWhatIsSeen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, say := hosted(t, Options{})
		lines := make([]string, 10_000)
		for i := range lines {
			lines[i] = fmt.Sprintf("we did step %d of it", i)
		}
		say("lead", strings.Join(lines, "\n"))
		r.send(pressOf("enter"))
		d, ok := r.m.overlay.(*detailOverlay)
		if !ok {
			t.Fatalf("no detail:\n%s", stripped(r.m.View().Content))
		}
		shows := func(want string) {
			t.Helper()
			if s := stripped(r.m.View().Content); !strings.Contains(s, want) {
				t.Fatalf("no %q:\n%s", want, s)
			}
		}
		before := 0
		drawn := func(what string, most int) {
			t.Helper()
			if n := d.list.Stats() - before; n > most {
				t.Errorf("%s draws %d pieces, at most %d are near the screen", what, n, most)
			}
			before = d.list.Stats()
		}
		shows("as sent")
		shows("did step 10 of it")
		drawn("opening", 16)
		for range 10 {
			r.send(pressOf("pgdown"))
		}
		shows("did step 25")
		drawn("ten pages", 12)
		say("lead", "v1 note other to yu n=1\nsomething else")
		shows("did step 25")
		drawn("a message that comes", 8)
		r.send(tea.WindowSizeMsg{Width: 70, Height: 24})
		r.m.View()
		drawn("another size", 16)
		r.send(pressOf("G"))
		shows("not counted yet")
		drawn("the end", 16)
		if pieces := d.pieces.Len(); pieces < 200 {
			t.Errorf("the view has %d pieces", pieces)
		}
		r.send(pressOf("g"))
		shows("as sent")
		time.Sleep(5 * time.Minute)
	})
}

// The timeline shows the start of such a body and lays out no more of it.
func TestLongBodyInTheTimeline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, say := hosted(t, Options{})
		say("lead", strings.Repeat("a line of a long text\n", 10_000))
		s := stripped(r.m.View().Content)
		if !strings.Contains(s, "10000 lines in all, enter shows all") {
			t.Fatalf("the long text is not folded:\n%s", s)
		}
		time.Sleep(5 * time.Minute)
	})
}
