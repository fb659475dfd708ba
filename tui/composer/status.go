package composer

import (
	"fmt"
	"slices"
	"strconv"

	"earshot/convention"
	"earshot/convention/tokens"
	"earshot/render"
)

// twin is the cost of the same message as JSON, for one revision.
type twin struct {
	known  bool
	rev    uint64
	tokens int // 0 where the text is no message
}

// countTwin counts a message as JSON.
func countTwin(counter *tokens.Counter, m *convention.Message) int {
	if m.Form != convention.V1 {
		return 0
	}
	return counter.Count(convention.Twin(m, false))
}

// twinTokens are the tokens of the message as JSON; false where they are not
// known.
func (c *Composer) twinTokens() (int, bool) {
	rev := c.ed.Revision()
	if fresh := c.twin.known && c.twin.rev == rev; !fresh {
		if c.counter == nil || len(c.ed.Text()) > syncTwin {
			return 0, false
		}
		c.twin = twin{true, rev, countTwin(c.counter, c.msg)}
	}
	return c.twin.tokens, c.twin.tokens > 0
}

// toggleTwin shows or hides the cost as JSON, and counts it whatever the size.
func (c *Composer) toggleTwin() Action {
	c.showTwin = !c.showTwin
	switch {
	case !c.showTwin:
		return Notice{Info, "the cost of the same as JSON is hidden"}
	case c.counter == nil:
		return Notice{Info, "the cost of the same as JSON is shown once tokens are counted"}
	}
	c.twin = twin{true, c.ed.Revision(), countTwin(c.counter, c.msg)}
	if c.twin.tokens == 0 {
		return Notice{Info, "a message with a header has a JSON twin to compare with; this text has none"}
	}
	return Notice{Info, fmt.Sprintf("the same as JSON: %s", count(c.twin.tokens, "token"))}
}

// toggleHints shows hints beside errors and warnings, or hides them.
func (c *Composer) toggleHints() Action {
	c.hints = !c.hints
	c.setMarks()
	hints := 0
	for _, d := range c.diagnostics {
		if d.Severity == convention.Hint {
			hints++
		}
	}
	switch {
	case !c.hints:
		return Notice{Info, "hints are hidden"}
	case hints == 0:
		return Notice{Info, "hints are shown too; there is none"}
	}
	return Notice{Info, "hints are shown too: " + count(hints, "hint")}
}

// toggleByLine shows the tokens of each line beside it, or hides them.
func (c *Composer) toggleByLine() Action {
	c.byLine = !c.byLine
	switch {
	case c.byLine && c.counter == nil:
		return Notice{Info, "tokens of each line are shown once they are counted"}
	case c.byLine && len(c.ed.Text()) > syncBytes:
		return Notice{Info, fmt.Sprintf("tokens of each line are shown up to %d bytes; this text has %d", syncBytes, len(c.ed.Text()))}
	}
	return nil
}

// perLine are the tokens of each line, for one revision.
type perLine struct {
	known bool
	rev   uint64
	words []string
}

// lineTokens are the tokens of each line, as text for the gutter; none for a text
// that takes too long to count with each key.
func (c *Composer) lineTokens() []string {
	text, rev := c.ed.Text(), c.ed.Revision()
	if c.counter == nil || len(text) > syncBytes {
		return nil
	}
	if !c.lines.known || c.lines.rev != rev {
		c.lines = perLine{known: true, rev: rev}
		for _, n := range c.counter.ByLine(text) {
			c.lines.words = append(c.lines.words, strconv.Itoa(n))
		}
	}
	return c.lines.words
}

func seg(text string, role render.Role) render.Seg {
	return render.Seg{Text: render.CleanLine(text), Role: role}
}

// joinWidth is the width from which findings and cost stand in one row when the
// status is below the text.
const joinWidth = 72

