package chrome

import (
	"fmt"
	"strings"

	"earshot/render"
)

// Tab is one of the views in a row of tabs.
type Tab struct {
	Key, Name string
	Count     int  // drawn where it is not 0
	Shown     bool // it is on the screen
	Active    bool // and keys go to it
}

// Tabs draws a row of tabs with a remark at the right, which comes in several
// lengths, the longest first. What does not fit gives way in this order: blanks,
// the length of the remark, the names of the last tabs that are not shown, the
// end of the remark.
func Tabs(tabs []Tab, remarks []render.Row, m render.Measure, width int) render.Row {
	return TabsBeside(tabs, remarks, func(shortest render.Row, room int) render.Row { return m.Fit(shortest, room) }, m, width)
}

// TabsBeside is Tabs with another way to give up a part of the remark at last:
// squeeze makes the shortest one fit into a room of so many cells.
func TabsBeside(tabs []Tab, remarks []render.Row, squeeze func(shortest render.Row, room int) render.Row, m render.Measure, width int) render.Row {
	if len(remarks) == 0 {
		remarks = []render.Row{nil}
	}
	var row, remark render.Row
	for named := len(tabs); named >= 0; named-- {
		for _, remark = range remarks {
			for _, tight := range []bool{false, true} {
				row = tabRow(tabs, named, tight)
				if fits(row, remark, m, width) {
					return m.Fit(withRemark(row, remark, m, width), width)
				}
			}
		}
	}
	return m.Fit(withRemark(row, squeeze(remark, max(width-m.RowWidth(row)-2, 0)), m, width), width)
}

// fits reports whether tabs and remark stand side by side, with a piece of rule
// between them and one behind.
func fits(row, remark render.Row, m render.Measure, width int) bool {
	if len(remark) == 0 {
		return m.RowWidth(row) <= width
	}
	return m.RowWidth(row)+m.RowWidth(remark)+2 <= width
}

func withRemark(row, remark render.Row, m render.Measure, width int) render.Row {
	gap := width - m.RowWidth(row) - m.RowWidth(remark)
	if gap <= 0 {
		return row
	}
	row = append(append(row, ruleSeg(gap-1)), remark...)
	return append(row, ruleSeg(1))
}

// tabRow draws the tabs: the first ones, and those that are shown or active,
// with their names. In a tight row one blank stands between them.
func tabRow(tabs []Tab, named int, tight bool) render.Row {
	row := render.Row{ruleSeg(1)}
	framed := false // the tab before ends in a frame
	for i, t := range tabs {
		name := t.Key
		if i < named || t.Shown || t.Active {
			name += " " + t.Name
		}
		if t.Count > 0 {
			name += fmt.Sprintf(" (%d)", t.Count)
		}
		segs := tabSegs(render.Word(name), t.Shown, t.Active)
		if tight && !t.Active {
			if segs = segs[:2]; framed {
				segs = segs[1:]
			}
		}
		framed = t.Active
		row = append(row, segs...)
	}
	return row
}

// tabSegs draws a name: framed where keys go to it, so that the focus does not
// hang on a colour alone.
func tabSegs(name render.Safe, shown, active bool) render.Row {
	open, end, role := " ", " ", render.Dim
	if shown {
		role = render.Strong
	}
	if active {
		open, end, role = "▐", "▌", render.Title
	}
	return render.Row{{Text: render.Word(open), Role: render.Title}, {Text: name, Role: role}, {Text: render.Word(end), Role: render.Title}}
}

// PaneTitle draws the rule over a pane with its name, a remark behind it, and
// whether keys go to it.
func PaneTitle(name render.Safe, remark render.Row, focused bool, m render.Measure, width int) render.Row {
	row := append(render.Row{ruleSeg(1)}, tabSegs(name, true, focused)...)
	if len(remark) > 0 {
		row = append(row, ruleSeg(1), render.Seg{Text: render.Word(" ")})
		row = append(row, remark...)
		row = append(row, render.Seg{Text: render.Word(" ")})
	}
	if gap := width - m.RowWidth(row); gap > 0 {
		row = append(row, ruleSeg(gap))
	}
	return m.Fit(row, width)
}

func ruleSeg(n int) render.Seg {
	return render.Seg{Text: render.Word(strings.Repeat("─", n)), Role: render.Border}
}
