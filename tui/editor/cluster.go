package editor

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"

	"earshot/render"
)

// maxCluster is how many code points a cluster of this editor has at most: one
// that Unicode makes longer ends after them, and the next begins there. What
// people write has eleven at most and a flood of marks has tens; without a
// bound a text of marks alone would be one cluster, to be read whole at every
// key. Drawing keeps fewer, see render.MaxCluster.
const maxCluster = 64

// clusterLen is the length in bytes of the first grapheme cluster of s, which
// must not be empty and must start at a cluster boundary.
func clusterLen(s string) int {
	if c := s[0]; c < utf8.RuneSelf && c != '\r' && (len(s) == 1 || s[1] < utf8.RuneSelf) {
		return 1
	}
	if n := quickLen(s); n > 0 {
		return n
	}
	it := graphemes.FromString(s[:min(len(s), maxCluster*utf8.UTFMax)])
	it.Next()
	n := it.End()
	if n <= maxCluster {
		return n
	}
	points := 0
	for at := range s[:n] {
		if points == maxCluster {
			return at
		}
		points++
	}
	return n
}

// quickLen is clusterLen of a letter, with or without marks of the block that
// Latin, Greek and Cyrillic take theirs from, before another letter; 0 where that
// is not what stands there.
func quickLen(s string) int {
	r, n := utf8.DecodeRuneInString(s)
	switch {
	case r >= ' ' && r < 0x7f, loner(r) > 0:
	case bidi(r):
		return n
	case r >= utf8.RuneSelf || r == '\r':
		return 0
	default:
		return alone(s, n)
	}
	for points := 1; n+1 < len(s) && points < maxCluster && (s[n] == 0xcc || s[n] == 0xcd && s[n+1] < 0xb0); points++ {
		n += 2 // U+0300 to U+036F
	}
	return alone(s, n)
}

// alone is n where what follows s[:n] begins a cluster of its own whatever stands
// before, else 0.
func alone(s string, n int) int {
	if n == len(s) || s[n] < utf8.RuneSelf && s[n] != '\r' {
		return n
	}
	if next, _ := utf8.DecodeRuneInString(s[n:]); loner(next) > 0 || bidi(next) {
		return n
	}
	return 0
}

// bidi are characters that set the direction of text: controls, each a cluster.
func bidi(r rune) bool { return r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 }

// loner is the width of letters that are a cluster by themselves between two of
// their kind, or ASCII, and that every terminal draws as wide; 0 for all other
// code points. It spares most texts in most scripts the tables of Unicode.
func loner(r rune) int {
	switch {
	case r < 0xc0:
		return 0
	case r == 0xd7, r == 0xf7: // no letters
		return 0
	case r <= 0x24f, // Latin
		r >= 0x391 && r <= 0x3a1, r >= 0x3b1 && r <= 0x3c9, // Greek
		r >= 0x400 && r <= 0x45f,                                       // Cyrillic
		r >= 0x5d0 && r <= 0x5ea,                                       // Hebrew
		r >= 0x621 && r <= 0x63a,                                       // Arabic
		r >= 0xe01 && r <= 0xe30, r == 0xe32, r >= 0xe40 && r <= 0xe46, // Thai
		r >= 0x1e00 && r <= 0x1eff: // Latin
		return 1
	case r >= 0x3041 && r <= 0x3096, r >= 0x30a1 && r <= 0x30fa, // kana
		r >= 0x3400 && r <= 0x4dbf, r >= 0x4e00 && r <= 0x9ffc, // Han
		r >= 0xac00 && r <= 0xd7a3: // Hangul
		return 2
	}
	return 0
}

// glyph is a cluster as far as wrapping goes.
type glyph struct {
	n    uint16 // bytes
	w    uint16 // cells; of a tab what is left to the next stop instead
	kind glyphKind
}

type glyphKind uint8

const (
	common glyphKind = iota
	blank            // a row may break behind it
	wide             // a row may break on either side
	tab
)

// glyph is the first cluster of s.
func (c *cells) glyph(s string) glyph {
	if b := s[0]; b > ' ' && b < 0x7f && (len(s) == 1 || s[1] < utf8.RuneSelf) {
		return glyph{1, 1, common} // most of most texts
	}
	n := clusterLen(s)
	switch b := s[0]; {
	case n == 1 && b == ' ':
		return glyph{1, 1, blank}
	case n == 1 && b == '\t':
		return glyph{1, 0, tab}
	case b < utf8.RuneSelf:
		return glyph{uint16(n), uint16(c.width(s, n, 0)), common}
	}
	w := c.width(s, n, 0)
	if w == 2 {
		return glyph{uint16(n), 2, wide}
	}
	return glyph{uint16(n), uint16(w), common}
}

