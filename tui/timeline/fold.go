package timeline

import (
	"fmt"
	"unicode/utf8"

	"earshot/convention"
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
	rows, whole := render.MessageHead(in, foldOver, width, t.measure)
	if whole && len(rows) <= foldOver {
		return rows
	}
	rest := fmt.Sprintf("… %d rows more", len(rows)-foldTo)
	if !whole {
		rest = "… " + extent(in.Doc) + " in all"
	}
	if flagged := len(flaggedLines(in)); flagged > 0 {
		rest += fmt.Sprintf(", %d with a flag", flagged)
	}
	rows = rows[:foldTo:foldTo]
	return append(rows, t.measure.Fit(render.Row{
		{Text: render.Word("   ")}, {Text: render.Word(rest + ", enter shows all"), Role: render.FlagInfo},
	}, width))
}

// extent says how long a body is: in lines, or in characters where it has few.
func extent(doc *convention.Message) string {
	if n := len(doc.Facts); n > foldTo {
		return fmt.Sprintf("%d lines", n)
	}
	return fmt.Sprintf("%d characters", utf8.RuneCountInString(doc.Source))
}
