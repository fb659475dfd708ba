package tui_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"earshot/tui"
)

// sentStore keeps what was sent.
type sentStore map[string][]string

func (s sentStore) Load(room string) ([]string, error) { return slices.Clone(s[room]), nil }
func (s sentStore) Save(room string, all []string) error {
	s[room] = slices.Clone(all)
	return nil
}

// What was sent is there in the next run, behind what this run sent, and a text with a credential is not.
func TestSentTextsOutliveTheProgram(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		sent := sentStore{}
		keep := func(o *tui.Options) { o.Sent = sent }
		room, screen := watch(t, 110, 30, keep)
		room.Open()
		screen.Settle()
		secret := "v1 note limiter to lead n=1\nthe key is AKIAIOSFODNN7EXAMPLE"
		for _, text := range []string{"v1 note limiter to lead n=1\nthe first", secret, "v1 note limiter to lead n=1\nthe second"} {
			compose(screen, text)
			screen.Press("ctrl+s")
			if text == secret { // stopped once, as an error
				screen.Wait(time.Second)
				screen.Press("ctrl+s")
			}
		}
		if n := len(room.Posts()); n != 3 {
			t.Fatalf("posted %d\n%s", n, screen.Screen())
		}
		screen.Press("c", "alt+up", "alt+up") // in this run it is at hand
		screen.Shows("the key is")
		screen.Stop()
		if got := strings.Join(sent["limiter-room"], "|"); strings.Contains(got, "AKIA") || strings.Count(got, "|") != 1 {
			t.Fatalf("kept %q", got)
		}

		room, screen = watch(t, 110, 30, keep)
		room.Open()
		screen.Settle()
		compose(screen, "v1 note limiter to lead n=1\nthe third")
		screen.Press("ctrl+s", "c", "alt+up")
		screen.Shows("the third")
		screen.Press("alt+up")
		screen.Shows("the second")
		screen.Press("alt+up")
		screen.Shows("the first")
		screen.Press("alt+down", "alt+down", "alt+down")
		screen.Lacks("│ the")
		screen.Stop()
		if got := sent["limiter-room"]; len(got) != 3 || !strings.HasSuffix(got[2], "the third") {
			t.Fatalf("kept %q", got)
		}
	})
}

// damagedStore holds drafts that cannot be read.
type damagedStore struct {
	text, aside string
	unreadable  error
	stuck       bool // cannot be set aside either
}

func (d *damagedStore) Load(string) (string, error) { return d.text, d.unreadable }
func (d *damagedStore) Save(_, text string) error   { d.text = text; return nil }
func (d *damagedStore) SetAside(string) (string, error) {
	if d.stuck {
		return "", errors.New("the folder is read-only")
	}
	d.aside, d.text = d.text, ""
	return "/state/x.txt.bad", nil
}

// Drafts that cannot be read are set aside and named; where that fails they are never written over, and what is written in
// this run is handed over at its end.
func TestDamagedDraftsAreSetAside(t *testing.T) {
	const damaged = "earshot drafts 1\ntext 99\nhalf a draft"
	for _, tt := range []struct {
		name  string
		store damagedStore
		says  string
	}{
		{"damaged", damagedStore{text: damaged}, "it is set aside as /state/x.txt.bad"},
		{"unreadable", damagedStore{text: damaged, unreadable: errors.New("permission denied")}, "permission denied; it is set aside as /state/x.txt.bad"},
		{"stuck", damagedStore{text: damaged, stuck: true}, "drafts are not kept in this run"},
	} {
		synctest.Test(t, func(t *testing.T) {
			store := tt.store
			room, screen := watch(t, 160, 30, func(o *tui.Options) { o.Drafts = &store })
			screen.Shows(tt.says)
			room.Open()
			screen.Settle()
			compose(screen, "v1 note limiter to lead n=1\na new thought")
			screen.Wait(3 * time.Second)
			screen.Stop()
			err := screen.Ended()
			var unkept *tui.Unkept
			switch {
			case !tt.store.stuck && (store.aside != damaged || !strings.Contains(store.text, "a new thought") || err != nil):
				t.Errorf("%s: kept %q, aside %q, %v", tt.name, store.text, store.aside, err)
			case tt.store.stuck && (store.text != damaged || !errors.As(err, &unkept) || !strings.Contains(strings.Join(unkept.Texts, ""), "a new thought")):
				t.Errorf("%s: kept %q, %v", tt.name, store.text, err)
			}
		})
	}
}
