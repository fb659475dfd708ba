package convention

import "strconv"

func noHeader() Rule {
	return Rule{
		Code: "no-header", Severity: Error,
		Title: "no header: addressed to nobody",
		Doc: `A body without a header obliges nobody. Readers that do not find their name in a
message do nothing, and doing nothing looks exactly like agreement: a header
costs a few tokens and decides whether anything happens.

Start with one line, v1 <intent> <topic> to <seat> n=<fact lines>, and put one
fact on each line after it. In a room where under a fifth of the last fifty
messages are v1 this is only a warning.`,
		Bad:   "Can somebody look at the upload endpoint?",
		Good:  "v1 ask upload to lead n=2\nask who looks at the upload endpoint, 20260918T0900Z\ndefault silence past the ask time→nobody does",
		scope: headless,
		check: checkNoHeader,
	}
}

// fewV1 is the share of v1 below which a room does not speak the convention.
const fewV1 = 0.2

func checkNoHeader(p *pass) {
	severity := p.rule.Severity
	if p.ctx.RoomMessages > 0 && p.ctx.V1Share < fewV1 {
		severity = Warning
	}
	if len(p.m.Facts) == 0 {
		p.reportAs(severity, Span{}, "the message is empty: it says nothing to anybody", nil)
		return
	}
	first := p.m.Facts[0].Span
	for i := range p.m.Facts[1:] {
		f := &p.m.Facts[i+1]
		if versioned(p.source, f.Span) && meant(p.source, words(p.source, f.Span, nil), false) {
			p.reportAs(severity, first, "addressed to nobody: a header stands on line "+strconv.Itoa(f.Line)+", but only the first line can be one", nil)
			return
		}
	}
	p.reportAs(severity, first, "no header, so this is addressed to nobody: start with v1 <intent> <topic> to <seat> n=<fact lines>", nil)
}
