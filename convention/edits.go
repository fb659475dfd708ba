package convention

import (
	"cmp"
	"slices"
	"unicode/utf8"
)

// sortEdits sorts edits by where they are made.
func sortEdits(edits []Edit) []Edit {
	slices.SortStableFunc(edits, func(a, b Edit) int {
		return cmp.Or(a.Span.Start-b.Span.Start, a.Span.End-b.Span.End)
	})
	return edits
}

// quoteLen bounds how many bytes of text from outside a message repeats.
const quoteLen = 48

// quote returns text from the body between quotation marks, cut where long.
func quote(text string) string { return "“" + cut(text) + "”" }

// cut returns the text, shortened where it is long.
func cut(text string) string {
	if len(text) <= quoteLen {
		return valid(text)
	}
	end := quoteLen
	for end > quoteLen-utf8.UTFMax && !utf8.RuneStart(text[end]) {
		end--
	}
	return valid(text[:end]) + "…"
}
