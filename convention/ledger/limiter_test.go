package ledger

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"
)

// The limiter thread as it stood at five moments, worked out by hand from the
// rules. What the messages are:
//
//	#1  lead asks worker: four reqs (due by the deadline 20260919T1200Z) and an ask
//	    by 20260917T0930Z whose silence has a default
//	#2  worker replies "accepted": the answer, in time; its plan is progress on the
//	    first req
//	#3  prose that names no seat: nothing
//	#4  done "limiter lib/rate-limit.ts sliding window" shares rate and limit with
//	    the first req (only limit with the third) and a commit proves it: proved
//	#5  n=10 but 9 facts: data; its ask, its block and its cost do nothing, its
//	    claim stays a claim
//	#6  done "12 unit tests pass" with a commit: the wrong kind, a claim; it shares
//	    "tests" with the third req: claimed
//	#7  lead asks yu, the decider, with a default of A, due 20260918T0900Z
//	#8–#11 four equal blocks of runner: a loop
//	#12 JSON: obliges nobody
//	#13 a header without a seat: its ask and must-not are unaddressed
//	#14 lead "approved": not the decider, and a done without evidence; a new req
//	    for worker due 20260918T1200Z
//	#15 yu decides B at 09:25: late, after the default
//	#16 done "14 tests pass, route test for 429 included" with a run shares tests
//	    and 429 with the third req: proved; it shares tests and pass with the claim
//	    of #6, which is settled, but only "test" with the claim of #5, which stays;
//	    "PR open" with a pull request proves the fourth req.
//	The second req is never touched.
func TestLimiterByHand(t *testing.T) {
	all := transcript(t, "testdata/limiter.jsonl")
	type row struct {
		now      string
		messages int
		items    []string
		claims   []string
		counts   Counts
	}
	base := Counts{Data: 1, Unaddressed: 2, Repeats: 1, Loops: 1, Decisions: 1, Conflicts: 1}
	with := func(change func(*Counts)) Counts { c := base; change(&c); return c }
	for _, r := range []row{
		{
			now: "20260918T0850Z", messages: 14,
			items: []string{
				"req #1:2 proved worker", "req #1:3 open worker", "req #1:4 claimed worker", "req #1:5 open worker",
				"ask #1:6 answered worker", "ask #7:2 due yu", "req #14:3 open worker",
			},
			claims: []string{"#5:6 worker claim", "#6:2 worker evidence-kind", "#14:2 lead no-evidence"},
			counts: with(func(c *Counts) {
				c.Open, c.Due, c.Answered, c.Proved, c.Claimed, c.Claims, c.Messages = 3, 1, 1, 1, 1, 3, 14
			}),
		},
		{
			now: "20260918T0910Z", messages: 14,
			items: []string{
				"req #1:2 proved worker", "req #1:3 open worker", "req #1:4 claimed worker", "req #1:5 open worker",
				"ask #1:6 answered worker", "ask #7:2 defaulted yu", "req #14:3 open worker",
			},
			claims: []string{"#5:6 worker claim", "#6:2 worker evidence-kind", "#14:2 lead no-evidence"},
			counts: with(func(c *Counts) {
				c.Open, c.Defaulted, c.Answered, c.Proved, c.Claimed, c.Claims, c.Messages = 3, 1, 1, 1, 1, 3, 14
			}),
		},
		{
			now: "20260918T0930Z", messages: 15,
			items: []string{
				"req #1:2 proved worker", "req #1:3 open worker", "req #1:4 claimed worker", "req #1:5 open worker",
				"ask #1:6 answered worker", "ask #7:2 answered yu", "req #14:3 open worker",
			},
			claims: []string{"#5:6 worker claim", "#6:2 worker evidence-kind", "#14:2 lead no-evidence"},
			counts: with(func(c *Counts) {
				c.Open, c.Answered, c.Proved, c.Claimed, c.Claims, c.Messages, c.Conflicts = 3, 2, 1, 1, 3, 15, 2
			}),
		},
		{
			now: "20260918T1230Z", messages: 16,
			items: []string{
				"req #1:2 proved worker", "req #1:3 open worker", "req #1:4 proved worker", "req #1:5 proved worker",
				"ask #1:6 answered worker", "ask #7:2 answered yu", "req #14:3 overdue worker",
			},
			claims: []string{"#5:6 worker claim", "#14:2 lead no-evidence"},
			counts: with(func(c *Counts) {
				c.Open, c.Overdue, c.Answered, c.Proved, c.Claims, c.Messages, c.Conflicts = 1, 1, 2, 3, 2, 16, 2
			}),
		},
		{
			now: "20260919T1300Z", messages: 16,
			items: []string{
				"req #1:2 proved worker", "req #1:3 overdue worker", "req #1:4 proved worker", "req #1:5 proved worker",
				"ask #1:6 answered worker", "ask #7:2 answered yu", "req #14:3 overdue worker",
			},
			claims: []string{"#5:6 worker claim", "#14:2 lead no-evidence"},
			counts: with(func(c *Counts) {
				c.Overdue, c.Answered, c.Proved, c.Claims, c.Messages, c.Conflicts = 2, 2, 3, 2, 16, 2
			}),
		},
	} {
		t.Run(r.now, func(t *testing.T) {
			now := instant(t, r.now)
			l := New(Options{})
			fed := 0
			for _, m := range all {
				if !m.At.After(now) {
					l.Feed(m)
					fed++
				}
			}
			if fed != r.messages {
				t.Fatalf("%d messages by then, want %d", fed, r.messages)
			}
			v := l.At(now)
			equal(t, "items", lines(v.Items(), func(it Item) string {
				return fmt.Sprintf("%s #%d:%d %s %s", it.Kind, it.Sequence, it.Line, it.State, it.Owes.Name)
			}), r.items)
			equal(t, "claims", lines(v.Claims(), func(c Claim) string {
				return fmt.Sprintf("#%d:%d %s %s", c.Sequence, c.Line, c.Seat.Name, c.Why)
			}), r.claims)
			if got := v.Counts(); got != r.counts {
				t.Errorf("counts\n%+v, want\n%+v", got, r.counts)
			}
			limiterAlways(t, v)
			limiterAnswers(t, v, now)
		})
	}
}

