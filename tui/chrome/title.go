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

// Tabs draws a row of tabs with a remark at the right. Where there is no room
// for both, the names of tabs that are not shown give way, then the end of the
// remark.
func Tabs(tabs []Tab, remark render.Row, m render.Measure, width int) render.Row {
	row := tabRow(tabs, true)
	if m.RowWidth(row)+m.RowWidth(remark)+2 > width {
		row = tabRow(tabs, false)
	}
	if room := width - m.RowWidth(row) - 2; len(remark) > 0 && m.RowWidth(remark) > room {
		remark = m.Fit(remark, max(room, 0))
	}
	if gap := width - m.RowWidth(row) - m.RowWidth(remark); gap > 1 {
		row = append(append(row, ruleSeg(gap-1)), remark...)
		row = append(row, ruleSeg(1))
	}
	return m.Fit(row, width)
}

func tabRow(tabs []Tab, long bool) render.Row {
	row := render.Row{ruleSeg(1)}
	for _, t := range tabs {
		name := t.Key
		if long || t.Shown {
			name += " " + t.Name
		}
		if t.Count > 0 {
			name += fmt.Sprintf(" (%d)", t.Count)
		}
		row = append(row, tabSegs(render.Word(name), t.Shown, t.Active)...)
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
