package convention

func severalTimes() Rule {
	return Rule{
		Code: "several-times", Severity: Warning,
		Title: "an ask or req line with more than one instant: the latest counts",
		Doc: `An ask or a req is due at the latest instant on its line. Where another one is meant,
or two things are due at two times, write two lines.`,
		Bad:   "v1 request limiter to worker n=1\nreq draft 20260918T0900Z, tests 20260919T1200Z",
		Good:  "v1 request limiter to worker n=2\nreq draft 20260918T0900Z\nreq tests 20260919T1200Z",
		scope: asks,
		lines: linesOf(Ask, Req),
		signs: instantSign,
		check: checkSeveralTimes,
	}
}

func checkSeveralTimes(p *pass) {
	for i := range p.facts {
		f := &p.facts[i]
		if f.Label.Modality != Ask && f.Label.Modality != Req || len(f.Times) < 2 {
			continue
		}
		last, _ := latest(f.Times)
		for _, t := range f.Times {
			if !t.At.Equal(last.At) {
				sp := Span{f.Times[0].Span.Start, f.Times[len(f.Times)-1].Span.End}
				p.report(sp, "several times on one line: the latest counts, "+quote(p.source[last.Span.Start:last.Span.End]), nil)
				break
			}
		}
	}
}
