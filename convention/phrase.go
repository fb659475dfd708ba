package convention

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"earshot/convention/internal/word"
)

// phraseKind is why a phrase is of note.
type phraseKind uint8

const (
	fills phraseKind = iota
	hedges
	abbreviates
)

// phrase is a phrase of the closed lists found in a fact.
type phrase struct {
	fact int
	kind phraseKind
	span Span
	cut  Span   // what goes with the phrase where it only fills
	word string // what an abbreviation stands for
	free bool   // the words around it make no pattern with each other
}

// phraseList returns the phrases of all facts, in order.
func (p *pass) phraseList() []phrase {
	if p.scanned {
		return p.phrases
	}
	p.scanned = true
	for i := range p.facts {
		if p.facts[i].signs&phraseSigns == 0 {
			continue
		}
		text := p.facts[i].TextSpan
		for at := text.Start; at < text.End; {
			plain, next := outsideCode(p.source, at, text.End)
			p.scanPhrases(i, Span{at, plain}, text)
			at = next
		}
	}
	return p.phrases
}

// outsideCode returns where the next code span between backticks starts, and
// where it ends.
func outsideCode(s string, at, end int) (plain, next int) {
	open := strings.IndexByte(s[at:end], '`')
	if open < 0 {
		return end, end
	}
	open += at
	shut := strings.IndexByte(s[open+1:end], '`')
	if shut < 0 {
		return end, end
	}
	return open, open + 1 + shut + 1
}

// scanPhrases finds the phrases in a part of a fact's text.
func (p *pass) scanPhrases(fact int, part, text Span) {
	s := p.source[:part.End]
	before := uint8(openByte)
	if part.Start > text.Start {
		before = byteClass[s[part.Start-1]]
	}
	from := part.Start // or after the last filler, which no word counts with
	for i := part.Start; i < len(s); i++ {
		class := byteClass[s[i]]
		if before&(openByte|wideByte) == 0 || class&phraseByte == 0 {
			before = class
			continue
		}
		previous := before
		before = class
		if !opensPhrase(s, i, len(s)) || previous&wideByte != 0 && !opens(s[part.Start:i]) {
			continue
		}
		found, ok := phraseAt(s, from, i, len(s))
		if !ok || !phraseEnds(p.source, found.span.End, text.End) {
			continue
		}
		found.fact = fact
		if found.kind == fills {
			found.cut = fillerCut(p.source, found, text)
			found.free = loose(p.source, wordBefore(s, from, i), found, text)
			from = found.span.End
		}
		p.phrases = append(p.phrases, found)
		i = found.span.End - 1
		before = byteClass[s[i]]
	}
}

// opensPhrase reports whether a phrase of the lists may start with the three bytes
// at i: a quick look that spares most words a slow one.
func opensPhrase(s string, i, end int) bool {
	if i+1 >= end {
		return false
	}
	third := byte(0)
	if i+2 < end {
		third = lower(s[i+2])
	}
	switch uint(lower(s[i]))<<8 | uint(lower(s[i+1])) {
	case 'd'<<8 | 'l', 'w'<<8 | '/':
		return true
	case 'a'<<8 | 's', 'a'<<8 | 't', 'i'<<8 | 'n':
		return spaceAt(s, i+2, end)
	case 'b'<<8 | 'a', 'j'<<8 | 'u':
		return third == 's'
	case 'b'<<8 | '/':
		return third == 'c'
	case 'i'<<8 | 'm':
		return third == 'p'
	case 'k'<<8 | 'i':
		return third == 'n'
	case 'm'<<8 | 'a':
		return third == 'y'
	case 'p'<<8 | 'l':
		return third == 'e' || third == 's'
	case 'p'<<8 | 'r':
		return third == 'o'
	case 'r'<<8 | 'e':
		return third == 'q'
	}
	return lower(s[i]) == 'i' && spaceAt(s, i+1, end)
}

// wordBefore returns the last word of s[from:i].
func wordBefore(s string, from, i int) Span {
	end := i
	for end > from {
		r, size := utf8.DecodeLastRuneInString(s[from:end])
		if wordRune(r) && size > 0 {
			break
		}
		end -= size
	}
	start := end
	for start > from {
		r, size := utf8.DecodeLastRuneInString(s[from:start])
		if !wordRune(r) {
			break
		}
		start -= size
	}
	return Span{start, end}
}

