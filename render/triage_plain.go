package render

import (
	"bufio"
	"io"
	"strings"

	"earshot/convention/ledger"
)

// WriteTriage writes the triage list as plain lines: a heading for each group,
// a line for each thing with its number, its flags in words and its text. The
// error is the writer's. An empty list says that nothing waits.
func WriteTriage(w io.Writer, rows []TriageRow, c Clock) error {
	b := bufio.NewWriter(w)
	if len(rows) == 0 {
		b.WriteString("nothing waits for anybody\n")
	}
	for i, r := range rows {
		if i == 0 || rows[i-1].Group != r.Group {
			b.WriteString(r.Group.Title() + "\n")
		}
		for _, line := range TriageLines(r, c) {
			b.WriteString("  " + line + "\n")
		}
	}
	return b.Flush()
}

// TriageLines is one thing of the triage list as plain lines.
func TriageLines(r TriageRow, c Clock) []string {
	t := triageDrawing{r: r, m: NewMeasure(false), c: c, width: unbounded}
	first := beside(2, t.what(), t.who(), flagRow(t.plainLate()), t.text())
	lines := []string{first.Plain()}
	u := r.below(unbounded)
	for line := underText; line <= underNote; line <<= 1 {
		if u&line != 0 {
			lines = append(lines, "  "+strings.TrimLeft(t.under(line).Plain(), " "))
		}
	}
	return lines
}

// plainLate is late with every word spelt out.
func (t triageDrawing) plainLate() []Flag {
	switch {
	case t.r.Item != nil:
		return ItemFlags(*t.r.Item, t.c)
	case t.r.Claim != nil:
		return ClaimFlags(*t.r.Claim)
	case t.r.Unaddressed != nil:
		return []Flag{say(FlagBad, "UNADDRESSED")}
	case t.r.Data != nil, t.r.Repeat != nil:
		return messageFlags(MessageInput{State: ledger.MessageState{Data: t.r.Data, Repeat: t.r.Repeat}})
	}
	return t.late()
}
