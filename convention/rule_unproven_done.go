package convention

func unprovenDone() Rule {
	return Rule{
		Code: "unproven-done", Severity: Warning,
		Title: "done without ev: only a claim",
		Fix:   "safe: writes claim",
		Doc: `A done line without an ev that belongs to it proves nothing, and no reader will
notice: not one of six in the study did. The sender has to make the difference,
with an ev line under it, or with claim.`,
		Bad:   "v1 report limiter to lead n=1\ndone sliding window in lib/rate-limit.ts",
		Good:  "v1 report limiter to lead n=2\ndone sliding window in lib/rate-limit.ts\nev commit 3f9a2c1",
		scope: asks,
		lines: linesOf(Done),
		check: checkUnprovenDone,
	}
}

func checkUnprovenDone(p *pass) {
	pairs := p.pairing()
	for _, d := range pairs.dones {
		if pairs.hasEvidence(d) {
			continue
		}
		f := &p.facts[d.fact]
		p.report(f.Label.Span, "done without an ev is only a claim: cite what proves it, or write claim", safely("Write claim", p.claimEdit(f)))
	}
}

// claimEdit turns a done line into a claim. An id pairs a done with its ev
// and goes with it.
func (p *pass) claimEdit(f *Fact) Edit {
	text := Claim.String()
	if f.Label.Span.End == f.TextSpan.Start && f.TextSpan.Len() > 0 {
		text += " "
	}
	return replace(f.Label.Span, text)
}
