package tui

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
)

// The mouse is asked for unless it was switched off; then nothing asks for it on
// any screen, so that the terminal selects and copies as ever.
func TestMouseCanBeSwitchedOff(t *testing.T) {
	for _, off := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			r, say := hosted(t, Options{NoMouse: off})
			say("lead", "hello")
			for _, key := range []string{"1", "2", "3", "4", "5", "?", "esc", "1", "enter", "esc", "c"} {
				r.send(pressOf(key))
				want := tea.MouseModeCellMotion
				if off {
					want = tea.MouseModeNone
				}
				if got := r.m.View().MouseMode; got != want {
					t.Fatalf("after %s the mouse mode is %v, want %v", key, got, want)
				}
			}
			time.Sleep(5 * time.Minute)
		})
	}
}

// However fast the wheel turns, the view moves and is drawn twice for one frame's
// turns: at once, and by all the others together at its end. No turn is lost, and
// turns that cancel out move nothing.
func TestWheelIsCoalesced(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, say := hosted(t, Options{})
		for i := range 300 {
			say("lead", fmt.Sprintf("message number %d", i))
		}
		r.send(pressOf("g"))
		tl := r.m.rooms[0].timeline
		turn := func(button tea.MouseButton, n int) (draws int) {
			before := r.m.draws
			for range n {
				r.send(tea.MouseWheelMsg{X: 5, Y: 5, Button: button})
			}
			r.pass(4 * wheelFrame)
			return r.m.draws - before
		}
		at := tl.Position()
		if draws := turn(tea.MouseWheelDown, 50); draws > 3 {
			t.Errorf("50 turns of one frame are drawn %d times", draws)
		}
		fast := tl.Position()
		r.send(pressOf("g"))
		for range 50 {
			turn(tea.MouseWheelDown, 1)
		}
		if slow := tl.Position(); fast != slow || fast <= at {
			t.Errorf("50 turns at once reach %v, one by one %v", fast, slow)
		}
		before := tl.Position()
		turn(tea.MouseWheelDown, 3)
		turn(tea.MouseWheelUp, 3)
		if after := tl.Position(); after != before {
			t.Errorf("there and back goes from %v to %v", before, after)
		}
		time.Sleep(5 * time.Minute)
	})
}
