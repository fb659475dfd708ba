package composer

import (
	"fmt"
	"strings"
	"testing"

	"earshot/convention"
)

// manyFindings has errors, warnings and hints.
const manyFindings = "v1 report limiter to nobody n=5\ndone#1 12/12 tests pass\nTODO: route test\nask how to store rate-limit counters for the new limiter\nmust keep it\nev#2 commit 3f9a2c1"

// statusText is what the status says, on one line.
func statusText(c *Composer) string {
	l := c.layout()
	var words []string
	for _, row := range c.status(l.statusW, l.statusH) {
		words = append(words, strings.Fields(row.Plain())...)
	}
	return strings.Join(words, " ")
}

// TestNothingOfWeightIsCut: at every width the counts, the way to send and the
// key of a fix are whole.
func TestNothingOfWeightIsCut(t *testing.T) {
	for _, w := range []int{40, 60, 80, 100, 120} {
		for _, h := range []int{6, 8, 10, 14} {
			c := newComposer(w, h)
			c.Open(Start{Text: manyFindings})
			errors, warnings := 0, 0
			for _, d := range c.diagnostics {
				switch d.Severity {
				case convention.Error:
					errors++
				case convention.Warning:
					warnings++
				}
			}
			shown := screen(c)
			for _, want := range []string{count(errors, "error"), count(warnings, "warning")} {
				if !strings.Contains(shown, want) {
					t.Errorf("%d×%d does not show %q:\n%s", w, h, want, shown)
				}
			}
			for _, d := range c.diagnostics {
				if d.Severity == convention.Hint {
					continue
				}
				c.ed.SetCursor(d.Span.Start)
				told, _ := c.told()
				if told.Fix != nil && !strings.Contains(statusText(c), "ctrl+f: "+told.Fix.Title) {
					t.Errorf("%d×%d does not show how to fix %s:\n%s", w, h, told.Code, screen(c))
				}
			}
			c.Open(Start{Text: "v1 propose limiter to lead n=2\nopt/A Redis\nask which store for the counters"})
			if shown := screen(c); !strings.Contains(shown, "ctrl+s sends") {
				t.Errorf("%d×%d does not show how to send:\n%s", w, h, shown)
			}
		}
	}
}

// TestHiddenHints: where nothing but hidden hints is left, the fix key says so
// and how to see them.
func TestHiddenHints(t *testing.T) {
	c := newComposer(120, 9)
	c.Open(Start{Text: "v1 note limiter to lead n=1\nTODO: route test"})
	n, ok := press(t, c, "ctrl+f").(Notice)
	if !ok || !strings.Contains(n.Text, "1 hint") || !strings.Contains(n.Text, "alt+h") {
		t.Fatalf("with a hidden hint it says %+v", n)
	}
	press(t, c, "alt+h", "ctrl+f")
	if c.Text() != "v1 note limiter to lead n=1\ntodo route test" {
		t.Errorf("the hint that is shown is not fixed: %q", c.Text())
	}
}

// TestFixAllSaysHowMany: until the next change, beside what is left.
func TestFixAllSaysHowMany(t *testing.T) {
	for _, k := range []struct {
		text, says string
	}{
		{"v1 note limiter to lead n=1\nTODO: route test", "1 fixed"},
		{"v1 note limiter to lead n=2\nTODO: route test\nBLOCK: Redis is down", "2 fixed"},
	} {
		c := newComposer(100, 9)
		c.Open(Start{Text: k.text})
		press(t, c, "alt+a")
		if shown := screen(c); !strings.Contains(shown, k.says) {
			t.Errorf("does not say %q:\n%s", k.says, shown)
		}
		press(t, c, "x")
		if shown := screen(c); strings.Contains(shown, "fixed") {
			t.Errorf("still says it after another change:\n%s", shown)
		}
	}
}

// TestNoHeaderSaysWhyItIsAWarning: the same text is an error in one room and a
// warning in another.
func TestNoHeaderSaysWhyItIsAWarning(t *testing.T) {
	r := room()
	for _, k := range []struct {
		share    float64
		messages int
		warning  bool
	}{{0, 0, false}, {0.1, 10, true}, {0.5, 10, false}} {
		c := newComposer(120, 9)
		r.V1Share, r.RoomMessages = k.share, k.messages
		c.SetRoom(r)
		c.Open(Start{Text: "can somebody look at this"})
		shown := statusText(c)
		if got := strings.Contains(shown, "(no error, as few messages here have one)"); got != k.warning {
			t.Errorf("%+v: says why it is a warning: %v\n%s", k, got, screen(c))
		}
	}
}

// TestCountsAgree with their nouns.
func TestCountsAgree(t *testing.T) {
	for n := range 4 {
		if got, one := count(n, "error"), n == 1; strings.HasSuffix(got, "s") == one || !strings.HasPrefix(got, fmt.Sprint(n)) {
			t.Errorf("%d: %q", n, got)
		}
	}
}

// TestHelpOfBlanksFits says what to press within forty columns.
func TestHelpOfBlanksFits(t *testing.T) {
	for _, tmpl := range builtin() {
		for _, b := range New(Options{}).blanksOf(tmpl.text) {
			help := blankHelp(b.name)
			for _, key := range []string{"tab", "alt+x"} {
				if at := strings.Index(help, key); at >= 0 && at+len(key) > 38 {
					t.Errorf("<%s>: %q names %s too late", b.name, help, key)
				}
			}
		}
	}
	c := New(Options{Keys: map[string][]string{"draft-drop-line": {"ctrl+g"}}})
	c.Open(Start{Text: "reason <why>"})
	c.nextBlank(0)
	if got := c.hint(); !strings.Contains(got, "ctrl+g") {
		t.Errorf("a key that was rebound is told as %q", got)
	}
}
