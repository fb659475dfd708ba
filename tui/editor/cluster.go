package editor

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"

	"earshot/render"
)

// clusterLen is the length in bytes of the first grapheme cluster of s, which
// must not be empty and must start at a cluster boundary.
func clusterLen(s string) int {
	if c := s[0]; c < utf8.RuneSelf && c != '\r' && (len(s) == 1 || s[1] < utf8.RuneSelf) {
		return 1
	}
	it := graphemes.FromString(s)
	it.Next()
	return it.End()
}

// widthsKept bounds the memory of the widths of clusters beyond ASCII.
const widthsKept = 4096

// cells says how many cells clusters take as this editor draws them.
type cells struct {
	measure render.Measure
	widths  map[string]int
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
	if joined(key) && n < len(s) {
		key = s[:n+clusterLen(s[n:])]
		if strings.HasPrefix(render.CleanLine(key).String(), s[:n]) {
			return c.measure.Width(s[:n])
		}
		key = s[:n]
	}
	if w, ok := c.widths[key]; ok {
		return w
	}
	if c.widths == nil || len(c.widths) >= widthsKept {
		c.widths = make(map[string]int)
	}
	w := c.measure.Width(render.CleanLine(key).String())
	c.widths[strings.Clone(key)] = w
	return w
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
	r, _ := utf8.DecodeRuneInString(cluster)
	switch {
	case unicode.IsSpace(r):
		return space
	case unicode.IsLetter(r), unicode.IsDigit(r), r == '_':
		return word
	}
	return mark
}
