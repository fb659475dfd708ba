package convention

import "unicode"

// irregular is how a line without a label reads once the marks in front of
// its reserved word are dropped, or its near word is written as that word.
type irregular struct {
	near   nearWord // its text is "" where the line has a reserved word
	label  Label    // what the line would be labelled; zero where that is not plain
	front  Span     // the marks in front
	after  Span     // closing marks and punctuation after the word
	text   Span     // what follows
	behind Span     // closing marks at the end of the line
}

// readIrregular reads a line that [readLabel] found without a label. It is
// false where the line is an ordinary plain fact.
func readIrregular(s string, line Span) (irregular, bool) {
	m := readMarks(s, line)
	r := irregular{front: Span{line.Start, m.at}}
	end := m.at
	if m.at > line.Start {
		r.label, end = labelCore(s, m.at, line.End)
	}
	if r.label.Modality == None {
		r.near, r.label, end = readNear(s, m.at, line.End)
		if r.near.text == "" {
			return irregular{}, false
		}
	}
	at, closed := m.closeAt(s, end, line.End)
	at, ok := r.punctuation(s, at, line.End, closed > 0)
	if !ok {
		return irregular{}, false
	}
	r.after = Span{end, at}
	r.text = Span{skipSpace(s, at, line.End), line.End}
	r.text.End = m.closeBehind(s, r.text, closed)
	r.behind = Span{r.text.End, line.End}
	return r, true
}

// punctuation passes what may follow the word and reports whether the word
// ends there: a colon after closing marks, or after a near word the sign that
// sets it off.
func (r *irregular) punctuation(s string, at, end int, closed bool) (int, bool) {
	near := r.near.text != ""
	if at == end || spaceAt(s, at, end) || !near && !closed && s[at-1] == ':' {
		return at, true
	}
	switch s[at] {
	case ':':
		return at + 1, near || closed && spaceOrEnd(s, at+1, end)
	case ',', '.', ';', '!', '?':
		return at + 1, near && spaceOrEnd(s, at+1, end)
	}
	return at, false
}

func spaceOrEnd(s string, i, end int) bool { return i == end || spaceAt(s, i, end) }

// sure reports whether the line is taken by every check for what it would be
// labelled: a safe fix says so.
func (r irregular) sure() bool { return r.near.text == "" || r.near.safe }

// oddFact is a fact without a label that reads as an irregular line.
type oddFact struct {
	index int
	irregular
}

// mend takes the facts as they read once every safe fix of a label is applied,
// so that what follows from a label is said together with it, and a fix that
// mends the label adds no diagnostic. They are the message's own where there is
// nothing to mend. Near words are taken as they stand in a message that only
// reports.
func (p *pass) mend() {
	for i := range p.m.Facts {
		f := &p.m.Facts[i]
		if f.Label.Modality != None || opensPlainly(p.source, f.Span) {
			continue
		}
		r, ok := readIrregular(p.source, f.Span)
		if !ok || r.near.text != "" && p.reports {
			continue
		}
		p.odd = append(p.odd, oddFact{i, r})
		if !r.sure() {
			continue
		}
		if len(p.mended) == 0 {
			p.mended = append(p.mended, p.m.Facts...)
			p.facts = p.mended
		}
		e := &p.facts[i]
		e.Label, e.TextSpan = r.label, r.text
		text := p.source[r.text.Start:r.text.End]
		e.Text = valid(text)
		e.Times, _ = appendInstants(nil, p.source, r.text.Start, r.text.End)
		e.signs = readSigns(text)
	}
}

// opensPlainly reports whether the line starts with a letter, which no mark does,
// and not as a near word does: [readIrregular] would find nothing.
func opensPlainly(s string, line Span) bool {
	return isAlpha(s[line.Start]) && !opensNear(s, line.Start, line.End)
}

func wordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}
