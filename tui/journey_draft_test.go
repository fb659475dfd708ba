package tui_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"earshot/tui"
)

// An ask is answered whatever draft is open; that draft is there again
// afterwards.
func TestAnsweringParksTheDraft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		room, screen := watch(t, 80, 24)
		room.Open()
		ask := room.Say("lead", proposal(time.Now()))
		screen.Settle()
		compose(screen, "v1 note limiter to lead n=1\nhalf a thought")
		screen.Press("esc", "2", "g", "a")
		screen.Shows("answer to #1", "v1 decide limiter to lead")
		screen.Lacks("half a thought")
		screen.Press("down", "enter", "ctrl+s")
		posts := room.Posts()
		if len(posts) != 1 || posts[0].ReplyToSequence != ask {
			t.Fatalf("posted %+v\n%s", posts, screen.Screen())
		}
		screen.Shows("draft")
		screen.Press("c")
		screen.Shows("half a thought")
		screen.Lacks("answer to #1")
	})
}

// Two drafts about two messages are told apart; leaving one without a word
// written brings the other back.
func TestDraftsAreKeptByTarget(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		room, screen := watch(t, 100, 30)
		room.Open()
		room.Say("lead", "v1 note limiter to yu n=1\nthe first")
		room.Say("worker", "v1 note limiter to yu n=1\nthe second")
		screen.Settle()
		screen.Press("k", "k", "r", "alt+s")
		screen.Paste("v1 reply limiter to lead n=1\nto the first")
		screen.Press("esc", "j", "r", "alt+s")
		screen.Shows("reply to #2")
		screen.Paste("v1 reply limiter to worker n=1\nto the second")
		screen.Press("esc", "k", "r")
		screen.Shows("reply to #1", "to the first")
		screen.Press("esc", "j", "r")
		screen.Shows("reply to #2", "to the second")
		screen.Press("ctrl+s", "c", "ctrl+s")
		posts := room.Posts()
		if len(posts) != 2 || posts[0].ReplyToSequence != 2 || posts[1].ReplyToSequence != 1 {
			t.Fatalf("posted %+v\n%s", posts, screen.Screen())
		}
	})
}

type keptDrafts struct{ text string }

func (k *keptDrafts) Load(string) (string, error) { return "", nil }
func (k *keptDrafts) Save(_, text string) error   { k.text = text; return nil }

// What is parked is kept like what is open.
func TestParkedDraftsAreKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		kept := &keptDrafts{}
		room, screen := watch(t, 100, 30, func(o *tui.Options) { o.Drafts = kept })
		room.Open()
		room.Say("lead", proposal(time.Now()))
		screen.Settle()
		compose(screen, "v1 note limiter to lead n=1\nhalf a thought")
		screen.Press("esc", "a")
		screen.Type("of an answer")
		screen.Wait(3 * time.Second)
		if !strings.Contains(kept.text, "half a thought") || !strings.Contains(kept.text, "of an answer") {
			t.Fatalf("kept %q", kept.text)
		}
	})
}

// The one open ask to us is answered from every view, whatever is selected.
func TestAnswerFromAnywhere(t *testing.T) {
	for _, view := range []string{"1", "2", "3", "4", "5"} {
		for _, size := range [][2]int{{60, 16}, {80, 24}, {120, 40}} {
			synctest.Test(t, func(t *testing.T) {
				room, screen := watch(t, size[0], size[1])
				room.Open()
				room.Say("lead", proposal(time.Now()))
				room.Say("worker", "v1 report limiter to lead n=2\ndone 12 unit tests pass\nev commit 3f9a2c1")
				screen.Settle()
				screen.Press(view, "G", "j")
				if !strings.Contains(footer(screen.Rows()), "a answer") {
					t.Fatalf("view %s at %v does not offer the answer:\n%s", view, size, screen.Screen())
				}
				screen.Press("a")
				screen.Shows("answer to #1")
			})
		}
	}
}

