package tokens

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tiktoken-go/tokenizer"
)

// The patterns of both encodings take a run of white space as one pre-token up
// to and with its last line end (`\s*[\r\n]+`). The library's matcher stops at
// the run's first group of line ends instead and walks the rest of the run again
// for each: it counts "a\n \nb" as four tokens where the encodings have three,
// and 32 KiB of blank lines take it more than a second. So those pre-tokens, and
// no others, are cut out here and merged with the vocabulary's own ranks.

// parts cuts a valid text into what the library counts and the runs of blank
// lines that it would count wrong, in order.
func (c *Counter) parts(text string) iter.Seq2[string, bool] {
	return func(yield func(part string, blank bool) bool) {
		start := 0
		for at := 0; at < len(text); {
			open := strings.IndexAny(text[at:], "\r\n")
			if open < 0 {
				break
			}
			first, last := c.blankLines(text, at+open)
			if first == last {
				at = max(last, at+open+1)
				continue
			}
			if start < first && !yield(text[start:first], false) {
				return
			}
			if !yield(text[first:last], true) {
				return
			}
			start, at = last, last
		}
		if start < len(text) {
			yield(text[start:], false)
		}
	}
}

// blankLines returns the pre-token of white space that holds the line end at
// feed, when it holds two groups of line ends or more; otherwise an empty range
// at the end of the run of white space.
func (c *Counter) blankLines(text string, feed int) (first, last int) {
	first = len(strings.TrimRightFunc(text[:feed], unicode.IsSpace))
	end := len(text) - len(strings.TrimLeftFunc(text[feed:], unicode.IsSpace))
	last = first + 1 + strings.LastIndexAny(text[first:end], "\r\n")
	if c.takesFeeds(text[:first]) {
		first += len(text[first:last]) - len(strings.TrimLeft(text[first:last], "\r\n"))
	}
	if groups(text[first:last]) < 2 {
		return end, end
	}
	return first, last
}

// groups counts the runs of line ends in a text.
func groups(text string) int {
	n, inside := 0, false
	for i := range len(text) {
		feed := text[i] == '\n' || text[i] == '\r'
		if feed && !inside {
			n++
		}
		inside = feed
	}
	return n
}

// takesFeeds reports whether the pre-token that ends a text (which does not end
// with white space) takes the line ends after it along: punctuation does. In
// o200k_base a combining mark continues a word, unless punctuation runs into it;
// a mark after a single punctuation sign after a slash after a line end, before
// blank lines, is the one case known to be judged wrong, by one token.
func (c *Counter) takesFeeds(text string) bool {
	r, size := utf8.DecodeLastRuneInString(text)
	if size == 0 || unicode.IsLetter(r) || unicode.IsNumber(r) {
		return false
	}
	if c.encoding != O200k || !unicode.IsMark(r) {
		return true
	}
	rest := strings.TrimRightFunc(text, unicode.IsMark)
	before, size := utf8.DecodeLastRuneInString(rest)
	if size == 0 || unicode.IsLetter(before) || unicode.IsNumber(before) || unicode.IsSpace(before) {
		return false
	}
	lead, size := utf8.DecodeLastRuneInString(rest[:len(rest)-size])
	return size > 0 && (lead == ' ' || !unicode.IsLetter(lead) && !unicode.IsNumber(lead) && !unicode.IsSpace(lead))
}

// blankBytes are the bytes of which white space is made in UTF-8.
const blankBytes = "\t\n\v\f\r \xc2\x85\xa0\xe1\x9a\x80\xe2\x81\x82\x83\x84\x86\x87\x88\x89\x8a\xa8\xa9\xaf\x9f\xe3"

// blankRanks collects the ranks of the tokens that can occur in white space.
func blankRanks(codec tokenizer.Codec) map[string]int {
	const beyond = 210_000 // both vocabularies are smaller
	ranks := make(map[string]int)
	for id := range uint(beyond) {
		token, err := codec.Decode([]uint{id})
		if err == nil && only(token, blankBytes) {
			ranks[token] = int(id)
		}
	}
	return ranks
}

func only(text, bytes string) bool {
	for i := range len(text) {
		if strings.IndexByte(bytes, text[i]) < 0 {
			return false
		}
	}
	return true
}

// longestBlank is how many bytes of white space are merged as one piece, so that
// merging, which is quadratic in the piece, stays fast. Where a run is longer the
// count can be off by one token for each such stretch.
const longestBlank = 128

// blankTokens merges a run of white space as byte-pair encoding does and calls
// yield with each token.
func (c *Counter) blankTokens(run string, yield func(token string)) {
	ranks := c.blank()
	for len(run) > 0 {
		piece := run[:min(len(run), longestBlank)]
		run = run[len(piece):]
		ends := mergePairs(piece, ranks)
		start := 0
		for _, end := range ends {
			yield(piece[start:end])
			start = end
		}
	}
}

// mergePairs joins the leftmost neighbours of lowest rank until none are left
// that form a token, and returns where the tokens end.
func mergePairs(piece string, ranks map[string]int) []int {
	bounds := make([]int, len(piece)+1)
	for i := range bounds {
		bounds[i] = i
	}
	for {
		best, at := -1, 0
		for i := 0; i+2 < len(bounds); i++ {
			if rank, ok := ranks[piece[bounds[i]:bounds[i+2]]]; ok && (best < 0 || rank < best) {
				best, at = rank, i+1
			}
		}
		if best < 0 {
			return bounds[1:]
		}
		bounds = append(bounds[:at], bounds[at+1:]...)
	}
}
