// Package word finds words in text without allocating. A word is a maximal
// run of letters and digits, of any script; marks belong to the letter before
// them.
package word

import (
	"unicode"
	"unicode/utf8"
)

// Next returns the first word of s[i:end], or start == end == end of the text
// where there is none.
func Next(s string, i, end int) (start, stop int) {
	for i < end {
		size, in := at(s, i, end, false)
		if in {
			start = i
			for i < end && in {
				i += size
				size, in = at(s, i, end, true)
			}
			return start, i
		}
		i += size
	}
	return end, end
}

// at reports the size of the rune at i and whether it belongs to a word.
func at(s string, i, end int, inside bool) (int, bool) {
	if i >= end {
		return 0, false
	}
	c := s[i]
	if c < utf8.RuneSelf {
		return 1, c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
	}
	r, size := utf8.DecodeRuneInString(s[i:end])
	if r == utf8.RuneError && size == 1 {
		return 1, false
	}
	return size, unicode.IsLetter(r) || unicode.IsDigit(r) || inside && unicode.IsMark(r)
}

// Is reports whether text is the lower-case ASCII word w, whatever its case.
func Is(text, w string) bool {
	if len(text) != len(w) {
		return false
	}
	for i := 0; i < len(w); i++ {
		c := text[i]
		if c >= 'A' && c <= 'Z' {
			c += 'a' - 'A'
		}
		if c != w[i] {
			return false
		}
	}
	return true
}

// Lower writes text in lower case into buf and returns it, or nil where text
// is not ASCII or longer than buf: no word of a closed list is.
func Lower(text string, buf *[16]byte) []byte {
	if len(text) > len(buf) {
		return nil
	}
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c >= utf8.RuneSelf {
			return nil
		}
		if c >= 'A' && c <= 'Z' {
			c += 'a' - 'A'
		}
		buf[i] = c
	}
	return buf[:len(text)]
}
