package convention

func askWithoutTime() Rule {
	return Rule{
		Code: "ask-without-time", Severity: Warning,
		Title: "ask with no time to answer by",
		Doc: `The ask time is the latest full instant on the ask line; without one, the time of the
message's deadline line. Without either, no answer is ever late and no default can
come into force. Write ISO basic in UTC, 20260919T1200Z.`,
		Bad:   "v1 ask limiter to yu n=2\nask which store\ndefault silence past the ask time→Redis",
		Good:  "v1 ask limiter to yu n=2\nask which store, 20260918T0900Z\ndefault silence past the ask time→Redis",
		scope: asks,
		lines: linesOf(Ask),
		check: checkAskWithoutTime,
	}
}

func checkAskWithoutTime(p *pass) {
	if _, ok := deadlineOf(p.facts); ok {
		return
	}
	for i := range p.facts {
		if f := &p.facts[i]; f.Label.Modality == Ask && len(f.Times) == 0 {
			p.report(f.Label.Span, "this ask has no time to answer by: add one such as 20260919T1200Z", nil)
		}
	}
}
