package views

import "earshot/render"

// window is a scrolling part of rows that are all there.
type window struct {
	w, h  int
	top   int
	total int
}

// SetSize sets the pane's size in cells and rows.
func (v *window) SetSize(w, h int) {
	v.w, v.h = w, h
	v.clamp()
}

// ScrollBy moves the window by rows, down where positive.
func (v *window) ScrollBy(rows int) {
	v.top += rows
	v.clamp()
}

// PageDown and the others move the window as their names say.
func (v *window) PageDown() { v.ScrollBy(max(v.h-1, 1)) }

// PageUp moves the window up by its height.
func (v *window) PageUp() { v.ScrollBy(-max(v.h-1, 1)) }

// More reports whether there is more than the pane shows.
func (v *window) More() bool { return v.total > v.h }

// Top shows the first row.
func (v *window) Top() { v.top = 0 }

// Bottom shows the last row.
func (v *window) Bottom() { v.ScrollBy(v.total) }

func (v *window) clamp() { v.top = min(max(v.top, 0), max(v.total-v.h, 0)) }

// cut gives the rows in the window.
func (v *window) cut(rows []render.Row) []render.Row {
	v.total = len(rows)
	v.clamp()
	return rows[v.top:min(v.top+max(v.h, 0), len(rows))]
}

// reveal scrolls as little as shows a row.
func (v *window) reveal(row int) {
	if row < v.top {
		v.top = row
	}
	if row >= v.top+v.h {
		v.top = row - v.h + 1
	}
}

// wrapped keeps the rows of a text, so that a long one is wrapped when it
// changes and not whenever it is drawn.
type wrapped struct {
	text    string
	w       int
	measure render.Measure
	rows    []render.Row
	made    int // how often
}

// of gives the rows of the text in that width; make makes them.
func (c *wrapped) of(text string, w int, m render.Measure, make func(render.Measure) []render.Row) []render.Row {
	if c.made == 0 || c.text != text || c.w != w || c.measure != m {
		c.text, c.w, c.measure, c.rows = text, w, m, make(m)
		c.made++
	}
	return c.rows
}

// choice is a selection among n rows.
type choice struct{ at, n int }

func (c *choice) set(n int)     { c.n = n; c.at = min(max(c.at, 0), max(n-1, 0)) }
func (c *choice) move(by int)   { c.at += by; c.set(c.n) }
func (c *choice) is(i int) bool { return i == c.at }

// bar marks a selected row at its left.
func bar(selected bool) render.Seg {
	if selected {
		return render.Seg{Text: render.Word("▌"), Role: render.Selected}
	}
	return render.Seg{Text: render.Word(" ")}
}

func text(s string, role render.Role) render.Seg {
	return render.Seg{Text: render.CleanLine(s), Role: role}
}

func plural(n int, of string) string {
	if n == 1 {
		return "1 " + of
	}
	return grouped(n) + " " + of + "s"
}