// status says what the text costs and what is to be said of it, in exactly so
// many rows.
func (c *Composer) status(width, height int) []render.Row {
	if height <= 0 {
		return nil
	}
	var rows []render.Row
	switch {
	case width == c.width && width >= joinWidth:
		rows = append(rows, c.joined(width))
	case height > 2:
		rows = append(rows, c.costs(), c.checks(width))
	default:
		rows = append(rows, c.checks(width))
	}
	rows = append(rows, c.newsRows(width, height-len(rows))...)
	room := height - len(rows)
	if c.list.open {
		rows = append(rows, c.listRows(width, room)...)
		rows = append(rows, c.besideList(width, height-len(rows))...)
	} else {
		rows = append(rows, c.sentences(width, room)...)
	}
	for len(rows) < height {
		rows = append(rows, nil)
	}
	return rows[:height]
}

// newsRows tell what happened meanwhile.
func (c *Composer) newsRows(width, room int) []render.Row {
	if c.news == "" {
		return nil
	}
	col := column{m: c.opts.Measure, width: width, height: room}
	col.add(2, render.Row{seg("meanwhile ", render.Warning), seg(c.news, render.Plain)})
	return col.rows
}

// joined is one row of findings and costs. The comparison with JSON, then the
// readers, give way before a finding does.
func (c *Composer) joined(width int) render.Row {
	m, cost, checks := c.opts.Measure, c.costs(), c.checks(width)
	for n := len(cost); n > 1; n-- {
		row := append(append(slices.Clip(checks), seg(" · ", render.Dim)), cost[:n]...)
		if m.RowWidth(row) <= width {
			return row
		}
	}
	tail := render.Row{seg(" · ", render.Dim), cost[0]}
	return m.Fit(append(c.checks(width-m.RowWidth(tail)), tail...), width)
}

