package tui_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// hourly is an ask of a seat within an hour.
func hourly(seat, what string) string {
	return "v1 ask limiter to " + seat + " n=2\nask " + what + " " + time.Now().Add(time.Hour).UTC().Format("20060102T1504Z") + "\ndefault silence→no"
}

// Whoever leaves an answer stands where they were, so that the same key does the
// same again.
func TestLeavingAnAnswerLeavesTheReaderInPlace(t *testing.T) {
	for _, size := range [][2]int{{60, 16}, {80, 24}, {120, 40}} {
		synctest.Test(t, func(t *testing.T) {
			room, screen := watch(t, size[0], size[1])
			room.Open()
			room.Say("lead", hourly("yu", "which store"))
			for i := range 30 {
				room.Say("worker", fmt.Sprintf("v1 status limiter to lead n=1\nplan step %d", i))
			}
			room.Say("lead", hourly("worker", "how far are you"))
			screen.Settle()
			before := screen.Screen()
			for range 3 {
				screen.Press("a")
				screen.Shows("answer to #1")
				screen.Press("esc")
				screen.Lacks("▐answer")
				screen.Shows("live")
				if got := screen.Screen(); got != before {
					t.Fatalf("%v: after esc the screen is\n%s\nand was\n%s", size, got, before)
				}
			}
			screen.Press("k", "k", "k", "k") // somewhere in the middle
			before = screen.Screen()
			screen.Press("a", "esc")
			if got := screen.Screen(); got != before {
				t.Fatalf("%v: after esc the screen is\n%s\nand was\n%s", size, got, before)
			}
			screen.Press("r", "esc", "w", "esc")
			screen.Lacks("▐reply", "▐nudge")
		})
	}
}

// In the room the answer key is about the one ask that waits for us, whatever
// the reader stands on, and says so; a row of triage is meant as it is.
func TestAnswerGoesToTheOneThatWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		room, screen := watch(t, 120, 40)
		room.Open()
		room.Say("lead", hourly("yu", "which store"))
		room.Say("lead", hourly("worker", "how far are you"))
		room.Say("worker", "just prose")
		screen.Settle()
		screen.Press("k", "a")
		screen.Shows("answer to #1", "#3 asks you nothing that is open: this answers #1, which waits for you")
		screen.Press("esc", "k", "a")
		screen.Shows("answer to #1", "#2 asks worker, not you: this answers #1, which waits for you")
		screen.Press("esc", "k", "a")
		screen.Shows("answer to #1")
		screen.Lacks("which waits for you")
		screen.Press("esc", "2", "G", "a")
		screen.Shows("answer to #2", "#2 asks worker, not you; #1 asks you")
		screen.Press("esc", "1")
		room.Say("lead", hourly("yu", "which port"))
		screen.Settle()
		screen.Press("G", "k", "k", "k", "a") // two wait: which one is meant is not ours to guess
		screen.Shows("answer to #2", "#2 asks worker, not you; #1 asks you")
	})
}

// Without an ask to us the one of others is answered, with a word of warning.
func TestAnswerForSomebodyElse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		room, screen := watch(t, 120, 40)
		room.Open()
		room.Say("lead", hourly("worker", "how far are you"))
		screen.Settle()
		screen.Press("a")
		screen.Shows("answer to #1", "#1 asks worker, not you")
		if strings.Contains(screen.Screen(), "asks you") {
			t.Fatalf("nothing asks us:\n%s", screen.Screen())
		}
	})
}

// What silence has decided can still be answered, but goes behind what is open.
func TestOpenAsksGoBeforeWhatSilenceDecided(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		room, screen := watch(t, 120, 40)
		room.Open()
		room.Say("lead", hourly("yu", "which store"))
		screen.Settle()
		screen.Wait(2 * time.Hour)
		screen.Shows("IN FORCE since")
		screen.Press("a")
		screen.Shows("answer to #1")
		screen.Press("esc")
		room.Say("scout", strings.ReplaceAll(hourly("yu", "which port"), "limiter", "ports"))
		screen.Settle()
		screen.Press("a")
		screen.Shows("answer to #2")
	})
}

// A row of triage that asks nothing is not answered; what is answered instead is
// named.
func TestAnswerBesideTheChosenRowSaysSo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		room, screen := watch(t, 120, 40)
		room.Open()
		room.Say("lead", hourly("yu", "which store"))
		room.Say("worker", "v1 report limiter to lead n=1\nclaim unit test passing, 12 cases")
		screen.Settle()
		screen.Press("2", "G", "a")
		screen.Shows("answer to #1", "#2 asks nothing that is open: this answers #1")
		screen.Press("esc", "g", "a")
		screen.Shows("answer to #1")
		screen.Lacks("asks nothing that is open")
	})
}
