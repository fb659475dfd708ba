package composer

import (
	"slices"
	"strings"
	"testing"

	"earshot/convention"
	"earshot/render"
)

// underlined are the underlined pieces of what is drawn of the text, with the
// role each is drawn in.
func underlined(c *Composer) (pieces []string) {
	for _, row := range c.ed.Rows(render.Measure{}) {
		for _, s := range row {
			if s.Underline {
				pieces = append(pieces, s.Role.String()+" "+s.Text.String())
			}
		}
	}
	return pieces
}

// TestFindingsAreUnderlined in place, the worst on top, hints on demand, and not
// where the line is still being filled in.
func TestFindingsAreUnderlined(t *testing.T) {
	c := newComposer(120, 12)
	c.Open(Start{Text: "v1 report limiter to nobody n=4\ndone#1 12/12 tests pass\nev#1 commit 3f9a2c1\nTODO: route test\nask <question>, tomorrow"})
	c.Rows(render.Measure{})
	if got, want := underlined(c), []string{"error nobody", "error done#1", "option <question>"}; !slices.Equal(got, want) {
		t.Errorf("underlined are %q, want %q", got, want)
	}
	press(t, c, "alt+h")
	c.Rows(render.Measure{})
	if got := underlined(c); !slices.Contains(got, "hint TODO:") {
		t.Errorf("with hints shown, underlined are %q", got)
	}
	c.nextBlank(0)
	press(t, c, "which store")
	c.Rows(render.Measure{})
	if got := underlined(c); !slices.ContainsFunc(got, func(s string) bool { return strings.HasPrefix(s, "warning ") && strings.Contains(s, "tomorrow") }) {
		t.Errorf("once the line is filled in, underlined are %q", got)
	}
}

// TestSentenceIsOfTheCursor: of several findings the one at the cursor is told,
// then one on its line, then the worst.
func TestSentenceIsOfTheCursor(t *testing.T) {
	c := newComposer(120, 12)
	const text = "v1 report limiter to nobody n=4\ndone#1 12/12 tests pass\nev#1 commit 3f9a2c1\nask which store\nall is well"
	c.Open(Start{Text: text})
	for _, k := range []struct{ at, says string }{
		{"nobody", "nobody"}, {"done#1", "cite a run"}, {"which", "no default"}, {"all is", "nobody"},
	} {
		c.ed.SetCursor(strings.Index(text, k.at))
		if shown := statusText(c); !strings.Contains(shown, k.says) {
			d, _ := c.told()
			t.Errorf("at %q the sentence is %+v, without %q:\n%s", k.at, d, k.says, screen(c))
		}
	}
}

// TestLatestCheckWins, in whatever order the checks come back.
func TestLatestCheckWins(t *testing.T) {
	c := newComposer(80, 9)
	c.Open(Start{Text: "v1 note limiter to lead n=1\n" + strings.Repeat("claim one of many lines\n", 400)})
	var asked []Lint
	for _, k := range []string{"a", "b", "c"} {
		act, _ := c.HandleKey(key(k))
		asked = append(asked, act.(Lint))
	}
	check := c.Linter()
	wrong := []convention.Diagnostic{{Code: "stale", Severity: convention.Error, Message: "of another text"}}
	c.SetLint(asked[2].Rev, check(asked[2].Text))
	c.SetLint(asked[0].Rev, wrong)
	c.SetLint(asked[1].Rev, wrong)
	if !c.checked || slices.ContainsFunc(c.diagnostics, func(d convention.Diagnostic) bool { return d.Code == "stale" }) {
		t.Errorf("a check of an earlier text took the place of the latest")
	}
	if c.tokens != counter().Count(c.Text()) {
		t.Errorf("%d tokens, counted %d", c.tokens, counter().Count(c.Text()))
	}
}
