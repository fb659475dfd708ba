package composer

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"earshot/convention"
)

// TestFiguresOfADraft: the tokens of the text, what all readers pay, and what the
// same content costs as JSON, each counted here by other means.
func TestFiguresOfADraft(t *testing.T) {
	c := newComposer(120, 10)
	for _, text := range []string{
		"v1 note limiter to lead n=1\nplan sliding window in lib/rate-limit.ts",
		"v1 propose limiter to lead n=3\nask which store, 20300918T0900Z\nopt/A Redis\nopt/B memory",
	} {
		c.Open(Start{Text: text})
		tokens := counter().Count(c.Text())
		twin := counter().Count(convention.Twin(convention.Parse(c.Text()), false))
		want := fmt.Sprintf("%d tokens · ×8 readers = %d · JSON %d", tokens, tokens*8, twin)
		if got := statusText(c); !strings.Contains(got, want) {
			t.Errorf("the status says %q, want %q", got, want)
		}
	}
}

// TestCtrlEnterSends, where the terminal can tell it from enter.
func TestCtrlEnterSends(t *testing.T) {
	c := newComposer(100, 9)
	const text = "v1 note limiter to lead n=1\nplan sliding window"
	c.Open(Start{Text: text})
	act, handled := c.HandleKey(tea.KeyPressMsg{Code: tea.KeyEnter, Mod: tea.ModCtrl})
	if send, ok := act.(Send); !handled || !ok || send.Content != text {
		t.Errorf("ctrl+enter gives %#v", act)
	}
}
