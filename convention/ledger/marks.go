package ledger

import (
	"strings"

	"earshot/convention"
	"earshot/convention/internal/shape"
)

// MarkTokens counts the tokens that a body spends on instants and on ids: what the
// room decides and not the sender. An id is a run of letters, digits, "_" and "-"
// that mixes letters with digits and is no hash, no part of a path, URL or name
// with dots, and no figure with a unit.
func MarkTokens(body string, count func(string) int) (times, ids int) {
	// The parser reads instants under a header alone; a body without one is read
	// as the facts of a message.
	const header = "v1 note body to all n=0\n"
	doc := convention.Parse(header + body)
	at := len(header)
	for i := range doc.Facts {
		for _, t := range doc.Facts[i].Times {
			times += count(doc.Source[t.Span.Start:t.Span.End])
			ids += idTokens(doc.Source[at:t.Span.Start], count)
			at = t.Span.End
		}
	}
	return times, ids + idTokens(doc.Source[at:], count)
}

func idTokens(text string, count func(string) int) int {
	n := 0
	for i := 0; i < len(text); {
		start := i
		for i < len(text) && idByte(text[i]) {
			i++
		}
		if i == start {
			i++
			continue
		}
		if id := strings.Trim(text[start:i], "-_"); isID(id) && !joined(text, start, i) {
			n += count(id)
		}
	}
	return n
}

func idByte(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '-'
}

// shortestID is the fewest bytes of an id.
const shortestID = 6

func isID(w string) bool {
	if len(w) < shortestID || shape.Hash(w) || shape.LongHash(w) {
		return false
	}
	letters, digits, turns := 0, 0, 0
	last := byte(0)
	for i := range len(w) {
		kind := byte('-')
		switch c := w[i]; {
		case c >= '0' && c <= '9':
			kind = '0'
			digits++
		case c != '_' && c != '-':
			kind = 'a'
			letters++
		}
		if kind != last {
			turns++
		}
		last = kind
	}
	return letters > 0 && digits > 0 && turns > 2
}

// joined reports whether the run is a part of something longer that names itself.
func joined(text string, start, end int) bool {
	const joints = "/.@%"
	before := start > 0 && strings.IndexByte(joints, text[start-1]) >= 0
	after := end+1 < len(text) && strings.IndexByte(joints, text[end]) >= 0 && idByte(text[end+1])
	return before || after
}
