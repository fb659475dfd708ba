package convention

import (
	"strings"
	"time"
	"unicode"
)

// Span is a half-open range of byte offsets into the string as given.
type Span struct{ Start, End int }

// Len is the number of bytes in the span.
func (s Span) Len() int { return s.End - s.Start }

// Form says what a body is.
type Form uint8

// The forms. A body with a header that is meant as one but breaks the
// grammar, or names a version this package does not know, is [Broken].
const (
	Empty Form = iota
	V1
	Broken
	Prose
	JSON
	SCP
)

// String returns "empty", "v1", "broken", "prose", "json" or "scp".
func (f Form) String() string {
	switch f {
	case Empty:
		return "empty"
	case V1:
		return "v1"
	case Broken:
		return "broken"
	case Prose:
		return "prose"
	case JSON:
		return "json"
	case SCP:
		return "scp"
	}
	return "unknown"
}

// Token is a word of the header. In Text, invalid bytes are U+FFFD.
type Token struct {
	Text string
	Span Span
}

// Header is the first line of a message. In a [Broken] message it holds what
// could be read; the other fields are zero.
type Header struct {
	Line                   int  // 1-based
	Span                   Span // the whole line, trimmed
	Version, Intent, Topic Token
	To                     []Token // as written; compare with [SameSeat]
	N                      int     // -1 where the count is missing or unreadable
	Count                  Token   // the whole "n=10"
}

// TimeForm says how an instant was written.
type TimeForm uint8

// Basic is ISO basic in UTC, 20260919T1200Z, with or without seconds.
// Extended is every other full ISO 8601 instant.
const (
	Basic TimeForm = iota
	Extended
)

// Time is an instant found in the text of a fact. At is in UTC.
type Time struct {
	At   time.Time
	Span Span
	Form TimeForm
}

// Label is the reserved word at the start of a line, with its id.
type Label struct {
	Modality Modality
	Sep      byte // '#', '/', or 0 where there is no id
	Plain    bool // lower case, no colon: exactly as the grammar has it
	Span     Span
	ID       string
}

// Fact is one line. A zero Label means a plain fact, or one under a free
// label, which the grammar does not tell apart.
type Fact struct {
	Line     int  // 1-based line of the body
	Span     Span // the line, trimmed
	Label    Label
	Text     string // what follows the label; invalid bytes as U+FFFD
	TextSpan Span
	Times    []Time // the full instants of Text, in order

	signs signs // of the text, where it is labelled
}

// Message is a parsed body. It is not to be changed after [Parse] and may
// then be shared between goroutines.
type Message struct {
	Source string // as given
	Form   Form
	Header *Header // nil where there is none
	Facts  []Fact  // the non-blank lines after the header; of a body without one, every non-blank line, unlabelled
	Fenced bool    // was wrapped whole in a Markdown code fence

	layout layout
}

// Data reports whether the message is well-formed but announces a wrong
// number of facts: it is to be shown and nothing in it acted on.
func (m *Message) Data() bool { return m.Form == V1 && m.Header.N != len(m.Facts) }

// Acts reports whether the message obliges, answers, proves and decides: a
// well-formed header with the right count.
func (m *Message) Acts() bool { return m.Form == V1 && m.Header.N == len(m.Facts) }

// AddressedToAll reports whether "all" is among the addressees.
func (m *Message) AddressedToAll() bool {
	if m.Header == nil {
		return false
	}
	for _, t := range m.Header.To {
		if SameSeat(t.Text, "all") {
			return true
		}
	}
	return false
}

// AskTime returns when the ask or req at Facts[i] is due: the latest instant
// on that line; without one, the latest on the message's deadline lines. It
// is false for any other line and where there is no such instant.
func (m *Message) AskTime(i int) (time.Time, bool) {
	if i < 0 || i >= len(m.Facts) {
		return time.Time{}, false
	}
	if l := m.Facts[i].Label.Modality; l != Ask && l != Req {
		return time.Time{}, false
	}
	return askTime(m.Facts, i)
}

func askTime(facts []Fact, i int) (time.Time, bool) {
	if t, ok := latest(facts[i].Times); ok {
		return t.At, true
	}
	t, ok := deadlineOf(facts)
	return t.At, ok
}

// deadlineOf returns the latest instant of the deadline lines.
func deadlineOf(facts []Fact) (Time, bool) {
	var found Time
	var ok bool
	for i := range facts {
		if facts[i].Label.Modality != Deadline {
			continue
		}
		if t, has := latest(facts[i].Times); has && (!ok || t.At.After(found.At)) {
			found, ok = t, true
		}
	}
	return found, ok
}

// latest returns the latest of the instants.
func latest(times []Time) (Time, bool) {
	if len(times) == 0 {
		return Time{}, false
	}
	last := times[0]
	for _, t := range times[1:] {
		if t.At.After(last.At) {
			last = t
		}
	}
	return last, true
}

// SameSeat reports whether two seat names are the same: they compare without
// case.
func SameSeat(a, b string) bool { return strings.EqualFold(a, b) }

// SeatToken returns the one token by which a seat is addressed in a header:
// its name with each run of white space written as '-', or its member id
// where it has no name.
func SeatToken(name, memberID string) string {
	if name != "" && !strings.ContainsFunc(name, unicode.IsSpace) {
		return name
	}
	words := strings.Fields(name)
	if len(words) == 0 {
		return memberID
	}
	return strings.Join(words, "-")
}
