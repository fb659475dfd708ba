package composer

import (
	"earshot/render"
)

// wide is the width from which the findings stand beside the text, not below.
const wide = 100

// Sizes of the column beside the text.
const (
	minStatus = 38
	maxStatus = 72
)

// layout is where editor and status stand. Status stands beside the editor where
// statusX is positive, else below it.
type layout struct {
	editorW, editorH int
	statusX, statusW int
	statusH          int
}

func (c *Composer) layout() layout {
	w, h := c.width, c.height
	if w >= wide {
		side := min(max(w*42/100, minStatus), maxStatus)
		return layout{editorW: w - side - 1, editorH: h, statusX: w - side, statusW: side, statusH: h}
	}
	return layout{editorW: w, editorH: h - c.below(h), statusW: w, statusH: c.below(h)}
}

// below is how many rows the status takes under the editor. It does not depend on
// what there is to say, so that the text does not jump; a list gets more.
func (c *Composer) below(h int) int {
	rows := 0
	switch {
	case h >= 10:
		rows = 4
	case h >= 7:
		rows = 3
	case h >= 4:
		rows = 2
	case h == 3:
		rows = 1
	}
	if c.list.open && h >= 4 {
		head := 2
		if c.width >= joinWidth {
			head = 1
		}
		rows = max(rows, min(head+len(c.list.all)+1+c.listOverflow(), h-2))
	}
	return rows
}

// listOverflow is how many rows more a list takes for the chosen one in full,
// where one of a short list is too long for its row.
func (c *Composer) listOverflow() int {
	if len(c.list.all) > 4 {
		return 0
	}
	for _, k := range c.list.all {
		if c.opts.Measure.Width(render.CleanLine(k.label+k.note).String())+listFrame > c.width {
			return 2
		}
	}
	return 0
}

// listFrame are the cells of a row of the list beside label and note.
const listFrame = 4

// Want is the number of rows that the composer would like at a width, at most
// limit.
func (c *Composer) Want(width, limit int) int {
	want := 8
	if width < wide {
		want = 4 + c.below(limit)
	}
	if c.list.open {
		want = max(want, min(len(c.list.all), 8)+3)
	}
	text := c.ed.Height(limit) + 1
	if width < wide {
		text += c.below(limit)
	}
	return min(max(want, text), limit)
}

// frame is the width of what stands at the left of the text.
const frame = 2

// arrange hands its size to the editor.
func (c *Composer) arrange(l layout) {
	c.ed.SetSize(max(0, l.editorW-c.frame(l)), max(0, l.editorH))
	if c.byLine {
		counts := c.lineTokens()
		c.ed.SetGutter(4, func(line int) string {
			if line < len(counts) {
				return counts[line]
			}
			return ""
		})
	} else {
		c.ed.SetGutter(0, nil)
	}
}

// frame is dropped where the window is too narrow for it.
func (c *Composer) frame(l layout) int {
	if l.editorW < 20 {
		return 0
	}
	return frame
}

// Rows draws the composer: exactly as many rows as its height, each as wide as
// its width.
func (c *Composer) Rows(m render.Measure) []render.Row {
	c.opts.Measure = m
	l := c.layout()
	c.arrange(l)
	text := c.ed.Rows(m)
	status := c.status(l.statusW, l.statusH)
	rows := make([]render.Row, 0, c.height)
	for y := range c.height {
		var row render.Row
		if y < len(text) {
			if c.frame(l) > 0 {
				row = append(row, render.Seg{Text: render.Word("│ "), Role: render.Border})
			}
			row = append(row, text[y]...)
		}
		switch {
		case l.statusX > 0:
			row = append(append(m.Fit(row, l.editorW), render.Seg{Text: render.Word(" ")}), status[y]...)
		case y >= len(text):
			row = status[y-len(text)]
		}
		rows = append(rows, m.Fit(row, c.width))
	}
	return rows
}

// Cursor is the cell of the cursor within the rows.
func (c *Composer) Cursor() (x, y int, ok bool) {
	l := c.layout()
	c.arrange(l)
	x, y, ok = c.ed.ScreenCursor()
	return x + c.frame(l), y, ok
}
