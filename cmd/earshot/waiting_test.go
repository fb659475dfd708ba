package main

import (
	"strings"
	"testing"
	"time"

	"earshot/client"
	"earshot/client/wire"
)

// Who reads lines on a seat of their own is told once what needs them, what is found waiting and what
// comes, and when it does not any more; an observer is told of nobody's.
func TestLinesSayWhatNeedsTheReader(t *testing.T) {
	for _, seated := range []bool{true, false} {
		now := time.Date(2026, time.September, 18, 8, 0, 0, 0, time.UTC)
		w, out := followed(&now)
		yu := wire.Seat{MemberID: "i_yu", Name: "yu", Role: wire.RolePerson, JoinedAt: now}
		welcome := client.Welcomed{Seats: []wire.Seat{yu, {MemberID: "i_lead", Name: "lead", JoinedAt: now}}}
		if seated {
			welcome.You = &yu
		}
		tell(t, w, welcome, said(1, now, "lead", "v1 propose limiter to yu n=1\nask how to store \x1b[31mcounters, 20260918T0900Z"),
			client.Status{State: client.StateLive})
		step := func(what string, want ...string) {
			t.Helper()
			var got []string
			for _, line := range announced(out) {
				if strings.Contains(line, "need") {
					got = append(got, line)
				}
			}
			if !seated {
				want = nil
			}
			if len(got) != len(want) {
				t.Fatalf("%s: told %q, want %q", what, got, want)
			}
			for i := range want {
				if !strings.Contains(got[i], want[i]) || strings.Contains(got[i], "\x1b") {
					t.Errorf("%s: told %q, want %q", what, got[i], want[i])
				}
			}
		}
		step("what was there", "* needs you: ask limiter  lead")
		tell(t, w, said(2, now, "lead", "v1 note limiter to yu n=1\nnothing to do"))
		step("a note")
		tell(t, w, said(3, now, "lead", "v1 request docs to yu n=1\nreq write them"))
		step("a request", "* needs you: req docs  lead  #3 write them")
		now = now.Add(2 * time.Hour)
		if err := w.announce(); err != nil {
			t.Fatal(err)
		}
		step("time alone")
		answer := said(4, now, "yu", "v1 decide limiter to lead n=1\nin Redis").(client.Messages)
		answer.Messages[0].ReplyTo = "msg_lead1"
		tell(t, w, answer)
		step("an answer", "* #1 does not need you any more")
		out.Reset()
	}
}

// A message is said to need nobody any more once, and only when nothing of it waits.
func TestAMessageNeedsNobodyWhenNothingOfItWaits(t *testing.T) {
	now := time.Date(2026, time.September, 18, 8, 0, 0, 0, time.UTC)
	w, out := followed(&now)
	yu := wire.Seat{MemberID: "i_yu", Name: "yu", Role: wire.RolePerson, JoinedAt: now}
	reply := func(n int64, from, to, content string) client.Event {
		e := said(n, now, from, content).(client.Messages)
		e.Messages[0].ReplyTo = to
		return e
	}
	tell(t, w, client.Welcomed{You: &yu, Seats: []wire.Seat{yu, {MemberID: "i_lead", Name: "lead", JoinedAt: now}}},
		said(1, now, "lead", "v1 request a to yu n=2\nask which way, 20260918T0900Z\nreq write it down"),
		said(2, now, "lead", "v1 request b to yu n=2\nask which one, 20260918T0900Z\nask which other, 20260918T0900Z"),
		client.Status{State: client.StateLive})
	if got := strings.Join(announced(out), "\n"); strings.Count(got, "needs you") != 4 {
		t.Fatalf("four things wait, told\n%s", got)
	}
	tell(t, w, reply(3, "yu", "msg_lead1", "v1 decide a to lead n=1\nleft"))
	if got := strings.Join(announced(out), "\n"); strings.Contains(got, "any more") {
		t.Errorf("the request of #1 still waits, told\n%s", got)
	}
	tell(t, w, reply(4, "lead", "msg_lead2", "v1 withdraw b to yu n=1\nboth are settled"))
	if got := strings.Join(announced(out), "\n"); strings.Count(got, "#2 does not need you any more") != 1 {
		t.Errorf("told of two questions that were withdrawn\n%s", got)
	}
}
