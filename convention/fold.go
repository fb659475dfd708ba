package convention

import (
	"strings"
	"unicode"
)

// Fold returns the form in which two bodies of the same seat are compared as
// repeats: each line trimmed, runs of blanks turned into one space, blank
// lines dropped. Line breaks count, and LF, CRLF and CR are one.
func Fold(body string) string {
	body = strings.TrimLeftFunc(body, func(r rune) bool { return r == '\uFEFF' || unicode.IsSpace(r) })
	var b strings.Builder
	b.Grow(len(body))
	for i := 0; i < len(body); {
		end, next := lineEnd(body, i)
		foldLine(&b, body[i:end])
		i = next
	}
	return b.String()
}

func foldLine(b *strings.Builder, line string) {
	first := true
	for line != "" {
		line = strings.TrimLeftFunc(line, unicode.IsSpace)
		if line == "" {
			return
		}
		end := skipWord(line, 0, len(line))
		switch {
		case !first:
			b.WriteByte(' ')
		case b.Len() > 0:
			b.WriteByte('\n')
		}
		first = false
		b.WriteString(line[:end])
		line = line[end:]
	}
}
