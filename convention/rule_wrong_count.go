package convention

import "strconv"

func wrongCount() Rule {
	return Rule{
		Code: "wrong-count", Severity: Error,
		Title: "n differs from the number of fact lines: nothing may be acted on",
		Fix:   "safe: sets n",
		Doc: `n counts the fact lines: the non-blank lines after the header, not the header
itself. It lets a message that was cut or padded fail safely. A message whose n
is wrong is data: it is shown and searched, and nothing in it obliges, answers,
proves or decides anything.`,
		Bad:   "v1 report limiter to lead n=3\noutcome partial\ntodo route test",
		Good:  "v1 report limiter to lead n=2\noutcome partial\ntodo route test",
		scope: headed,
		check: checkWrongCount,
	}
}

func checkWrongCount(p *pass) {
	h, facts := p.m.Header, len(p.m.Facts)
	if h.N < 0 || h.N == facts {
		return
	}
	n := strconv.Itoa(facts)
	lines := " fact lines follow"
	if facts == 1 {
		lines = " fact line follows"
	}
	fix := safely("Set n to "+n, replace(countDigits(h), n))
	p.report(h.Count.Span, h.Count.Text+", but "+n+lines+": nothing in the message may be acted on", fix)
}

// countDigits is the number in the header's count.
func countDigits(h *Header) Span {
	return Span{h.Count.Span.Start + len("n="), h.Count.Span.End}
}
