package tui_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"earshot/client"
	"earshot/tui"
)

// What a source holds beside messages is told on the screen.
func TestLeftOutLinesAreTold(t *testing.T) {
	for _, size := range [][2]int{{60, 16}, {80, 24}, {120, 40}} {
		synctest.Test(t, func(t *testing.T) {
			left := func() (int, error) { return 6, errors.New("line 3: no JSON \x1b[2J") }
			room, screen := watch(t, size[0], size[1], func(o *tui.Options) {
				o.Rooms[0].LeftOut, o.Rooms[0].API, o.Rooms[0].Standing = left, nil, true
			})
			room.Say("lead", "the one line that is a message")
			room.Emit(client.Status{State: client.StateEnded})
			room.End(nil)
			screen.Settle()
			screen.Shows("6 lines are no messages and were left out", "line 3:", "no JSON ^[[2J")
			screen.Press("k")
			screen.Press("k")
			screen.Wait(20e9)
			screen.Lacks("line 3")
			screen.Shows("6 lines left out")
		})
	}
}

func TestEmptySourceSaysSo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		room, screen := watch(t, 100, 24, func(o *tui.Options) { o.Rooms[0].API, o.Rooms[0].Standing = nil, true })
		room.Emit(client.Status{State: client.StateEnded})
		room.End(nil)
		screen.Settle()
		screen.Shows("this source ended without a message")
		screen.Lacks("no messages yet")
	})
}

// Numbers and nouns agree.
func TestOneIsSingular(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		room, screen := watch(t, 120, 30)
		room.Open()
		room.Say("lead", "v1 note deploy to yu n=1\nit is out")
		screen.Settle()
		for _, view := range []string{"3", "4", "5"} {
			screen.Press(view)
			if strings.Contains(screen.Screen(), " 1 messages") {
				t.Fatalf("view %s:\n%s", view, screen.Screen())
			}
		}
	})
}

// The help explains the words and numbers of the screen, shows every key
// whole, and says of a key outside of it how to get there.
func TestHelpExplains(t *testing.T) {
	for _, size := range [][2]int{{60, 16}, {80, 24}, {120, 40}} {
		synctest.Test(t, func(t *testing.T) {
			room, screen := watch(t, size[0], size[1])
			room.Open()
			room.Say("worker", "v1 report limiter to lead n=1\nclaim it works")
			screen.Settle()
			screen.Press("?")
			all := screen.Screen()
			for range 30 {
				screen.Press("pgdown")
				all += screen.Screen()
			}
			for _, want := range []string{"DATA n=10≠9", "UNPROVEN", "IN FORCE", "LOOP", "cited", "147t", "must-not", "needs you", "alt+enter"} {
				if !strings.Contains(all, want) {
					t.Errorf("the help at %v lacks %q", size, want)
				}
			}
			screen.Press("p")
			screen.Shows("close the help first")
			screen.Lacks("works in")
		})
	}
}

// The table of costs stands whole beside triage.
func TestCostsAreNotCut(t *testing.T) {
	for _, w := range []int{60, 80, 100, 120, 200} {
		synctest.Test(t, func(t *testing.T) {
			room, screen := watch(t, w, 40)
			room.Open()
			for i := range 5 {
				room.Say("worker", fmt.Sprintf("v1 note limiter to lead n=1\nstep %d", i))
			}
			screen.Settle()
			screen.Press("5")
			screen.Wait(2e9)
			for _, row := range screen.Rows()[2:] {
				if main, _, _ := strings.Cut(row, "│"); strings.HasSuffix(strings.TrimSpace(main), "…") {
					t.Fatalf("%d cells cut %q:\n%s", w, main, screen.Screen())
				}
			}
			screen.Shows("ids")
		})
	}
}