// glyphs are the clusters of s. It begins with those in keep, which have to be
// right, and goes on until a boundary agrees with one of rest, the clusters of
// the same text before an edit further up, the first of which now begins at
// restAt; from there it takes those.
func (c *cells) glyphs(s string, keep, rest []glyph, restAt int) []glyph {
	at := sizeOf(keep)
	out := append(make([]glyph, 0, len(keep)+utf8.RuneCountInString(s[at:])), keep...)
	for at < len(s) {
		for len(rest) > 0 && restAt < at {
			restAt += int(rest[0].n)
			rest = rest[1:]
		}
		if len(rest) > 0 && restAt == at {
			return append(out, rest...)
		}
		g := c.glyph(s[at:])
		out = append(out, g)
		at += int(g.n)
	}
	return out
}

func sizeOf(all []glyph) (bytes int) {
	for _, g := range all {
		bytes += int(g.n)
	}
	return bytes
}

// glyphAt is the index of the cluster that holds byte at, and where it starts;
// the number of all for the end of the text.
func glyphAt(all []glyph, at int) (index, start int) {
	for i, g := range all {
		if start+int(g.n) > at {
			return i, start
		}
		start += int(g.n)
	}
	return len(all), start
}

// shownKept bounds the memory of how clusters beyond ASCII are drawn.
const shownKept = 4096

// cells says how many cells clusters take as this editor draws them.
type cells struct {
	measure render.Measure
	known   map[string]shown
}

// shown is a cluster as it is drawn by itself.
type shown struct {
	text render.Safe
	w    int
}

func (c *cells) shown(cluster string) shown {
	if s, ok := c.known[cluster]; ok {
		return s
	}
	if c.known == nil || len(c.known) >= shownKept {
		c.known = make(map[string]shown)
	}
	text := render.CleanLine(cluster)
	s := shown{text, c.measure.Width(text.String())}
	c.known[strings.Clone(cluster)] = s
	return s
}

// width is the width of the cluster s[:n] at column x of its row. What follows it
// in s matters for a joiner, which is drawn as itself only between two letters.
func (c *cells) width(s string, n, x int) int {
	if n == 1 {
		switch b := s[0]; {
		case b >= ' ' && b < 0x7f:
			return 1
		case b == '\t':
			return render.TabStop - x%render.TabStop
		}
		return 2 // caret notation
	}
	key := s[:n]
	if r, size := utf8.DecodeRuneInString(key); size == n {
		if w := loner(r); w > 0 {
			return w
		}
	}
	if joined(key) && n < len(s) {
		next := s[:n+clusterLen(s[n:])]
		if strings.HasPrefix(render.CleanLine(next).String(), key) {
			return c.measure.Width(key)
		}
	}
	return c.shown(key).w
}

// joined tells whether a cluster ends with a zero-width joiner or non-joiner.
func joined(cluster string) bool {
	return strings.HasSuffix(cluster, "\u200c") || strings.HasSuffix(cluster, "\u200d")
}

// plain tells whether a cluster is drawn as it stands whatever surrounds it, so
// that it can be cleaned together with its neighbours.
func plain(cluster string) bool {
	if len(cluster) == 1 {
		return cluster[0] >= ' ' && cluster[0] < 0x7f
	}
	if len(cluster) >= maxCluster && utf8.RuneCountInString(cluster) >= maxCluster {
		return false // the next one may be the rest of the same for whoever draws it
	}
	r, _ := utf8.DecodeRuneInString(cluster)
	return r >= ' ' && !unicode.Is(unicode.M, r) && !unicode.Is(unicode.C, r)
}

// class sorts clusters for word moves.
type class uint8

const (
	space class = iota
	mark
	word
)

func classOf(cluster string) class {
	if c := cluster[0]; c < utf8.RuneSelf {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '_':
			return word
		}
	}
	r, _ := utf8.DecodeRuneInString(cluster)
	switch {
	case loner(r) > 0:
		return word
	case unicode.IsSpace(r):
		return space
	case unicode.IsLetter(r), unicode.IsDigit(r):
		return word
	}
	return mark
}
