package tui

import (
	"strings"
	"testing"
)

// No two bindings share a key in one place, or in two places of which the
// first hides the second, and each says what it does.
func TestKeyTableIsSound(t *testing.T) {
	table := bindings()
	if problems := hidden(table, nil); len(problems) > 0 {
		t.Fatal(problems)
	}
	ids := make(map[string]bool)
	for _, b := range table {
		if ids[b.id] || b.id == "" {
			t.Errorf("id %q is there twice, or empty", b.id)
		}
		ids[b.id] = true
		if b.help == "" || len(b.keys) == 0 {
			t.Errorf("%s has no help or no key", b.id)
		}
		if b.do == nil && b.at != inComposer && b.at != inPrompt {
			t.Errorf("%s does nothing", b.id)
		}
		for _, key := range b.keys {
			for _, other := range table {
				hides := other.at == always || other.at == anywhere && b.at >= inRoom && b.at <= inCosts
				if other.id != b.id && hides && b.at != other.at && b.at != inComposer && b.at != inPrompt && b.at != inOverlay && contains(other.keys, key) {
					t.Errorf("key %q of %s is also that of %s, which holds in the same place", key, b.id, other.id)
				}
			}
		}
	}
}

func contains(keys []string, key string) bool {
	for _, k := range keys {
		if k == key {
			return true
		}
	}
	return false
}

func TestKeysCanBeRebound(t *testing.T) {
	k, problems := newKeymap(map[string][]string{"quit": {"Q"}, "answer": {"c"}, "nothing": {"x"}})
	if b, ok := k.find("Q", anywhere); !ok || b.id != "quit" {
		t.Error("Q does not quit")
	}
	if _, ok := k.find("q", anywhere); ok {
		t.Error("q still quits")
	}
	if len(problems) != 2 || problems[0].ID != "answer" || !strings.Contains(problems[0].Text, `"c"`) || !strings.Contains(problems[1].Text, `"nothing"`) {
		t.Errorf("problems %q", problems)
	}
}

// Whatever keeps a key from doing what its owner asked for is told, with both
// bindings where two want it.
func TestKeyProblems(t *testing.T) {
	for _, k := range []struct {
		name string
		own  map[string][]string
		says []string // of the one problem; nil for none
	}{
		{"fine", map[string][]string{"quit": {"Q", "ctrl+q"}, "help": {}, "draft-send": {"f5", "alt+shift+up"}}, nil},
		{"two of one place", map[string][]string{"reply": {"w"}}, []string{`"w"`, "reply (reply to the message)", "nudge (nudge the seat that owes it)"}},
		{"hidden by one that holds everywhere", map[string][]string{"answer": {"ctrl+l"}}, []string{`"ctrl+l"`, "redraw (", "answer ("}},
		{"hides one that holds everywhere", map[string][]string{"detail": {"c"}}, []string{`"c"`, "detail (", "compose (", "in room it is detail"}},
		{"two of the composer", map[string][]string{"draft-fix": {"ctrl+s"}}, []string{`"ctrl+s"`, "draft-send (", "draft-fix (", "it is draft-send"}},
		{"hidden in the composer", map[string][]string{"draft-fix": {"ctrl+z"}}, []string{`"ctrl+z"`, "suspend (", "draft-fix ("}},
		{"a letter in the composer", map[string][]string{"draft-fix": {"x"}}, []string{`"x"`, "draft-fix (", "typed"}},
		{"no key", map[string][]string{"answer": {"cltr+a"}}, []string{`"cltr+a"`, "answer (", "no key"}},
		{"modifiers in another order", map[string][]string{"answer": {"shift+ctrl+a"}}, []string{"no key"}},
		{"no binding", map[string][]string{"anwser": {"a"}}, []string{`"anwser"`}},
	} {
		problems := KeyProblems(k.own)
		if k.says == nil {
			if len(problems) > 0 {
				t.Errorf("%s: %q", k.name, problems)
			}
			continue
		}
		if len(problems) != 1 {
			t.Errorf("%s: %q", k.name, problems)
			continue
		}
		for _, want := range k.says {
			if !strings.Contains(problems[0].Text, want) {
				t.Errorf("%s: %q does not say %q", k.name, problems[0].Text, want)
			}
		}
		if _, ok := k.own[problems[0].ID]; !ok {
			t.Errorf("%s: the problem is put on %s, which is not theirs", k.name, problems[0].ID)
		}
	}
	for _, b := range bindings() {
		for _, key := range b.keys {
			if !isKey(key) {
				t.Errorf("%q of %s is taken for no key", key, b.id)
			}
		}
	}
}
