package render

import (
	"strconv"
	"strings"

	"earshot/convention"
)

// header draws number, sender, addressees, intent, topic, flags, time and
// tokens: in one row where they fit, in two or more otherwise.
func (d *drawing) header() {
	who, what, flags := d.who(), d.what(), messageFlags(d.in)
	when, cost := d.when(), d.cost()
	right := beside(1, when, d.padded(cost))
	if row, ok := d.oneRow(d.whatCol, who, what, flagRow(flags), right); ok {
		d.add(row)
	} else if row, ok := d.oneRow(0, who, what, flagRow(flags), right); ok {
		d.add(row)
	} else {
		d.add(d.justify(who, when))
		d.pack(d.indent, append(append([]Row{what}, flagPieces(flags)...), cost)...)
	}
	d.failure()
}

// beside sets rows beside each other, gap blanks between those that have
// anything.
func beside(gap int, rows ...Row) Row {
	var out Row
	for _, r := range rows {
		if len(r) == 0 {
			continue
		}
		if len(out) > 0 {
			out = append(out, Seg{Text: spaces(gap)})
		}
		out = append(out, r...)
	}
	return out
}

// padded right-aligns the tokens so that the times before them align.
func (d *drawing) padded(cost Row) Row {
	if len(cost) == 0 || d.width < NarrowForm {
		return cost
	}
	return append(Row{{Text: spaces(5 - d.m.RowWidth(cost))}}, cost...)
}

// failure says why a message was not sent.
func (d *drawing) failure() {
	if _, why, came := d.cameBack(); came {
		d.hang(Row{{Text: Join(Safe{s: "not sent: "}, CleanLine(why)), Role: Error}})
	}
}

// cameBack is how and why a message was not taken.
func (d *drawing) cameBack() (how, why string, came bool) {
	how, why, came = strings.Cut(d.in.Pending, ":")
	return how, strings.TrimSpace(why), came && (how == "failed" || how == "refused")
}

// oneRow lays the parts out, intent and topic from a column on; it is false where
// they do not fit.
func (d *drawing) oneRow(column int, who, what, flags, right Row) (Row, bool) {
	row := append(make(Row, 0, len(who)+len(what)+len(flags)+len(right)+4), who...)
	used := d.m.RowWidth(row)
	if len(what) > 0 {
		gap := max(2, column-used)
		row = append(append(row, Seg{Text: spaces(gap)}), what...)
		used += gap + d.m.RowWidth(what)
	}
	if len(flags) > 0 {
		row = append(append(row, Seg{Text: spaces(2)}), flags...)
		used += 2 + d.m.RowWidth(flags)
	}
	gap := d.width - 1 - used - d.m.RowWidth(right)
	if gap < 2 && len(right) > 0 || gap < 0 {
		return nil, false
	}
	return append(append(row, Seg{Text: spaces(gap)}), right...), true
}

// justify puts left and right into one row and cuts the left where it must.
func (d *drawing) justify(left, right Row) Row {
	room := d.width - 2 - d.m.RowWidth(right)
	if room < d.width/3 { // the sender is worth more than the time
		return d.m.Fit(left, d.width)
	}
	return beside(1, d.m.Fit(left, room), right)
}

// hang draws text at the indent, wrapped.
func (d *drawing) hang(r Row) {
	if len(r) == 0 {
		return
	}
	for _, row := range d.m.WrapRow(r, max(1, d.width-d.indent-1)) {
		d.add(append(Row{{Text: spaces(d.indent)}}, row...))
	}
}

// who is the number, the sender and the addressees.
func (d *drawing) who() Row {
	row := Row{{Text: spaces(1)}, {Text: number(d.in.Sequence), Role: Dim}, {Text: spaces(1)},
		{Text: d.name(d.in.From), Role: Strong}}
	if d.in.Doc.Header == nil || len(d.in.Doc.Header.To) == 0 {
		return row
	}
	row = append(row, Seg{Text: Safe{s: " → "}, Role: Dim})
	return append(row, d.addressees(d.in.Doc.Header.To)...)
}

// shownAddressees is how many names the header row lists before it counts.
const shownAddressees = 4

func (d *drawing) addressees(to []convention.Token) Row {
	var row Row
	for i, seat := range to {
		if i == shownAddressees && len(to) > shownAddressees+1 {
			more := " +" + strconv.Itoa(len(to)-i)
			return append(row, Seg{Text: Safe{s: more}, Role: Dim})
		}
		if i > 0 {
			row = append(row, Seg{Text: Safe{s: ", "}, Role: Dim})
		}
		row = append(row, Seg{Text: d.name(seat.Text), Role: Plain})
	}
	return row
}

// what is the intent and the topic, or what the body is instead.
func (d *drawing) what() Row {
	var row Row
	doc := d.in.Doc
	switch doc.Form {
	case convention.V1:
		row = Row{{Text: d.word(doc.Header.Intent.Text)}, {Text: spaces(1)},
			{Text: d.word(doc.Header.Topic.Text), Role: Strong}}
	case convention.Broken:
		// The header is shown whole, among the lines.
	case convention.Empty:
		row = Row{{Text: Safe{s: "empty"}, Role: Dim}}
	case convention.JSON:
		row = Row{{Text: Safe{s: "JSON"}, Role: Dim}}
	case convention.SCP:
		row = Row{{Text: Safe{s: "SCP"}, Role: Dim}}
	default:
		row = Row{{Text: Safe{s: doc.Form.String()}, Role: Dim}}
	}
	if doc.Fenced {
		row = append(row, Seg{Text: Safe{s: " fenced"}, Role: Dim})
	}
	if t := d.in.Type; t != "" && t != "message" {
		row = append(row, Seg{Text: Join(Safe{s: " type "}, d.word(t)), Role: Dim})
	}
	if len(row) > 0 {
		row[0].Text = Safe{s: strings.TrimLeft(row[0].Text.s, " ")}
	}
	return row
}

// wordCells is how much of an intent, a topic or a type is shown in the header.
const wordCells = 32

func (d *drawing) word(raw string) Safe {
	return d.m.Truncate(CleanLine(Conceal(raw)), wordCells, "…")
}

// when is the time, or how far the message has come.
func (d *drawing) when() Row {
	how, _, came := d.cameBack()
	switch {
	case came:
		return Row{{Text: CleanLine(how), Role: FlagBad}}
	case d.in.Pending != "":
		return Row{{Text: d.word(d.in.Pending), Role: FlagInfo}}
	case d.in.At.IsZero():
		return nil
	}
	return Row{{Text: Safe{s: FormatTime(d.in.At, d.in.Clock)}, Role: Dim}}
}

// cost is the number of tokens, where it is known.
func (d *drawing) cost() Row {
	if d.in.Tokens < 0 {
		return nil
	}
	return Row{{Text: Safe{s: strconv.Itoa(d.in.Tokens) + "t"}, Role: Dim}}
}

// firstLine is the first line with anything on it.
func firstLine(s string) string {
	for len(s) > 0 {
		line := s
		if i := strings.IndexAny(s, "\r\n"); i >= 0 {
			line, s = s[:i], s[i+1:]
		} else {
			s = ""
		}
		if strings.TrimSpace(line) != "" {
			return line
		}
	}
	return ""
}
