package render

import (
	"math/bits"
	"strconv"
	"strings"
	"time"

	"earshot/convention"
	"earshot/convention/ledger"
)

// TriageWide is the width from which a row of the triage list says in full what
// silence does; below it in short.
const TriageWide = 70

// markCells are left free at the start of a row for the mark of the selection.
const markCells = 2

// under says which lines stand under the first one of a row.
type under uint8

const (
	underText    under = 1 << iota // the line itself, but in plain lines
	underDefault                   // what silence does or has done
	underAnswer                    // the answer that came after the default
	underDecider                   // who decides
	underAck                       // the last acknowledgement
	underNote                      // why it was set aside
)

// below is what a row needs beside its first line; it costs nothing.
func (r TriageRow) below(width int) under {
	var u under
	if width < unbounded && r.Data == nil && r.Repeat == nil {
		u |= underText
	}
	if it := r.Item; it != nil {
		if it.Default != "" {
			u |= underDefault
		}
		if it.Conflict() {
			u |= underAnswer
		}
		if len(it.Acks) > 0 {
			u |= underAck
		}
	}
	if r.Decision != nil {
		u |= underDecider
	}
	if r.Group == SetAside {
		u |= underNote
	}
	return u
}

// TriageHeight is the number of rows that TriageRows gives, without drawing.
func TriageHeight(r TriageRow, width int) int {
	return 1 + bits.OnesCount8(uint8(r.below(width)))
}

// TriageRows draws one thing to look at: what and about which topic, who, how
// late, under it the text, and what silence does. The first two cells are left
// free. No row is wider than width; what does not fit is cut and ends in "…".
func TriageRows(r TriageRow, width int, m Measure, c Clock) []Row {
	t := triageDrawing{r: r, m: m, c: c, width: max(width, 1)}
	rows := []Row{t.first()}
	u := r.below(width)
	for line := underText; line <= underNote; line <<= 1 {
		if u&line != 0 {
			rows = append(rows, t.under(line))
		}
	}
	for i := range rows {
		if m.RowWidth(rows[i]) > t.width {
			rows[i] = m.Fit(rows[i], t.width)
		}
	}
	return rows
}

type triageDrawing struct {
	r     TriageRow
	m     Measure
	c     Clock
	width int
}

// first is the first row: what and who before the lateness. Where they do not fit
// the lateness in words becomes a figure, then the blanks between them go, and at
// last the names are cut.
func (t triageDrawing) first() Row {
	what, who, late := t.what(), t.who(), flagRow(t.late())
	gap := 2
	rest := func() int {
		if size := t.m.RowWidth(late); size > 0 {
			return t.width - markCells - size - gap
		}
		return t.width - markCells
	}
	left := beside(gap, what, who)
	if short := flagRow(t.shortLate()); t.m.RowWidth(left) > rest() && t.m.RowWidth(short) < t.m.RowWidth(late) {
		late = short
	}
	if t.m.RowWidth(left) > rest() {
		gap = 1
		left = beside(gap, what, who)
	}
	if t.m.RowWidth(left) > rest() {
		left = t.m.Fit(left, max(rest(), 8))
	}
	row := beside(gap, append(Row{{Text: spaces(markCells)}}, left...), late)
	if text := t.text(); t.r.below(t.width)&underText == 0 && t.m.RowWidth(row)+2+t.m.RowWidth(text) <= t.width {
		row = beside(2, row, text)
	}
	return row
}

// what names the thing and its topic.
func (t triageDrawing) what() Row {
	r := t.r
	topic := func(s string) Row {
		if s == "" {
			return nil
		}
		return Row{{Text: CleanLine(Conceal(s)), Role: Strong}}
	}
	switch {
	case r.Item != nil:
		return beside(1, Row{{Text: CleanLine(r.Kind), Role: Demand}}, topic(r.Item.Topic))
	case r.Decision != nil:
		return beside(1, Row{{Text: Word("decision"), Role: Prohibition}}, topic(r.Decision.Topic))
	case r.Claim != nil:
		return beside(1, Row{{Text: Word("claim"), Role: Unproven}}, topic(r.Claim.Topic))
	case r.Unaddressed != nil:
		return Row{{Text: Word(r.Unaddressed.Modality.String()), Role: Demand}}
	case r.Data != nil:
		return Row{{Text: Word("message"), Role: Plain}, {Text: Join(spaces(1), number(r.Sequence)), Role: Dim}}
	case r.Repeat != nil:
		return Row{{Text: Word("repeats"), Role: Plain}, {Text: Join(spaces(1), number(r.Sequence)), Role: Dim}}
	case r.Possible != nil:
		return Row{{Text: CleanLine(possible(*r.Possible)), Role: Dim}}
	}
	return Row{{Text: CleanLine(r.Kind)}}
}