// Where nothing is selected, an ask to us comes before the one of others that
// happens to stand lowest.
func TestAnswerPrefersOurs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		room, screen := watch(t, 120, 40)
		room.Open()
		room.Say("lead", proposal(time.Now()))
		room.Say("lead", "v1 ask limiter to worker n=1\nask how far are you "+time.Now().Add(time.Hour).UTC().Format("20060102T1504Z"))
		screen.Settle()
		screen.Press("a")
		screen.Shows("answer to #1")
	})
}

// Drafts come back with what they are about: kind, addressee, reply reference.
func TestDraftsOutliveTheProgramAsTheyAre(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, keep := newStore()
		unique := ids()
		everMore := func(o *tui.Options) { o.NewID = unique }
		room, screen := watch(t, 120, 36, keep, everMore)
		room.Open()
		room.Say("lead", proposal(time.Now()))
		screen.Settle()
		compose(screen, "v1 note limiter to lead n=1\nnever confirmed")
		screen.Press("ctrl+s")
		compose(screen, "v1 note limiter to lead n=1\nhalf a thought")
		screen.Press("esc", "a", "down", "enter")
		screen.Type(" of an answer")
		screen.Stop()

		room, screen = watch(t, 120, 36, keep, everMore)
		room.Say("lead", proposal(time.Now()))
		room.Open()
		screen.Settle()
		screen.Shows("2 drafts of before are here; c goes on with the latest (answer to #1)", "never confirmed", "pending again")
		screen.Press("c")
		screen.Shows("answer to #1", "of an answer")
		screen.Press("ctrl+s", "c")
		screen.Shows("half a thought")
		screen.Press("ctrl+s")
		posts := room.Posts()
		if len(posts) != 3 || !strings.Contains(posts[0].Content, "never confirmed") || posts[1].ReplyTo != "msg_1" || posts[1].ReplyToSequence != 1 || posts[2].ReplyTo != "" {
			t.Fatalf("posted %+v\n%s", posts, screen.Screen())
		}
	})
}

// slowDrafts answers late.
type slowDrafts struct {
	tui.Drafts
	by time.Duration
}

func (s slowDrafts) Load(room string) (string, error) {
	time.Sleep(s.by)
	return s.Drafts.Load(room)
}

// A draft of before that is read once something is written waits for that, and
// is never written over.
func TestLateDraftsAreNotLost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, _ := newStore()
		s.drafts["limiter-room"] = "v1 note limiter to lead n=1\nfrom before"
		room, screen := watch(t, 120, 30, func(o *tui.Options) { o.Drafts = slowDrafts{draftStore{s}, 5 * time.Second} })
		room.Open()
		screen.Settle()
		compose(screen, "v1 note limiter to lead n=1\nfrom now")
		screen.Wait(10 * time.Second)
		for _, want := range []string{"from before", "from now"} {
			if !strings.Contains(s.drafts["limiter-room"], want) {
				t.Errorf("what is kept lacks %q: %q", want, s.drafts["limiter-room"])
			}
		}
		screen.Press("ctrl+s", "c")
		screen.Shows("from before")
	})
}

// At any moment of steady typing, what stood there a second ago is kept.
func TestNoMoreThanASecondIsUnkept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, keep := newStore()
		room, screen := watch(t, 120, 30, keep)
		room.Open()
		screen.Settle()
		compose(screen, "v1 note limiter to lead n=1\nx")
		type typed struct {
			at   time.Time
			text string
		}
		var all []typed
		text := ""
		for i := range 40 {
			word := string(rune('a'+i%26)) + "y"
			text += word
			all = append(all, typed{time.Now(), text})
			screen.Type(word) // and a quarter of a second passes
			for _, was := range all {
				s.mu.Lock()
				kept := s.drafts["limiter-room"]
				s.mu.Unlock()
				if time.Since(was.at) > time.Second && !strings.Contains(kept, "x"+was.text) {
					t.Fatalf("%v after %q stood there, %q is kept", time.Since(was.at), was.text, kept)
				}
			}
		}
	})
}
