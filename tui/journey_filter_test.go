package tui_test

import (
	"regexp"
	"testing"
	"testing/synctest"
)

// The filter in force is told at every width, by its end where there is no room
// for all of it, with a search and a position beside it or not.
func TestActiveFilterIsAlwaysTold(t *testing.T) {
	end := regexp.MustCompile(`(counters|…\pL*ers)(: \d+ of \d+| \d+/\d+| )`)
	for _, w := range []int{40, 45, 50, 60, 70, 80, 100, 120, 200} {
		synctest.Test(t, func(t *testing.T) {
			room, screen := watch(t, w, 24)
			room.Open()
			for range 20 {
				room.Say("worker", "v1 report limiter to lead n=1\nclaim the counters work")
				room.Say("worker", "v1 report limiter to lead n=1\nclaim the route test is green")
			}
			screen.Settle()
			screen.Press("1", "f")
			screen.Type("seat:worker topic:limiter is:unproven counters")
			screen.Press("enter")
			told := func(when string) {
				t.Helper()
				if title := screen.Rows()[1]; !end.MatchString(title) {
					t.Fatalf("%d cells, %s: the title does not tell the filter: %q", w, when, title)
				}
			}
			told("at once")
			screen.Press("k", "k")
			told("scrolled")
			screen.Press("/")
			screen.Type("work")
			screen.Press("enter")
			told("searched")
			screen.Press("esc", "esc")
			if title := screen.Rows()[1]; end.MatchString(title) {
				t.Fatalf("the filter is lifted and still told: %q", title)
			}
		})
	}
}
