package timeline

import (
	"unicode"
	"unicode/utf8"
)

// Sieve remembers which letters, pairs and triples of letters a number of
// bodies have, without regard to case, so that a search can pass over all of
// them at once: what a sieve does not let through is in none of the bodies. It
// takes some two kilobytes, which suit the bodies of several hundred messages.
type Sieve struct {
	letters [letterBits / 64]uint64
	groups  [groupBits / 64]uint64 // of two and of three letters
}

const (
	letterBits = 512
	groupBits  = 1 << 14
)

// Add takes in a body.
func (s *Sieve) Add(body string) {
	if body == "" {
		return
	}
	var before, last uint64
	n := 0
	for _, r := range body {
		letter := uint64(foldRune(r))
		s.letters[letterBit(letter)/64] |= 1 << (letterBit(letter) % 64)
		if n > 0 {
			bit := groupBit(0, last, letter)
			s.groups[bit/64] |= 1 << (bit % 64)
		}
		if n > 1 {
			bit := groupBit(before, last, letter)
			s.groups[bit/64] |= 1 << (bit % 64)
		}
		before, last = last, letter
		n++
	}
}

// mesh is what a pattern needs of a sieve.
type mesh struct {
	letter uint64 // the bit of a pattern of one letter
	single bool
	groups []uint64 // the bits of the pair, or of the triples of a longer one
}

func meshOf(pattern string) mesh {
	var all []uint64
	for _, r := range pattern {
		all = append(all, uint64(foldRune(r)))
	}
	var m mesh
	switch len(all) {
	case 0:
	case 1:
		m.letter, m.single = letterBit(all[0]), true
	case 2:
		m.groups = []uint64{groupBit(0, all[0], all[1])}
	default:
		for i := range all[2:] {
			m.groups = append(m.groups, groupBit(all[i], all[i+1], all[i+2]))
		}
	}
	return m
}

// lets reports whether one of the bodies may have the pattern of a mesh.
// Nothing is known of a sieve that is not there.
func (s *Sieve) lets(m *mesh) bool {
	if s == nil {
		return true
	}
	if m.single && s.letters[m.letter/64]>>(m.letter%64)&1 == 0 {
		return false
	}
	for _, bit := range m.groups {
		if s.groups[bit/64]>>(bit%64)&1 == 0 {
			return false
		}
	}
	return true
}

// letterBit is exact for ASCII.
func letterBit(letter uint64) uint64 {
	if letter < utf8.RuneSelf {
		return letter
	}
	return utf8.RuneSelf + letter*spread>>32%(letterBits-utf8.RuneSelf)
}

func groupBit(a, b, c uint64) uint64 { return ((a<<42 ^ b<<21 ^ c) * spread) >> 50 }

const spread = 0x9e3779b97f4a7c15

// foldRune is the same for two runes exactly where they are equal without
// regard to case.
func foldRune(r rune) rune {
	switch {
	case r < utf8.RuneSelf:
		if 'A' <= r && r <= 'Z' {
			r += caseBit
		}
		return r
	case 0x2e80 <= r && r < 0xa640, 0xac00 <= r && r < 0xf900: // scripts of East Asia have no case
		return r
	}
	least := r
	for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
		least = min(least, f)
	}
	if 'A' <= least && least <= 'Z' {
		least += caseBit
	}
	return least
}
