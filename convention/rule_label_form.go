package convention

func labelForm() Rule {
	return Rule{
		Code: "label-form", Severity: Hint,
		Title: "a reserved word in another case or with a colon: read as that modality all the same",
		Fix:   "safe: plain form",
		Doc: `A reserved word at the start of a line means exactly that, in any case and with or
without a colon. The plain form is lower case without one, and costs fewer
tokens.`,
		Bad:   "v1 report limiter to lead n=1\nTODO: route test",
		Good:  "v1 report limiter to lead n=1\ntodo route test",
		scope: headed,
		lines: misshapen,
		check: checkLabelForm,
	}
}

func checkLabelForm(p *pass) {
	for i := range p.facts {
		f := &p.facts[i]
		l := f.Label
		if l.Modality == None || l.Plain {
			continue
		}
		plain := l.String()
		text := plain
		if l.Span.End == f.TextSpan.Start && f.TextSpan.Len() > 0 {
			text += " "
		}
		p.report(l.Span, quote(p.source[l.Span.Start:l.Span.End])+" is read as "+plain+": write it so", safely("Write "+plain, replace(l.Span, text)))
	}
}
