package convention

import "earshot/convention/evidence"

func evidenceUnnamed() Rule {
	return Rule{
		Code: "evidence-unnamed", Severity: Hint,
		Title: "an ev that leaves its kind to the reader",
		Fix:   "safe: writes the kind",
		Doc: `Name the kind of a reference with its first word, one of commit run pr branch file url
msg log artifact tag deploy: what kind it is decides what it can prove.`,
		Bad:   "v1 report limiter to lead n=2\ndone sliding window\nev 3f9a2c1",
		Good:  "v1 report limiter to lead n=2\ndone sliding window\nev commit 3f9a2c1",
		scope: asks,
		lines: linesOf(Ev),
		check: checkEvidenceUnnamed,
	}
}

func checkEvidenceUnnamed(p *pass) {
	for i := range p.facts {
		f := &p.facts[i]
		if f.Label.Modality != Ev {
			continue
		}
		kind, named := evidence.KindOf(f.Text)
		switch {
		case named:
		case kind == "":
			p.report(f.Span, "this ev names no kind of reference: start it with commit, run, pr, file, url or another kind", nil)
		default:
			p.report(f.TextSpan, "this reference is a "+string(kind)+": say so", safely("Write "+string(kind), insert(f.TextSpan.Start, string(kind)+" ")))
		}
	}
}