// costs is the row of tokens.
func (c *Composer) costs() render.Row {
	if c.tokens < 0 {
		return render.Row{seg("counting tokens …", render.Dim)}
	}
	about := ""
	if c.tokensRev != c.ed.Revision() { // being counted
		about = "~"
	}
	row := render.Row{seg(about+count(c.tokens, "token"), render.Strong)}
	if n := c.room.Readers; n > 0 {
		row = append(row, seg(fmt.Sprintf(" · ×%s = %d", count(n, "reader"), n*c.tokens), render.Plain))
	}
	if n, ok := c.twinTokens(); ok && c.showTwin {
		row = append(row, seg(fmt.Sprintf(" · JSON %d", n), render.Dim))
	}
	return row
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// column collects rows of a width, up to a height.
type column struct {
	m             render.Measure
	width, height int
	rows          []render.Row
}

// add appends a row wrapped to at most limit rows; what is cut shows it.
func (c *column) add(limit int, row render.Row) {
	wrapped := c.m.WrapRow(row, max(1, c.width))
	limit = max(0, min(limit, c.height-len(c.rows)))
	if len(wrapped) > limit && limit > 0 {
		last := wrapped[limit-1]
		wrapped[limit-1] = c.m.Fit(append(last[:len(last):len(last)], seg(" …", render.Dim)), c.width)
	}
	c.rows = append(c.rows, wrapped[:min(len(wrapped), limit)]...)
}

// sentences are the finding that is told, what can be written here, and what the
// message is about, as far as there is room.
func (c *Composer) sentences(width, room int) []render.Row {
	col := column{m: c.opts.Measure, width: width, height: room}
	saying := c.saying()
	if saying {
		col.add(2, render.Row{seg(c.hint(), render.Good)})
	}
	if d, ok := c.told(); ok && (len(c.blanks) == 0 || sameLine(c.ed.Text(), d.Span.Start, c.ed.Cursor())) {
		limit := min(3, room)
		sentence := c.sentence(d, false)
		if len(col.m.WrapRow(sentence, max(1, width))) > limit {
			sentence = c.sentence(d, true)
		}
		col.add(limit, sentence)
		if room < 3 || d.Code == "no-header" { // that sentence says what to write too
			return col.rows
		}
	}
	if !saying {
		col.add(3, render.Row{seg(c.hint(), render.Dim)})
	}
	for _, row := range c.about() {
		col.add(2, row)
	}
	return col.rows
}

// besideList is, below an open list, what does not fit into the row of the chosen
// candidate, and what the message is about.
func (c *Composer) besideList(width, room int) []render.Row {
	col := column{m: c.opts.Measure, width: width, height: room}
	if at := c.list.at; at >= 0 {
		k := c.list.all[at]
		if row := (render.Row{seg(k.label+"  "+k.note, render.Plain)}); col.m.RowWidth(row) > width-2 {
			col.add(3, row)
		}
	}
	for i, row := range c.about() {
		if i == 0 || i > len(c.start.Options) { // the options are in the list
			col.add(2, row)
		}
	}
	return col.rows
}

// sentence is a finding in words, with the key that fixes it: before the words
// where they may be cut.
func (c *Composer) sentence(d convention.Diagnostic, fixFirst bool) render.Row {
	row := render.Row{seg(d.Severity.String()+" ", severityRole(d.Severity))}
	words := seg(c.explained(d), render.Plain)
	fix := ""
	if d.Fix != nil {
		fix = c.keyFor("draft-fix") + ": " + d.Fix.Title
	}
	switch {
	case fix == "":
		return append(row, words)
	case fixFirst:
		return append(row, seg(fix+" · ", render.Good), words)
	}
	return append(row, words, seg(" · "+fix, render.Good))
}

// explained is what a finding says, after why it weighs less here than in other
// rooms.
func (c *Composer) explained(d convention.Diagnostic) string {
	if d.Code == "no-header" && d.Severity == convention.Warning {
		return "(no error, as few messages here have one) " + d.Message
	}
	return d.Message
}

// about are rows on the message that this one is about.
func (c *Composer) about() []render.Row {
	s := c.start
	var rows []render.Row
	if s.About != "" {
		row := render.Row{seg("about ", render.Dim)}
		if s.ReplyToSequence > 0 {
			row[0] = seg(fmt.Sprintf("#%d ", s.ReplyToSequence), render.Dim)
		}
		row = append(row, seg(quoted(s.About), render.Plain))
		if !s.Due.IsZero() {
			row = append(row, seg(" · due "+c.clock().reading(s.Due), render.Demand))
		}
		rows = append(rows, row)
	}
	for _, o := range s.Options {
		rows = append(rows, render.Row{seg("opt/"+o.ID+" ", render.Option), seg(quoted(o.Text), render.Plain)})
	}
	if s.Recommended != "" {
		rows = append(rows, render.Row{seg("rec ", render.Option), seg(quoted(s.Recommended), render.Plain)})
	}
	if s.Default != "" {
		rows = append(rows, render.Row{seg("default ", render.Option), seg(quoted(s.Default), render.Plain)})
	}
	return rows
}

// listRows draws the open list around the candidate that is chosen.
func (c *Composer) listRows(width, room int) []render.Row {
	if room <= 0 {
		return nil
	}
	m := c.opts.Measure
	all, at := c.list.all, c.list.at
	help := render.Row{seg("↑↓ choose · "+c.keyFor("draft-newline")+" takes it · "+c.keyFor("draft-leave")+" closes", render.Dim)}
	fit := room
	if room > 2 {
		fit = room - 1
	}
	from := min(max(0, at-fit/2), max(0, len(all)-fit))
	to := min(len(all), from+fit)
	column := 0
	for _, k := range all[from:to] {
		column = max(column, min(m.Width(render.CleanLine(k.label).String()), width/2))
	}
	var rows []render.Row
	for i := from; i < to; i++ {
		sign, role := "  ", render.Plain
		if i == at {
			sign, role = "▸ ", render.Selected
		}
		label := m.Fit(render.Row{seg(all[i].label, role)}, column)
		for k := range label {
			label[k].Role = role
		}
		row := append(render.Row{seg(sign, role)}, label...)
		rows = append(rows, m.Fit(append(row, seg("  "+all[i].note, render.Dim)), width))
	}
	if room > 2 {
		if n := len(all); n > fit {
			help = append(help, seg(fmt.Sprintf(" · %d of %d", max(at, 0)+1, n), render.Dim))
		}
		rows = append(rows, help)
	}
	return rows
}