// who names whom it is about: the asker where it is for oneself, the seat that
// owes it where one waits for it, both where it is between others.
func (t triageDrawing) who() Row {
	r := t.r
	if r.Item == nil {
		return Row{{Text: t.seat(r.Seat)}}
	}
	from, owes := Row{{Text: t.seat(r.Item.From)}}, Row{{Text: t.seat(r.Item.Owes)}}
	if n := len(r.Others); n > 0 {
		owes = append(owes, Seg{Text: Safe{s: " +" + strconv.Itoa(n)}, Role: Dim})
	}
	switch {
	case r.Mine:
		return from
	case r.Group == YouWaitFor || r.Group == NeedsYou:
		return owes
	}
	return append(append(from, Seg{Text: Safe{s: " → "}, Role: Dim}), owes...)
}

func (t triageDrawing) seat(s ledger.Seat) Safe {
	name := s.Name
	if name == "" {
		name = s.ID
	}
	if name == "" {
		return Safe{s: "(no name)"}
	}
	return t.m.Truncate(CleanLine(name), nameCells, "…")
}

// late says how late it is, or what is wrong with it, in few words.
func (t triageDrawing) late() []Flag {
	r := t.r
	switch {
	case r.Item != nil:
		return t.itemLate(r.Item)
	case r.Decision != nil:
		return []Flag{say(FlagBad, "NOT THE DECIDER")}
	case r.Claim != nil:
		if flags := ClaimFlags(*r.Claim); len(flags) > 1 {
			return flags[1:]
		}
		return nil
	case r.Data != nil:
		return []Flag{say(FlagBad, "n="+strconv.Itoa(r.Data.Declared)+"≠"+strconv.Itoa(r.Data.Facts))}
	case r.Repeat != nil:
		flags := []Flag{say(FlagWarn, "×"+strconv.Itoa(r.Repeat.Count))}
		if r.Repeat.Loop {
			flags = append(flags, say(FlagBad, "LOOP"))
		}
		return flags
	}
	return nil
}

// itemLate is the state of an item in the words that a message's line has too.
func (t triageDrawing) itemLate(it *ledger.Item) []Flag {
	flags := itemState(*it, t.c)
	if it.Conflict() {
		flags = []Flag{say(FlagBad, "CONFLICT")}
	}
	return append(flags, itemMore(it)...)
}

// itemMore is what is to be said of an item beside its state.
func itemMore(it *ledger.Item) []Flag {
	var flags []Flag
	if it.State == ledger.Overdue && it.BlockedBy > 0 {
		flags = append(flags, by("BLOCKED", it.BlockedBy, FlagWarn))
	}
	if it.Of > 1 {
		flags = append(flags, say(Dim, strconv.Itoa(it.Answered)+" of "+strconv.Itoa(it.Of)+" answered"))
	}
	if it.Orphaned {
		flags = append(flags, say(FlagBad, "ORPHANED"))
	}
	return flags
}

// shortLate is late with the figure alone for a due time: "−12m".
func (t triageDrawing) shortLate() []Flag {
	it := t.r.Item
	if it == nil || it.Due.IsZero() || it.Conflict() {
		return t.late()
	}
	role := Dim
	switch it.State {
	case ledger.Overdue, ledger.Defaulted:
		role = FlagBad
	case ledger.Due:
		role = FlagWarn
	case ledger.Open:
	default:
		return t.late()
	}
	return append([]Flag{say(role, until(it.Due, t.c))}, itemMore(it)...)
}

