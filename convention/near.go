package convention

import "unicode/utf8"

// nearWord is a phrase that readers take for a reserved word and that is
// none.
type nearWord struct {
	text     string
	modality Modality // what it would be written as; None where that is not plain
	safe     bool     // whether that cannot be meant otherwise
	drop     bool     // it is to be left out
	filler   bool     // it only fills, and is no near word
}

// nearWords lists them, a longer phrase before one that it starts with.
var nearWords = [...]nearWord{
	{text: "must not", modality: MustNot, safe: true},
	{text: "must never", modality: MustNot, safe: true},
	{text: "mustn't", modality: MustNot, safe: true},
	{text: "must", modality: Req, safe: true},
	{text: "do not", modality: MustNot, safe: true},
	{text: "don't", modality: MustNot, safe: true},
	{text: "decision"},
	{text: "never", modality: MustNot, safe: true},
	{text: "should not", modality: MustNot},
	{text: "should", modality: Rec},
	{text: "shall not", modality: MustNot},
	{text: "shall", modality: Req},
	{text: "please do not", modality: MustNot},
	{text: "please don't", modality: MustNot},
	{text: "please note that", filler: true},
	{text: "please", modality: Req},
	{text: "proof", modality: Ev},
	{text: "required to", modality: Req, safe: true},
	{text: "required", modality: Req, safe: true},
	{text: "recommended", modality: Rec},
	{text: "recommend", modality: Rec},
	{text: "forbidden", modality: MustNot, safe: true},
	{text: "fyi", drop: true},
	{text: "allowed to", modality: May, safe: true},
	{text: "allowed", modality: May, safe: true},
	{text: "optional", modality: May},
	{text: "option", modality: Opt},
	{text: "blocked", modality: Block, safe: true},
	{text: "blocker", modality: Block, safe: true},
	{text: "question", modality: Ask},
	{text: "evidence", modality: Ev},
}

// readNear reads a near word at s[i:end] and returns where it ends, and the
// label that it would be written as. Its text is "" where there is none.
func readNear(s string, i, end int) (nearWord, Label, int) {
	if !opensNear(s, i, end) {
		return nearWord{}, Label{}, i
	}
	first := lower(s[i])
	for k := range nearWords {
		w := &nearWords[k]
		if w.text[0] != first {
			continue
		}
		at := matchPhrase(s, i, end, w.text)
		if at < 0 {
			continue
		}
		if w.filler {
			break
		}
		label := Label{Modality: w.modality, Plain: true}
		if w.modality == Opt {
			id, stop := optionID(s, at, end)
			if id == "" {
				continue
			}
			label.Sep, label.ID, at = '/', id, stop
		}
		label.Span = Span{i, at}
		return *w, label, at
	}
	return nearWord{}, Label{}, i
}

// opensNear reports whether the text starts with the first three bytes of a near
// word; a space is any byte.
func opensNear(s string, i, end int) bool {
	start := letters3(s, i, end)
	switch start {
	case 'm'<<16 | 'u'<<8 | 's', 'd'<<16 | 'e'<<8 | 'c', 'n'<<16 | 'e'<<8 | 'v', 's'<<16 | 'h'<<8 | 'o', 's'<<16 | 'h'<<8 | 'a',
		'p'<<16 | 'l'<<8 | 'e', 'p'<<16 | 'r'<<8 | 'o', 'r'<<16 | 'e'<<8 | 'q', 'r'<<16 | 'e'<<8 | 'c', 'f'<<16 | 'o'<<8 | 'r', 'f'<<16 | 'y'<<8 | 'i',
		'a'<<16 | 'l'<<8 | 'l', 'o'<<16 | 'p'<<8 | 't', 'b'<<16 | 'l'<<8 | 'o', 'q'<<16 | 'u'<<8 | 'e', 'e'<<16 | 'v'<<8 | 'i':
		return true
	}
	return start>>8 == 'd'<<8|'o'
}

// optionID reads the name of an option after the word: one capital letter or
// a number.
func optionID(s string, i, end int) (string, int) {
	at := skipSpace(s, i, end)
	stop := at + digitRun(s, at, end)
	if at < end && s[at] >= 'A' && s[at] <= 'Z' {
		stop = at + 1
	}
	if at == i || stop == at || !wordEnds(s, stop, end) {
		return "", i
	}
	return s[at:stop], stop
}

// matchPhrase returns where the lower-case phrase ends that starts at i, or
// -1. A space of the phrase stands for any white space, its apostrophe for
// any apostrophe; the last word has to end there.
func matchPhrase(s string, i, end int, phrase string) int {
	for k := 0; k < len(phrase); k++ {
		switch c := phrase[k]; {
		case i >= end:
			return -1
		case c == ' ':
			at := skipSpace(s, i, end)
			if at == i {
				return -1
			}
			i = at
		case c == '\'' && s[i] != '\'':
			r, size := utf8.DecodeRuneInString(s[i:end])
			if r != '’' {
				return -1
			}
			i += size
		case lower(s[i]) != c:
			return -1
		default:
			i++
		}
	}
	if !wordEnds(s, i, end) {
		return -1
	}
	return i
}

// wordEnds reports whether a word that reaches i ends there: neither a letter
// nor a digit, hyphen, apostrophe, slash or underscore goes on.
func wordEnds(s string, i, end int) bool {
	if i >= end {
		return true
	}
	switch c := s[i]; {
	case c == '-' || c == '_' || c == '/':
		return false
	case c == '\'':
		return i+1 >= end || !isAlpha(s[i+1])
	case c < utf8.RuneSelf:
		return !isAlnum(c)
	}
	r, size := utf8.DecodeRuneInString(s[i:end])
	if r == '’' {
		return i+size >= end || !isAlpha(s[i+size])
	}
	return !wordRune(r)
}