// phraseAt reads the phrase that starts at i, whose words before count from
// offset from on.
func phraseAt(s string, from, i, end int) (phrase, bool) {
	c := lower(s[i])
	if found, ok := fillerAt(s, from, i, end, c); ok {
		return found, true
	}
	if at := hedgeAt(s, i, end, c); at >= 0 {
		return phrase{kind: hedges, span: Span{i, at}}, true
	}
	if w, at := abbreviationAt(s, from, i, end, c); w != "" {
		return phrase{kind: abbreviates, span: Span{i, at}, word: w}, true
	}
	return phrase{}, false
}

// opens reports whether a word may start after the text, which ends outside
// of ASCII: after white space or an opening mark.
func opens(before string) bool {
	r, _ := utf8.DecodeLastRuneInString(before)
	return unicode.IsSpace(r) || strings.ContainsRune("“‘«—–→", r)
}

// phraseEnds reports whether a phrase may end at i.
func phraseEnds(s string, i, end int) bool {
	if i == end {
		return true
	}
	r, _ := utf8.DecodeRuneInString(s[i:end])
	if strings.ContainsRune(",.;:!?", r) {
		return spaceOrEnd(s, i+1, end)
	}
	return unicode.IsSpace(r) || strings.ContainsRune(")]}\"'”’»—–→", r)
}

// fillerAt reads a filler.
func fillerAt(s string, from, i, end int, first byte) (phrase, bool) {
	var at int
	switch first {
	case 'p':
		at = max(matchPhrase(s, i, end, "please note that"), matchPhrase(s, i, end, "pls note that"))
	case 'a':
		at = max(discussed(s, i, end), matchPhrase(s, i, end, "at this point"))
	case 'b':
		at = matchPhrase(s, i, end, "basically")
	case 'j':
		at = justAt(s, i, end)
	case 'k':
		at = matchPhrase(s, i, end, "kind of")
		if before := wordBefore(s, from, i); at > 0 && determiner(s[before.Start:before.End]) {
			at = -1
		}
	case 'i':
		if at = matchPhrase(s, i, end, "in order to"); at > 0 {
			at -= len("to")
			at = trim(s, Span{i, at}).End
		}
	}
	return phrase{kind: fills, span: Span{i, at}}, at > i
}

// discussed reads "as discussed", unless it says where.
func discussed(s string, i, end int) int {
	at := matchPhrase(s, i, end, "as discussed")
	if at < 0 {
		return -1
	}
	start, stop := word.Next(s, at, end)
	var buf [16]byte
	switch string(word.Lower(s[start:stop], &buf)) {
	case "in", "with", "at", "on", "by", "during", "under":
		if !fillerFollows(s, start, end) {
			return -1
		}
	}
	return at
}

// fillerFollows reports whether the words at i, which would give the filler
// before them a meaning, are themselves filler.
func fillerFollows(s string, i, end int) bool {
	for _, f := range [...]string{"in order to", "at this point", "as discussed"} {
		if matchPhrase(s, i, end, f) > 0 {
			return true
		}
	}
	return false
}

// justAt reads "just", unless it means "only" or "a moment ago".
func justAt(s string, i, end int) int {
	at := matchPhrase(s, i, end, "just")
	if at < 0 {
		return -1
	}
	start, stop := word.Next(s, at, end)
	if start < stop && isDigit(s[start]) {
		return -1
	}
	var buf [16]byte
	switch string(word.Lower(s[start:stop], &buf)) {
	case "one", "two", "three", "the", "a", "an", "this", "that", "these", "those", "for", "in", "as", "under", "over", "above", "below", "before", "after", "now":
		if !fillerFollows(s, start, end) {
			return -1
		}
	}
	return at
}

// determiner reports whether "kind of" after the word names a kind.
func determiner(w string) bool {
	var buf [16]byte
	switch string(word.Lower(w, &buf)) {
	case "the", "a", "an", "this", "that", "what", "which", "any", "some", "every", "each", "one", "no", "same", "other", "another", "new", "right", "wrong":
		return true
	}
	return false
}

