package convention

func badTimeRule() Rule {
	return Rule{
		Code: "bad-time", Severity: Error,
		Title: "looks like a time and is no real instant",
		Doc: `Month 13, 25:00 or 30 February is no instant, so it is no time at all: an ask with it
has no ask time. On an ask, req, deadline or default line a date and clock without
a zone is none either, because nobody can tell when it is; add Z or an offset. Nor is
one with a space between date and clock: join them with a T.`,
		Bad:   "v1 request limiter to worker n=1\ndeadline 20260230T1200Z",
		Good:  "v1 request limiter to worker n=1\ndeadline 20260228T1200Z",
		scope: headed,
		signs: relativeSigns | instantSign,
		check: checkBadTime,
	}
}

func checkBadTime(p *pass) {
	for i := range p.facts {
		if f := &p.facts[i]; timed(f.Label.Modality) && f.signs&relativeSigns != 0 && len(f.Times) == 0 {
			p.badSplit(f)
		}
	}
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

// badSplit reports instants of the line with a space between date and clock.
func (p *pass) badSplit(f *Fact) {
	for at := f.TextSpan.Start; ; {
		sp, ok := nextRelative(p.source, at, f.TextSpan.End)
		if !ok {
			return
		}
		at = sp.End
		if start := dateOf(p.source, f.TextSpan.Start, sp); start >= 0 {
			whole := Span{start, sp.End}
			p.report(whole, quote(p.source[start:sp.End])+" has a space between date and clock, so it is no instant: write one such as 20260919T1200Z", nil)
		}
	}
}

// dateOf returns where the date starts that stands a space before a clock, or -1.
func dateOf(s string, from int, clock Span) int {
	t := clock.Start - 1
	if t-8 < from || !isDigit(s[clock.Start]) || s[t] != ' ' || !isDigit(s[t-1]) {
		return -1
	}
	date, start, _ := dateBefore(s, from, t)
	if start < 0 || !date.real() || !opensTime(s, from, start) {
		return -1
	}
	return start
}

// timed reports whether a line of this modality lives by its time.
func timed(m Modality) bool {
	return m == Ask || m == Req || m == Deadline || m == Default
}
