//go:build e2e

package e2e

import (
	"strings"
	"testing"
)

// What was said before is not stored again: it comes back with what it repeats, and goes out changed.
func TestRepeatComesBack(t *testing.T) {
	s := serve(t)
	p := open(t, size{110, 34})
	earshot(t, p.home, s.room.PersonInvite, "join", s.room.URL, "--name", "yu")
	earshot(t, p.home, "v1 note limiter to all n=1\nsaid before\n", "post", s.room.URL)
	p.command("earshot " + s.room.URL)
	p.shows("● live", "#1 yu")
	p.keys("c")
	p.shows("ctrl+s")
	p.fill("note", "limiter", "all")
	p.text("said before")
	p.shows("said before", "n=1")
	p.keys("C-s")
	p.shows("not stored again: it repeats #1 of", "by yu", "message (a repeat of #1)")
	p.keys("c", "C-End")
	p.text(" and more")
	p.shows("said before and more")
	p.keys("C-s")
	p.shows("#2 yu")
	p.keys("q")
	p.givenBack()
	got := earshot(t, p.home, "", "export", s.room.URL)
	if strings.Count(got, `said before\n"`) != 1 || strings.Count(got, `said before and more"`) != 1 || strings.Count(got, `"sequence":`) != 2 {
		t.Errorf("the room holds:\n%s", got)
	}
}
