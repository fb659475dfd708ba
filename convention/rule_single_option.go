package convention

func singleOption() Rule {
	return Rule{
		Code: "single-option", Severity: Hint,
		Title: "one opt alone",
		Doc: `One option is no choice. Name the alternative, even if it is to do nothing, or state
it as a plan.`,
		Bad:   "v1 propose limiter to yu n=1\nopt/A Redis",
		Good:  "v1 propose limiter to yu n=2\nopt/A Redis\nopt/B no limit for now",
		scope: headed,
		lines: linesOf(Opt),
		check: checkSingleOption,
	}
}

func checkSingleOption(p *pass) {
	if p.count[Opt] != 1 {
		return
	}
	for i := range p.facts {
		if l := p.facts[i].Label; l.Modality == Opt {
			p.report(l.Span, "one option alone is no choice: name the alternative, or write plan", nil)
		}
	}
}
