package convention

import (
	"cmp"
	"slices"
	"strings"
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

// joinParts writes "a, b and c", with last between the last two.
func joinParts(parts []string, last string) string {
	n := len(parts) - 1
	if n < 1 {
		return strings.Join(parts, "")
	}
	return strings.Join(parts[:n], ", ") + last + parts[n]
}
