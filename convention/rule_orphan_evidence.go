package convention

func orphanEvidence() Rule {
	return Rule{
		Code: "orphan-evidence", Severity: Warning,
		Title: "ev with no done that it can belong to",
		Doc: `An ev with an id belongs to the done with the same #id in the same message, one
without to the nearest done above it. An ev that belongs to none proves nothing.`,
		Bad:   "v1 report limiter to lead n=3\ndone#1 sliding window\nev#1 commit 3f9a2c1\nev#2 pr 412",
		Good:  "v1 report limiter to lead n=4\ndone#1 sliding window\nev#1 commit 3f9a2c1\ndone#2 PR open\nev#2 pr 412",
		scope: asks,
		lines: linesOf(Ev),
		check: checkOrphanEvidence,
	}
}

func checkOrphanEvidence(p *pass) {
	for _, i := range p.pairing().orphans {
		l := p.facts[i].Label
		message := "no done stands above this ev, so it proves nothing"
		if l.Sep == '#' {
			message = "no done#" + l.ID + " is in this message, so this ev proves nothing"
		}
		p.report(l.Span, message, nil)
	}
}
