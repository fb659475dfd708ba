package composer

import (
	"slices"
	"strings"

	"earshot/convention"
)

// A message has one header, and the composer begins with one. Whoever brings or
// types another means it in place of that.

// brings tells whether a text has a header of its own.
func brings(text string) bool {
	h := convention.Parse(text).Header
	return h != nil && h.Count.Text != "" && len(h.To) > 0
}

// retyped makes room for a header that is typed where one was begun already:
// behind "v1 " what is left of the prepared header goes, as a part of the step
// that typed it.
func (c *Composer) retyped() {
	prepared, _, _ := strings.Cut(c.pristine, "\n")
	text, at := c.ed.Text(), c.ed.Cursor()
	_, end := lineAround(text, 0)
	if !strings.HasPrefix(prepared, "v1 ") || at > end {
		return
	}
	prepared = uncounted(prepared)
	typed, left := text[:at], uncounted(text[at:end])
	switch {
	case typed == "v1 " && left == prepared:
	case typed == "v1 v1 " && left != "" && strings.HasSuffix(prepared, left):
	default:
		return
	}
	edits := []convention.Edit{{Span: convention.Span{Start: at, End: end}}}
	if typed != "v1 " {
		edits = append(edits, convention.Edit{Span: convention.Span{End: len("v1 ")}})
	}
	if c.ed.Amend(edits) == nil {
		c.parse()
	}
}

// uncounted is a header without its count, which changes by itself.
func uncounted(header string) string {
	if at := strings.LastIndex(header, " n="); at >= 0 {
		return header[:at]
	}
	return header
}

// secondHeader is the finding of a first fact line that is a header itself, as
// when a whole message was written below the prepared header.
const secondHeader = "second-header"

// own are findings of the composer's, beside those of the convention: they are
// about how a text is written, not about what it says.
func (c *Composer) own() []convention.Diagnostic {
	m := c.msg
	if m.Form != convention.V1 && m.Form != convention.Broken || m.Header == nil || len(m.Facts) == 0 {
		return nil
	}
	if d, ok := c.smallOption(m.Facts[0]); ok {
		return []convention.Diagnostic{d}
	}
	second := m.Facts[0].Span
	line := c.source(second)
	if !strings.HasPrefix(line, "v1 ") || !brings(line) {
		return nil
	}
	return []convention.Diagnostic{{
		Code: secondHeader, Severity: convention.Warning, Span: second,
		Message: "a message has one header, and this line would be its second: read as a plain fact",
		Fix: &convention.Fix{Title: "put it in place of the first", Edits: []convention.Edit{
			{Span: convention.Span{Start: m.Header.Span.Start, End: second.End}, Text: line},
		}},
	}}
}

// withOwn adds the composer's own findings in the order of the text.
func (c *Composer) withOwn(found []convention.Diagnostic) []convention.Diagnostic {
	own := c.own()
	if len(own) == 0 {
		return found
	}
	all := append(slices.Clone(found), own...)
	slices.SortStableFunc(all, func(a, b convention.Diagnostic) int { return a.Span.Start - b.Span.Start })
	return all
}
