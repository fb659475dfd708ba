package convention

func badTimeRule() Rule {
	return Rule{
		Code: "bad-time", Severity: Error,
		Title: "looks like a time and is no real instant",
		Doc: `Month 13, 25:00 or 30 February is no instant, so it is no time at all: an ask with it
has no ask time. On an ask, req, deadline or default line a date and clock without
a zone is none either, because nobody can tell when it is; add Z or an offset.`,
		Bad:   "v1 request limiter to worker n=1\ndeadline 20260230T1200Z",
		Good:  "v1 request limiter to worker n=1\ndeadline 20260228T1200Z",
		scope: headed,
		check: checkBadTime,
	}
}

func checkBadTime(p *pass) {
	if !p.m.layout.unreal {
		return
	}
	for i := range p.facts {
		f := &p.facts[i]
		for at := f.TextSpan.Start; at < f.TextSpan.End; {
			found := nextInstant(p.source, at, f.TextSpan.End)
			if found.reading == noTime {
				break
			}
			at = found.Span.End
			written := quote(p.source[found.Span.Start:found.Span.End])
			switch {
			case found.reading == badTime:
				p.report(found.Span, written+" is no real instant, so it counts as no time", nil)
			case found.reading == zoneless && timed(f.Label.Modality):
				p.report(found.Span, written+" has no zone, so it is no instant: add Z for UTC, or an offset", nil)
			}
		}
	}
}

// timed reports whether a line of this modality lives by its time.
func timed(m Modality) bool {
	return m == Ask || m == Req || m == Deadline || m == Default
}
