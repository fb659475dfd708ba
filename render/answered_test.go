package render

import (
	"strings"
	"testing"

	"earshot/convention"
)

// A reply quotes the line it is about, whatever else stands in that message.
func TestReplyQuotesTheRightLine(t *testing.T) {
	const asked = "v1 request limiter to worker n=6\nreq counters in Redis by 20260918T1000Z\nask accept or decline the plan, 20260918T0900Z\nopt/A sliding window in Redis\nopt/B token bucket in memory\nclaim 12 cases pass in the suite\ndefault silence→A"
	for _, k := range []struct{ reply, about string }{
		{"v1 nudge limiter to worker n=1\nstill open: #1 counters in Redis", "req counters in Redis by 12:00+02"},
		{"v1 nudge limiter to worker n=1\nstill open: #1 accept or decline the plan", "ask accept or decline the plan, 11:00+02"},
		{"v1 ask limiter to worker n=2\nask evidence for #1 12 cases pass in the suite: run, 20260918T1030Z\ndefault silence past the ask time→it stays a claim", "claim 12 cases pass in the suite"},
		{"v1 decide limiter to lead n=1\nB token bucket in memory", "ask accept or decline the plan, 11:00+02"},
		{"v1 accept limiter to lead n=2\naccepted, start now\nplan token counters in the suite", "ask accept or decline the plan, 11:00+02"},
		{"yes", "ask accept or decline the plan, 11:00+02"},
	} {
		for _, ref := range []*ReplyRef{{Sequence: 1, From: "lead", Text: asked}, {Sequence: 1, From: "lead", Doc: convention.Parse(asked)}} {
			in := MessageInput{Sequence: 2, From: "yu", Doc: convention.Parse(k.reply), Tokens: -1, Clock: noon(), ReplyTo: ref}
			shown := plainRows(MessageRows(in, 100, NewMeasure(false)))
			if !strings.Contains(shown, "↳ #1 lead: "+k.about+"\n") {
				t.Errorf("%q quotes:\n%s\nwant %q", k.reply, shown, k.about)
			}
		}
	}
}
