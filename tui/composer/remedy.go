package composer

import (
	"strings"
	"time"

	"earshot/convention"
)

// remedy is what mends a finding for which the convention has no fix of its own:
// the composer knows the time and the zone, and may leave a blank for the person.
// It is nil where nobody but the person knows what to write.
func (c *Composer) remedy(d convention.Diagnostic) *convention.Fix {
	switch d.Code {
	case "relative-time":
		return c.instead(d.Span)
	case "no-header":
		return &convention.Fix{Title: "add a header", Edits: []convention.Edit{{Text: header("", c.start.Topic, c.start.To) + "\n"}}}
	case "unknown-seat":
		return blankFix("name another seat", d.Span, "<seat>")
	case "bad-time", "past-time":
		return blankFix("say another time", d.Span, "<time>")
	case "ask-without-time":
		_, end := lineAround(c.ed.Text(), d.Span.Start)
		if _, from, ok := c.clock().said(c.ed.Text()[d.Span.Start:end]); ok {
			return c.instead(convention.Span{Start: d.Span.Start + from, End: end})
		}
		return c.atEnd("add the time", d.Span.Start, ", <time>")
	case "ask-without-default":
		return c.atEnd("say what silence means", d.Span.Start, "\ndefault silence past the ask time→<what happens then>")
	}
	return nil
}

func blankFix(title string, s convention.Span, blank string) *convention.Fix {
	return &convention.Fix{Title: title, Edits: []convention.Edit{{Span: s, Text: blank}}}
}

// atEnd adds text behind the line that an offset lies on.
func (c *Composer) atEnd(title string, at int, text string) *convention.Fix {
	start, end := lineAround(c.ed.Text(), at)
	line := c.ed.Text()[start:end]
	end = start + len(strings.TrimRight(line, " \t,;"))
	return &convention.Fix{Title: title, Edits: []convention.Edit{{Span: convention.Span{Start: end, End: end}, Text: text}}}
}

// mostSaid is how many words around one that names a time can belong to it:
// "next tuesday at 8:15 utc".
const mostSaid = 5

// instead is the instant that a time as said stands for. The widest run of words
// around the span that reads as one time is taken: "tomorrow 9:00" is found from
// either of its words.
func (c *Composer) instead(s convention.Span) *convention.Fix {
	text := c.ed.Text()
	lineStart, lineEnd := lineAround(text, s.Start)
	best, found, at := convention.Span{}, false, time.Time{}
	for from, left := s.Start, 0; left < mostSaid && from >= lineStart && !c.room.Now.IsZero(); left++ {
		for to, right := s.End, 0; right < mostSaid && to <= lineEnd; right++ {
			if t, ok := c.clock().parse(text[from:to]); ok && (!found || to-from > best.Len()) {
				best, found, at = convention.Span{Start: from, End: to}, true, t
			}
			to = wordAfter(text[:lineEnd], to)
		}
		from = wordBefore(text[lineStart:], from-lineStart) + lineStart
	}
	if !found {
		return blankFix("say another time", s, "<time>")
	}
	return &convention.Fix{Title: "write " + basic(at) + ", " + c.clock().reading(at), Edits: []convention.Edit{{Span: best, Text: basic(at)}}}
}

// wordAfter is the end of the word behind an offset, beyond the text where there
// is none.
func wordAfter(s string, at int) int {
	for at < len(s) && s[at] == ' ' {
		at++
	}
	if at == len(s) {
		return at + 1
	}
	if n := strings.IndexAny(s[at:], " ,;()"); n >= 0 {
		return max(at+n, at+1)
	}
	return len(s)
}

// wordBefore is the start of the word before an offset, negative where there is
// none.
func wordBefore(s string, at int) int {
	end := len(strings.TrimRight(s[:at], " "))
	if end == 0 {
		return -1
	}
	return min(strings.LastIndexAny(s[:end], " ,;()")+1, end-1)
}

// point puts the cursor where a finding wants something written. What has to go
// is selected, so that what is typed, or taken from the list, takes its place.
func (c *Composer) point(d convention.Diagnostic) {
	switch d.Code {
	case "unknown-seat", "bad-time", "past-time", "relative-time":
		c.ed.Select(d.Span)
	default:
		c.ed.SetCursor(d.Span.Start)
	}
}