// text is the line in question with its number.
func (t triageDrawing) text() Row {
	r := t.r
	var words string
	switch {
	case r.Item != nil:
		return append(t.reference(), clocked(r.Item.Text, r.Item.Due, t.c)...)
	case r.Decision != nil:
		words = r.Decision.Text
	case r.Claim != nil:
		words = r.Claim.Text
	case r.Unaddressed != nil:
		words = r.Unaddressed.Text
	case r.Possible != nil:
		words = r.Possible.Text
	case r.Data != nil:
		return Row{{Text: Word("nothing in it may be acted on"), Role: Dim}}
	case r.Repeat != nil:
		return Row{{Text: Word("last in "), Role: Dim}, {Text: number(r.Repeat.Last), Role: Dim}}
	}
	return append(t.reference(), clocked(words, time.Time{}, t.c)...)
}

// reference is the number of the message before its line.
func (t triageDrawing) reference() Row {
	return Row{{Text: Join(number(t.r.Sequence), spaces(1)), Role: Dim}}
}

// clocked is a line of a message, without its label, with its instants as the
// clock writes them. The due time is left out with the comma before it, because
// the row says how far away it is.
func clocked(line string, due time.Time, c Clock) Row {
	doc := convention.Parse("v1 x x to x n=1\nask " + Conceal(line))
	if len(doc.Facts) != 1 {
		return Row{{Text: CleanLine(Conceal(line))}}
	}
	f, src := doc.Facts[0], doc.Source
	var row Row
	add := func(text string, role Role) {
		if text != "" {
			row = append(row, Seg{Text: CleanLine(text), Role: role})
		}
	}
	at := f.TextSpan.Start
	for _, when := range f.Times {
		if when.Span.Start < at {
			continue
		}
		before := src[at:when.Span.Start]
		if at = when.Span.End; !due.IsZero() && when.At.Equal(due) {
			add(strings.TrimRight(before, " ,"), Plain)
			continue
		}
		add(before, Plain)
		add(FormatTime(when.At, c), Strong)
	}
	add(src[at:f.TextSpan.End], Plain)
	return row
}

// under is one of the lines under the first.
func (t triageDrawing) under(which under) Row {
	row := Row{{Text: spaces(markCells + 2)}}
	switch which {
	case underText:
		return append(row, t.text()...)
	case underDefault:
		return append(row, t.silence()...)
	case underAnswer:
		return append(row, Seg{Text: Word("answered late by "), Role: Dim}, Seg{Text: number(t.r.Item.AnsweredBy)})
	case underDecider:
		return append(row, Seg{Text: Join(t.seat(t.r.Decision.Decider), Word(" decides, asked in "), number(t.r.Decision.Ask)), Role: Dim})
	case underAck:
		ack := t.r.Item.Acks[len(t.r.Item.Acks)-1]
		return append(row, Seg{Text: Join(number(ack.Sequence), spaces(1), t.seat(ack.Seat), Word(": "), CleanLine(Conceal(ack.Text))), Role: Dim})
	}
	return append(row, Seg{Text: Join(Word("set aside: "), CleanLine(t.r.Note)), Role: Dim})
}

// silence says what the default does or has done.
func (t triageDrawing) silence() Row {
	it := t.r.Item
	words := Seg{Text: Word("default: "), Role: Dim}
	if t.width < TriageWide {
		return t.shortSilence()
	}
	switch {
	case it.State == ledger.Defaulted || it.Conflict():
		words = Seg{Text: Join(Word(InForce(it.Due, t.c)), Word(": ")), Role: FlagBad}
	case it.State == ledger.Due:
		words = Seg{Text: Join(Word("DEFAULT "+until(it.Due, t.c)), Word(": ")), Role: FlagWarn}
	}
	return append(Row{words}, option(clocked(it.Default, time.Time{}, t.c))...)
}

// option is a line in the colour of options.
func option(row Row) Row {
	for i := range row {
		row[i].Role = Option
	}
	return row
}

// shortSilence leaves out the times, which the first row has, and the condition,
// which is always that nobody answers.
func (t triageDrawing) shortSilence() Row {
	it := t.r.Item
	words := Seg{Text: Word("default → "), Role: Dim}
	if it.State == ledger.Defaulted || it.Conflict() {
		words = Seg{Text: Word("IN FORCE → "), Role: FlagBad}
	}
	outcome := it.Default
	for _, arrow := range []string{"→", "->"} {
		if _, after, ok := strings.Cut(outcome, arrow); ok && strings.TrimSpace(after) != "" {
			outcome = strings.TrimSpace(after)
			break
		}
	}
	return append(Row{words}, option(clocked(outcome, time.Time{}, t.c))...)
}
