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
		if c := s[i]; c < utf8.RuneSelf {
			if alnum(c) {
				return i, tail(s, i+1, end)
			}
			i++
			continue
		}
		size, in := wide(s, i, end, false)
		if in {
			return i, tail(s, i+size, end)
		}
		i += size
	}
	return end, end
}

// tail returns where the word that goes on at i ends.
func tail(s string, i, end int) int {
	for i < end {
		if c := s[i]; c < utf8.RuneSelf {
			if !alnum(c) {
				return i
			}
			i++
			continue
		}
		size, in := wide(s, i, end, true)
		if !in {
			return i
		}
		i += size
	}
	return end
}

func alnum(c byte) bool { return c-'0' <= 9 || (c|0x20)-'a' <= 'z'-'a' }

// wide reports the size of the rune beyond ASCII at i and whether it belongs to a
// word.
func wide(s string, i, end int, inside bool) (int, bool) {
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
