package convention

func duplicateID() Rule {
	return Rule{
		Code: "duplicate-id", Severity: Warning,
		Title: "two done lines or two opt lines with one id",
		Doc: `An id pairs one done with its evidence, or names one option. Two lines with the same
one cannot be told apart: evidence counts for both, and rec A means either.`,
		Bad:   "v1 propose limiter to yu n=2\nopt/A Redis\nopt/A memory",
		Good:  "v1 propose limiter to yu n=2\nopt/A Redis\nopt/B memory",
		scope: headed,
		lines: linesOf(Done, Opt),
		check: checkDuplicateID,
	}
}

func checkDuplicateID(p *pass) {
	if p.count[Done] < 2 && p.count[Opt] < 2 {
		return
	}
	var done, opt idSet
	for i := range p.facts {
		l := p.facts[i].Label
		fresh := true
		switch {
		case l.Modality == Done && l.Sep == '#':
			fresh = done.add(l.ID)
		case l.Modality == Opt && l.Sep == '/':
			fresh = opt.add(foldName(l.ID))
		}
		if !fresh {
			p.report(l.Span, l.String()+" stands twice in this message: give each its own id", nil)
		}
	}
}
