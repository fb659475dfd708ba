package tokens

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Incremental counts a text that changes a little at a time, such as a draft in
// an editor: an update recounts only the stretch between the first and the last
// changed segment. It belongs to one goroutine.
type Incremental struct {
	counter  *Counter
	segments []segment
	total    int
}

type segment struct {
	text  string
	count int
}

// Incremental returns a fresh incremental count, of the empty text.
func (c *Counter) Incremental() *Incremental { return &Incremental{counter: c} }

// Tokens returns the count after the last Update.
func (in *Incremental) Tokens() int { return in.total }

// Update makes text the current text and returns its count, always equal to
// Count(text). It compares all of the text and recounts what changed.
func (in *Incremental) Update(text string) int {
	next := split(text)
	head := 0
	for head < len(next) && head < len(in.segments) && next[head].text == in.segments[head].text {
		next[head].count = in.segments[head].count
		head++
	}
	tail := 0
	for tail < len(next)-head && tail < len(in.segments)-head &&
		next[len(next)-1-tail].text == in.segments[len(in.segments)-1-tail].text {
		next[len(next)-1-tail].count = in.segments[len(in.segments)-1-tail].count
		tail++
	}
	for i := head; i < len(next)-tail; i++ {
		next[i].count = in.counter.Count(next[i].text)
	}
	in.total = 0
	for i := range next {
		in.total += next[i].count
	}
	in.segments = next
	return in.total
}

// split cuts a text where no pre-token of either encoding can run across: after
// a line feed and before a letter or a digit. Elsewhere a run of white space or
// punctuation can take line feeds (and, in o200k_base, slashes) along.
func split(text string) []segment {
	segments := make([]segment, 0, 1+strings.Count(text, "\n"))
	start := 0
	for at := 0; ; {
		feed := strings.IndexByte(text[at:], '\n')
		if feed < 0 {
			break
		}
		at += feed + 1
		if r, _ := utf8.DecodeRuneInString(text[at:]); unicode.IsLetter(r) || unicode.IsDigit(r) {
			segments = append(segments, segment{text: text[start:at]})
			start = at
		}
	}
	if start < len(text) {
		segments = append(segments, segment{text: text[start:]})
	}
	return segments
}
