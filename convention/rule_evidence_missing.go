package convention

import "earshot/convention/evidence"

func evidenceMissing() Rule {
	return Rule{
		Code: "evidence-missing", Severity: Error,
		Title: "somebody looked: the reference does not exist, or the run failed",
		Doc: `A resolver looked the reference up and found that it is missing, or that the run it
names failed. A done line that rests on it is not proved.`,
		Bad:   "v1 report limiter to lead n=2\ndone sliding window\nev commit badc0de1",
		Good:  "v1 report limiter to lead n=2\ndone sliding window\nev commit 3f9a2c1",
		scope: asks,
		lines: linesOf(Ev),
		check: checkEvidenceMissing,
	}
}

func checkEvidenceMissing(p *pass) {
	if p.ctx.Verdict == nil {
		return
	}
	for i := range p.facts {
		f := &p.facts[i]
		if f.Label.Modality != Ev || f.Text == "" {
			continue
		}
		v := p.ctx.Verdict(f.Text)
		var message string
		switch v.Result {
		case evidence.Missing:
			message = "this reference does not exist"
		case evidence.Failed:
			message = "this reference exists and speaks against the line: it failed"
		default:
			continue
		}
		if v.Detail != "" {
			message += " (" + cut(v.Detail) + ")"
		}
		p.report(f.TextSpan, message, nil)
	}
}
