package chrome

import (
	"strings"

	"earshot/render"
)

// HelpEntry is one binding of the help.
type HelpEntry struct {
	Keys []string
	Does string
	// Not says why it does nothing at the moment; empty where it works.
	Not string
}

// HelpGroup is the bindings of one place.
type HelpGroup struct {
	Name    string
	Entries []HelpEntry
}

// Help draws every binding, in two columns of groups where there is room. The
// rows may be more than a screen; the caller scrolls.
func Help(groups []HelpGroup, m render.Measure, width int) []render.Row {
	const wide = 92
	if width < wide || len(groups) < 2 {
		return helpColumn(groups, m, width)
	}
	col := (width - 2) / 2
	split := balance(groups)
	left, right := helpColumn(groups[:split], m, col), helpColumn(groups[split:], m, col)
	rows := make([]render.Row, max(len(left), len(right)))
	for i := range rows {
		row := m.Fit(rowAt(left, i), col)
		row = append(row, render.Seg{Text: render.Word("  ")})
		rows[i] = append(row, rowAt(right, i)...)
	}
	return rows
}

func rowAt(rows []render.Row, i int) render.Row {
	if i < len(rows) {
		return rows[i]
	}
	return nil
}

// balance is how many groups go to the left for columns of like height.
func balance(groups []HelpGroup) int {
	total := 0
	for _, g := range groups {
		total += len(g.Entries) + 2
	}
	left := 0
	for i, g := range groups {
		rows := len(g.Entries) + 2
		if left+rows/2 >= total/2 && i > 0 {
			return i
		}
		left += rows
	}
	return len(groups) - 1
}

func helpColumn(groups []HelpGroup, m render.Measure, width int) []render.Row {
	keyWidth := 0
	for _, g := range groups {
		for _, e := range g.Entries {
			keyWidth = max(keyWidth, m.Width(keyWords(e)))
		}
	}
	keyWidth = min(keyWidth, max(width/4, 14), max(width/2-4, 1))
	var rows []render.Row
	for i, g := range groups {
		if i > 0 {
			rows = append(rows, nil)
		}
		rows = append(rows, m.Fit(word(" "+g.Name, render.Title), width))
		for _, e := range g.Entries {
			rows = append(rows, helpEntry(e, keyWidth, m, width)...)
		}
	}
	return rows
}

func helpEntry(e HelpEntry, keyWidth int, m render.Measure, width int) []render.Row {
	role := render.Plain
	if e.Not != "" {
		role = render.Dim
	}
	keys := m.Wrap(render.CleanLine(keyWords(e)), max(keyWidth, 1))
	lines := m.Wrap(render.CleanLine(does(e)), max(width-keyWidth-4, 10))
	rows := make([]render.Row, max(len(keys), len(lines)))
	for i := range rows {
		row := word("  ", render.Plain)
		if i < len(keys) {
			row = append(row, render.Seg{Text: keys[i], Role: render.Strong})
		}
		row = m.Fit(row, keyWidth+4)
		if i < len(lines) {
			row = append(row, render.Seg{Text: lines[i], Role: role})
		}
		rows[i] = m.Fit(row, width)
	}
	return rows
}

func does(e HelpEntry) string {
	if e.Not == "" {
		return e.Does
	}
	return e.Does + " (not now: " + e.Not + ")"
}

func keyWords(e HelpEntry) string { return strings.Join(e.Keys, " ") }
