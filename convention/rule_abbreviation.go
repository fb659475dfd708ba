package convention

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

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
		signs: phraseSigns,
		check: checkAbbreviation,
	}
}

func checkAbbreviation(p *pass) {
	fact, front := -1, 0
	for _, f := range p.phraseList() {
		if f.fact != fact {
			fact = f.fact
			front = p.opening(fact, p.facts[fact].TextSpan.Start)
		}
		switch {
		case f.kind == abbreviates:
			p.reportAbbreviation(f, f.span.Start <= front)
		case f.kind == fills && f.span.Start <= front:
			front = p.opening(fact, f.cut.End) // what follows opens the text once the filler is dropped
		}
	}
}

// opening is where the first word of the fact's text from i on stands, past
// marks.
func (p *pass) opening(fact, i int) int {
	return readMarks(p.source, Span{i, max(i, p.facts[fact].TextSpan.End)}).at
}

func (p *pass) reportAbbreviation(f phrase, opens bool) {
	short := p.source[f.span.Start:f.span.End]
	message := quote(short) + " saves nothing: write " + f.word
	if p.ctx.Tokens != nil {
		message = quote(short) + " costs " + countTokens(p.tokens(short)) + ", " + f.word + " costs " + strconv.Itoa(p.tokens(f.word))
	}
	var fix *Fix
	if !opens || !telling(p.facts[f.fact].Label.Modality, f.word) {
		fix = safely("Write "+f.word, replace(f.span, capitalised(f.word, short)))
	}
	p.report(f.span, message, fix)
}

// telling reports whether the word, as the first of a line of that modality,
// says what the line is or what it speaks of.
func telling(m Modality, word string) bool {
	switch m {
	case None:
		return word == "please" || word == "deadline" || word == "required"
	case Rec, Risk, Decider, Ev:
		return true
	}
	return false
}

// capitalised writes the word with a capital where the text has one.
func capitalised(w, like string) string {
	r, _ := utf8.DecodeRuneInString(like)
	if r >= 'A' && r <= 'Z' {
		return strings.ToUpper(w[:1]) + w[1:]
	}
	return w
}
