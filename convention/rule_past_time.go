package convention

func pastTime() Rule {
	return Rule{
		Code: "past-time", Severity: Warning,
		Title: "ask time or deadline already past (where the present is given)",
		Doc: `An ask whose time is past cannot be answered in time, and its default is in force at
once; a deadline that is past cannot be met. Only looked at where the present
moment is given.`,
		Bad:   "v1 ask limiter to yu n=2\nask which store, 20240918T0900Z\ndefault silence past the ask time→Redis",
		Good:  "v1 ask limiter to yu n=2\nask which store, 20260918T0900Z\ndefault silence past the ask time→Redis",
		scope: asks,
		lines: linesOf(Ask, Deadline),
		signs: instantSign,
		check: checkPastTime,
	}
}

func checkPastTime(p *pass) {
	if p.ctx.Now.IsZero() {
		return
	}
	for i := range p.facts {
		f := &p.facts[i]
		if f.Label.Modality != Ask && f.Label.Modality != Deadline {
			continue
		}
		if last, ok := latest(f.Times); ok && !last.At.After(p.ctx.Now) {
			p.report(last.Span, "this time is already past: nobody can keep it", nil)
		}
	}
}
