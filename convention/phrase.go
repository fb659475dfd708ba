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
	s := p.source
	var before Span
	for at := part.Start; ; {
		start, stop := word.Next(s, at, part.End)
		if start == stop {
			return
		}
		at = stop
		found, ok := phraseAt(s, before, start, stop, part.End)
		if ok && (start == text.Start || phraseStarts(s, start)) && phraseEnds(s, found.span.End, text.End) {
			found.fact = fact
			if found.kind == fills {
				found.cut = fillerCut(s, found, text)
				found.free = loose(s, before, found, text)
			}
			p.phrases = append(p.phrases, found)
			at = found.span.End
		}
		before = Span{start, stop}
	}
}

// phraseAt reads the phrase that starts with the word [start,stop).
func phraseAt(s string, before Span, start, stop, end int) (phrase, bool) {
	switch c := lower(s[start]); c {
	case 'a', 'b', 'd', 'i', 'j', 'k', 'm', 'p', 'r', 'w':
		if found, ok := fillerAt(s, before, start, end, c); ok {
			return found, true
		}
		if at := hedgeAt(s, start, end, c); at >= 0 {
			return phrase{kind: hedges, span: Span{start, at}}, true
		}
		if w, at := abbreviationAt(s, before, start, stop, end); w != "" {
			return phrase{kind: abbreviates, span: Span{start, at}, word: w}, true
		}
	}
	return phrase{}, false
}

// phraseStarts reports whether a phrase may start at i: after white space or
// an opening mark, and not inside of a value such as 87%b/c.
func phraseStarts(s string, i int) bool {
	r, _ := utf8.DecodeLastRuneInString(s[:i])
	return unicode.IsSpace(r) || strings.ContainsRune("([{\"'“‘«,;—–→", r)
}

// phraseEnds reports whether a phrase may end at i.
func phraseEnds(s string, i, end int) bool {
	if i == end {
		return true
	}
	r, _ := utf8.DecodeRuneInString(s[i:end])
	return unicode.IsSpace(r) || strings.ContainsRune(")]}\"'”’»,.;:!?—–→", r)
}

// fillerAt reads a filler.
func fillerAt(s string, before Span, i, end int, first byte) (phrase, bool) {
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
		if !determiner(s[before.Start:before.End]) {
			at = matchPhrase(s, i, end, "kind of")
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
		return -1
	}
	return at
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
		return -1
	}
	return at
}

// determiner reports whether "kind of" after the word names a kind.
func determiner(w string) bool {
	var buf [16]byte
	switch string(word.Lower(w, &buf)) {
	case "the", "a", "an", "this", "that", "what", "which", "any", "some", "every", "each", "one", "no", "same", "other", "another", "new", "right", "wrong", "of":
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
func abbreviationAt(s string, before Span, start, stop, end int) (string, int) {
	var buf [16]byte
	switch string(word.Lower(s[start:stop], &buf)) {
	case "pls":
		if wordEnds(s, stop, end) {
			return "please", stop
		}
	case "dl":
		if wordEnds(s, stop, end) && timeFollows(s, stop, end) {
			return "deadline", stop
		}
	case "impl":
		if wordEnds(s, stop, end) {
			return implWord(s, before, stop, end), stop
		}
	case "req":
		if at := matchPhrase(s, start, end, "req'd"); at >= 0 {
			return "required", at
		}
	case "b":
		if at := matchPhrase(s, start, end, "b/c"); at >= 0 {
			return "because", at
		}
	case "w":
		if at := matchPhrase(s, start, end, "w/o"); at >= 0 {
			return "without", at
		}
		if stop < end && s[stop] == '/' && spaceAt(s, stop+1, end) {
			return "with", stop + 1
		}
	}
	return "", start
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
		"order", "this", "note", "option", "just", "discussed", "dl", "and", "but", "http", "https",
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

// capitalised writes the word with a capital where the text has one.
func capitalised(w, like string) string {
	r, _ := utf8.DecodeRuneInString(like)
	if r >= 'A' && r <= 'Z' {
		return strings.ToUpper(w[:1]) + w[1:]
	}
	return w
}
