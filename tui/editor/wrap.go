package editor

import (
	"slices"
	"sort"

	"earshot/render"
)

// line is a line of the text. Its layout is nil until somebody looks.
type line struct {
	start int
	*layout
}

// layout is the clusters of a line, and where its rows start, counted from its
// own start; nil until somebody looks.
type layout struct {
	glyphs []glyph
	rows   []int32
}

// rowEnd is how many of the clusters fill a row, and their bytes. It depends on
// nothing before them, so that rows can be kept across an edit as soon as two
// breaks agree.
//
// Rows break after blanks and beside wide clusters, else between any two
// clusters. One blank may stand in the column that is kept free for the cursor.
func rowEnd(all []glyph, width int) (count, size int) {
	x, at, chance, chanceAt := 0, 0, 0, 0
	for i, g := range all {
		w := min(int(g.w), width)
		if g.kind == tab {
			w = min(render.TabStop-x%render.TabStop, width)
		}
		if g.kind == wide && w == 2 && i > 0 {
			chance, chanceAt = i, at
		}
		if x+w > width && !(g.kind == blank && x == width && width > 1) {
			if chance > 0 {
				return chance, chanceAt
			}
			return i, at
		}
		x += w
		at += int(g.n)
		if g.kind == blank || g.kind == wide && w == 2 {
			chance, chanceAt = i+1, at
		}
	}
	return len(all), at
}

// wrap is where the rows of a line start. It begins with the rows in keep, which
// have to be right, and goes on until a break agrees with one of sync, the breaks
// of the same text before an edit further up, from where it takes those.
func wrap(all []glyph, width int, keep, sync []int32) []int32 {
	rows := append(make([]int32, 0, len(keep)+len(sync)+1), keep...)
	if len(rows) == 0 {
		rows = append(rows, 0)
	}
	from, at := glyphAt(all, int(rows[len(rows)-1]))
	for {
		count, size := rowEnd(all[from:], width)
		from += count
		at += size
		if from >= len(all) {
			return rows
		}
		next := int32(at)
		for len(sync) > 0 && sync[0] < next {
			sync = sync[1:]
		}
		if len(sync) > 0 && sync[0] == next {
			return append(rows, sync...)
		}
		rows = append(rows, next)
	}
}

// lineAt is the line that holds offset o.
func (e *Editor) lineAt(o int) int {
	return sort.Search(len(e.lines), func(i int) bool { return e.lines[i].start > o }) - 1
}

// lineEnd is the offset behind the last byte of line i, before its line feed.
func (e *Editor) lineEnd(i int) int {
	if i+1 < len(e.lines) {
		return e.lines[i+1].start - 1
	}
	return len(e.text)
}

func (e *Editor) lineText(i int) string { return e.text[e.lines[i].start:e.lineEnd(i)] }

// glyphs are the clusters of line i.
func (e *Editor) glyphs(i int) []glyph {
	l := &e.lines[i]
	if l.layout == nil {
		l.layout = &layout{glyphs: e.cells.glyphs(e.lineText(i), nil, nil, 0)}
	}
	return l.glyphs
}

// rows is where the rows of line i start, counted from its start.
func (e *Editor) rows(i int) []int32 {
	all, l := e.glyphs(i), e.lines[i].layout
	if l.rows == nil {
		l.rows = wrap(all, e.wrapWidth(), nil, nil)
	}
	return l.rows
}

// wrapWidth is the number of columns for text. The last one of the window is
// kept free, so that a cursor behind a full row has a place to stand.
func (e *Editor) wrapWidth() int {
	if e.width <= 0 {
		return 80
	}
	return max(1, e.width-e.gutterWidth()-1)
}

// rowPos is a row of the text: a line and a row within it.
type rowPos struct{ line, row int }

// rowOf is the row that holds offset o. An offset between two rows belongs to the
// lower one.
func (e *Editor) rowOf(o int) rowPos {
	i := e.lineAt(o)
	rel := int32(o - e.lines[i].start)
	k, found := slices.BinarySearch(e.rows(i), rel)
	if !found {
		k--
	}
	return rowPos{i, k}
}

// span is the text of a row as offsets.
func (e *Editor) span(p rowPos) (start, end int) {
	rows := e.rows(p.line)
	start = e.lines[p.line].start + int(rows[p.row])
	if p.row+1 < len(rows) {
		return start, e.lines[p.line].start + int(rows[p.row+1])
	}
	return start, e.lineEnd(p.line)
}

// above and below are the neighbouring rows, false at the ends of the text.
func (e *Editor) above(p rowPos) (rowPos, bool) {
	if p.row > 0 {
		return rowPos{p.line, p.row - 1}, true
	}
	if p.line == 0 {
		return p, false
	}
	return rowPos{p.line - 1, len(e.rows(p.line-1)) - 1}, true
}

func (e *Editor) below(p rowPos) (rowPos, bool) {
	if p.row+1 < len(e.rows(p.line)) {
		return rowPos{p.line, p.row + 1}, true
	}
	if p.line+1 == len(e.lines) {
		return p, false
	}
	return rowPos{p.line + 1, 0}, true
}

// snap is the cluster boundary at or after o.
func (e *Editor) snap(o int) int {
	o = min(max(0, o), len(e.text))
	p := e.rowOf(o)
	at, _ := e.span(p)
	end := e.lineEnd(p.line)
	for at < o {
		at += clusterLen(e.text[at:end])
	}
	return at
}

// prev is the boundary before the boundary o; 0 at the start of the text.
func (e *Editor) prev(o int) int {
	i := e.lineAt(o)
	if o == e.lines[i].start {
		return max(0, o-1)
	}
	p := e.rowOf(o)
	if start, _ := e.span(p); start == o {
		p.row--
	}
	at, _ := e.span(p)
	for end := e.lineEnd(i); ; {
		n := clusterLen(e.text[at:end])
		if at+n >= o {
			return at
		}
		at += n
	}
}

// next is the boundary after the boundary o; the end of the text at its end.
func (e *Editor) next(o int) int {
	if o >= len(e.text) {
		return len(e.text)
	}
	end := e.lineEnd(e.lineAt(o))
	if o == end {
		return o + 1
	}
	return o + clusterLen(e.text[o:end])
}

// column is the cell of the boundary o within its row.
func (e *Editor) column(o int) int {
	at, _ := e.span(e.rowOf(o))
	end := e.lineEnd(e.lineAt(o))
	x, width := 0, e.wrapWidth()
	for at < o {
		n := clusterLen(e.text[at:end])
		x += min(e.cells.width(e.text[at:end], n, x), width)
		at += n
	}
	return x
}

// offsetAt is the boundary of row p nearest to the left of cell x, or the last
// one that belongs to that row.
func (e *Editor) offsetAt(p rowPos, x int) int {
	at, end := e.span(p)
	last := p.row+1 == len(e.rows(p.line))
	line := e.lineEnd(p.line)
	for c := 0; at < end; {
		n := clusterLen(e.text[at:line])
		c += min(e.cells.width(e.text[at:line], n, c), e.wrapWidth())
		if c > x || !last && at+n >= end {
			break
		}
		at += n
	}
	return at
}
