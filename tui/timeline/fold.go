package timeline

import (
	"fmt"

	"earshot/render"
)

// A message of more than foldOver rows shows foldTo of them, so that one body
// of ten thousand lines neither hides the room nor costs more than it shows.
const (
	foldOver = 48
	foldTo   = 40
)

// messageRows draws a message, a long one only in its first rows.
func (t *Timeline) messageRows(in render.MessageInput, width int) []render.Row {
	rows := render.MessagePartRows(in, 0, width, t.measure)
	parts := render.MessageParts(in)
	if parts == 1 && len(rows) <= foldOver {
		return rows
	}
	rest := fmt.Sprintf("… %d more rows", len(rows)-foldTo)
	if parts > 1 {
		rest = fmt.Sprintf("… %d lines in all", len(in.Doc.Facts))
	}
	if flagged := len(flaggedLines(in)); flagged > 0 {
		rest += fmt.Sprintf(", %d with a flag", flagged)
	}
	rows = rows[:min(foldTo, len(rows)):min(foldTo, len(rows))]
	return append(rows, t.measure.Fit(render.Row{
		{Text: render.Word("   ")}, {Text: render.Word(rest + ", enter shows all"), Role: render.FlagInfo},
	}, width))
}
