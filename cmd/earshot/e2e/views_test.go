//go:build e2e

package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// talk is a finished conversation with something for every view.
const talk = `{"sequence":1,"id":"msg_1","sender":{"member_id":"i_l","name":"lead"},"content":"v1 propose limiter to yu n=4\nask how to store counters, 20260918T0900Z\nopt/A Redis sliding window, one hop more a request, which is about three milliseconds and more than some can spare\nopt/B in memory\ndefault silence past the ask time→A","created_at":"2026-09-17T09:00:00Z"}
{"sequence":2,"id":"msg_2","sender":{"member_id":"i_w","name":"worker"},"content":"v1 report limiter to lead n=2\nclaim unit test passing, 12 cases\ntodo the route test of the needle","created_at":"2026-09-17T09:10:00Z"}
{"sequence":3,"id":"msg_3","sender":{"member_id":"i_w","name":"worker"},"content":"v1 report limiter to lead n=9\nrisk Redis is being moved","created_at":"2026-09-17T09:20:00Z"}
{"sequence":4,"id":"msg_4","sender":{"member_id":"i_r","name":"runner"},"content":"build failed, trying again","created_at":"2026-09-17T09:30:00Z"}
{"sequence":5,"id":"msg_5","sender":{"member_id":"i_r","name":"runner"},"content":"build failed, trying again","created_at":"2026-09-17T09:31:00Z"}
{"sequence":6,"id":"msg_6","sender":{"member_id":"i_w","name":"worker"},"content":"v1 note limiter to lead n=1\nwaiting","created_at":"2026-09-18T09:30:00Z"}
`

// whole checks a screen: the first row is the header, the last one the footer, and no row is wider
// than the terminal, which would go on in the row below.
func (p *pane) whole(s size, header, footer, what string) {
	p.t.Helper()
	rows := strings.Split(strings.TrimSuffix(p.screen(), "\n"), "\n")
	if len(rows) != s.height {
		p.t.Fatalf("%s: %d rows on a screen of %d", what, len(rows), s.height)
	}
	if !strings.Contains(rows[0], header) {
		p.t.Errorf("%s: the first row is no header: %q", what, rows[0])
	}
	if !strings.Contains(rows[s.height-1], footer) {
		p.t.Errorf("%s: the last row lacks %q: %q", what, footer, rows[s.height-1])
	}
	for row := range strings.Lines(p.tmux("capture-pane", "-p", "-J")) {
		n := 0
		for _, r := range strings.TrimRight(row, " \n") {
			if width := cells(r); width > 0 {
				n++
			}
		}
		if n > s.width {
			p.t.Errorf("%s: a row of %d characters on a screen of %d columns: %q", what, n, s.width, row)
		}
	}
}

// Every view, the detail, help, the search and the filter stand whole at every size.
func TestEveryViewAtEverySize(t *testing.T) {
	steps := []struct {
		name   string
		keys   []string // "=" before what is typed as it is
		shows  string
		footer string
	}{
		{"room", []string{"1"}, "waiting", "help"},
		{"triage", []string{"2"}, "ask limiter", "help"},
		{"state record", []string{"3"}, "the whole room", "help"},
		{"seats", []string{"4"}, "owes", "help"},
		{"costs", []string{"5"}, "tokens written", "help"},
		{"help", []string{"?"}, "keys, then words", "close"},
		{"help left", []string{"Escape"}, "tokens written", "help"},
		{"room again", []string{"1"}, "waiting", "help"},
		{"detail", []string{"Enter"}, "in detail", "close"},
		{"detail left", []string{"Escape"}, "waiting", "help"},
		{"search", []string{"=/", "=needle"}, "hit 1 of 1", "/ needle"},
		{"found", []string{"Enter"}, "the needle", "help"},
		{"filter", []string{"=f", "=is:unproven"}, "filter is:unproven", "filter is:unproven"},
		{"filtered", []string{"Enter"}, "is:unproven", "help"},
	}
	for _, s := range []size{{60, 16}, {80, 24}, {120, 40}, {200, 60}} {
		t.Run(fmt.Sprintf("%d×%d", s.width, s.height), func(t *testing.T) {
			t.Parallel()
			p := open(t, s)
			if err := os.WriteFile(filepath.Join(p.home, "talk.jsonl"), []byte(talk), 0o600); err != nil {
				t.Fatal(err)
			}
			p.command("cd; earshot talk.jsonl --as yu; echo exit-$?")
			p.shows("● ended", "waiting")
			for _, step := range steps {
				for _, key := range step.keys {
					if text, typed := strings.CutPrefix(key, "="); typed {
						p.text(text)
					} else {
						p.keys(key)
					}
				}
				p.until(step.name+" shows "+step.shows, func(screen string) bool {
					rows := strings.Split(strings.TrimRight(screen, "\n"), "\n")
					return strings.Contains(screen, step.shows) && strings.Contains(rows[len(rows)-1], step.footer)
				})
				p.whole(s, "● ended", step.footer, step.name)
			}
			if screen := p.screen(); strings.Contains(screen, "waiting") || !strings.Contains(screen, "UNPROVEN") {
				t.Errorf("the filter is:unproven picks other messages:\n%s", screen)
			}
			p.keys("q")
			p.exitCode(0)
			p.givenBack()
		})
	}
}

// With --plain a terminal gets lines: what comes later, what changes on earlier messages, and what
// needs the reader is told below what was told, once, and not one escape sequence is written.
func TestPlainNeverRedraws(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := open(t, size{100, 30})
	agent := t.TempDir()
	earshot(t, p.home, s.room.PersonInvite, "join", s.room.URL, "--name", "yu")
	earshot(t, agent, s.room.Invite, "join", s.room.URL, "--name", "worker")
	earshot(t, agent, "v1 report limiter to yu n=1\nclaim tests pass\n", "post", s.room.URL)
	written := filepath.Join(p.home, "written")
	p.tmux("pipe-pane", "-o", "cat > "+written)
	p.command("earshot watch --plain " + s.room.URL + "; echo exit-$?")
	p.shows("#1 worker", "UNPROVEN")
	earshot(t, agent, "build failed, trying again\n", "post", "--force", s.room.URL)
	p.shows("#2 worker")
	earshot(t, agent, "build failed, trying again\n", "post", "--force", s.room.URL)
	p.shows("#2 worker: REPEAT")
	earshot(t, agent, "v1 ask limiter to yu n=1\nask may I flush Redis\n", "post", s.room.URL)
	p.shows("* needs you: ask limiter  worker  #3 may I flush Redis")
	earshot(t, p.home, "v1 answer limiter to worker n=1\nyes, once\n", "post", s.room.URL, "--reply-to", "3")
	p.shows("* #3 does not need you any more")
	p.keys("C-c")
	p.shows("exit-")
	got := p.read("written")
	if strings.ContainsAny(got, "\x1b\x08\u009b") {
		t.Errorf("lines with escape sequences:\n%q", got)
	}
	for _, once := range []string{"tests pass", "#2 worker: REPEAT", "* needs you: ask", "* #3 does not need"} {
		if n := strings.Count(got, once); n != 1 {
			t.Errorf("%q was written %d times:\n%s", once, n, got)
		}
	}
	p.givenBack()
}
