package render

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// Limits of the cleaner.
const (
	// TabStop is the distance of tab stops in cells.
	TabStop = 4
	// MaxMarks is how many combining marks one cluster keeps. Living scripts
	// need up to five; floods need hundreds.
	MaxMarks = 8
	// MaxCluster is how many code points one cluster keeps. The longest emoji
	// sequence in use (a family of four with skin tones) has eleven.
	MaxCluster = 16
	// MaxLine is how many code points of a cleaned line are kept. A line of the
	// greatest size that a room takes (32,768 bytes) is cut only where so much
	// of it had to be spelt out that it grew beyond.
	MaxLine = 32768
)

// cutRoom is kept free at the end of a capped line for the note that says how
// much was cut.
const cutRoom = 64

// The rules of the cleaner:
//
//   - Bytes that are no UTF-8 become U+FFFD, one for each.
//   - CRLF and CR become LF; LF itself is kept, or shown as ^J on one line.
//   - C0 controls and DEL are shown in caret notation (ESC is ^[), C1 controls in
//     hexadecimal (<9b>), tabs as blanks up to the next tab stop.
//   - What cannot be seen is shown as a marked code point: bidirectional and
//     zero-width characters, soft hyphens, fillers, separators, private use and
//     code points that this program's tables do not know (<U+202E>). Tag
//     characters, which can spell a hidden text, are shown as what they spell
//     (<tag:hello>).
//   - Kept because people write with them: a zero-width joiner inside an emoji
//     sequence or an Indic conjunct, a joiner or non-joiner between two letters
//     of one script that needs it (Persian, Hindi, …), a variation selector
//     after a symbol that has two forms, and in a keycap.
//   - A combining mark with nothing to stand on stands on ◌; a cluster keeps
//     MaxMarks marks and MaxCluster code points, a line MaxLine, and the rest is
//     counted in a note (<+92 more>).
func clean(raw string, oneLine bool) string {
	if plainASCII(raw, oneLine) {
		return raw
	}
	c := cleaner{raw: raw, oneLine: oneLine, prev: '\n'}
	c.out.Grow(len(raw) + len(raw)/8)
	if !utf8.ValidString(raw) {
		c.raw = mendUTF8(raw)
	}
	for c.at < len(c.raw) {
		c.step()
	}
	c.endLine()
	return c.out.String()
}

// plainASCII reports whether nothing has to be done.
func plainASCII(s string, oneLine bool) bool {
	start := 0
	for i := 0; i < len(s); i++ {
		b := s[i]
		switch {
		case b == '\n' && !oneLine:
			if i-start > MaxLine {
				return false
			}
			start = i + 1
		case b < 0x20 || b >= 0x7f:
			return false
		}
	}
	return len(s)-start <= MaxLine
}

// mendUTF8 puts one U+FFFD in the place of every byte that is not UTF-8.
func mendUTF8(s string) string {
	var b strings.Builder
	b.Grow(len(s) + 16)
	for _, r := range s {
		b.WriteRune(r)
	}
	return b.String()
}

// cleaner walks the raw text cluster by cluster and writes one line at a time.
type cleaner struct {
	raw     string
	at      int
	oneLine bool
	out     strings.Builder
	line    lineBuffer
	prev    rune // the last code point written on this line; LF at its start
}

// lineBuffer is the line being written. Where it grows beyond MaxLine it is cut
// at the last place that left room for the note.
type lineBuffer struct {
	text     []byte
	runes    int
	measured int // bytes of text up to the last tab stop
	column   int // the column there
	cutAt    int // length of text at the last place to cut
	cutFrom  int // offset into raw of what follows that place
}

// step cleans one cluster or one run of plain ASCII.
func (c *cleaner) step() {
	b := c.raw[c.at]
	switch {
	case b == '\n' || b == '\r':
		c.lineBreak()
		return
	case b == '\t':
		c.tab()
		return
	case b < 0x20 || b == 0x7f:
		c.put("^" + string(rune(b^0x40)))
		c.at++
	case b < utf8.RuneSelf && (c.at+1 == len(c.raw) || c.raw[c.at+1] < utf8.RuneSelf):
		c.line.text = append(c.line.text, b)
		c.line.runes++
		c.prev = rune(b)
		c.at++
	default:
		cluster, _ := ansi.FirstGraphemeCluster(c.raw[c.at:], ansi.GraphemeWidth)
		c.cluster(cluster)
		c.at += len(cluster)
	}
	c.bound()
}

