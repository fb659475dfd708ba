package tui_test

import (
	"testing"
	"testing/synctest"
	"time"
)

// A second press half a second later sends, whether or not the screen looked at
// the clock in between.
func TestSecondPressSends(t *testing.T) {
	for _, pause := range []time.Duration{500 * time.Millisecond, 700 * time.Millisecond, 3 * time.Second, 6 * time.Second} {
		synctest.Test(t, func(t *testing.T) {
			room, screen := watch(t, 100, 30)
			room.Open()
			screen.Settle()
			compose(screen, "v1 note limiter to nobody n=1\nhello")
			screen.Press("ctrl+s")
			screen.Shows("again sends anyway")
			screen.Wait(pause)
			screen.Press("ctrl+s")
			if len(room.Posts()) != 1 {
				t.Fatalf("after %v a second press posts %v\n%s", pause, room.Posts(), screen.Screen())
			}
		})
	}
}