// limiterAlways is what holds at each of the five moments.
func limiterAlways(t *testing.T, v View) {
	worker, lead, yu := Seat{"i_29dd963464", "worker"}, Seat{"i_8b86ab34a2", "lead"}, "yu"
	if got := v.Data(); !reflect.DeepEqual(got, []Data{{5, worker, 10, 9}}) {
		t.Errorf("data %+v", got)
	}
	equal(t, "unaddressed", lines(v.Unaddressed(), func(x Line) string {
		return fmt.Sprintf("#%d:%d %s %s %s", x.Sequence, x.Line, x.Seat.Name, x.Modality, x.Text)
	}), []string{
		"#13:2 scout ask who owns the Redis maxmemory setting, 20260917T1800Z",
		"#13:3 scout must-not flush Redis while tests run",
	})
	if got := v.Repeats(); !reflect.DeepEqual(got, []Repeat{{Seat{"i_fe7aaaf88f", "runner"}, 8, 11, 4, true}}) {
		t.Errorf("repeats %+v", got)
	}
	if got := v.Possible(); len(got) != 0 {
		t.Errorf("possible %+v", got)
	}
	got := v.Decisions()
	if len(got) != 1 || got[0].Sequence != 14 || got[0].Line != 2 || got[0].Seat != lead || got[0].Decider.Name != yu ||
		got[0].Topic != "limiter" || got[0].Ask != 7 || got[0].Text != "decision: option A approved" {
		t.Errorf("decisions %+v", got)
	}
	m := v.Message(11)
	if m.RepeatOf != 8 || m.Repeat == nil || m.Repeat.Count != 4 || !m.Repeat.Loop {
		t.Errorf("#11 %+v", m)
	}
	if m := v.Message(5); m.Data == nil || m.Lines[6].Claim == nil || m.Lines[2].Items != nil || m.Lines[4].Proved {
		t.Errorf("#5 %+v", m)
	}
	if m := v.Message(4); !m.Lines[2].Proved || m.Lines[2].Grade != Cited {
		t.Errorf("#4 %+v", m)
	}
	if m := v.Message(13); !m.Lines[2].Unaddressed || !m.Lines[3].Unaddressed {
		t.Errorf("#13 %+v", m)
	}
	if m := v.Message(14); m.Lines[2].Decision == nil || m.Lines[2].Claim == nil || len(m.Lines[3].Items) != 1 {
		t.Errorf("#14 %+v", m)
	}
	for _, plain := range []int64{2, 3, 12} {
		if m := v.Message(plain); !reflect.DeepEqual(m, MessageState{}) {
			t.Errorf("#%d %+v", plain, m)
		}
	}
}

// limiterAnswers is what the items themselves say.
func limiterAnswers(t *testing.T, v View, now time.Time) {
	items := v.Items()
	first, ask, proposal, failOpen := items[0], items[4], items[5], items[6]
	if first.AnsweredBy != 4 || first.Grade != Cited || !first.Due.Equal(instant(t, "20260919T1200Z")) || first.From.Name != "lead" || first.Progress != 2 {
		t.Errorf("first req %+v", first)
	}
	if ask.AnsweredBy != 2 || ask.AnsweredHow != ByReply || ask.Late != "" || !ask.Due.Equal(instant(t, "20260917T0930Z")) ||
		ask.Default != "silence past the ask time→lead takes the job back" {
		t.Errorf("ask of #1 %+v", ask)
	}
	if !proposal.Decider || !proposal.Due.Equal(instant(t, "20260918T0900Z")) || proposal.Recommended != "A" || len(proposal.Options) != 2 ||
		proposal.Default != "silence past the ask time→A with the fail-open" || !strings.HasPrefix(proposal.Options[1].Text, "in-memory token bucket") {
		t.Errorf("proposal %+v", proposal)
	}
	late := !now.Before(instant(t, "20260918T0925Z"))
	if late != (proposal.AnsweredBy == 15) || late != (proposal.Late == LateAfterDefault) || late != proposal.Conflict() || late != (proposal.AnsweredHow == ByReply) {
		t.Errorf("proposal %+v", proposal)
	}
	if !failOpen.Due.Equal(instant(t, "20260918T1200Z")) || failOpen.Default != "" || failOpen.BlockedBy != 0 {
		t.Errorf("req of #14 %+v", failOpen)
	}
	tests := items[2]
	if now.Before(instant(t, "20260918T1030Z")) {
		if tests.AnsweredBy != 6 || tests.Grade != "" {
			t.Errorf("third req %+v", tests)
		}
	} else if tests.AnsweredBy != 16 || tests.Grade != Cited {
		t.Errorf("third req %+v", tests)
	}
}

func lines[T any](list []T, line func(T) string) []string {
	out := make([]string, len(list))
	for i, x := range list {
		out[i] = line(x)
	}
	return out
}

func equal(t *testing.T, what string, got, want []string) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s\n  %s\nwant\n  %s", what, strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
}
