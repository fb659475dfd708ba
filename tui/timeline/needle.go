package timeline

import (
	"math/bits"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// needle is a pattern made ready to be looked for in many texts without regard
// to case. The time a text takes is some three cycles for eight bytes, whatever
// letters it is made of: it does not stop at letters that only seem to fit.
type needle struct {
	pattern string // lower case
	ascii   bool
	// Of an ASCII pattern: the offsets of the two bytes that texts have least
	// often, near before far, and these bytes eight times, with caseBit.
	near, far         int
	nearMask, farMask uint64
	// A third one, not behind far, tells apart places where those two stand
	// often; it is near where there is none.
	third     int
	thirdMask uint64
	// Of any other pattern: how its first rune may stand in a text, and how the
	// first one beyond ASCII may, without which no text can have it.
	first, needed []string
}

const (
	ones    = 0x0101010101010101
	tops    = 0x8080808080808080
	caseBit = 0x20 // what tells upper from lower case letters in ASCII
)

// common lists the bytes of texts from the most common to the rarest; what is
// not in it is rarer still.
const common = " etaoinsrhldcumfpgwybv.,-0123456789:kxjqz"

func needleOf(pattern string) needle {
	n := needle{pattern: pattern, ascii: ascii(pattern)}
	switch {
	case pattern == "":
	case n.ascii:
		rare := rarest(pattern, 0)
		next := rarest(pattern, pattern[rare])
		n.near, n.far = min(rare, next), max(rare, next)
		n.nearMask = ones * uint64(pattern[n.near]|caseBit)
		n.farMask = ones * uint64(pattern[n.far]|caseBit)
		n.third = thirdOf(pattern[:n.far+1], pattern[n.near], pattern[n.far])
		n.thirdMask = ones * uint64(pattern[n.third]|caseBit)
	default:
		beyond := strings.IndexFunc(pattern, func(r rune) bool { return r >= utf8.RuneSelf })
		n.first, n.needed = spellings(pattern), spellings(pattern[beyond:])
	}
	return n
}

// rarest is the offset of the byte that texts have least often, of those that
// are not besides; 0 where there is no other.
func rarest(pattern string, besides byte) int {
	at, most := 0, -1
	for i := range len(pattern) {
		rank := strings.IndexByte(common, pattern[i])
		if rank < 0 {
			rank = len(common)
		}
		if pattern[i] != besides && rank > most {
			at, most = i, rank
		}
	}
	return at
}

// thirdOf is the offset of the byte that texts have least often, of those that
// are neither a nor b; that of a where there is no other.
func thirdOf(pattern string, a, b byte) int {
	at, most := strings.IndexByte(pattern, a), -1
	for i := range len(pattern) {
		rank := strings.IndexByte(common, pattern[i])
		if rank < 0 {
			rank = len(common)
		}
		if pattern[i] != a && pattern[i] != b && rank > most {
			at, most = i, rank
		}
	}
	return at
}

// spellings are the ways to write the first rune of a pattern without regard
// to case; nil where that rune also stands for bytes that are no UTF-8.
func spellings(pattern string) []string {
	r, _ := utf8.DecodeRuneInString(pattern)
	if r == utf8.RuneError {
		return nil
	}
	all := []string{string(r)}
	for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
		all = append(all, string(f))
	}
	return all
}

// indexFold is the byte offset of a lower-case pattern in s without regard to
// case, -1 for none. An ASCII pattern is found in ASCII alone.
func indexFold(s, pattern string) int {
	n := needleOf(pattern)
	return n.index(s)
}

func (n *needle) index(s string) int {
	switch {
	case n.pattern == "":
		return 0
	case !n.ascii:
		return n.indexRunes(s)
	case len(s) < n.far+8:
		return n.indexShort(s)
	}
	top := len(s) - n.far - 8
	for at := 0; ; at = min(at+8, top) {
		var hit uint64
		if at, hit = n.seem(s, at); hit == 0 {
			return -1
		}
		for ; hit != 0; hit &= hit - 1 {
			from := at + bits.TrailingZeros64(hit)/8
			if from+len(n.pattern) <= len(s) && strings.EqualFold(s[from:from+len(n.pattern)], n.pattern) {
				return from
			}
		}
		if at == top {
			return -1
		}
	}
}

// seem looks at eight places at once, from at on, until the three bytes stand
// at one: it gives the first of the eight, and the top bit of the byte of each
// place where they do, 0 for none. What is marked above the lowest may be wrong.
func (n *needle) seem(s string, at int) (int, uint64) {
	near, third, far := s[n.near:], s[n.third:], s[n.far:]
	nearMask, farMask := n.nearMask, n.farMask
	for at+16 <= len(far) {
		e, f := near[at:at+16], far[at:at+16]
		low, high := both(load(e, 0), load(f, 0), nearMask, farMask), both(load(e, 8), load(f, 8), nearMask, farMask)
		if low|high != 0 && low&n.isThird(load(third, at))|high&n.isThird(load(third, at+8)) != 0 {
			break
		}
		at += 16
	}
	for ; ; at += 8 {
		at = min(at, len(far)-8) // the last eight may overlap those before them
		hit := both(load(near, at), load(far, at), nearMask, farMask)
		if hit &= n.isThird(load(third, at)); hit != 0 || at == len(far)-8 {
			return at, hit
		}
	}
}

// isThird marks the bytes that, in lower case, are the third one.
func (n *needle) isThird(bytes uint64) uint64 {
	miss := (bytes | ones*caseBit) ^ n.thirdMask
	return (miss - ones) &^ miss & tops
}

// both marks the bytes where near and far, in lower case, are those of the masks.
func both(near, far, nearMask, farMask uint64) uint64 {
	miss := (near | ones*caseBit) ^ nearMask | (far | ones*caseBit) ^ farMask
	return (miss - ones) &^ miss & tops
}

// indexShort looks at every place of a text that is too short for eight at once.
func (n *needle) indexShort(s string) int {
	for from := 0; from+len(n.pattern) <= len(s); from++ {
		if strings.EqualFold(s[from:from+len(n.pattern)], n.pattern) {
			return from
		}
	}
	return -1
}

// load gives eight bytes of s, the first one lowest. It compiles to one load.
func load(s string, at int) uint64 {
	s = s[at : at+8]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// indexRunes compares rune by rune, since folding may change lengths, from
// every place where the first rune stands.
func (n *needle) indexRunes(s string) int {
	if n.needed != nil && !slices.ContainsFunc(n.needed, func(text string) bool { return strings.Contains(s, text) }) {
		return -1
	}
	if n.first == nil {
		for i := range s {
			if foldPrefix(s[i:], n.pattern) >= 0 {
				return i
			}
		}
		return -1
	}
	var next [4]int // no rune has more spellings
	for i, spelling := range n.first {
		next[i] = ahead(s, 0, spelling)
	}
	for {
		which := 0
		for i := range n.first {
			if next[i] < next[which] {
				which = i
			}
		}
		at := next[which]
		if at == len(s) {
			return -1
		}
		if foldPrefix(s[at:], n.pattern) >= 0 {
			return at
		}
		next[which] = ahead(s, at+1, n.first[which])
	}
}

// ahead is the offset of a text in s from at on, len(s) where there is none.
func ahead(s string, at int, text string) int {
	if i := strings.Index(s[at:], text); i >= 0 {
		return at + i
	}
	return len(s)
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