// hedgeAt reads a hedge and returns where it ends, or -1.
func hedgeAt(s string, i, end int, first byte) int {
	switch first {
	case 'i':
		return max(matchPhrase(s, i, end, "i think"), matchPhrase(s, i, end, "i guess"))
	case 'p':
		return matchPhrase(s, i, end, "probably")
	case 'm':
		return matchPhrase(s, i, end, "maybe")
	}
	return -1
}

// abbreviationAt reads an abbreviation and returns the word that it stands
// for and where it ends.
func abbreviationAt(s string, from, i, end int, first byte) (string, int) {
	for _, a := range [...]struct{ short, word string }{
		{"pls", "please"}, {"dl", "deadline"}, {"impl", "implementation"}, {"req'd", "required"}, {"b/c", "because"}, {"w/o", "without"},
	} {
		if first != a.short[0] {
			continue
		}
		at := matchPhrase(s, i, end, a.short)
		switch {
		case at < 0, a.short == "dl" && !timeFollows(s, at, end):
		case a.short == "impl":
			return implWord(s, wordBefore(s, from, i), at, end), at
		default:
			return a.word, at
		}
	}
	if i+1 < end && first == 'w' && s[i+1] == '/' && spaceAt(s, i+2, end) {
		return "with", i + 2
	}
	return "", i
}

// implWord tells the verb from the noun: it is a verb at the start and after
// a word that a verb follows, unless it is the implementation of something.
func implWord(s string, before Span, stop, end int) string {
	var buf [16]byte
	if start, next := word.Next(s, stop, end); word.Is(s[start:next], "of") {
		return "implementation"
	}
	switch string(word.Lower(s[before.Start:before.End], &buf)) {
	case "to", "will", "and", "then", "can", "could", "should", "please", "":
		return "implement"
	}
	return "implementation"
}

// timeFollows reports whether a time follows, so that dl is a deadline and no
// download.
func timeFollows(s string, i, end int) bool {
	if i < end && s[i] == ':' {
		i++
	}
	at := skipSpace(s, i, end)
	stop := skipWord(s, at, end)
	if nextInstant(s, at, stop).reading == goodTime {
		return true
	}
	sp, ok := nextRelative(s, at, min(end, at+quoteLen))
	return ok && sp.Start == at
}

// fillerCut is what is cut out with a filler: the space after it and a comma
// that set it off; at the end of the text what comes before it.
func fillerCut(s string, f phrase, text Span) Span {
	at := f.span.End
	if at < text.End && s[at] == ',' {
		at++
	}
	next := skipSpace(s, at, text.End)
	if next < text.End && (next > at || at == f.span.End) && strings.IndexByte(".;:!?)", s[next]) < 0 {
		return Span{f.span.Start, next}
	}
	start := trim(s, Span{text.Start, f.span.Start}).End
	if start > text.Start && s[start-1] == ',' {
		start--
	}
	return Span{start, at}
}

// loose reports whether the words before and after the filler say nothing
// together that they do not say apart: "must just not" is no "must not".
func loose(s string, before Span, f phrase, text Span) bool {
	if strings.HasSuffix(s[text.Start:f.span.Start], arrow) || strings.HasSuffix(s[text.Start:trim(s, Span{text.Start, f.span.Start}).End], arrow) {
		return false
	}
	if before.Len() > 0 && (isDigit(s[before.End-1]) || pairsWithNext(s[before.Start:before.End])) {
		return false
	}
	start, stop := word.Next(s, f.cut.End, text.End)
	return !pairsWithLast(s[start:stop])
}

// pairsWithNext reports whether some check reads the word together with the
// next one.
func pairsWithNext(w string) bool {
	var buf [16]byte
	switch string(word.Lower(w, &buf)) {
	case "must", "may", "do", "should", "shall", "rolled", "live", "next", "in", "decision", "at", "as", "kind", "i", "please", "pls",
		"order", "this", "note", "option", "dl", "and", "but", "http", "https",
		"commit", "run", "pr", "branch", "file", "url", "msg", "log", "artifact", "tag", "deploy":
		return true
	}
	return false
}

// pairsWithLast reports whether some check reads the word together with the
// one before it, or gives it a force of its own after a comma.
func pairsWithLast(w string) bool {
	var buf [16]byte
	switch string(word.Lower(w, &buf)) {
	case "not", "decides", "decided", "req", "must", "may":
		return true
	}
	return false
}
