package convention

import "strconv"

func abbreviation() Rule {
	return Rule{
		Code: "abbreviation", Severity: Hint,
		Title: "dl, pls, req'd, impl, w/, b/c: as many tokens as the word",
		Fix:   "safe: the word",
		Doc: `Abbreviating English saves nothing: a common word is one token already, and so is its
abbreviation at best. Write the word. Where the word would change what the line is,
as deadline does at its start, that is left to you.`,
		Bad:   "v1 report limiter to lead n=1\ntodo impl of the route test w/ a mock",
		Good:  "v1 report limiter to lead n=1\ntodo implementation of the route test with a mock",
		scope: headed,
		check: checkAbbreviation,
	}
}

func checkAbbreviation(p *pass) {
	for _, f := range p.phraseList() {
		if f.kind != abbreviates {
			continue
		}
		short := p.source[f.span.Start:f.span.End]
		long := capitalised(f.word, short)
		message := quote(short) + " saves nothing: write " + f.word
		if p.ctx.Tokens != nil {
			message = quote(short) + " costs " + countTokens(p.tokens(short)) + ", " + f.word + " costs " + strconv.Itoa(p.tokens(f.word))
		}
		var fix *Fix
		if !p.opensLine(f) {
			fix = safely("Write "+f.word, replace(f.span, long))
		}
		p.report(f.span, message, fix)
	}
}

// opensLine reports whether the phrase is the first word of a text whose
// first word says what the line is or what it speaks of.
func (p *pass) opensLine(f phrase) bool {
	fact := &p.facts[f.fact]
	switch fact.Label.Modality {
	case None, Rec, Risk, Decider, Ev:
	default:
		return false
	}
	first := readMarks(p.source, fact.TextSpan).at
	return f.span.Start <= first && (fact.Label.Modality != None || f.word == "please" || f.word == "deadline" || f.word == "required")
}
