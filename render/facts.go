package render

import (
	"strings"

	"earshot/convention"
	"earshot/convention/ledger"
)

// facts draws the lines of a message that has labels.
func (d *drawing) facts() {
	proving := d.provingLines()
	for i := range d.in.Doc.Facts {
		f := d.in.Doc.Facts[i]
		ls := d.in.State.Lines[f.Line]
		ls.Proved = ls.Proved || proving[i]
		d.fact(f, ls)
	}
}

// provingLines are the indexes of the ev lines of proved done lines.
func (d *drawing) provingLines() map[int]bool {
	var lines map[int]bool
	for i, f := range d.in.Doc.Facts {
		if f.Label.Modality != convention.Done || !d.in.State.Lines[f.Line].Proved {
			continue
		}
		if lines == nil {
			lines = map[int]bool{}
		}
		for _, ev := range d.in.Doc.Proof(i).Evidence {
			lines[ev] = true
		}
	}
	return lines
}

// fact draws one line with its label and flags.
func (d *drawing) fact(f convention.Fact, ls ledger.LineState) {
	label := labelOf(f, ls)
	from := f.TextSpan
	if f.Label.Modality == convention.None {
		if word, rest, ok := freeLabel(f.Text); ok {
			label = Row{{Text: CleanLine(word), Role: Dim}}
			from.Start = from.End - min(from.Len(), len(rest))
		} else {
			label = Row{{Text: Safe{s: "·"}, Role: Dim}}
		}
	}
	d.line(label, d.text(from, f.Times), lineFlags(d.in, f))
}

// labelOf is a reserved word with its id, in its family's colour.
func labelOf(f convention.Fact, ls ledger.LineState) Row {
	l := f.Label
	if l.Modality == convention.None {
		return nil
	}
	text := Safe{s: l.Modality.String()}
	if l.Sep != 0 {
		text = Join(text, CleanLine(string(rune(l.Sep))+l.ID))
	}
	return Row{{Text: text, Role: RoleOf(f, ls)}}
}

// freeLabel splits off a first word that the convention's writers use as a label
// without the word being reserved. It only aligns the line; it means nothing.
func freeLabel(text string) (word, rest string, ok bool) {
	word, rest, ok = strings.Cut(text, " ")
	if !ok {
		return "", "", false
	}
	switch strings.TrimSuffix(word, ":") {
	case "outcome", "cost", "eta", "reason", "approvals", "budget", "note",
		"commit", "run", "pr", "branch", "file", "url", "msg", "log", "artifact", "tag", "deploy",
		"owes", "decided", "in-force", "pending", "proved", "unproven", "blocked",
		"permitted", "forbidden", "option", "hazard", "last":
		return word, rest, true
	}
	return "", "", false
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
