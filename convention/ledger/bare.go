package ledger

import (
	"strings"

	"earshot/convention"
)

// bareTexts gives the texts of items without their times. It keeps the last one,
// because the items of a line follow each other.
type bareTexts struct {
	post *post
	doc  *convention.Message
	line uint32
	text string
}

// of returns an item's text without its times.
func (b *bareTexts) of(it *item) string {
	p := it.post()
	switch {
	case !it.timed:
		return p.cut(it.text)
	case b.post == p && b.line == it.line:
		return b.text
	case b.post != p || b.doc == nil:
		b.post, b.doc = p, convention.Parse(p.source)
	}
	b.line = it.line
	for i := range b.doc.Facts {
		if f := &b.doc.Facts[i]; f.Line == int(it.line) {
			b.text = bareText(p.source, f)
			break
		}
	}
	return b.text
}

// bareText returns a fact's text without its times and what they leave behind.
func bareText(source string, f *convention.Fact) string {
	if len(f.Times) == 0 {
		return f.Text
	}
	var parts []string
	at := f.TextSpan.Start
	for _, t := range f.Times {
		parts = append(parts, source[at:t.Span.Start])
		at = t.Span.End
	}
	text := strings.ToValidUTF8(strings.Join(append(parts, source[at:f.TextSpan.End]), " "), "\uFFFD")
	text = strings.Join(strings.Fields(text), " ")
	for _, mark := range []string{",", ":", ";", ".", ")"} {
		text = strings.ReplaceAll(text, " "+mark, mark)
	}
	return strings.Trim(text, " ,;:")
}
