package convention

import (
	"unicode"
	"unicode/utf8"
)

// readLabel reads the label at s[i:end], which is a line without leading
// white space, and returns where the text after it starts. Its Modality is
// None where the line starts with no reserved word.
func readLabel(s string, i, end int) (Label, int) {
	l, at := labelCore(s, i, end)
	if l.Modality == None {
		return Label{}, i
	}
	text := skipSpace(s, at, end)
	if text == at && at < end && s[at-1] != ':' {
		return Label{}, i
	}
	return l, text
}

// labelCore reads a reserved word, its id and its colon, whatever follows,
// and returns where they end. A URL scheme is no reserved word.
func labelCore(s string, i, end int) (Label, int) {
	m, stop, plain := reservedAt(s, i, end)
	if m == None {
		return Label{}, i
	}
	l := Label{Modality: m, Plain: plain}
	at := stop
	if at < end && (s[at] == '#' || s[at] == '/') {
		at = idEnd(s, stop+1, end)
		if at == stop+1 {
			l.Plain = false
		} else {
			l.Sep, l.ID = s[stop], s[stop+1:at]
		}
	}
	if at < end && s[at] == ':' {
		if at+2 < end && s[at+1] == '/' && s[at+2] == '/' {
			return Label{}, i
		}
		l.Plain = false
		at++
	}
	l.Span = Span{i, at}
	return l, at
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
