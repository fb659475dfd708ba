package convention

import (
	"unicode"
	"unicode/utf8"
)

// readLabel reads the label at s[i:end], which is a line without leading
// white space, and returns where the text after it starts. Its Modality is
// None where the line starts with no reserved word.
func readLabel(s string, i, end int) (Label, int) {
	word := i
	for word < end && (isAlpha(s[word]) || s[word] == '-') && word-i <= len("must-not") {
		word++
	}
	m := modalityOf(s[i:word])
	if m == None {
		return Label{}, i
	}
	l := Label{Modality: m, Plain: s[i:word] == m.String()}
	at := word
	if at < end && (s[at] == '#' || s[at] == '/') {
		stop := idEnd(s, at+1, end)
		if stop == at+1 {
			l.Plain = false
		} else {
			l.Sep, l.ID = s[at], s[at+1:stop]
		}
		at = stop
	}
	if at < end && s[at] == ':' {
		if at+2 < end && s[at+1] == '/' && s[at+2] == '/' {
			return Label{}, i
		}
		l.Plain = false
		at++
	} else if at < end && !spaceAt(s, at, end) {
		return Label{}, i
	}
	l.Span = Span{i, at}
	return l, skipSpace(s, at, end)
}

// idEnd returns where the id that starts at i ends: letters, digits, '_' and
// '-', and a dot before a digit.
func idEnd(s string, i, end int) int {
	for i < end {
		c := s[i]
		if c < utf8.RuneSelf {
			dot := c == '.' && i+1 < end && isDigit(s[i+1])
			if !isAlnum(c) && c != '_' && c != '-' && !dot {
				return i
			}
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:end])
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) {
			return i
		}
		i += size
	}
	return i
}

func spaceAt(s string, i, end int) bool { return skipSpace(s, i, end) > i }
