package convention

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const bom = "\uFEFF"

// layout keeps what the checks need of the shape of the source.
type layout struct {
	start  int    // of the first line: after a BOM
	inner  Span   // the lines that were parsed: the body without BOM and fences
	lines  int    // how many lines there are up to the end of inner
	fences []Span // fence lines, outermost pair first: open, close, open, close
	valid  bool   // the source is valid UTF-8
	plain  bool   // LF alone ends its lines
	unreal bool   // some fact holds what looks like an instant and is none
	signs  signs  // of the header, the labels with an id and the texts of the facts
}

// lineEnd returns where the line that starts at i ends, and where the next
// one starts. LF, CRLF and CR end a line.
func lineEnd(s string, i int) (end, next int) {
	for j := i; j < len(s); j++ {
		switch s[j] {
		case '\n':
			return j, j + 1
		case '\r':
			if j+1 < len(s) && s[j+1] == '\n' {
				return j, j + 2
			}
			return j, j + 1
		}
	}
	return len(s), len(s)
}

// trim narrows the span by the white space at both its ends.
func trim(s string, sp Span) Span {
	sp.Start = skipSpace(s, sp.Start, sp.End)
	for sp.End > sp.Start {
		c := s[sp.End-1]
		if c < utf8.RuneSelf {
			if !asciiSpace(c) {
				break
			}
			sp.End--
			continue
		}
		r, size := utf8.DecodeLastRuneInString(s[sp.Start:sp.End])
		if !unicode.IsSpace(r) {
			break
		}
		sp.End -= size
	}
	return sp
}

// skipSpace returns the first offset from i, at most end, that is not white
// space.
func skipSpace(s string, i, end int) int {
	if i < end && byteClass[s[i]]&(spaceByte|wideByte) == 0 {
		return i
	}
	return skipSpaces(s, i, end)
}

func skipSpaces(s string, i, end int) int {
	for i < end {
		if s[i] < utf8.RuneSelf {
			if !asciiSpace(s[i]) {
				return i
			}
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:end])
		if !unicode.IsSpace(r) {
			return i
		}
		i += size
	}
	return i
}

// skipWord returns the first offset from i, at most end, that is white space.
func skipWord(s string, i, end int) int {
	for {
		for i < end && byteClass[s[i]]&(spaceByte|wideByte) == 0 {
			i++
		}
		if i >= end || s[i] < utf8.RuneSelf {
			return i
		}
		r, size := utf8.DecodeRuneInString(s[i:end])
		if unicode.IsSpace(r) {
			return i
		}
		i += size
	}
}

// Classes of bytes. The table is never written.
const (
	digitByte  = 1 << iota
	letterByte // ASCII
	spaceByte  // ASCII white space
	joinByte   // '_' and '-', which join words to a name
	phraseByte // a phrase of the closed lists starts with it
	openByte   // a word starts after it: white space and opening marks
	wideByte   // outside of ASCII
	tailByte   // a token may go on after it
)

var byteClass = classify()

func classify() (class [256]uint8) {
	for c := '0'; c <= '9'; c++ {
		class[c] |= digitByte
	}
	for c := 'a'; c <= 'z'; c++ {
		class[c] |= letterByte
		class[c-'a'+'A'] |= letterByte
	}
	for _, c := range " \t\n\v\f\r" {
		class[c] |= spaceByte | openByte
	}
	for _, c := range "([{" {
		class[c] |= openByte
	}
	for _, c := range "./+=" {
		class[c] |= tailByte
	}
	for c := 0x80; c <= 0xFF; c++ {
		class[c] |= wideByte
	}
	for _, c := range "_-" {
		class[c] |= joinByte
	}
	for _, c := range "abdijkmprwABDIJKMPRW" {
		class[c] |= phraseByte
	}
	return class
}

func asciiSpace(c byte) bool { return byteClass[c]&spaceByte != 0 }

// letters3 packs the first three bytes of s[i:end], letters in lower case, for a look
// at how a text starts; it is 0 where there are not so many.
func letters3(s string, i, end int) uint {
	if i+2 >= end {
		return 0
	}
	return uint(lower(s[i]))<<16 | uint(lower(s[i+1]))<<8 | uint(lower(s[i+2]))
}

func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isAlpha(c byte) bool { return byteClass[c]&letterByte != 0 }

func isAlnum(c byte) bool { return byteClass[c]&(letterByte|digitByte) != 0 }

// isIDByte reports whether c may stand in a name: a letter, a digit, '_' or
// '-'.
func isIDByte(c byte) bool { return byteClass[c]&(letterByte|digitByte|joinByte) != 0 }

// valid returns text with every invalid byte as U+FFFD.
func valid(s string) string {
	ascii := 0 // the words of a header are short and mostly nothing else
	for ascii < len(s) && s[ascii] < utf8.RuneSelf {
		ascii++
	}
	if ascii == len(s) || utf8.ValidString(s[ascii:]) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 8)
	for _, r := range s {
		b.WriteRune(r)
	}
	return b.String()
}
