package views

import (
	"fmt"
	"strings"

	"earshot/render"
)

// CostRow is what one seat's messages cost.
type CostRow struct {
	Name                  string
	Messages, Tokens      int
	Repeats, RepeatTokens int // the tokens of those that were stored
	TimeTokens, IDTokens  int
}

// Figures are the costs of a room in tokens.
type Figures struct {
	Readers, Messages, Tokens, ReadTokens int
	// Missing is how many messages are not counted yet.
	Missing int
	Seats   []CostRow
	// Series are the tokens of messages in their order, gathered into at most
	// a few hundred averages.
	Series []float64
	// Known says that the rest is worked out, over the latest messages.
	Known  bool
	Latest int
	// What levers would save.
	Dedup, Cache, StateRecord int
	// Grammar is what the convention costs in every seat's prompt, Saved what
	// it saved against JSON so far, PaidAfter the messages until it is paid for,
	// 0 for never.
	Grammar, Saved, PaidAfter int
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
	var rows []render.Row
	for _, row := range v.totals() {
		for i, part := range m.WrapRow(row, v.w-3) {
			if i > 0 {
				part = append(render.Row{text("   ", render.Plain)}, part...)
			}
			rows = append(rows, part)
		}
	}
	rows = append(rows, nil)
	if c := chart(v.f.Series, v.w); len(c) > 0 {
		rows = append(append(rows, c...), nil)
	}
	rows = append(rows, v.table(m)...)
	for i := range rows {
		rows[i] = m.Fit(rows[i], v.w)
	}
	return v.cut(rows)
}

func (v *Costs) totals() []render.Row {
	f := v.f
	rows := []render.Row{
		{text(fmt.Sprintf(" %s, %s written", plural(f.Messages, "message"), plural(f.Tokens, "token")), render.Strong)},
		{text(fmt.Sprintf(" %s as read by %d", plural(f.ReadTokens, "token"), f.Readers), render.Strong), text("   + - other readers", render.Dim)},
	}
	if f.Missing > 0 {
		rows = append(rows, render.Row{text(fmt.Sprintf(" counting: %s to go", plural(f.Missing, "message")), render.FlagInfo)})
	}
	if !f.Known {
		return append(rows, render.Row{text(" savings are being worked out", render.Dim)})
	}
	head := " it would save, in tokens"
	if f.Latest < f.Messages {
		head = fmt.Sprintf(" over the latest %s it would save, in tokens", plural(f.Latest, "message"))
	}
	rows = append(rows, render.Row{text(head, render.Dim)})
	line := func(name string, n int) {
		figure := grouped(n)
		blanks := max(min(v.w-3, 49)-3-len(name)-len(figure), 1)
		rows = append(rows, render.Row{text("   "+name+strings.Repeat(" ", blanks), render.Plain), text(figure, render.Strong)})
	}
	line("to store repeats once", f.Dedup)
	line("to read through a cache", f.Cache)
	line("a state record for each newcomer", f.StateRecord)
	paid := "not paid for so far"
	if f.PaidAfter > 0 {
		paid = "paid for after " + plural(f.PaidAfter, "message")
	}
	return append(rows, render.Row{text(fmt.Sprintf(" the convention costs %s in the prompts of the seats", grouped(f.Grammar)), render.Dim)},
		render.Row{text(fmt.Sprintf(" and saved %s against JSON so far: %s", grouped(f.Saved), paid), render.Dim)})
}

// column is one of the figures of a seat.
type column struct {
	head  string
	width int
	of    func(CostRow) int
	// warns says that the figure is a loss.
	warns bool
}

// columns are the figures of a seat that a pane has room for, the heads
// shortened before any is left out.
func columns(w int) []column {
	all := []column{
		{"messages", 8, func(r CostRow) int { return r.Messages }, false},
		{"tokens", 9, func(r CostRow) int { return r.Tokens }, false},
		{"repeats", 8, func(r CostRow) int { return r.Repeats }, true},
		{"(tokens)", 8, func(r CostRow) int { return r.RepeatTokens }, true},
		{"in times", 8, func(r CostRow) int { return r.TimeTokens }, false},
		{"in ids", 8, func(r CostRow) int { return r.IDTokens }, false},
	}
	if w >= 72 {
		return all
	}
	for i, head := range []string{"msgs", "tokens", "reps", "(tok)", "times", "ids"} {
		all[i].head, all[i].width = head, [...]int{6, 8, 5, 6, 6, 6}[i]
	}
	switch {
	case w >= 56:
		return all
	case w >= 40:
		return all[:4]
	}
	return all[:2]
}

func (v *Costs) table(m render.Measure) []render.Row {
	all := columns(v.w)
	name := v.w - 1
	for _, c := range all {
		name -= c.width + 1
	}
	name = min(max(name, 4), 16)
	head := fmt.Sprintf(" %-*s", name, "seat")
	for _, c := range all {
		head += fmt.Sprintf(" %*s", c.width, c.head)
	}
	rows := []render.Row{{text(head, render.Dim)}}
	for _, s := range v.f.Seats {
		row := append(render.Row{text(" ", render.Plain)}, m.Fit(render.Row{text(s.Name, render.Plain)}, name)...)
		for _, c := range all {
			n, role := c.of(s), render.Plain
			switch {
			case n == 0:
				role = render.Dim
			case c.warns:
				role = render.FlagWarn
			}
			row = append(row, text(fmt.Sprintf("%*s", c.width+1, grouped(n)), role))
		}
		rows = append(rows, row)
	}
	return rows
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
func chart(series []float64, w int) []render.Row {
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
	rows := []render.Row{{text(" tokens per message, oldest to newest", render.Dim)}}
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
		rows = append(rows, render.Row{text(fmt.Sprintf("%*s ", axis, label), render.Dim), text(string(line), render.Option)})
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
