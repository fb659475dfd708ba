package tui_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// A line of prose that asks is answered by a reply, and rewritten as an ask, from
// its row of triage and from the room.
func TestPossibleAskIsAnsweredAndRewritten(t *testing.T) {
	for _, size := range [][2]int{{60, 16}, {80, 24}, {120, 40}} {
		for _, view := range []string{"1", "2"} {
			synctest.Test(t, func(t *testing.T) {
				room, screen := watch(t, size[0], size[1])
				room.Open()
				room.Say("lead", "v1 note other to yu n=1\nnothing to do")
				asks := room.Say("lead", "good morning\n@worker can you look at the limiter?")
				screen.Settle()
				choose := func() {
					screen.Press(view)
					if view == "1" {
						screen.Press("#")
						screen.Type(fmt.Sprint(asks))
						screen.Press("enter")
						return
					}
					screen.Press("g")
				}
				choose()
				if size[0] >= 120 && !strings.Contains(footer(screen.Rows()), ". as an ask") {
					t.Errorf("the keys do not name the rewriting:\n%s", screen.Screen())
				}
				screen.Press("a")
				screen.Shows("reply to #2", "to lead")
				screen.Press("esc")
				choose()
				screen.Press(".")
				screen.Shows("ask from #2", "to worker n=2", "can you look at the limiter?")
				screen.Type("limiter") // the topic, which prose does not name
				screen.Press("tab")
				screen.Type("+2h")
				screen.Press("tab", "tab")
				screen.Type("no limiter")
				screen.Press("ctrl+s")
				due := time.Now().Add(2 * time.Hour).UTC().Format("20060102T1504Z")
				want := "v1 ask limiter to worker n=2\nask can you look at the limiter? " + due + "\ndefault silence past the ask time→no limiter"
				posts := room.Posts()
				if len(posts) != 1 || posts[0].Content != want || posts[0].ReplyTo != "msg_2" {
					t.Fatalf("%v from %s: posted %+v, want\n%s\n%s", size, view, posts, want, screen.Screen())
				}
				room.Accept()
				screen.Settle()
				screen.Press("2", "g")
				screen.Shows("ask limiter")
			})
		}
	}
}

// What asks somebody in prose takes nothing away from an ask that waits for us,
// but where the person stands on it; a bare result is no ask.
func TestPossibleAskAndTheOneThatWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		room, screen := watch(t, 120, 40)
		room.Open()
		room.Say("lead", hourly("yu", "which store"))
		room.Say("lead", "@yu can you look at the limiter?")
		room.Say("lead", "@worker can you look at the limiter?")
		room.Say("worker", "all tests pass")
		screen.Settle()
		screen.Press("a")
		screen.Shows("answer to #1")
		for number, title := range map[string]string{"2": "reply to #2", "3": "answer to #1", "4": "answer to #1"} {
			screen.Press("esc", "1", "#")
			screen.Type(number)
			screen.Press("enter", "a")
			screen.Shows(title)
		}
		screen.Press("esc", "#")
		screen.Type("4")
		screen.Press("enter", ".")
		screen.Shows("no line that asks in prose")
	})
}
