package ledger

import (
	"math/bits"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"earshot/convention"
	"earshot/convention/internal/word"
)

// words is the set of words of a line, as sorted hashes: what is compared when a
// done is matched with a req or a claim. Two different words with one hash count
// as the same; of two lines of ten words each one pair in forty million does.
type words []uint32

// wordsOf returns the words of a line: maximal runs of letters and digits of the
// lower-cased text, without its label, its times, the words in topic, and the
// words that carry nothing.
func (l *Ledger) wordsOf(source string, f *convention.Fact, topic words) words {
	var buf [32]uint32
	return l.made.keep(appendWords(buf[:0], source, f, topic).sorted())
}

func appendWords(set words, source string, f *convention.Fact, topic words) words {
	scan := scanWords(source, f)
	for scan.next() {
		if scan.idle() {
			continue
		}
		if h := wordOf(scan.hash); !slices.Contains(topic, h) {
			set = append(set, h)
		}
	}
	return set
}

// textWords returns the words of a text that is no fact line, such as a topic.
func textWords(text string) words {
	var set words
	for scan := (wordScan{source: text, stop: len(text), end: len(text)}); scan.next(); {
		set = append(set, wordOf(scan.hash))
	}
	return set.sorted()
}

// wordOf is the part of a word's hash by which it counts as one of a line.
func wordOf(hash uint64) uint32 { return uint32(hash >> 32) }

func (w words) sorted() words {
	slices.Sort(w)
	return slices.Compact(w)
}

// shared counts the words that are in both sets.
func (w words) shared(other words) int32 {
	n := int32(0)
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
func (w words) enough() int32 { return int32(max(1, min(2, len(w)))) }

const (
	hashOffset = 14695981039346656037
	hashPrime  = 0x9E3779B97F4A7C15
)

// stir adds eight bytes to a hash.
func stir(h, x uint64) uint64 {
	high, low := bits.Mul64(h^x, hashPrime)
	return high ^ low
}

// hashFold is a hash of a text that is the same in lower and upper case.
func hashFold(w string) uint64 {
	h, x, n := uint64(hashOffset), uint64(0), 0
	for i := 0; i < len(w); i++ {
		c := w[i]
		if c >= utf8.RuneSelf {
			return hashFoldRunes(w)
		}
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		x = x<<8 | uint64(c)
		if n++; n == 8 {
			h, x, n = stir(h, x), 0, 0
		}
	}
	return stir(stir(h, x), uint64(len(w)))
}

// hashFoldRunes is hashFold of a text beyond ASCII. What is ASCII in lower case
// hashes like ASCII.
func hashFoldRunes(w string) uint64 {
	var buf [64]byte
	lower, ascii := buf[:0], true
	for _, r := range w {
		r = unicode.ToLower(r)
		ascii = ascii && r < utf8.RuneSelf
		lower = utf8.AppendRune(lower, r)
	}
	if ascii {
		return hashFold(string(lower))
	}
	return mix(hashOffset, string(lower))
}

// sameText is a key that is equal for two lines which say the same, whatever
// their times, case, spacing and punctuation. A line without words is compared
// as it stands.
func sameText(source string, f *convention.Fact) uint64 {
	h, any := uint64(hashOffset), false
	scan := scanWords(source, f)
	for scan.next() {
		h = stir(h, scan.hash)
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
