package convention

func fenced() Rule {
	return Rule{
		Code: "fenced", Severity: Hint,
		Title: "the whole message stands in a code fence",
		Fix:   "safe: unwraps it (not where there is only prose or code inside)",
		Doc: `A body wrapped whole in one Markdown code fence is read from inside the fence. The
fence costs tokens and says nothing.`,
		Bad:   "```\nv1 report limiter to lead n=1\ntodo route test\n```",
		Good:  "v1 report limiter to lead n=1\ntodo route test",
		scope: anyBody,
		check: checkFenced,
	}
}

func checkFenced(p *pass) {
	if !p.m.Fenced {
		return
	}
	var fix *Fix
	if p.m.Form != Prose && p.m.Form != Empty {
		var edits []Edit
		for _, line := range p.m.layout.fences {
			edits = append(edits, remove(line))
		}
		fix = safely("Unwrap the message", sortEdits(edits)...)
	}
	open := trim(p.source, p.m.layout.fences[0])
	p.report(open, "the whole message stands in a code fence: it is read from inside, and the fence costs tokens", fix)
}
