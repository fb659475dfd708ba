package convention

import (
	"strconv"
	"strings"
)

func mixedModality() Rule {
	return Rule{
		Code: "mixed-modality", Severity: Warning,
		Title: "a req, ask, must-not or may line with a clause of another modality: readers drop clauses",
		Fix:   "unsafe: splits the line and sets n",
		Doc: `One line says one thing. A clause after ; , or . that starts with req, must-not, must
not, may not or may has a modality of its own, and readers drop it: in the study,
three permissions packed into one string were lost, two of them prohibitions.
Give each its own line.`,
		Bad:   "v1 request limiter to worker n=1\nmay edit lib/; must not push to main",
		Good:  "v1 request limiter to worker n=2\nmay edit lib/\nmust-not push to main",
		scope: headed,
		lines: linesOf(Req, Ask, MustNot, May),
		signs: clauseSigns,
		check: checkMixedModality,
	}
}

func checkMixedModality(p *pass) {
	for i := range p.facts {
		f := &p.facts[i]
		if f.signs&clauseSigns == 0 {
			continue
		}
		switch f.Label.Modality {
		case Req, Ask, MustNot, May:
			p.checkClauses(f)
		}
	}
}

func (p *pass) checkClauses(f *Fact) {
	var edits []Edit
	var first Span
	for at := f.TextSpan.Start; ; {
		c, ok := nextClause(p.source, at, f.TextSpan.End)
		if !ok {
			break
		}
		if len(edits) == 0 {
			first = c.word
		}
		cut := Span{trim(p.source, Span{f.TextSpan.Start, c.sign}).End, skipSpace(p.source, c.word.End, f.TextSpan.End)}
		edits = append(edits, replace(cut, "\n"+c.modality.String()+" "))
		at = c.word.End
	}
	if len(edits) == 0 {
		return
	}
	said := quote(p.source[first.Start:first.End])
	message := "the clause from " + said + " on has a modality of its own and readers drop it: give it its own line"
	p.report(Span{first.Start, f.TextSpan.End}, message, p.split(edits))
}

// split writes each clause on its own line and keeps n as right or wrong as
// it was.
func (p *pass) split(edits []Edit) *Fix {
	title := "Split into " + strconv.Itoa(len(edits)+1) + " lines"
	if h := p.m.Header; h.N >= 0 {
		n := replace(countDigits(h), strconv.Itoa(h.N+len(edits)))
		edits = append([]Edit{n}, edits...)
	}
	return perhaps(title, edits...)
}

// clause is a clause with a modality of its own inside of a line.
type clause struct {
	sign     int // the ; , or . before it
	word     Span
	modality Modality
}

// nextClause finds the next clause from at on.
func nextClause(s string, at, end int) (clause, bool) {
	for at < end {
		i := strings.IndexAny(s[at:end], ";,.")
		if i < 0 {
			return clause{}, false
		}
		sign := at + i
		start := skipSpace(s, sign+1, end)
		at = sign + 1
		if start == sign+1 && s[sign] != ';' {
			continue
		}
		if m, stop := clauseModality(s, pastConjunction(s, start, end), end); m != None && skipSpace(s, stop, end) < end {
			return clause{sign: sign, word: Span{pastConjunction(s, start, end), stop}, modality: m}, true
		}
	}
	return clause{}, false
}

// pastConjunction passes "and" or "but".
func pastConjunction(s string, i, end int) int {
	for _, w := range [...]string{"and", "but"} {
		if at := matchPhrase(s, i, end, w); at >= 0 {
			return skipSpace(s, at, end)
		}
	}
	return i
}

// clauseModality reads the word that a clause starts with. A month is none.
func clauseModality(s string, i, end int) (Modality, int) {
	if i >= end || lower(s[i]) != 'm' && lower(s[i]) != 'r' {
		return None, i
	}
	for _, c := range [...]struct {
		phrase   string
		modality Modality
	}{{"must-not", MustNot}, {"must not", MustNot}, {"may not", MustNot}, {"may", May}, {"req", Req}} {
		at := matchPhrase(s, i, end, c.phrase)
		if at < 0 || !standsAlone(s, at, end) {
			continue
		}
		if next := skipSpace(s, at, end); c.phrase == "may" && next < end && isDigit(s[next]) {
			return None, i
		}
		return c.modality, at
	}
	return None, i
}

// standsAlone reports whether the word that ends at i is one by itself, and no
// piece of a name such as req.body, req() or may:2.
func standsAlone(s string, i, end int) bool {
	if i < end && s[i] == ':' {
		i++
	}
	return i == end || skipSpace(s, i, end) > i || strings.IndexByte(",;", s[i]) >= 0
}
