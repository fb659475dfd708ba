package views

import (
	"fmt"

	"earshot/render"
)

// CostRow is what one seat's messages cost.
type CostRow struct {
	Name                           string
	Messages, Tokens               int
	Repeats, RepeatTokens          int
	TimeTokens, IDTokens, Unanswer int
}

// Figures are the costs of a room in tokens.
type Figures struct {
	Readers, Messages, Tokens, ReadTokens int
	Dedup, Cache, StateRecord             int
	Seats                                 []CostRow
	// Series are the tokens of messages in their order, gathered into at most
	// a few hundred averages.
	Series []float64
	// Missing is how many messages are not counted yet.
	Missing int
}

// Costs is the pane of the costs.
type Costs struct {
	window
	f Figures
}

// NewCosts makes the pane without figures.
func NewCosts() *Costs { return &Costs{} }

// Set sets the figures.
func (v *Costs) Set(f Figures) { v.f = f }

// Next scrolls down; there is nothing to select.
func (v *Costs) Next() { v.ScrollBy(1) }

// Prev scrolls up.
func (v *Costs) Prev() { v.ScrollBy(-1) }

// ClickAt does nothing: there is nothing to select.
func (v *Costs) ClickAt(int) {}

// Rows draws the pane.
func (v *Costs) Rows(m render.Measure) []render.Row {
	f := v.f
	var rows []render.Row
	add := func(segs ...render.Seg) {
		rows = append(rows, m.Fit(append(render.Row{text(" ", render.Plain)}, segs...), v.w))
	}
	if f.Missing > 0 {
		add(text(fmt.Sprintf("counting: %d messages to go", f.Missing), render.FlagInfo))
	}
	add(text(fmt.Sprintf("%s messages, %s tokens written", grouped(f.Messages), grouped(f.Tokens)), render.Strong))
	add(text(fmt.Sprintf("read by %d: %s tokens", f.Readers, grouped(f.ReadTokens)), render.Strong), text("   + and - change the readers", render.Dim))
	for _, s := range []struct {
		name string
		n    int
	}{{"repeats not stored twice would save", f.Dedup}, {"a cached history would save", f.Cache}, {"a state record for a newcomer would save", f.StateRecord}} {
		add(text(fmt.Sprintf("  %-42s", s.name), render.Dim), text(fmt.Sprintf("%12s", grouped(s.n)), render.Plain))
	}
	rows = append(rows, nil)
	rows = append(rows, chart(f.Series, m, v.w)...)
	rows = append(rows, nil)
	add(text(fmt.Sprintf("%-20s %8s %10s %8s %10s %8s %8s", "seat", "messages", "tokens", "repeats", "of tokens", "in times", "in ids"), render.Dim))
	for _, s := range f.Seats {
		name := m.Fit(render.Row{text(s.Name, render.Plain)}, 20)
		row := append(render.Row{text(" ", render.Plain)}, name...)
		row = append(row, text(fmt.Sprintf(" %8s %10s", grouped(s.Messages), grouped(s.Tokens)), render.Plain),
			figure(s.Repeats, 9, render.FlagWarn), figure(s.RepeatTokens, 11, render.FlagWarn),
			figure(s.TimeTokens, 9, render.Plain), figure(s.IDTokens, 9, render.Plain))
		rows = append(rows, m.Fit(row, v.w))
	}
	return v.cut(rows)
}

// grouped writes a number with a thin mark between thousands.
func grouped(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// chartRows is the height of the chart: eight steps a row.
const chartRows = 4

// chart draws tokens per message over time as columns of blocks.
func chart(series []float64, m render.Measure, w int) []render.Row {
	const axis = 8
	columns := min(len(series), max(w-axis-2, 0))
	if columns == 0 {
		return nil
	}
	points := squeeze(series, columns)
	highest := 1.0
	for _, p := range points {
		highest = max(highest, p)
	}
	blocks := []rune(" ▁▂▃▄▅▆▇█")
	rows := []render.Row{m.Fit(render.Row{text(" tokens per message, oldest to newest", render.Dim)}, w)}
	for r := chartRows - 1; r >= 0; r-- {
		line := make([]rune, columns)
		for i, p := range points {
			level := p/highest*chartRows*8 - float64(r*8)
			line[i] = blocks[min(max(int(level+0.5), 0), 8)]
		}
		label := ""
		switch r {
		case chartRows - 1:
			label = grouped(int(highest + 0.5))
		case 0:
			label = "0"
		}
		rows = append(rows, m.Fit(render.Row{text(fmt.Sprintf("%*s ", axis, label), render.Dim), text(string(line), render.Option)}, w))
	}
	return rows
}

// squeeze averages a series into n points.
func squeeze(series []float64, n int) []float64 {
	points := make([]float64, n)
	for i := range points {
		from, to := i*len(series)/n, (i+1)*len(series)/n
		for _, v := range series[from:to] {
			points[i] += v
		}
		points[i] /= float64(max(to-from, 1))
	}
	return points
}
