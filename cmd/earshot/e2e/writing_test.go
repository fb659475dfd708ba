//go:build e2e

package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// writes presses keys, or types what begins with "=", and waits for what the screen says then.
func (p *pane) writes(shows string, keys ...string) {
	p.t.Helper()
	for _, key := range keys {
		if text, typed := strings.CutPrefix(key, "="); typed {
			p.text(text)
		} else {
			p.keys(key)
		}
	}
	p.shows(shows)
}

// At every size a person who presses what the screen names writes a proposal, answers an ask by its
// option, nudges, and asks for proof; no row is wider than the screen, and what is stored is well-formed.
func TestWritingAtEverySize(t *testing.T) {
	for _, s := range []size{{40, 16}, {60, 16}, {80, 24}, {120, 40}, {200, 60}} {
		t.Run(fmt.Sprintf("%d×%d", s.width, s.height), func(t *testing.T) {
			t.Parallel()
			room := serve(t)
			p, lead, worker := open(t, s), t.TempDir(), t.TempDir()
			earshot(t, p.home, room.room.PersonInvite, "join", room.room.URL, "--name", "yu")
			earshot(t, lead, room.room.Invite, "join", room.room.URL, "--name", "lead")
			earshot(t, worker, room.room.Invite, "join", room.room.URL, "--name", "worker")
			due := time.Now().Add(time.Hour).UTC().Format("20060102T1504Z")
			earshot(t, lead, "v1 propose limiter to yu n=5\nask how to store counters, "+due+"\nopt/A Redis sliding window\nopt/B in memory\ndecider yu\ndefault silence past the ask time→A\n", "post", room.room.URL)
			earshot(t, lead, "v1 request cache to worker n=1\nreq open a PR, "+due+"\n", "post", room.room.URL)
			earshot(t, worker, "v1 report limiter to yu n=1\nclaim the counters work\n", "post", room.room.URL)
			p.command("earshot " + room.room.URL + "; echo exit-$?")
			p.shows("● live", "counters")
			p.proposes(s)
			p.answersNudgesAsks(s)
			got := earshot(t, lead, "", "tail", room.room.URL)
			for _, want := range []string{"where to keep it, ", "opt/A    Redis", "reason   exactness", "B in memory", "still open: #2", "evidence for #3"} {
				if !strings.Contains(strings.Join(strings.Fields(got), " "), strings.Join(strings.Fields(want), " ")) {
					t.Errorf("what was stored lacks %q:\n%s", want, got)
				}
			}
			if strings.Contains(got, "DATA") || strings.Contains(got, "BAD HEADER") {
				t.Errorf("what was stored is not well-formed:\n%s", got)
			}
			p.keys("q")
			p.exitCode(0)
			p.givenBack()
		})
	}
}

// proposes writes a proposal with the keys that the screen names.
func (p *pane) proposes(s size) {
	p.t.Helper()
	p.writes("3 blanks to fill in", "c")
	p.whole(s, "live", "f1 help", "an empty message")
	p.writes("propose", "Tab")
	p.whole(s, "live", "f1 help", "the list of templates")
	p.writes("13 blanks", "Enter")
	p.writes("12 blanks", "=store", "Tab")
	p.writes("▸ lead", "Tab")
	p.writes("10 blanks", "Enter")
	p.writes("keep it, <time>", "=where to keep it", "Tab")
	p.writes("tab: +2h =", "=+2h")
	p.whole(s, "live", "f1 help", "a time as said")
	p.writes("8 blanks", "Tab")
	p.writes("7 blanks", "=Redis", "Enter", "Tab") // enter, as in a form
	p.writes("6 blanks", "=memory", "Tab")
	p.writes("▸ A", "Tab")
	p.writes("3 blanks", "Enter")
	p.writes("2 blanks", "=exactness", "Tab")
	p.writes("1 blank", "=Redis is down", "Tab")
	p.writes("no errors", "=fail open")
	p.whole(s, "live", "f1 help", "a whole proposal")
	p.keys("C-s")
	p.hides("▐message")
}

// answersNudgesAsks answers the ask by its second option, nudges who owes the request, and asks for proof
// of the claim.
func (p *pane) answersNudgesAsks(s size) {
	p.t.Helper()
	p.writes("answer to #1", "a")
	p.whole(s, "live", "f1 help", "an answer")
	p.writes("▸ B", "Down", "Down")
	p.writes("no errors", "Enter")
	p.keys("C-s")
	p.hides("▐answer")
	p.writes("up to #", "1", "=#")
	p.writes("open a PR", "=2", "Enter")
	p.writes("nudge about #2", "w")
	p.writes("ready as it stands", "Home")
	p.whole(s, "live", "f1 help", "a nudge")
	p.keys("C-s")
	p.hides("▐nudge")
	p.writes("up to #", "=#")
	p.writes("the counters work", "=3", "Enter")
	p.writes("ask for proof of #3", "p")
	p.writes("evidence for #3", "Home")
	p.whole(s, "live", "f1 help", "a proof request")
	p.keys("C-s")
	p.hides("▐ask")
}
