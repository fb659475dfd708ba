package convention

func unaddressed() Rule {
	return Rule{
		Code: "unaddressed", Severity: Error,
		Title: "a req, ask, must-not, deadline or decider line in a message with no seat to act on it",
		Doc: `A seat acts only on lines addressed to it. A demand, a question or a prohibition
in a message that names no seat is acted on by nobody: write to <seat>, or to all.`,
		Bad:   "v1 note limiter\nmust-not flush Redis while tests run",
		Good:  "v1 note limiter to all n=1\nmust-not flush Redis while tests run",
		scope: headed,
		lines: linesOf(Req, Ask, MustNot, Deadline, Decider),
		check: checkUnaddressed,
	}
}

func checkUnaddressed(p *pass) {
	if len(p.m.Header.To) > 0 {
		return
	}
	for i := range p.facts {
		switch l := p.facts[i].Label; l.Modality {
		case Req, Ask, MustNot, Deadline, Decider:
			p.report(l.Span, "this "+l.Modality.String()+" is addressed to nobody: the header names no seat", nil)
		}
	}
}
