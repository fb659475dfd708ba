package tui_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"earshot/tui/tuitest"
)

// flow is a message that a key begins: from a row of triage or a message of the
// room, with what the person has to add.
type flow struct {
	name   string
	from   string // who says what the flow is about
	body   string // DUE stands for a time to come
	key    string
	title  string
	shown  []string // in the composer, before anything is written
	write  []string // keys and, behind "=", text
	posted string
}

func flows() []flow {
	return []flow{
		{
			name: "answer by an option", from: "lead", key: "a", title: "answer to #3",
			body:  "v1 propose limiter to yu n=4\nask which store, DUE\nopt/A Redis\nopt/B memory\ndefault silence→A",
			shown: []string{"v1 decide limiter to lead n=1", "<decision>"}, write: []string{"down", "down", "enter"},
			posted: "v1 decide limiter to lead n=1\nB memory",
		},
		{
			name: "answer in own words", from: "lead", key: "a", title: "answer to #3",
			body:  "v1 ask limiter to yu n=2\nask which store, DUE\ndefault silence→A",
			shown: []string{"v1 answer limiter to lead n=1", "<answer>"}, write: []string{"=Redis"},
			posted: "v1 answer limiter to lead n=1\nRedis",
		},
		{
			name: "decision", from: "worker", key: "a", title: "decision on #3",
			body:  "v1 ask limiter to yu n=3\nask which store, DUE\ndecider yu\ndefault silence→A",
			shown: []string{"v1 decide limiter to worker n=1", "<decision>"}, write: []string{"=Redis"},
			posted: "v1 decide limiter to worker n=1\nRedis",
		},
		{
			name: "nudge", from: "lead", key: "w", title: "nudge about #3",
			body:   "v1 request limiter to worker n=1\nreq open a PR, DUE",
			shown:  []string{"v1 nudge limiter to worker n=1", "ready as it stands"},
			posted: "v1 nudge limiter to worker n=1\nstill open: #3 open a PR",
		},
		{
			name: "proof", from: "worker", key: "p", title: "ask for proof of #3",
			body:   "v1 report limiter to lead n=1\nclaim 12 tests pass",
			shown:  []string{"v1 ask limiter to worker n=2", "run or log", "stays a claim"},
			posted: "v1 ask limiter to worker n=2\nask evidence for #3 12 tests pass: run or log or artifact, DUE\ndefault silence past the ask time→it stays a claim",
		},
		{
			name: "reply", from: "worker", key: "r", title: "reply to #3",
			body:  "v1 report limiter to lead n=1\nclaim it works",
			shown: []string{"v1 reply limiter to worker n=1", "<answer>"}, write: []string{"=well done"},
			posted: "v1 reply limiter to worker n=1\nwell done",
		},
	}
}

// Each flow has the right header, addressee, reply reference and topic, and the
// cursor where the person must write, from a row of triage and from the room.
func TestFlowsFromRoomAndTriage(t *testing.T) {
	for _, f := range flows() {
		for _, size := range [][2]int{{40, 16}, {60, 16}, {80, 24}, {120, 40}} {
			for _, view := range []string{"1", "2"} {
				t.Run(fmt.Sprintf("%s/%d×%d/%s", f.name, size[0], size[1], view), func(t *testing.T) {
					synctest.Test(t, func(t *testing.T) { f.play(t, size, view) })
				})
			}
		}
	}
}

func (f flow) play(t *testing.T, size [2]int, view string) {
	room, screen := watch(t, size[0], size[1])
	room.Open()
	room.Say("lead", "v1 note other to yu n=1\nnothing to do")
	room.Say("worker", "prose")
	body := strings.ReplaceAll(f.body, "DUE", time.Now().Add(time.Hour).UTC().Format("20060102T1504Z"))
	about := room.Say(f.from, body)
	screen.Settle()
	screen.Press(view)
	f.choose(screen, view)
	screen.Press(f.key)
	screen.Shows(f.title)
	if size[0] >= 60 { // below, rows wrap
		screen.Shows(f.shown...)
	}
	for _, w := range f.write {
		if text, typed := strings.CutPrefix(w, "="); typed {
			screen.Type(text)
		} else {
			screen.Press(w)
		}
	}
	screen.Press("ctrl+s")
	posts := room.Posts()
	if len(posts) != 1 {
		t.Fatalf("%d posts\n%s", len(posts), screen.Screen())
	}
	due := time.Now().Add(30 * time.Minute).UTC().Format("20060102T1504Z")
	if p := posts[0]; p.Content != strings.ReplaceAll(f.posted, "DUE", due) || p.ReplyToSequence != about || p.ReplyTo != fmt.Sprintf("msg_%d", about) {
		t.Fatalf("posted %+v, want\n%s", p, f.posted)
	}
}

// choose selects what the flow is about.
func (f flow) choose(screen *tuitest.Terminal, view string) {
	if view == "1" {
		screen.Press("#")
		screen.Type("3")
		screen.Press("enter")
		return
	}
	screen.Press("g") // the row is the first, and for a reply and a proof the only one
}

// A decision by somebody who is not to decide leads to the ask that was.
func TestDecisionOfSomebodyElseIsAnswered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		room, screen := watch(t, 120, 40)
		room.Open()
		room.Say("lead", proposal(time.Now()))
		room.Say("lead", hourly("yu", "which port"))
		room.Say("lead", "v1 decision limiter to worker n=1\nreq go on, option B approved")
		screen.Settle()
		screen.Press("2")
		for range 10 {
			if strings.Contains(screen.Screen(), "▸ decision") {
				break
			}
			screen.Press("j")
		}
		screen.Shows("▸ decision limiter")
		screen.Press("a")
		screen.Shows("answer to #1")
	})
}
