package convention

import (
	"strconv"
	"unicode/utf8"
)

func invalidUTF8() Rule {
	return Rule{
		Code: "invalid-utf8", Severity: Hint,
		Title: "bytes that are no UTF-8",
		Doc: `A body is UTF-8. A byte that is not is read as U+FFFD, so that what it stood for is
lost to every reader.`,
		Bad:   "v1 report limiter to lead n=1\ntodo caf\xe9 menu",
		Good:  "v1 report limiter to lead n=1\ntodo café menu",
		scope: anyBody,
		check: checkInvalidUTF8,
	}
}

func checkInvalidUTF8(p *pass) {
	if p.m.layout.valid {
		return
	}
	first := Span{-1, -1}
	bad := 0
	for i := 0; i < len(p.source); {
		r, size := utf8.DecodeRuneInString(p.source[i:])
		if r == utf8.RuneError && size == 1 {
			if bad == 0 {
				first = Span{i, i}
			}
			if first.End == i {
				first.End = i + 1
			}
			bad++
		}
		i += size
	}
	message := "this byte is no UTF-8 and is read as U+FFFD"
	if bad > 1 {
		message = strconv.Itoa(bad) + " bytes of this message are no UTF-8 and are read as U+FFFD"
	}
	p.report(first, message, nil)
}
