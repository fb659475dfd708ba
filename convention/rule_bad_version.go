package convention

func badVersion() Rule {
	return Rule{
		Code: "bad-version", Severity: Error,
		Title: "a version this program does not know",
		Doc: `Only v1 is known. What another version means cannot be told, so nothing in the
message obliges, answers, proves or decides anything, and its lines are not
checked.`,
		Bad:   "v2 report limiter to lead n=1\ntodo route test",
		Good:  "v1 report limiter to lead n=1\ntodo route test",
		scope: anyBody,
		check: checkBadVersion,
	}
}

func checkBadVersion(p *pass) {
	if p.m.Header == nil || p.known {
		return
	}
	v := p.m.Header.Version
	p.report(v.Span, quote(v.Text)+" is a version this program does not know: write v1", nil)
}
