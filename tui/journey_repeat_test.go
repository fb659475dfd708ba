package tui_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"earshot/client"
	"earshot/client/wire"
	"earshot/tui"
	"earshot/tui/tuitest"
)

// repeat answers the latest post as one that the room has counted as a repeat.
func repeat(room *tuitest.Room, screen *tuitest.Terminal, of int64) {
	posts := room.Posts()
	room.Emit(client.Posted{Posted: wire.Posted{ID: posts[len(posts)-1].ID, Sequence: of, MessageID: "msg", RepeatOf: of}})
	screen.Settle()
}

// What the room has already and does not store again comes back with what it
// repeats, once, to be changed.
func TestRepeatComesBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, keep := newStore()
		room, screen := watch(t, 120, 30, keep)
		room.Open()
		of := room.Say("yu", "v1 note limiter to lead n=1\nkeep this text")
		room.Say("lead", "v1 note limiter to yu n=1\nthanks")
		screen.Wait(time.Minute)
		compose(screen, "v1 note limiter to lead n=1\nkeep this text")
		screen.Press("ctrl+s")
		repeat(room, screen, of)
		screen.Shows("not stored again: it repeats #1 of 00:00Z by yu", "message (a repeat of #1)", "c goes there")
		screen.Lacks("pending", "sent")
		screen.Press("x", "esc") // keys that were on their way stay what they were
		screen.Wait(2 * time.Second)
		if got := s.drafts["limiter-room"]; got != "v1 note limiter to lead n=1\nkeep this text" {
			t.Fatalf("the kept draft is %q", got)
		}
		screen.Press("c")
		screen.Type(", with more")
		screen.Press("ctrl+s")
		room.Accept()
		screen.Wait(2 * time.Second)
		posts := room.Posts()
		if len(posts) != 2 || posts[1].Content != posts[0].Content+", with more" || posts[0].ID == posts[1].ID {
			t.Fatalf("posted %+v", posts)
		}
		if got := s.drafts["limiter-room"]; got != "" {
			t.Fatalf("with nothing unsent, the kept draft is %q", got)
		}
	})
}

// While something else is written, what repeats is parked, and there again
// afterwards with what it replies to.
func TestRepeatIsParkedBehindADraft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		room, screen := watch(t, 120, 30)
		room.Open()
		room.Say("lead", "v1 note limiter to yu n=1\nthe first")
		screen.Settle()
		screen.Press("k", "r", "alt+s")
		screen.Paste("v1 reply limiter to lead n=1\nsaid before")
		screen.Press("ctrl+s")
		compose(screen, "v1 note limiter to lead n=1\nanother text")
		repeat(room, screen, 77)
		screen.Shows("it repeats #77; its text is parked", "another text")
		screen.Lacks("pending")
		screen.Type(" goes on") // the keys stay in the draft
		screen.Press("ctrl+s")
		screen.Shows("the draft of reply to #1 (a repeat of #77) is back")
		screen.Press("c")
		screen.Shows("said before", "reply to #1 (a repeat of #77)")
		screen.Type(" and again")
		screen.Press("ctrl+s")
		posts := room.Posts()
		if len(posts) != 3 || !strings.HasSuffix(posts[1].Content, "another text goes on") ||
			posts[2].ReplyToSequence != 1 || !strings.HasSuffix(posts[2].Content, "said before and again") {
			t.Fatalf("posted %+v", posts)
		}
	})
}

// A post of another room that comes back takes no key of what is written here.
func TestReturnInAnotherRoomLeavesTheKeys(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		other := tuitest.NewRoom(time.Now, "yu", "lead")
		room, screen := watch(t, 120, 30, func(o *tui.Options) { o.Rooms = append(o.Rooms, other.Watched("other-room")) })
		room.Open()
		other.Open()
		screen.Settle()
		screen.Press("ctrl+n")
		compose(screen, "v1 note limiter to lead n=1\nto the other room")
		screen.Press("ctrl+s")
		if len(other.Posts()) != 1 {
			t.Fatalf("the other room was not posted to:\n%s", screen.Screen())
		}
		screen.Press("ctrl+n")
		compose(screen, "v1 note limiter to lead n=1\nhere")
		other.Refuse("rate_limited", "too fast")
		screen.Settle()
		screen.Type(" quite quietly")
		screen.Shows("here quite quietly")
	})
}
