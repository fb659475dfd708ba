package editor

import (
	"slices"
	"sort"
	"unicode/utf8"
)

// line is a line of the text: where it starts, and where its rows start, counted
// from there. rows is nil until somebody looks.
type line struct {
	start int
	rows  []int32
}

// rowEnd is where the row that starts at from ends. It depends on nothing before
// from, so that rows can be kept across an edit as soon as two breaks agree.
//
// Rows break after blanks and beside wide clusters, else between any two
// clusters. One blank may stand in the column that is kept free for the cursor.
func (c *cells) rowEnd(s string, from, width int) int {
	x, at, chance := 0, from, -1
	for at < len(s) {
		n := clusterLen(s[at:])
		w := min(c.width(s[at:], n, x), width)
		blank := s[at] == ' ' && n == 1
		wide := w == 2 && s[at] >= utf8.RuneSelf
		if wide && at > from {
			chance = at
		}
		if x+w > width && !(blank && x == width && width > 1) {
			if chance > from {
				return chance
			}
			return at
		}
		x += w
		at += n
		if blank || wide {
			chance = at
		}
	}
	return at
}

// wrap is where the rows of s start. It begins with the rows in keep, which have
// to be right, and goes on until a break agrees with one of sync, the breaks of
// the same text before an edit further up, from where it takes those.
func (c *cells) wrap(s string, width int, keep, sync []int32) []int32 {
	rows := append(make([]int32, 0, len(keep)+len(sync)+1), keep...)
	if len(rows) == 0 {
		rows = append(rows, 0)
	}
	for {
		next := int32(c.rowEnd(s, int(rows[len(rows)-1]), width))
		if int(next) >= len(s) {
			return rows
		}
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

// rows is where the rows of line i start, counted from its start.
func (e *Editor) rows(i int) []int32 {
	if e.lines[i].rows == nil {
		e.lines[i].rows = e.cells.wrap(e.lineText(i), e.wrapWidth(), nil, nil)
	}
	return e.lines[i].rows
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
