package composer

import (
	"strings"
	"testing"
)

// TestOptionInTheWrongCase: a letter alone means the option, whatever its case;
// words of one's own that begin with one do not.
func TestOptionInTheWrongCase(t *testing.T) {
	for _, k := range []struct{ line, fixed string }{
		{"b", "B"}, {"b, with the fail-open", "B, with the fail-open"}, {"a: exact is what we need", "A: exact is what we need"},
		{"B", ""}, {"A, as said", ""}, {"a cache is fine", ""}, {"both", ""}, {"claim b", ""}, {"c", ""},
	} {
		c := newComposer(100, 9)
		c.Open(Start{Kind: Answer, ReplyToSequence: 12, Text: "v1 decide limiter to lead n=1\n" + k.line,
			Options: []Option{{ID: "A", Text: "Redis sliding window"}, {ID: "B", Text: "in-memory token bucket"}}})
		n, stopped := press(t, c, "ctrl+s").(Notice)
		if k.fixed == "" {
			if stopped && strings.Contains(n.Text, "takes no option") {
				t.Errorf("%q is stopped: %s", k.line, n.Text)
			}
			continue
		}
		if !stopped || !strings.Contains(n.Text, "takes no option") {
			t.Errorf("%q is not stopped: %+v", k.line, n)
			continue
		}
		press(t, c, "ctrl+f")
		if got := strings.Split(c.Text(), "\n")[1]; got != k.fixed {
			t.Errorf("%q becomes %q, want %q", k.line, got, k.fixed)
		}
		if s, ok := press(t, c, "ctrl+s").(Send); !ok || s.Force {
			t.Errorf("%q mended is stopped", k.line)
		}
	}
}
