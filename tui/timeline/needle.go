package timeline

import (
	"strings"
	"unicode/utf8"
)

// needle is a pattern made ready to be looked for in many texts.
type needle struct {
	pattern string // lower case
	ascii   bool
	// An ASCII pattern is looked for by the byte of it that texts have least
	// often, which stands at offset at, in either case.
	at       int
	low, top byte
}

// common lists the bytes of texts from the most common to the rarest; what is
// not in it is rarer still.
const common = " etaoinsrhldcumfpgwybv.,-0123456789:kxjqz"

func needleOf(pattern string) needle {
	n := needle{pattern: pattern, ascii: ascii(pattern)}
	if !n.ascii || pattern == "" {
		return n
	}
	rarest := -1
	for i := range len(pattern) {
		rank := strings.IndexByte(common, pattern[i])
		if rank < 0 {
			rank = len(common)
		}
		if rank > rarest {
			rarest, n.at = rank, i
		}
	}
	n.low = pattern[n.at]
	n.top = strings.ToUpper(pattern[n.at : n.at+1])[0]
	return n
}

// indexFold is the byte offset of a lower-case pattern in s without regard to
// case, -1 for none. An ASCII pattern is looked for byte by byte.
func indexFold(s, pattern string) int { return needleOf(pattern).index(s) }

func (n needle) index(s string) int {
	switch {
	case n.pattern == "":
		return 0
	case !n.ascii:
		return indexFoldRunes(s, n.pattern)
	case len(s) < len(n.pattern):
		return -1
	}
	low, top := ahead(s, n.at, n.low), len(s)
	if n.top != n.low {
		top = ahead(s, n.at, n.top)
	}
	for {
		at := min(low, top)
		from := at - n.at
		if from+len(n.pattern) > len(s) {
			return -1
		}
		if strings.EqualFold(s[from:from+len(n.pattern)], n.pattern) {
			return from
		}
		if low == at {
			low = ahead(s, at+1, n.low)
		} else {
			top = ahead(s, at+1, n.top)
		}
	}
}

// ahead is the offset of c in s from at on, len(s) where there is none.
func ahead(s string, at int, c byte) int {
	if i := strings.IndexByte(s[at:], c); i >= 0 {
		return at + i
	}
	return len(s)
}

// indexFoldRunes compares rune by rune, since folding may change lengths.
func indexFoldRunes(s, pattern string) int {
	for i := range s {
		if n := foldPrefix(s[i:], pattern); n >= 0 {
			return i
		}
	}
	return -1
}

// foldPrefix is the number of bytes at the start of s that equal a lower-case
// pattern, -1 where they do not.
func foldPrefix(s, pattern string) int {
	at := 0
	for _, want := range pattern {
		if at >= len(s) {
			return -1
		}
		got, size := utf8.DecodeRuneInString(s[at:])
		if got != want && !strings.EqualFold(s[at:at+size], string(want)) {
			return -1
		}
		at += size
	}
	return at
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
