package ledger

import (
	"slices"
	"strings"
	"unicode"

	"earshot/convention"
	"earshot/convention/internal/word"
)

// words is the set of words of a line, as sorted hashes: what is compared when a
// done is matched with a req or a claim. Two different words with one hash would
// count as the same; the hash has 64 bits.
type words []uint64

// wordsOf returns the words of a line: maximal runs of letters and digits of the
// lower-cased text, without its label, its times, the words in topic, and the
// words that carry nothing.
func (l *Ledger) wordsOf(source string, f *convention.Fact, topic words) words {
	var buf [32]uint64
	return l.made.keep(appendWords(buf[:0], source, f, topic).sorted())
}

func appendWords(set words, source string, f *convention.Fact, topic words) words {
	scan := scanWords(source, f)
	for w := scan.next(); w != ""; w = scan.next() {
		if len(w) <= longestIdle && idle(w) {
			continue
		}
		if h := hashFold(w); !slices.Contains(topic, h) {
			set = append(set, h)
		}
	}
	return set
}

// textWords returns the words of a text that is no fact line, such as a topic.
func textWords(text string) words {
	var set words
	for i := 0; ; {
		start, end := word.Next(text, i, len(text))
		if start == end {
			return set.sorted()
		}
		set = append(set, hashFold(text[start:end]))
		i = end
	}
}

func (w words) sorted() words {
	slices.Sort(w)
	return slices.Compact(w)
}

// shared counts the words that are in both sets.
func (w words) shared(other words) int {
	n := 0
	for i, j := 0, 0; i < len(w) && j < len(other); {
		switch {
		case w[i] == other[j]:
			n++
			i++
			j++
		case w[i] < other[j]:
			i++
		default:
			j++
		}
	}
	return n
}

// enough is how many words must be shared with the set: two, or all where it has
// fewer. An empty set is never shared.
func (w words) enough() int { return max(1, min(2, len(w))) }

// wordScan walks over the words of a fact's text outside its times.
type wordScan struct {
	source string
	times  []convention.Time
	at     int
	stop   int // where the text or the next time starts
	end    int
}

func scanWords(source string, f *convention.Fact) wordScan {
	s := wordScan{source: source, times: f.Times, at: f.TextSpan.Start, end: f.TextSpan.End}
	s.bound()
	return s
}

func (s *wordScan) bound() {
	s.stop = s.end
	if len(s.times) > 0 {
		s.stop = s.times[0].Span.Start
	}
}

// next returns the next word, "" after the last.
func (s *wordScan) next() string {
	for {
		start, stop := word.Next(s.source, s.at, s.stop)
		if start < stop {
			s.at = stop
			return s.source[start:stop]
		}
		if len(s.times) == 0 {
			return ""
		}
		s.at = s.times[0].Span.End
		s.times = s.times[1:]
		s.bound()
	}
}

// longestIdle is the bytes of the longest word that carries nothing.
const longestIdle = 4

// idle reports whether a word carries nothing that could tell one line from
// another.
func idle(w string) bool {
	var buf [16]byte
	switch string(word.Lower(w, &buf)) {
	case "a", "an", "the", "of", "in", "on", "at", "to", "for", "from", "by", "with", "and", "or", "is", "are", "was", "be",
		"it", "this", "that", "as", "per", "when", "then", "not", "no":
		return true
	}
	return false
}

const (
	hashOffset = 14695981039346656037
	hashPrime  = 1099511628211
)

// hashFold is FNV-1a over the lower-cased runes of a word.
func hashFold(w string) uint64 {
	h := uint64(hashOffset)
	for _, r := range w {
		if r < 0x80 {
			if 'A' <= r && r <= 'Z' {
				r += 'a' - 'A'
			}
		} else {
			r = unicode.ToLower(r)
		}
		h = (h ^ uint64(r)) * hashPrime
	}
	return h
}

// sameText is a key that is equal for two lines which say the same, whatever
// their times, case, spacing and punctuation. A line without words is compared
// as it stands.
func sameText(source string, f *convention.Fact) uint64 {
	h, any := uint64(hashOffset), false
	scan := scanWords(source, f)
	for w := scan.next(); w != ""; w = scan.next() {
		h = (h ^ hashFold(w)) * hashPrime
		any = true
	}
	if !any {
		return hashFold(f.Text)
	}
	return h
}

// hasWord reports whether text holds one of the lower-case ASCII words.
func hasWord(text string, list ...string) bool {
	for i := 0; ; {
		start, end := word.Next(text, i, len(text))
		if start == end {
			return false
		}
		for _, w := range list {
			if word.Is(text[start:end], w) {
				return true
			}
		}
		i = end
	}
}

// hasPhrase reports whether text holds the words of a phrase in a row.
func hasPhrase(text, first, second string) bool {
	before := ""
	for i := 0; ; {
		start, end := word.Next(text, i, len(text))
		if start == end {
			return false
		}
		if word.Is(before, first) && word.Is(text[start:end], second) {
			return true
		}
		before, i = text[start:end], end
	}
}

// firstToken returns the first token of a text without the punctuation around it.
func firstToken(text string) string {
	first, _, _ := strings.Cut(strings.TrimSpace(text), " ")
	return trimMarks(first)
}

func trimMarks(token string) string {
	return strings.TrimFunc(token, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && r != '-'
	})
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
