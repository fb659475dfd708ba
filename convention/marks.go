package convention

import (
	"strings"
	"unicode/utf8"
)

// marks are the bullets, numbers, quotes and emphasis marks in front of a
// line's first word.
type marks struct {
	at      int // where the first word starts
	closers [4]string
	n       int // how many closers are expected, outermost first
}

// readMarks reads the marks in front of the line.
func readMarks(s string, line Span) marks {
	m := marks{at: line.Start}
	for m.at < line.End {
		size, closer := markAt(s[m.at:line.End])
		if size == 0 || closer != "" && m.n == len(m.closers) {
			break
		}
		if closer != "" {
			m.closers[m.n] = closer
			m.n++
		}
		m.at = skipSpace(s, m.at+size, line.End)
	}
	return m
}

// markAt returns the length of the mark that s starts with, 0 where there is
// none, and what closes it, "" where nothing does.
func markAt(s string) (size int, closer string) {
	switch c := s[0]; {
	case c == '-' || c == '+':
		return bulletLen(s, 1), ""
	case c == '*' || c == '_' || c == '~' || c == '`':
		return emphasis(s)
	case c == '#':
		return bulletLen(s, runLen(s, '#')), ""
	case c == '>':
		return 1, ""
	case c == '"':
		return 1, `"`
	case c == '\'':
		return 1, "'"
	case c == '[':
		if len(s) > 3 && s[2] == ']' && (s[1] == ' ' || s[1] == 'x' || s[1] == 'X') {
			return bulletLen(s, 3), ""
		}
		return 1, "]"
	case c == '(' || isDigit(c):
		return numberMark(s), ""
	case c < utf8.RuneSelf:
		return 0, ""
	}
	return wideMark(s)
}

// bulletLen returns n where white space follows the first n bytes, else 0.
func bulletLen(s string, n int) int {
	if len(s) > n && asciiSpace(s[n]) {
		return n
	}
	return 0
}

func runLen(s string, c byte) int {
	n := 0
	for n < len(s) && s[n] == c {
		n++
	}
	return n
}

// emphasis reads a run of * _ ~ or `; a star before white space is a bullet.
func emphasis(s string) (int, string) {
	n := runLen(s, s[0])
	if n > 3 || n == len(s) {
		return 0, ""
	}
	if asciiSpace(s[n]) {
		if n == 1 && s[0] == '*' {
			return 1, ""
		}
		return 0, ""
	}
	return n, s[:n]
}

// numberMark reads "1." "1)" and "(1)" before white space.
func numberMark(s string) int {
	i := 0
	if s[0] == '(' {
		i = 1
	}
	n := digitRun(s, i, len(s))
	if n == 0 || n > 3 || i+n >= len(s) {
		return 0
	}
	if c := s[i+n]; c != ')' && (c != '.' || i == 1) {
		return 0
	}
	return bulletLen(s, i+n+1)
}

// wideMark reads marks outside of ASCII.
func wideMark(s string) (int, string) {
	if n := emojiLen(s); n > 0 {
		return n, ""
	}
	r, size := utf8.DecodeRuneInString(s)
	switch r {
	case '•', '·', '‣', '◦', '▪', '●', '–', '—', '⁃', '∙':
		return size, ""
	case '“', '„':
		return size, "”"
	case '‘':
		return size, "’"
	case '«':
		return size, "»"
	case '「':
		return size, "」"
	}
	return 0, ""
}

// closeAt passes the closers that stand at i, innermost first, and returns
// the offset after them and how many there were.
func (m *marks) closeAt(s string, i, end int) (at, closed int) {
	for closed < m.n && strings.HasPrefix(s[i:end], m.closers[m.n-1-closed]) {
		i += len(m.closers[m.n-1-closed])
		closed++
	}
	return i, closed
}

// closeBehind returns where the text ends once the closers that are still
// open after closed of them are taken off its end.
func (m *marks) closeBehind(s string, text Span, closed int) int {
	end := text.End
	for i := 0; i < m.n-closed && strings.HasSuffix(s[text.Start:end], m.closers[i]); i++ {
		end -= len(m.closers[i])
	}
	if end == text.End {
		return end
	}
	return trim(s, Span{text.Start, end}).End
}
