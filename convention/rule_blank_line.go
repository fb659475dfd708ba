package convention

func blankLine() Rule {
	return Rule{
		Code: "blank-line", Severity: Hint,
		Title: "blank lines",
		Fix:   "safe: drops them",
		Doc:   `Blank lines are no facts and are not counted by n. They cost tokens and say nothing.`,
		Bad:   "v1 report limiter to lead n=2\noutcome partial\n\ntodo route test",
		Good:  "v1 report limiter to lead n=2\noutcome partial\ntodo route test",
		scope: headed,
		check: checkBlankLine,
	}
}

func checkBlankLine(p *pass) {
	if p.m.layout.lines == len(p.m.Facts)+1 {
		return
	}
	s := p.source
	run := -1
	at := p.m.layout.start
	for at < len(s) {
		end, next := lineEnd(s, at)
		switch blank := skipSpace(s, at, end) == end; {
		case blank && run < 0:
			run = at
		case !blank && run >= 0:
			p.reportBlank(Span{run, at})
			run = -1
		}
		at = next
	}
	if run >= 0 {
		p.reportBlank(Span{run, len(s)})
	}
}

func (p *pass) reportBlank(sp Span) {
	p.report(sp, "blank lines say nothing and cost tokens", safely("Drop the blank lines", remove(sp)))
}
