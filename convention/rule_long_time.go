package convention

import "strconv"

func longTime() Rule {
	return Rule{
		Code: "long-time", Severity: Hint,
		Title: "an instant that is not in ISO basic form, with the tokens that the basic form saves",
		Fix:   "safe: the same instant in basic form",
		Doc: `20260919T1200Z is the same instant as 2026-09-19T12:00:00Z and costs 7 tokens instead
of 13. Other offsets are understood and converted to UTC; a fraction of a second
has no basic form here and is left as it is.`,
		Bad:   "v1 request limiter to worker n=1\ndeadline 2026-09-19T12:00:00Z",
		Good:  "v1 request limiter to worker n=1\ndeadline 20260919T1200Z",
		scope: headed,
		signs: instantSign,
		check: checkLongTime,
	}
}

func checkLongTime(p *pass) {
	for i := range p.facts {
		f := &p.facts[i]
		for _, t := range f.Times {
			if t.Form == Basic {
				continue
			}
			written := p.source[t.Span.Start:t.Span.End]
			basic, ok := basicTime(t.At)
			if !ok {
				p.report(t.Span, "this time has a fraction of a second, which the basic form cannot say: leave it out if nothing hangs on it", nil)
				continue
			}
			p.report(t.Span, p.longTimeCost(written, basic), safely("Write "+basic, replace(t.Span, basic)))
		}
	}
}

func (p *pass) longTimeCost(written, basic string) string {
	if p.ctx.Tokens == nil {
		return "the basic form " + basic + " says the same in fewer tokens"
	}
	return "this costs " + countTokens(p.tokens(written)) + ", " + basic + " says the same for " + strconv.Itoa(p.tokens(basic))
}

// countTokens writes a number of tokens in words.
func countTokens(n int) string {
	if n == 1 {
		return "1 token"
	}
	return strconv.Itoa(n) + " tokens"
}
