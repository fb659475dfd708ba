package convention

func wrappedLabel() Rule {
	return Rule{
		Code: "wrapped-label", Severity: Warning,
		Title: "a bullet, number, quote or emphasis mark before a reserved word: the line obliges nobody",
		Fix:   "safe: drops the marks",
		Doc: `A reserved word counts only as the first word of the line. After a bullet, a number,
a quotation mark or an emphasis mark it is an ordinary word, and the line obliges,
forbids, permits and proves nothing. The other checks speak of such a line as if
the marks were gone.`,
		Bad:   "v1 request limiter to worker n=2\n- req tests for the 429 path\n**must-not** push to main",
		Good:  "v1 request limiter to worker n=2\nreq tests for the 429 path\nmust-not push to main",
		scope: headed,
		check: checkWrappedLabel,
	}
}

func checkWrappedLabel(p *pass) {
	for _, r := range p.odd {
		if r.near.text != "" {
			continue
		}
		fix := safely("Drop the marks", remove(r.front))
		for _, marks := range [...]Span{r.after, r.behind} {
			if marks.Len() > 0 {
				fix.Edits = append(fix.Edits, remove(marks))
			}
		}
		word := r.label.Modality.String()
		p.report(Span{r.front.Start, r.after.End}, "the marks around "+word+" make it an ordinary word: the line has no force", fix)
	}
}
