package tui_test

import (
	"testing"
	"testing/synctest"
	"time"
)

func TestViews(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		room, screen := watch(t, 120, 40)
		room.Open()
		room.Say("lead", proposal(time.Now()))
		room.Say("worker", "v1 report limiter to lead n=1\nclaim it works")
		screen.Press("3")
		screen.Wait(2 * time.Second)
		screen.Shows("the whole room", "limiter", "v1 state room to all")
		screen.Press("j")
		screen.Shows("v1 state limiter to all")
		screen.Press("i")
		screen.Shows("message · as yu")
		screen.Press("esc", "4")
		screen.Shows("yu", "lead", "worker", "online", "last word")
		screen.Press("enter")
		screen.Shows("v1 brief room to yu")
		screen.Press("5")
		screen.Shows("messages", "read by 2")
		screen.Press("+")
		screen.Shows("read by 3")
		screen.Press("?")
		screen.Shows("keys", "outside of the composer", "scroll")
		screen.Press("esc", "1", "enter")
		screen.Shows("message #2 in detail", "as sent", "checks")
	})
}
