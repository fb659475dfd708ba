package composer

import (
	"strings"
	"testing"
	"time"
)

// TestErrorsAreToldBesideBlanks: a blank hides no error of another line, neither
// on the screen nor when the send is stopped.
func TestErrorsAreToldBesideBlanks(t *testing.T) {
	c := newComposer(80, 9)
	c.SetNow(start)
	c.Open(Start{Text: "v1 ask limiter to nobody n=1\nask <question>, frid"})
	if shown := screen(c); !strings.Contains(shown, "1 blank to fill in") || !strings.Contains(shown, "✗ 1 error") {
		t.Errorf("the row of findings leaves something out:\n%s", shown)
	}
	n, ok := press(t, c, "ctrl+s").(Notice)
	if !ok || !strings.Contains(n.Text, "<question>") || !strings.Contains(n.Text, "nobody") {
		t.Fatalf("the send is stopped with %+v", n)
	}
	c.SetNow(start.Add(time.Second))
	if s, ok := press(t, c, "ctrl+s").(Send); !ok || !s.Force {
		t.Errorf("the second press gives %+v", s)
	}
}

// TestBlanksAloneAreToldAlone: what an unfinished line lacks is no error yet.
func TestBlanksAloneAreToldAlone(t *testing.T) {
	c := newComposer(80, 9)
	c.Open(Start{Text: "v1 ask limiter to lead n=2\nask <question>\ndefault silence past the ask time→A"})
	if shown := screen(c); strings.Contains(shown, "error") {
		t.Errorf("an unfinished line counts as an error:\n%s", shown)
	}
	if n, ok := press(t, c, "ctrl+s").(Notice); !ok || !strings.HasSuffix(n.Text, "<question> is still to be filled in") {
		t.Errorf("the send is stopped with %+v", n)
	}
}
