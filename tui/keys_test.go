package tui

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
)

// No two bindings share a key in one place, or in two places of which the
// first hides the second, and each says what it does.
func TestKeyTableIsSound(t *testing.T) {
	if _, problems := newKeymap(nil); len(problems) > 0 {
		t.Fatal(problems)
	}
	table := bindings()
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
	if len(problems) != 2 || !strings.Contains(problems[0], `"c"`) || !strings.Contains(problems[1], `"nothing"`) {
		t.Errorf("problems %q", problems)
	}
}

// Every key of the table, pressed in every view of a model without any event,
// does something that can be seen or says why not.
func TestEveryKeyAnswers(t *testing.T) {
	places := map[viewID]place{viewRoom: inRoom, viewTriage: inTriage, viewRecord: inRecord, viewSeats: inSeats, viewCosts: inCosts}
	for _, b := range bindings() {
		for _, key := range b.keys {
			for v := range viewCount {
				if v != viewRoom && b.at != always && b.at != anywhere && b.at != places[v] {
					continue // there it is like any key that does nothing
				}
				m := New(Options{Rooms: []Room{{Name: "r"}}, Now: fixedNow, NewID: func() string { return "id" }})
				m.Update(tea.WindowSizeMsg{Width: 120, Height: 30})
				m.show(v)
				m.View()
				m.Update(pressOf(key))
				m.View()
				for _, line := range strings.Split(m.drawn.Content, "\n") {
					if w := m.measure.Width(stripped(line)); w > 120 {
						t.Fatalf("%s in %s: a row of %d cells", key, v, w)
					}
				}
			}
		}
	}
}
