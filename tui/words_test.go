package tui

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"earshot/convention/ledger/filter"
	"earshot/render"
)

// Every flag in words on a message is found by the filter of the same name, and
// the filter picks no message without it.
func TestFilterFindsWhatTheScreenSays(t *testing.T) {
	says := map[string]string{
		"overdue": "OVERDUE", "due": "DUE", "defaulted": "IN FORCE", "unproven": "UNPROVEN", "unaddressed": "UNADDRESSED",
		"data": "DATA", "repeat": "REPEAT", "conflict": "NOT THE DECIDER",
	}
	synctest.Test(t, func(t *testing.T) {
		r, say := hosted(t, Options{})
		at := func(d time.Duration) string { return time.Now().Add(d).UTC().Format("20060102T1504Z") }
		say("lead", "v1 propose limiter to yu n=3\nask how to store, "+at(30*time.Minute)+"\ndecider yu\ndefault silence past the ask time→A")
		say("lead", "v1 request tests to yu n=1\nreq write them, "+at(30*time.Minute))
		say("lead", "v1 request docs to yu n=1\nreq write those, "+at(70*time.Minute))
		say("lead", "v1 decision limiter to worker n=1\ndecision: option A approved")
		say("worker", "v1 report other to lead n=1\nclaim it works")
		say("worker", "v1 report other to lead n=9\nclaim not counted")
		say("scout", "v1 note other n=1\nreq somebody do it")
		say("scout", "the same words")
		say("scout", "the same words")
		r.pass(time.Hour)
		log, tl := r.m.rooms[0].log, r.m.rooms[0].timeline
		for state, word := range says {
			f, err := filter.Parse("is:" + state)
			if err != nil {
				t.Fatal(err)
			}
			found := 0
			for i := range log.Len() {
				in, ok := tl.Input(log.Sequence(i))
				if !ok {
					t.Fatalf("message %d is gone", i)
				}
				said := slices.ContainsFunc(render.Flags(in), func(f render.Flag) bool { return strings.HasPrefix(f.Word.String(), word) })
				picked := f.Match(filter.Subject{From: in.From, Doc: in.Doc, State: in.State})
				if said != picked {
					t.Errorf("#%d: the screen says %s: %v, is:%s picks it: %v", in.Sequence, word, said, state, picked)
				}
				if picked {
					found++
				}
			}
			if found == 0 {
				t.Errorf("nothing is %s: the test shows nothing of it", state)
			}
		}
		time.Sleep(5 * time.Minute)
	})
}

// The header counts what nothing has decided as overdue and what silence has
// decided as defaults, each once; the help says which filter finds them.
func TestOverdueAndDefaultsAreCountedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, say := hosted(t, Options{})
		say("lead", askAt(20*time.Minute, "how"))
		say("lead", "v1 request tests to yu n=1\nreq write them, "+time.Now().Add(20*time.Minute).UTC().Format("20060102T1504Z"))
		r.pass(time.Hour)
		r.send(pressOf("1"))
		s := stripped(r.m.View().Content)
		for _, want := range []string{"overdue 1 · defaults 1", "OVERDUE −", "IN FORCE since"} {
			if !strings.Contains(s, want) {
				t.Errorf("the screen lacks %q:\n%s", want, s)
			}
		}
		var help strings.Builder
		for _, g := range r.m.helpGroups() {
			for _, e := range g.Entries {
				help.WriteString(strings.Join(e.Keys, " ") + ": " + e.Does + "\n")
			}
		}
		if !strings.Contains(help.String(), "is:overdue finds the defaults as well") {
			t.Error("the help does not say what is:overdue finds")
		}
		time.Sleep(5 * time.Minute)
	})
}
