package tui_test

import (
	"fmt"
	"testing"
	"testing/synctest"

	"earshot/client"
)

// A post that the room may or may not have taken comes back with the reason and
// can be sent again; its text is never lost.
func TestFailedTextComesBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		room, screen := watch(t, 100, 30)
		room.Open()
		screen.Settle()
		compose(screen, "v1 note limiter to lead n=1\nkeep this text")
		screen.Press("ctrl+s")
		posts := room.Posts()
		if len(posts) != 1 {
			t.Fatalf("posts %+v\n%s", posts, screen.Screen())
		}
		room.Emit(client.Failed{ID: posts[0].ID, Err: fmt.Errorf("the line broke: %w", client.ErrUnconfirmed)})
		screen.Settle()
		screen.Shows("keep this text", "the room never confirmed it", "it may be stored; the text")
		screen.Lacks("pending")
		screen.Press("esc", "c", "ctrl+s")
		if again := room.Posts(); len(again) != 2 || again[1].Content != posts[0].Content {
			t.Fatalf("posts %+v\n%s", again, screen.Screen())
		}
	})
}
