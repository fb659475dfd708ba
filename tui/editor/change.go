package editor

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"earshot/convention"
)

// op replaces the text del at offset at by ins.
type op struct {
	at       int
	del, ins string
}

func (o op) invert() op { return op{o.at, o.ins, o.del} }

// move is where an offset goes when the op is done: what stands behind it moves
// along, what stands within it stays within it.
func (o op) move(at int) int {
	switch end := o.at + len(o.del); {
	case at >= end:
		return at - len(o.del) + len(o.ins)
	case at <= o.at:
		return at
	}
	return min(at, o.at+len(o.ins))
}

// clean makes text that the editor can hold: valid UTF-8 with LF line ends.
func clean(s string) string {
	if strings.IndexByte(s, '\r') >= 0 {
		s = strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
	}
	if utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 16)
	for _, r := range s { // each invalid byte is one U+FFFD
		b.WriteRune(r)
	}
	return b.String()
}

// do changes the text and everything that is kept about it.
func (e *Editor) do(o op) {
	if o.del == "" && o.ins == "" {
		return
	}
	old := e.text
	e.text = old[:o.at] + o.ins + old[o.at+len(o.del):]
	e.rewrap(o)
	e.cursor, e.anchor = o.move(e.cursor), o.move(e.anchor)
	e.top = o.move(e.top)
	e.moveMarks(o)
	e.rev++
}

// rewrap brings the lines up to date after an op. Rows before and after it are
// kept as far as they cannot differ.
func (e *Editor) rewrap(o op) {
	first, last := e.lineAt(o.at), e.lineAt(o.at+len(o.del))
	delta := len(o.ins) - len(o.del)
	head, tail := e.lines[first], e.lines[last]

	fresh := make([]line, 1, 1+strings.Count(o.ins, "\n"))
	fresh[0].start = head.start
	for i := range len(o.ins) {
		if o.ins[i] == '\n' {
			fresh = append(fresh, line{start: o.at + i + 1})
		}
	}
	e.lines = slices.Replace(e.lines, first, last+1, fresh...)
	for i := first + len(fresh); i < len(e.lines); i++ {
		e.lines[i].start += delta
	}
	if head.layout != nil && tail.layout != nil {
		e.relay(o, head, tail, first, first+len(fresh)-1)
	}
}

// relay lays lines first to end out, which an op made of the lines head to tail,
// with as much as can be kept of those.
func (e *Editor) relay(o op, head, tail line, first, end int) {
	kept, rest := keptGlyphs(head, o.at), restGlyphs(tail, o.at+len(o.del))
	restAt := e.lineEnd(end) - e.lines[end].start - sizeOf(rest)
	var keep, sync []int32
	wrapped := head.rows != nil && tail.rows != nil
	if wrapped {
		keep = keptRows(head, o.at)
		sync = syncRows(tail, o.at+len(o.del), len(o.ins)-len(o.del), e.lines[end].start)
	}
	lay := func(i int, kept, rest []glyph, keep, sync []int32) {
		l := &layout{glyphs: e.cells.glyphs(e.lineText(i), kept, rest, restAt)}
		if wrapped {
			l.rows = wrap(l.glyphs, e.wrapWidth(), keep, sync)
		}
		e.lines[i].layout = l
	}
	if end == first {
		lay(first, kept, rest, keep, sync)
		return
	}
	lay(first, kept, nil, keep, nil)
	lay(end, nil, rest, nil, sync)
}

// keptGlyphs are the clusters of a line that a change at offset at leaves alone.
// What is put in may join the one before it, by which the width of a joiner at
// the end of the one before that is judged.
func keptGlyphs(l line, at int) []glyph {
	if at <= l.start {
		return nil
	}
	k, _ := glyphAt(l.glyphs, at-l.start-1)
	return l.glyphs[:max(0, k-1)]
}

// restGlyphs are the clusters of a line from the first boundary at or behind
// offset at.
func restGlyphs(l line, at int) []glyph {
	k, start := glyphAt(l.glyphs, at-l.start)
	if k < len(l.glyphs) && l.start+start < at {
		k++
	}
	return l.glyphs[k:]
}

// keptRows are the rows of a line that a change at offset at leaves alone. The
// row of the change may pull words from, or give a cluster back to, the one
// before, whose own break may then come out otherwise; further up nothing does.
func keptRows(l line, at int) []int32 {
	k := sort.Search(len(l.rows), func(i int) bool { return l.start+int(l.rows[i]) > at })
	return l.rows[:max(1, k-2)]
}

// syncRows are the rows of a line behind offset at, moved by delta and counted
// from where the line now starts.
func syncRows(l line, at, delta, start int) []int32 {
	k := sort.Search(len(l.rows), func(i int) bool { return l.start+int(l.rows[i]) > at })
	moved := make([]int32, 0, len(l.rows)-k)
	for _, r := range l.rows[k:] {
		moved = append(moved, int32(l.start+int(r)+delta-start))
	}
	return moved
}

// settle puts cursor and selection on cluster boundaries after a change.
func (e *Editor) settle() {
	e.cursor, e.anchor = e.snap(e.cursor), e.snap(e.anchor)
	e.goal = -1
}

// fits refuses a text that would grow beyond the limit.
func (e *Editor) fits(delta int) error {
	if size := len(e.text) + delta; delta > 0 && size > e.limit {
		return ErrTooLarge{Size: size, Limit: e.limit}
	}
	return nil
}

// ops turns disjoint edits into ops to be done one after the other, the last in
// the text first.
func (e *Editor) ops(edits []convention.Edit) ([]op, error) {
	sorted := slices.Clone(edits)
	slices.SortStableFunc(sorted, func(a, b convention.Edit) int {
		if a.Span.Start != b.Span.Start {
			return a.Span.Start - b.Span.Start
		}
		return a.Span.End - b.Span.End
	})
	ops := make([]op, 0, len(edits))
	at, delta := 0, 0
	for _, d := range sorted {
		s := d.Span
		if s.Start < at || s.End < s.Start || s.End > len(e.text) || !e.onRune(s.Start) || !e.onRune(s.End) {
			return nil, fmt.Errorf("edit bytes %d to %d of a text of %d: not between characters, or over another edit", s.Start, s.End, len(e.text))
		}
		at = s.End
		o := op{s.Start, e.text[s.Start:s.End], clean(d.Text)}
		delta += len(o.ins) - len(o.del)
		ops = append(ops, o)
	}
	slices.Reverse(ops)
	return ops, e.fits(delta)
}

func (e *Editor) onRune(o int) bool { return o == len(e.text) || utf8.RuneStart(e.text[o]) }
