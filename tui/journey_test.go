package tui_test

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"earshot/convention/tokens"
	"earshot/tui"
	"earshot/tui/tuitest"
)

// ids makes ids for posts.
func ids() func() string {
	n := 0
	return func() string { n++; return fmt.Sprintf("id-%d", n) }
}

// watch starts the program on a scripted room.
func watch(t *testing.T, w, h int, change ...func(*tui.Options)) (*tuitest.Room, *tuitest.Terminal) {
	t.Helper()
	room := tuitest.NewRoom(time.Now, "yu", "lead", "worker")
	o := tui.Options{Rooms: []tui.Room{room.Watched("limiter-room")}, Now: time.Now, NewID: ids()}
	for _, c := range change {
		c(&o)
	}
	return room, tuitest.Start(t, tui.New(o), w, h)
}

func TestMessagesAppear(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		room, screen := watch(t, 120, 30)
		screen.Shows("connecting")
		room.Open()
		room.Say("lead", "v1 note limiter to yu n=1\nthe counters live in Redis")
		room.Say("worker", "just prose")
		screen.Settle()
		screen.Shows("limiter-room", "live", "3 seats", "#2", "lead → yu", "note limiter", "the counters live in Redis", "just prose")
		screen.Press("ctrl+c")
		if err := screen.Ended(); err != nil {
			t.Fatal(err)
		}
	})
}

// Tokens come after the first frame, without a key being pressed.
func TestTokensAreCountedInTheBackground(t *testing.T) {
	counter, err := tokens.Load("o200k_base")
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		room, screen := watch(t, 120, 30, func(o *tui.Options) {
			o.LoadCounter = func() (*tokens.Counter, error) {
				time.Sleep(time.Second)
				return counter, nil
			}
		})
		room.Open()
		room.Say("lead", "v1 note limiter to yu n=1\nthe counters live in Redis")
		screen.Settle()
		screen.Lacks("t │")
		screen.Wait(2 * time.Second)
		want := fmt.Sprintf("%dt", counter.Count("v1 note limiter to yu n=1\nthe counters live in Redis"))
		screen.Shows(want)
	})
}
