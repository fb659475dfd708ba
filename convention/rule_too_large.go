package convention

import (
	"strconv"
	"unicode/utf8"
)

// MaxBytes is the most bytes of UTF-8 that a room takes in one message.
const MaxBytes = 32_768

func tooLarge() Rule {
	return Rule{
		Code: "too-large", Severity: Error,
		Title: "more than 32,768 bytes of UTF-8",
		Doc: `A room takes at most 32,768 bytes in one message. Post what is long as a file or an
artifact, and refer to it.`,
		scope: anyBody,
		check: checkTooLarge,
	}
}

func checkTooLarge(p *pass) {
	if len(p.source) <= MaxBytes {
		return
	}
	at := MaxBytes
	for at > MaxBytes-utf8.UTFMax && !utf8.RuneStart(p.source[at]) {
		at--
	}
	p.report(Span{at, len(p.source)}, "the message has "+strconv.Itoa(len(p.source))+" bytes, and a room takes at most 32768", nil)
}
