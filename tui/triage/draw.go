package triage

import "earshot/render"

// Rows draws the window: exactly as many rows as the pane is high.
func (t *Triage) Rows() []render.Row {
	if t.h <= 0 {
		return nil
	}
	rows := make([]render.Row, 0, t.h)
	if len(t.entries) > 0 {
		for i := t.entryAt(t.top); i < len(t.entries) && len(rows) < t.h; i++ {
			drawn := t.draw(&t.entries[i])
			if skip := t.top - t.starts[i]; skip > 0 {
				drawn = drawn[min(skip, len(drawn)):]
			}
			rows = append(rows, drawn[:min(len(drawn), t.h-len(rows))]...)
		}
	}
	for len(rows) < t.h {
		rows = append(rows, render.Row{})
	}
	return rows
}

// draw draws an entry in as many rows as it announced.
func (t *Triage) draw(e *entry) []render.Row {
	var rows []render.Row
	switch {
	case e.heading != "":
		rows = []render.Row{{{Text: render.Word(" " + e.heading), Role: render.Title}}}
	case !e.selectable():
		rows = []render.Row{e.hint}
	case e.row.Part:
		rows = []render.Row{t.part(e.row)}
	default:
		rows = render.TriageRows(e.row.TriageRow, t.w, t.measure, t.clock)
	}
	if e.selectable() && e.row.Key == t.selected {
		rows[0] = mark(rows[0])
	}
	for i, r := range rows {
		if t.measure.RowWidth(r) > t.w {
			rows[i] = t.measure.Fit(r, t.w)
		}
	}
	return rows
}

// part draws one seat's part of an unfolded row.
func (t *Triage) part(r Row) render.Row {
	row := render.Row{
		{Text: render.Word("  ")}, {Text: render.Word("  └ "), Role: render.Dim},
		{Text: t.measure.Truncate(render.CleanLine(r.Seat.Name), 24, "…"), Role: render.Strong},
	}
	for _, f := range render.ItemFlags(*r.Item, t.clock) {
		row = append(row, render.Seg{Text: render.Word("  ")}, render.Seg{Text: f.Word, Role: f.Role})
	}
	return row
}

// mark puts the sign of the selection into the cells that rows leave free at
// their start.
func mark(r render.Row) render.Row {
	out := append(render.Row{{Text: render.Word("▸ "), Role: render.Selected}}, r...)
	if len(r) > 0 && r[0].Text.String() == "  " {
		out = append(out[:1], r[1:]...)
	}
	return out
}
