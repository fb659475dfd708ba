package convention

func askWithoutDefault() Rule {
	return Rule{
		Code: "ask-without-default", Severity: Warning,
		Title: "ask and no default: silence means nothing",
		Doc: `Say what happens if nobody answers by the ask time, with a default line. Then no
answer is a valid answer, and a round trip is saved.`,
		Bad:   "v1 ask limiter to yu n=1\nask which store, 20260918T0900Z",
		Good:  "v1 ask limiter to yu n=2\nask which store, 20260918T0900Z\ndefault silence past the ask time→Redis",
		scope: asks,
		lines: linesOf(Ask),
		check: checkAskWithoutDefault,
	}
}

func checkAskWithoutDefault(p *pass) {
	if p.count[Default] > 0 {
		return
	}
	for i := range p.facts {
		if f := &p.facts[i]; f.Label.Modality == Ask {
			p.report(f.Label.Span, "this ask has no default, so silence means nothing: say what happens if nobody answers", nil)
		}
	}
}
