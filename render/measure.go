package render

import (
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// Measure says how many cells text takes. The terminal advances either by code
// point (wcwidth) or by grapheme cluster (mode 2027); one Measure is chosen when
// the terminal has answered, and everything that measures, cuts or wraps goes
// through it. The zero value is wcwidth, which is what the renderer uses until
// then.
type Measure struct{ method ansi.Method }

// NewMeasure chooses the method: clusters where the terminal confirmed mode
// 2027, code points otherwise.
func NewMeasure(graphemes bool) Measure {
	if graphemes {
		return Measure{method: ansi.GraphemeWidth}
	}
	return Measure{method: ansi.WcWidth}
}

// Graphemes reports whether clusters are measured as a whole.
func (m Measure) Graphemes() bool { return m.method == ansi.GraphemeWidth }

// Width is the number of cells that s takes. Control characters count nothing;
// a Safe has none but the line feed.
func (m Measure) Width(s string) int {
	for i := 0; i < len(s); i++ {
		if s[i] < 0x20 || s[i] >= 0x7f {
			return m.method.StringWidth(s)
		}
	}
	return len(s)
}

// Truncate cuts s to at most w cells and puts tail at the end where it had to
// cut. A tail wider than w is cut too. Line feeds become blanks.
func (m Measure) Truncate(s Safe, w int, tail string) Safe {
	s = Safe{s: flat(s.s)}
	if m.Width(s.s) <= w {
		return s
	}
	end := Word(tail)
	room := w - m.Width(end.s)
	if room < 0 {
		return m.prefix(end, w)
	}
	return Join(m.prefix(s, room), end)
}

// prefix is the longest run of whole clusters of s that fits into w cells.
func (m Measure) prefix(s Safe, w int) Safe {
	used, at := 0, 0
	for at < len(s.s) {
		size, width := m.cluster(s.s[at:])
		if used+width > w {
			break
		}
		used += width
		at += size
	}
	return Safe{s: s.s[:at]}
}

// cluster gives the size in bytes and the width in cells of the first cluster of
// a text that is not empty.
func (m Measure) cluster(s string) (size, width int) {
	if c := s[0]; c < utf8.RuneSelf && (len(s) == 1 || s[1] < utf8.RuneSelf) {
		if c < 0x20 || c == 0x7f {
			return 1, 0
		}
		return 1, 1
	}
	c, w := ansi.FirstGraphemeCluster(s, m.method)
	return len(c), w
}
