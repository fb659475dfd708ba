// Package tokens counts what text costs a reader, in tokens of a published
// encoding.
//
// It knows text and two vocabularies. It must never know what a message means,
// who reads it, or where it came from: it has no parser, no clock, no files.
//
// Invariants: a count depends on nothing but the text and the encoding; ByLine
// sums to Count; Incremental equals Count after every update. Invalid UTF-8 is
// counted as one U+FFFD for each invalid byte, which is how the parser reads it.
package tokens

import (
	"fmt"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/tiktoken-go/tokenizer"
)

// Encoding names a vocabulary.
type Encoding string

const (
	// O200k is o200k_base, the default: the study's figures are counted with it.
	O200k Encoding = "o200k_base"
	// Cl100k is cl100k_base, its predecessor.
	Cl100k Encoding = "cl100k_base"
)

// Encodings lists the encodings Load knows, the default first.
func Encodings() []Encoding { return []Encoding{O200k, Cl100k} }

// Counter counts tokens in one encoding. It is safe for concurrent use.
type Counter struct {
	encoding Encoding
	codec    tokenizer.Codec
	blank    func() map[string]int // ranks of tokens of white space, made when first needed
}

// Load builds the counter of an encoding; "" means the default. The first call
// for an encoding builds its vocabulary, which takes about 50 ms and some tens
// of megabytes, so callers keep it off the path to the first frame. An encoding
// that is not one of Encodings is an error that names those that are.
func Load(e Encoding) (*Counter, error) {
	if e == "" {
		e = O200k
	}
	var name tokenizer.Encoding
	switch e {
	case O200k:
		name = tokenizer.O200kBase
	case Cl100k:
		name = tokenizer.Cl100kBase
	default:
		return nil, fmt.Errorf("load token encoding %q: only %s and %s are known", e, O200k, Cl100k)
	}
	codec, err := tokenizer.Get(name)
	if err != nil {
		return nil, fmt.Errorf("load token encoding %q: %w", e, err)
	}
	blank := sync.OnceValue(func() map[string]int { return blankRanks(codec) })
	return &Counter{encoding: e, codec: codec, blank: blank}, nil
}

// Encoding reports which encoding the counter counts in.
func (c *Counter) Encoding() Encoding { return c.encoding }

// Count returns the number of tokens of exactly this text: a trailing line feed
// counts where there is one.
func (c *Counter) Count(text string) int {
	total := 0
	for part, blank := range c.parts(valid(text)) {
		if blank {
			c.blankTokens(part, func(string) { total++ })
			continue
		}
		n, err := c.codec.Count(part)
		c.must(err)
		total += n
	}
	return total
}

// ByLine returns the tokens of each physical line and sums exactly to Count.
// Lines end with LF, CRLF or CR, and a line end belongs to the line it ends, so
// there is one entry more than line ends (the last is 0 where the text ends with
// one). A token that runs over a line end counts for the line it starts on.
func (c *Counter) ByLine(text string) []int {
	text = valid(text)
	starts := lineStarts(text)
	counts := make([]int, len(starts))
	line, offset := 0, 0
	add := func(token string) {
		for line+1 < len(starts) && starts[line+1] <= offset {
			line++
		}
		counts[line]++
		offset += len(token)
	}
	for part, blank := range c.parts(text) {
		if blank {
			c.blankTokens(part, add)
			continue
		}
		_, tokens, err := c.codec.Encode(part)
		c.must(err)
		for _, token := range tokens {
			add(token)
		}
	}
	return counts
}

// must panics: the codec fails only on a matching timeout, and none is set.
func (c *Counter) must(err error) {
	if err != nil {
		panic(fmt.Sprintf("tokens: counting in %s: %v", c.encoding, err))
	}
}

// lineStarts returns the byte offsets at which the physical lines begin.
func lineStarts(text string) []int {
	starts := []int{0}
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '\n':
			starts = append(starts, i+1)
		case text[i] == '\r' && (i+1 == len(text) || text[i+1] != '\n'):
			starts = append(starts, i+1)
		}
	}
	return starts
}

// valid replaces each invalid byte by U+FFFD, as the codec itself reads it, so
// that offsets into the text and lengths of tokens agree.
func valid(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		b.WriteRune(r)
	}
	return b.String()
}
