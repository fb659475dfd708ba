package editor

import (
	"slices"
	"strings"

	"earshot/render"
)

// Mark draws a span of the text in a role and underlined. Where marks overlap
// the later one in the list is drawn.
type Mark struct {
	Start, End int // byte offsets; an empty mark is drawn on its neighbour
	Role       render.Role
}

// gutter is what stands at the left of the first row of each line.
type gutter struct {
	width int
	text  func(line int) string
}

// SetGutter draws what f gives for a line, counted from 0, in so many cells at
// the left of its first row. A nil f takes the gutter away.
func (e *Editor) SetGutter(width int, f func(line int) string) {
	was := e.wrapWidth()
	e.gutter = gutter{max(0, width), f}
	if e.wrapWidth() != was {
		e.unwrap()
	}
}

// gutterWidth is what the gutter takes with the blank behind it; nothing where
// it would leave too little for the text.
func (e *Editor) gutterWidth() int {
	if e.gutter.text == nil || e.gutter.width == 0 || e.width < e.gutter.width+12 {
		return 0
	}
	return e.gutter.width + 1
}

// SetMarks replaces the marks. They move along when the text changes.
func (e *Editor) SetMarks(marks []Mark) {
	e.marks = make([]Mark, 0, len(marks))
	for _, m := range marks {
		m.Start = min(max(0, m.Start), len(e.text))
		m.End = min(max(m.Start, m.End), len(e.text))
		if m.Start == m.End { // at the end of a line: its last cluster, else the next one
			i := e.lineAt(m.Start)
			at := e.snap(m.Start)
			switch {
			case at < e.lineEnd(i):
				m.End = e.next(at)
			case at > e.lines[i].start:
				m.Start = e.prev(at)
			}
		}
		e.marks = append(e.marks, m)
	}
}

func (e *Editor) moveMarks(o op) {
	for i := range e.marks {
		m := &e.marks[i]
		m.Start, m.End = o.move(m.Start), o.move(m.End)
	}
}

// Height is the number of rows that the whole text takes at the present width,
// counted up to limit.
func (e *Editor) Height(limit int) int {
	n := 0
	for i := range e.lines {
		if n += len(e.rows(i)); n >= limit {
			return limit
		}
	}
	return n
}

// scroll moves the window as little as needed to hold the cursor, and up where
// it would show blank rows while text stands above.
func (e *Editor) scroll() rowPos {
	e.top = min(max(0, e.top), len(e.text))
	top, at := e.rowOf(e.top), e.rowOf(e.cursor)
	if at.line < top.line || at.line == top.line && at.row < top.row {
		top = at
	}
	low := at
	for range e.height - 1 {
		up, ok := e.above(low)
		if !ok {
			break
		}
		low = up
	}
	if top.line < low.line || top.line == low.line && top.row < low.row {
		top = low
	}
	p, rows := top, 1
	for ok := true; ok && rows < e.height; {
		if p, ok = e.below(p); ok {
			rows++
		}
	}
	for ok := true; ok && rows < e.height; rows++ {
		top, ok = e.above(top)
	}
	e.top, _ = e.span(top)
	return top
}

// Rows draws the window: exactly as many rows as its height. Nothing but what
// stands in the window is looked at.
func (e *Editor) Rows(m render.Measure) []render.Row {
	e.SetMeasure(m)
	rows := make([]render.Row, 0, e.height)
	if e.height == 0 {
		return rows
	}
	p := e.scroll()
	marks := e.visibleMarks(p)
	for ok := true; ok && len(rows) < e.height; p, ok = e.below(p) {
		rows = append(rows, append(e.gutterSeg(p), e.row(p, marks)...))
	}
	for len(rows) < e.height {
		rows = append(rows, e.cells.measure.Fit(nil, e.width))
	}
	return rows
}

// visibleMarks are the marks that may touch the window.
func (e *Editor) visibleMarks(top rowPos) []Mark {
	start, _ := e.span(top)
	p, ok := top, true
	for range e.height - 1 {
		if p, ok = e.below(p); !ok {
			break
		}
	}
	_, end := e.span(p)
	var found []Mark
	for _, m := range e.marks {
		if m.Start <= end && m.End >= start {
			found = append(found, m)
		}
	}
	return found
}

// look is how a piece of text is drawn.
type look struct {
	role      render.Role
	underline bool
}

// rowsKept bounds the memory of drawn rows.
const rowsKept = 512

// drawnRow is a row as drawn in no look of its own.
type drawnRow struct {
	row  render.Row
	text int // how many of its segments are text; blanks up to the width follow
	w    int // cells that the text takes
}

// in is the row in a look.
func (d drawnRow) in(l look) render.Row {
	if l == (look{}) {
		return d.row
	}
	row := slices.Clone(d.row)
	for i := range row[:d.text] {
		row[i].Role, row[i].Underline = l.role, l.underline
	}
	return row
}

