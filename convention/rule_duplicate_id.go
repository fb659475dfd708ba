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
		check: checkDuplicateID,
	}
}

func checkDuplicateID(p *pass) {
	if p.count[Done] < 2 && p.count[Opt] < 2 {
		return
	}
	type labelID struct {
		sep byte
		id  string
	}
	seen := make(map[labelID]bool, p.count[Done]+p.count[Opt])
	for i := range p.facts {
		l := p.facts[i].Label
		key := labelID{l.Sep, l.ID}
		switch {
		case l.Modality == Done && l.Sep == '#':
		case l.Modality == Opt && l.Sep == '/':
			key.id = foldName(l.ID)
		default:
			continue
		}
		if seen[key] {
			p.report(l.Span, l.String()+" stands twice in this message: give each its own id", nil)
		}
		seen[key] = true
	}
}
