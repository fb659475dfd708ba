package render

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"earshot/convention"
)

// text draws a part of the message's source: instants as the clock writes them,
// links marked, credentials replaced.
func (d *drawing) text(span convention.Span, times []convention.Time) Row {
	src := d.in.Doc.Source
	var row Row
	at := span.Start
	for _, t := range times {
		if t.Span.Start < at || t.Span.End > span.End {
			continue
		}
		row = append(row, d.words(src, at, t.Span.Start)...)
		row = append(row, Seg{Text: Safe{s: FormatTime(t.At, d.in.Clock)}, Role: Strong})
		at = t.Span.End
	}
	return append(row, d.words(src, at, span.End)...)
}

// words draws the bytes from start to end with their links marked.
func (d *drawing) words(src string, start, end int) Row {
	var row Row
	if start >= end {
		return nil
	}
	text := CleanLine(masked(src, start, end, d.secrets))
	at := 0
	for _, l := range Links(text) {
		if l.Span.Start > at {
			row = append(row, Seg{Text: Safe{s: text.s[at:l.Span.Start]}})
		}
		row = append(row, Seg{Text: Safe{s: text.s[l.Span.Start:l.Span.End]}, Role: Link})
		at = l.Span.End
	}
	if at < len(text.s) {
		row = append(row, Seg{Text: Safe{s: text.s[at:]}})
	}
	return row
}

// Conceal is a text with every credential in it replaced by a note of its
// length. It is as hostile as it was.
func Conceal(raw string) string {
	return masked(raw, 0, len(raw), convention.Secrets(raw))
}

// masked is src[start:end] with what lies in spans replaced by a note of its
// length.
func masked(src string, start, end int, spans []convention.Span) string {
	if len(spans) == 0 {
		return src[start:end]
	}
	var b strings.Builder
	at := start
	for _, s := range spans {
		from, to := max(s.Start, at), min(s.End, end)
		if from >= to {
			continue
		}
		b.WriteString(src[at:from])
		b.WriteString("<secret, " + strconv.Itoa(utf8.RuneCountInString(src[from:to])) + " characters>")
		at = to
	}
	b.WriteString(src[at:end])
	return b.String()
}
