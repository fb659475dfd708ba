package render

import "strings"

// body lays the lines of the message out.
func (d *drawing) body() {
	for _, p := range d.parts() {
		if d.most > 0 && len(d.rows) > d.most {
			d.short = true
			return
		}
		switch p.kind {
		case factPart:
			d.line(p.label, p.text, p.flags)
		case codePart:
			d.code(p.text)
		case blankPart:
			d.add(Row{})
		default:
			d.paragraph(p.text, p.flags)
		}
	}
}

// paragraph draws a line without label, wrapped at the indent.
func (d *drawing) paragraph(text Row, flags []Flag) {
	var rows []Row
	for _, r := range d.m.WrapRow(text, max(1, d.width-d.indent-1)) {
		rows = append(rows, append(Row{{Text: spaces(d.indent)}}, r...))
	}
	d.withFlags(rows, flags, d.indent)
}

// code draws a line of code; what does not fit goes on below the line's own
// indent.
func (d *drawing) code(text Row) {
	width := max(1, d.width-d.indent-1)
	line := text[0].Text
	lead := min(len(line.s)-len(strings.TrimLeft(line.s, " ")), width/2)
	hang := lead
	if lead > 0 {
		hang += 2
	}
	row := Row{{Text: Safe{s: line.s[lead:]}}}
	for i, r := range d.m.wrapHanging(row, max(1, width-lead), max(1, width-hang)) {
		if i > 0 {
			lead = hang
		}
		d.add(append(Row{{Text: spaces(d.indent + lead)}}, r...))
	}
}

// line draws a label, a text and flags: the text wrapped and indented behind the
// column of labels, the flags beside the last row or under it.
func (d *drawing) line(label, text Row, flags []Flag) {
	textCol := d.indent + d.labelCol + 1
	head := append(Row{{Text: spaces(d.indent)}}, label...)
	used := d.m.RowWidth(head)
	gap := max(1, textCol-used)
	first, rest := d.width-1-used-gap, d.width-1-textCol
	if first < 8 && first < rest { // no room beside a long label
		d.add(head)
		head, used, gap, first = nil, 0, textCol, rest
	}
	head = append(head, Seg{Text: spaces(gap)})
	rows := d.m.wrapHanging(text, max(1, first), max(1, rest))
	for i, r := range rows {
		if i > 0 {
			head = Row{{Text: spaces(textCol)}}
		}
		rows[i] = append(head[:len(head):len(head)], r...)
	}
	d.withFlags(rows, flags, textCol)
}

// withFlags adds the rows of a line and its flags: in the column of flags where
// the last row leaves it free, further right where they just fit, under the line
// otherwise.
func (d *drawing) withFlags(rows []Row, flags []Flag, textCol int) {
	last := len(rows) - 1
	for _, r := range rows[:last] {
		d.add(r)
	}
	if len(flags) == 0 {
		d.add(rows[last])
		return
	}
	all := flagRow(flags)
	end, size := d.m.RowWidth(rows[last]), d.m.RowWidth(all)
	col := max(end+2, min(d.flagCol, d.width-1-size))
	if col+size <= d.width-1 {
		d.add(append(append(rows[last], Seg{Text: spaces(col - end)}), all...))
		return
	}
	d.add(rows[last])
	d.pack(textCol, flagPieces(flags)...)
}

// pack draws pieces at a column, as many in a row as fit; one that is too wide
// for a row is wrapped.
func (d *drawing) pack(col int, pieces ...Row) {
	room := max(1, d.width-1-col)
	var row Row
	flush := func() {
		for _, r := range d.m.WrapRow(row, room) {
			d.add(append(Row{{Text: spaces(col)}}, r...))
		}
		row = nil
	}
	for _, p := range pieces {
		if len(p) == 0 {
			continue
		}
		if len(row) > 0 && d.m.RowWidth(row)+2+d.m.RowWidth(p) > room {
			flush()
		}
		row = beside(2, row, p)
	}
	if len(row) > 0 {
		flush()
	}
}
