package ledger

import (
	"strings"
	"unicode/utf8"

	"earshot/convention"
)

// span is a part of a message's source: half of what the text itself would take,
// and nothing for the garbage collector to follow.
type span struct{ start, end uint32 }

// typedText stands for the text that a message's typed trailer says, which is no
// part of its source.
func typedText() span { return span{start: 1} }

func spanOf(s convention.Span) span { return span{uint32(s.Start), uint32(s.End)} }

// cut returns the text of a span, as the parser gives it: with U+FFFD for each
// invalid byte.
func (p *post) cut(s span) string {
	if s.start > s.end {
		return p.seldom().typed
	}
	text := p.source[s.start:s.end]
	if utf8.ValidString(text) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		b.WriteRune(r)
	}
	return b.String()
}
