package convention

func ambiguousSeat() Rule {
	return Rule{
		Code: "ambiguous-seat", Severity: Warning,
		Title: "two seats bear that name",
		Doc: `Two seats of the room have the same name without case, so that nobody can tell
which one is to act. Have one of them renamed, or address both by all.`,
		Bad:   "v1 report limiter to twin n=1\ntodo route test",
		Good:  "v1 report limiter to lead n=1\ntodo route test",
		scope: headed,
		check: checkAmbiguousSeat,
	}
}

func checkAmbiguousSeat(p *pass) {
	if p.ctx.Seats == nil {
		return
	}
	to := distinct(p.m.Header.To)
	r := newRoster(p.ctx.Seats, len(to))
	for _, t := range to {
		if !SameSeat(t.Text, "all") && r.bearers(t.Text) > 1 {
			p.report(t.Span, "several seats are called "+quote(t.Text)+": it is not plain which one is to act", nil)
		}
	}
}
