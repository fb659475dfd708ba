package convention

import (
	"strings"

	"earshot/convention/internal/word"
)

func unknownOption() Rule {
	return Rule{
		Code: "unknown-option", Severity: Warning,
		Title: "refers to an option that no opt line defines, where some are defined",
		Doc: `rec A, risk A and →A refer to options by the ids of the opt/ lines. Where a message
defines options, the first word of rec has to be one of them, and so has a word of
the same shape (one capital letter, or a number) after risk or →.`,
		Bad:   "v1 propose limiter to yu n=3\nopt/A Redis\nopt/B memory\nrec C",
		Good:  "v1 propose limiter to yu n=3\nopt/A Redis\nopt/B memory\nrec A",
		scope: headed,
		lines: linesOf(Opt),
		check: checkUnknownOption,
	}
}

const arrow = "→"

func checkUnknownOption(p *pass) {
	var o options
	if !o.read(p.facts) {
		return
	}
	for i := range p.facts {
		f := &p.facts[i]
		start := f.TextSpan.Start
		switch f.Label.Modality {
		case Rec:
			if sp := firstWord(p.source, start, f.TextSpan.End); sp.Len() > 0 && !o.defines(p.source[sp.Start:sp.End]) {
				p.reportOption(sp)
			}
		case Risk:
			p.checkOption(&o, start, f.TextSpan.End)
		}
		for at := start; ; {
			next := strings.Index(p.source[at:f.TextSpan.End], arrow)
			if next < 0 {
				break
			}
			at += next + len(arrow)
			p.checkOption(&o, at, f.TextSpan.End)
		}
	}
}

// checkOption judges the word at i where it has the shape of the ids.
func (p *pass) checkOption(o *options, i, end int) {
	sp := firstWord(p.source, i, end)
	if w := p.source[sp.Start:sp.End]; o.shaped(w) && !o.defines(w) {
		p.reportOption(sp)
	}
}

func (p *pass) reportOption(sp Span) {
	p.report(sp, quote(p.source[sp.Start:sp.End])+" is none of the options that this message defines", nil)
}

// firstWord is the first word at i, past white space and opening marks; it is
// empty where other text comes first.
func firstWord(s string, i, end int) Span {
	at := skipSpace(s, i, end)
	for at < end && strings.IndexByte("\"'`(*_", s[at]) >= 0 {
		at++
	}
	start, stop := word.Next(s, at, end)
	if start != at {
		return Span{at, at}
	}
	for stop < end && (s[stop] == '-' || s[stop] == '_') {
		more, next := word.Next(s, stop+1, end)
		if more != stop+1 {
			break
		}
		stop = next
	}
	return Span{start, stop}
}

// options are the ids that a message defines.
type options struct {
	ids              idSet // folded
	letters, numbers bool  // shapes among them
}

// read collects the options and reports whether there are any.
func (o *options) read(facts []Fact) bool {
	any := false
	for i := range facts {
		l := &facts[i].Label
		if l.Modality != Opt || l.Sep != '/' {
			continue
		}
		any = true
		o.ids.add(foldName(l.ID))
		o.letters = o.letters || isCapital(l.ID)
		o.numbers = o.numbers || isShortNumber(l.ID)
	}
	return any
}

func (o *options) defines(w string) bool { return o.ids.has(foldName(w)) }

func (o *options) shaped(w string) bool {
	return o.letters && isCapital(w) || o.numbers && isShortNumber(w)
}

func isCapital(w string) bool { return len(w) == 1 && w[0] >= 'A' && w[0] <= 'Z' }

func isShortNumber(w string) bool {
	return w != "" && len(w) <= 3 && digitRun(w, 0, len(w)) == len(w)
}
