package convention

import (
	"strings"
	"unicode/utf8"
)

func deciderNotAddressed() Rule {
	return Rule{
		Code: "decider-not-addressed", Severity: Warning,
		Title: "names a decider whom the message is not addressed to",
		Fix:   "unsafe: adds the seat",
		Doc: `A decider line says who chooses, not who is to read it. Where the header does not
name the same seat, the one who should decide does not know that it must.`,
		Bad:   "v1 propose limiter to lead n=3\nask which store, 20260918T0900Z\ndefault silence past the ask time→Redis\ndecider yu",
		Good:  "v1 propose limiter to lead,yu n=3\nask which store, 20260918T0900Z\ndefault silence past the ask time→Redis\ndecider yu",
		scope: headed,
		lines: linesOf(Decider),
		check: checkDeciderNotAddressed,
	}
}

func checkDeciderNotAddressed(p *pass) {
	if p.m.AddressedToAll() {
		return
	}
	to := p.m.Header.To
	var named idSet // what the addressees fold to, where there are many to look up
	many := p.count[Decider] > 1 && len(to) >= manySeats
	if many {
		for _, t := range to {
			named.add(foldName(t.Text))
		}
	}
	for i := range p.facts {
		d, ok := deciderOf(&p.facts[i], p.source)
		if !ok || many && named.has(foldName(d.Text)) || !many && addresses(to, d.Text) {
			continue
		}
		var fix *Fix
		if len(to) > 0 && !strings.ContainsAny(d.Text, ",=") {
			fix = perhaps("Address "+d.Text+" too", insert(to[len(to)-1].Span.End, ","+d.Text))
		}
		p.report(d.Span, quote(d.Text)+" is to decide, but the message is not addressed to that seat", fix)
	}
}

// deciderOf returns the seat that a decider line names: its first word,
// without punctuation around it.
func deciderOf(f *Fact, source string) (Token, bool) {
	if f.Label.Modality != Decider {
		return Token{}, false
	}
	sp := Span{f.TextSpan.Start, skipWord(source, f.TextSpan.Start, f.TextSpan.End)}
	if i := strings.IndexByte(source[sp.Start:sp.End], ','); i > 0 {
		sp.End = sp.Start + i
	}
	for sp.Start < sp.End && strings.IndexByte("@\"'`(<*", source[sp.Start]) >= 0 {
		sp.Start++
	}
	for sp.End > sp.Start && strings.IndexByte(",.;:!?\"'`)>*", source[sp.End-1]) >= 0 {
		sp.End--
	}
	return token(source, sp), sp.Len() > 0 && utf8.ValidString(source[sp.Start:sp.End])
}