func (c *cleaner) lineBreak() {
	if c.raw[c.at] == '\r' && c.at+1 < len(c.raw) && c.raw[c.at+1] == '\n' {
		c.at++
	}
	c.at++
	if c.oneLine {
		c.put("^J")
		c.bound()
		return
	}
	c.endLine()
	c.out.WriteByte('\n')
	c.prev = '\n'
}

// tab measures what was written since the last tab and goes to the next stop.
func (c *cleaner) tab() {
	c.at++
	l := &c.line
	column := l.column + ansi.StringWidth(string(l.text[l.measured:]))
	n := TabStop - column%TabStop
	c.put(spaces(n).s)
	l.measured, l.column = len(l.text), column+n
	c.bound()
}

// bound notes a place to cut, and skips the rest of a line that is too long.
func (c *cleaner) bound() {
	l := &c.line
	if l.runes <= MaxLine-cutRoom && !joiner(c.prev) {
		l.cutAt, l.cutFrom = len(l.text), c.at
	}
	if l.runes <= MaxLine {
		return
	}
	end := len(c.raw)
	if !c.oneLine {
		if i := strings.IndexAny(c.raw[l.cutFrom:], "\r\n"); i >= 0 {
			end = l.cutFrom + i
		}
	}
	cut := utf8.RuneCountInString(c.raw[l.cutFrom:end])
	l.text = fmt.Appendf(l.text[:l.cutAt], "<+%d characters cut>", cut)
	c.at = end
	c.endLine()
}

func (c *cleaner) endLine() {
	c.out.Write(c.line.text)
	c.line = lineBuffer{text: c.line.text[:0]}
}

// put writes text that needs no further care.
func (c *cleaner) put(s string) {
	if s == "" {
		return
	}
	c.line.text = append(c.line.text, s...)
	c.line.runes += utf8.RuneCountInString(s)
	c.prev, _ = utf8.DecodeLastRuneInString(s)
}

// cluster writes one grapheme cluster of the raw text.
func (c *cleaner) cluster(s string) {
	g := flood{}
	for i, r := range s {
		switch {
		case r < utf8.RuneSelf:
			c.tell(&g)
			c.keep(r)
		case tag(r):
			c.put(tags(s, i))
		case joiner(r):
			c.joiner(s, i, r, &g)
		case selector(r) && c.selects(r, s[i+utf8.RuneLen(r):]):
			c.keep(r)
			g.kept++
		case !visible(r):
			c.put(codePoint(r))
		default:
			c.glyph(r, &g)
		}
	}
	c.tell(&g)
}

// flood counts what one cluster has and what was too much.
type flood struct{ kept, marks, dropped int }

// full reports whether the cluster takes no more of r's kind.
func (g *flood) full(mark bool) bool {
	return g.kept >= MaxCluster || mark && g.marks >= MaxMarks
}

// glyph writes a letter, a symbol or a combining mark.
func (c *cleaner) glyph(r rune, g *flood) {
	mark := unicode.Is(unicode.M, r)
	if g.full(mark) {
		g.dropped++
		return
	}
	if mark {
		g.marks++
		if c.prev == '\n' || c.prev == ' ' {
			c.keep('◌')
			g.kept++
		}
	}
	c.keep(r)
	g.kept++
}

// joiner writes the joiner r at cluster[i], as itself where it joins.
func (c *cleaner) joiner(cluster string, i int, r rune, g *flood) {
	switch {
	case g.dropped == 0 && g.kept+2 <= MaxCluster && c.joins(cluster, i, g.marks):
		c.keep(r)
		g.kept++
	case g.full(false):
		g.dropped++
	default:
		c.put(codePoint(r))
	}
}

// tell writes the note of what a cluster had too much.
func (c *cleaner) tell(g *flood) {
	if g.dropped > 0 {
		c.put("<+" + strconv.Itoa(g.dropped) + " more>")
		g.dropped = 0
	}
}

// keep writes one code point as it is.
func (c *cleaner) keep(r rune) {
	c.line.text = utf8.AppendRune(c.line.text, r)
	c.line.runes++
	c.prev = r
}

func codePoint(r rune) string {
	if r >= 0x80 && r < 0xa0 {
		return fmt.Sprintf("<%02x>", r)
	}
	return fmt.Sprintf("<U+%04X>", r)
}
