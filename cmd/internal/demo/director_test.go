package demo

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"earshot/convention"
	"earshot/convention/ledger"
)

// yu makes an interjection with a text that is known beforehand.
func yu(at time.Duration, replyTo, text string) interjection {
	return interjection{at: at, replyTo: replyTo, text: func(*stage) string { return text }}
}

func TestSilentPlayShowsEveryFlag(t *testing.T) {
	s := play(t)
	view := s.director.owed.At(opening.Add(scriptEnd))
	states := map[string]ledger.State{}
	for _, i := range view.Items() {
		states[fmt.Sprintf("%s %s→%s", i.Kind, i.From.Name, i.Owes.Name)+" "+i.Topic] = i.State
	}
	if states["ask lead→yu limiter"] != ledger.Defaulted {
		t.Errorf("silence has not decided: %v", states)
	}
	if states["ask lead→scout redis"] != ledger.Overdue {
		t.Errorf("scout's answer is not overdue: %v", states)
	}
	if states["ask worker→lead limiter"] != ledger.Answered {
		t.Errorf("lead did not answer the corrected report: %v", states)
	}
	if n := len(view.Unaddressed()); n < 2 {
		t.Errorf("%d unaddressed lines, want scout's two", n)
	}
	if len(view.Claims()) == 0 {
		t.Error("nothing is claimed without proof")
	}
	decisions := view.Decisions()
	if len(decisions) != 1 || decisions[0].Seat.Name != Lead || decisions[0].Decider.Name != Yu {
		t.Errorf("decisions not by the decider: %+v, want lead's one", decisions)
	}
	s.has(Lead, 100*time.Second, "silence→A", "is in force")
	s.has(Worker, 60*time.Second, "v1 report limiter to lead n=9")
	s.has(Worker, 110*time.Second, "ev#1 run ")
	s.hasNot(Worker, "option B")
}

func TestReportIsDataUntilItIsCorrected(t *testing.T) {
	s := newStage(t, 1)
	for {
		line, ok := s.director.take(opening.Add(14 * time.Second))
		if !ok {
			break
		}
		s.director.stored(line, s.say(line.Seat, line.Text(s.director), s.director.replyTo(line)))
	}
	data := s.director.owed.At(opening.Add(14 * time.Second)).Data()
	if len(data) != 1 || data[0].Declared != 10 || data[0].Facts != 9 {
		t.Fatalf("%+v, want the report headed 10 with 9 facts", data)
	}
}

// Whatever the person does, the seats themselves write what the checks have no error for, but for the
// three faults that the play is about.
func TestSeatsWriteWellFormedMessages(t *testing.T) {
	meant := map[string]bool{"unaddressed": true, "bad-header": true, "no-header": true, "wrong-count": true, "evidence-kind": true}
	for name, said := range map[string][]interjection{
		"silent":   nil,
		"answer":   {yu(40*time.Second, keyProposal, "v1 decide limiter to lead n=1\nB in-memory bucket")},
		"words":    {yu(40*time.Second, keyProposal, "v1 decide limiter to lead n=1\nuse the edge cache")},
		"late":     {yu(120*time.Second, keyProposal, "v1 decide limiter to lead n=1\nB in-memory bucket")},
		"requests": {yu(50*time.Second, "", "v1 request upload to scout n=2\nreq look at the upload endpoint, 20260917T1400Z\nreq write down its p99")},
	} {
		t.Run(name, func(t *testing.T) {
			for _, m := range play(t, said...).said {
				if m.From.Name == Yu {
					continue
				}
				for _, d := range convention.Check(m.Doc, convention.Context{Seats: []string{Lead, Worker, Scout, Runner, Yu}}) {
					if d.Severity == convention.Error && !meant[d.Code] {
						t.Errorf("%s: %s\n%s", d.Code, d.Message, m.Body)
					}
				}
			}
		})
	}
}

func TestSameSeedSamePlay(t *testing.T) {
	bodies := func(s *stage) (all []string) {
		for _, m := range s.said {
			all = append(all, fmt.Sprint(m.At, m.From.Name, m.Body))
		}
		return all
	}
	if !slices.Equal(bodies(play(t)), bodies(play(t))) {
		t.Error("the same seed gave two plays")
	}
}

func TestAsksFallDueWithinTwoMinutes(t *testing.T) {
	due := 0
	for _, item := range play(t).director.owed.At(opening.Add(scriptEnd)).Items() {
		if item.Kind != ledger.Ask || item.Due.IsZero() || item.At.After(opening.Add(time.Minute)) {
			continue
		}
		due++
		if after := item.Due.Sub(opening); after <= 0 || after > 2*time.Minute {
			t.Errorf("#%d falls due %v after the start", item.Sequence, after)
		}
	}
	if due < 3 {
		t.Errorf("%d asks fall due", due)
	}
}
