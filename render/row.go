package render

import "strings"

// Seg is a piece of a row in one role.
type Seg struct {
	Text      Safe
	Role      Role
	Underline bool
}

// Row is one line of the screen. A line feed inside a segment is drawn and
// counted as one blank.
type Row []Seg

// Plain is the row's text without colour.
func (r Row) Plain() string {
	var b strings.Builder
	for _, s := range r {
		b.WriteString(flat(s.Text.s))
	}
	return b.String()
}

// flat keeps a text on one line.
func flat(s string) string {
	if strings.IndexByte(s, '\n') < 0 {
		return s
	}
	return strings.ReplaceAll(s, "\n", " ")
}

// spaces is a run of n blanks; none where n is not positive.
func spaces(n int) Safe {
	const blanks = "                                                                                "
	if n <= 0 {
		return Safe{}
	}
	if n <= len(blanks) {
		return Safe{s: blanks[:n]}
	}
	return Safe{s: strings.Repeat(" ", n)}
}

// RowWidth is the row's width in cells.
func (m Measure) RowWidth(r Row) int {
	w := 0
	for _, s := range r {
		w += m.Width(flat(s.Text.s))
	}
	return w
}

// Fit cuts a row or pads it with blanks to exactly w cells. A cut row ends in
// "…" so that it shows that something is missing. It never changes r.
func (m Measure) Fit(r Row, w int) Row {
	if w <= 0 {
		return Row{}
	}
	width := m.RowWidth(r)
	if width <= w {
		out := append(make(Row, 0, len(r)+1), r...)
		if width < w {
			out = append(out, Seg{Text: spaces(w - width)})
		}
		return out
	}
	out, used := m.cut(r, w)
	if used < w {
		out = append(out, Seg{Text: spaces(w - used)})
	}
	return out
}

// cut keeps as much of r as fits into w cells with the sign that it was cut.
func (m Measure) cut(r Row, w int) (Row, int) {
	out := make(Row, 0, len(r)+1)
	used := 0
	for _, s := range r {
		s.Text = Safe{s: flat(s.Text.s)}
		width := m.Width(s.Text.s)
		if used+width <= w-1 {
			out = append(out, s)
			used += width
			continue
		}
		s.Text = m.prefix(s.Text, w-1-used)
		used += m.Width(s.Text.s)
		out = append(out, s, Seg{Text: Safe{s: "…"}, Role: s.Role})
		return out, used + 1
	}
	return out, used
}