// row draws the text of one row, as wide as the window leaves it.
func (e *Editor) row(p rowPos, marks []Mark) render.Row {
	start, end := e.span(p)
	line := e.lineEnd(p.line)
	width := e.width - e.gutterWidth()
	cuts := e.cuts(start, end, marks)
	from, to := e.selection()
	selected := from <= end && end < to && end == line
	if len(cuts) <= 2 && !joined(e.text[start:end]) {
		d := e.drawnRow(start, end, line, width)
		row := d.in(e.lookAt(start, marks))
		if !selected || d.w >= width {
			return row
		}
		return e.cells.measure.Fit(append(row[:d.text:d.text], selectedEnd()), width)
	}
	var row render.Row
	x := 0
	for k := 0; k+1 < len(cuts); k++ {
		row, x = e.piece(row, cuts[k], cuts[k+1], line, x, e.lookAt(cuts[k], marks))
	}
	if selected && x < width {
		row = append(row, selectedEnd())
	}
	return e.cells.measure.Fit(row, width)
}

// selectedEnd shows a line feed that is selected.
func selectedEnd() render.Seg { return render.Seg{Text: render.Word(" "), Role: render.Selected} }

// drawnRow draws a row that has one look. It is remembered by its text: cleaning
// and measuring beyond ASCII is what drawing costs.
func (e *Editor) drawnRow(start, end, line, width int) drawnRow {
	key := e.text[start:end]
	if d, ok := e.drawn[key]; ok {
		return d
	}
	row, x := e.piece(nil, start, end, line, 0, look{})
	d := drawnRow{e.cells.measure.Fit(row, width), len(row), x}
	d.text = min(d.text, len(d.row))
	if e.drawn == nil || len(e.drawn) >= rowsKept {
		e.drawn = make(map[string]drawnRow)
	}
	e.drawn[strings.Clone(key)] = d
	return d
}

func (e *Editor) gutterSeg(p rowPos) render.Row {
	w := e.gutterWidth()
	if w == 0 {
		return nil
	}
	m := e.cells.measure
	text := render.Safe{}
	if p.row == 0 {
		text = m.Truncate(render.CleanLine(e.gutter.text(p.line)), w-1, "")
	}
	pad := w - 1 - m.Width(text.String())
	row := make(render.Row, 0, 8)
	if pad > 0 {
		row = append(row, m.Fit(nil, pad)...)
	}
	return append(row, render.Seg{Text: text, Role: render.Dim}, render.Seg{Text: render.Word(" ")})
}

// cuts are the offsets at which the look of a row may change, with both ends.
func (e *Editor) cuts(start, end int, marks []Mark) []int {
	cuts := []int{start, end}
	add := func(o int) {
		if o > start && o < end {
			cuts = append(cuts, e.snap(o))
		}
	}
	from, to := e.selection()
	add(from)
	add(to)
	for _, m := range marks {
		add(m.Start)
		add(m.End)
	}
	slices.Sort(cuts)
	return slices.Compact(cuts)
}

func (e *Editor) lookAt(o int, marks []Mark) look {
	var l look
	for _, m := range marks {
		if m.Start <= o && o < m.End {
			l = look{m.Role, true}
		}
	}
	if from, to := e.selection(); from <= o && o < to {
		l.role = render.Selected
	}
	return l
}

// piece appends text[at:end] in one look, from cell x on. Clusters that are drawn
// in another form than they are written are cleaned by themselves, because that
// form depends on what stands before.
func (e *Editor) piece(row render.Row, at, end, line, x int, l look) (render.Row, int) {
	width := e.wrapWidth()
	run, runX := at, x
	flush := func(to int) {
		if run < to {
			row = append(row, render.Seg{Text: e.clean(run, to, line, x-runX), Role: l.role, Underline: l.underline})
		}
	}
	for at < end {
		n := clusterLen(e.text[at:line])
		w := e.cells.width(e.text[at:line], n, x)
		if cluster := e.text[at : at+n]; w > width || !plain(cluster) {
			flush(at)
			w = min(w, width)
			row = append(row, e.odd(cluster, w, l)...)
			run, runX = at+n, x+w
		}
		x += w
		at += n
	}
	flush(end)
	return row, x
}

// clean makes text[start:end], which takes w cells, safe. A joiner at its end is
// judged by what follows it on the line.
func (e *Editor) clean(start, end, line, w int) render.Safe {
	if end == line || !joined(e.text[start:end]) {
		return render.CleanLine(e.text[start:end])
	}
	next := end + clusterLen(e.text[end:line])
	return e.cells.measure.Truncate(render.CleanLine(e.text[start:next]), w, "")
}

// odd draws a cluster that is not plain in w cells.
func (e *Editor) odd(cluster string, w int, l look) render.Row {
	text := render.Safe{}
	if cluster != "\t" {
		text = e.cells.shown(cluster).text
	}
	row := e.cells.measure.Fit(render.Row{{Text: text, Role: l.role, Underline: l.underline}}, w)
	for i := range row {
		row[i].Role, row[i].Underline = l.role, l.underline
	}
	return row
}

// ScreenCursor is the cell of the cursor within the window; false where the
// window has no room for it.
func (e *Editor) ScreenCursor() (x, y int, ok bool) {
	if e.width == 0 || e.height == 0 {
		return 0, 0, false
	}
	p, at := e.scroll(), e.rowOf(e.cursor)
	for y = 0; y < e.height && p != at; y++ {
		p, _ = e.below(p)
	}
	x = e.gutterWidth() + e.column(e.cursor)
	return min(x, e.width-1), y, true
}
