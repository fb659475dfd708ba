package convention

import (
	"testing"
	"time"
)

const studyProposal = `v1 propose limiter to yu n=10
ask how to store rate-limit counters, 20260918T0900Z
opt/A Redis sliding window: exact, +1 network hop/req ~3ms, $0 extra (Upstash exists)
opt/B in-memory token bucket per function instance: 0 hops, inexact across instances, limit exceeded by up to N instances
rec A
reason correctness across Fluid Compute instances beats 3ms
risk A Redis outage→endpoint fail closed unless a bypass is added
mit fail open + logged warning when Redis is unreachable
decider yu (CTO)
default silence past the ask time→A with the fail-open
approvals none beyond the decider
`

const studyReport = `v1 report limiter to lead n=10
ask decide 20260918T0900Z: mock Redis in tests, or skip the route test
outcome partial
done#1 limiter lib/rate-limit.ts sliding window
ev#1 commit 3f9a2c1 on branch feat/rate-limit
claim unit test passing, 12 cases
todo route test for the 429 path
block vitest lacks a Redis mock, needs UPSTASH_REDIS_REST_URL in test env
cost 61000 tokens
eta mock lands→2h to finish, p=0.7
`

func TestParseStudyProposal(t *testing.T) {
	m := Parse(studyProposal)
	if m.Form != V1 || !m.Acts() || m.Data() {
		t.Fatalf("form %v, acts %v, data %v", m.Form, m.Acts(), m.Data())
	}
	h := m.Header
	if h.Version.Text != "v1" || h.Intent.Text != "propose" || h.Topic.Text != "limiter" || len(h.To) != 1 || h.To[0].Text != "yu" || h.N != 10 {
		t.Fatalf("header %+v", h)
	}
	want := []Modality{Ask, Opt, Opt, Rec, None, Risk, Mit, Decider, Default, None}
	if len(m.Facts) != len(want) {
		t.Fatalf("%d facts, want %d", len(m.Facts), len(want))
	}
	for i, f := range m.Facts {
		if f.Label.Modality != want[i] || f.Line != i+2 {
			t.Errorf("fact %d: %v on line %d, want %v on line %d", i, f.Label.Modality, f.Line, want[i], i+2)
		}
	}
	if l := m.Facts[1].Label; l.ID != "A" || l.Sep != '/' || !l.Plain {
		t.Errorf("label of the first option: %+v", l)
	}
	at, ok := m.AskTime(0)
	if !ok || !at.Equal(time.Date(2026, 9, 18, 9, 0, 0, 0, time.UTC)) {
		t.Errorf("ask time %v %v", at, ok)
	}
	if got := m.Print(); got != studyProposal {
		t.Errorf("print: %q", got)
	}
}

func TestParseStudyReport(t *testing.T) {
	m := Parse(studyReport)
	if m.Form != V1 || m.Acts() || !m.Data() || len(m.Facts) != 9 {
		t.Fatalf("form %v, acts %v, data %v, %d facts", m.Form, m.Acts(), m.Data(), len(m.Facts))
	}
	if l := m.Facts[2].Label; l.Modality != Done || l.ID != "1" || l.Sep != '#' {
		t.Errorf("label %+v", l)
	}
}
