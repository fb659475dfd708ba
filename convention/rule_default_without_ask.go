package convention

func defaultWithoutAsk() Rule {
	return Rule{
		Code: "default-without-ask", Severity: Warning,
		Title: "default in a message without an ask",
		Doc: `A default says what silence decides. Without an ask in the same message nothing is
asked, and nobody can be silent about it.`,
		Bad:   "v1 note limiter to yu n=1\ndefault silence→Redis",
		Good:  "v1 ask limiter to yu n=2\nask which store, 20260918T0900Z\ndefault silence past the ask time→Redis",
		scope: asks,
		lines: linesOf(Default),
		check: checkDefaultWithoutAsk,
	}
}

func checkDefaultWithoutAsk(p *pass) {
	if p.count[Ask] > 0 {
		return
	}
	for i := range p.facts {
		if f := &p.facts[i]; f.Label.Modality == Default {
			p.report(f.Label.Span, "nothing is asked in this message, so this default can never come into force", nil)
		}
	}
}
