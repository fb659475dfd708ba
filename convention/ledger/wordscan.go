package ledger

import (
	"unicode/utf8"

	"earshot/convention"
	"earshot/convention/internal/word"
)

// wordScan walks over the words of a text, those of a fact outside its times, and
// hashes each as hashFold does.
type wordScan struct {
	hash   uint64 // of the word
	head   uint64 // its bytes in lower case, the last lowest, where these are few
	size   int    // how many; 0 for a word beyond ASCII
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

// next goes to the next word; false after the last.
func (s *wordScan) next() bool {
	for {
		if s.word() {
			return true
		}
		if len(s.times) == 0 {
			return false
		}
		s.at = s.times[0].Span.End
		s.times = s.times[1:]
		s.bound()
	}
}

// word reads the next word before stop. Nearly all are ASCII; from the first byte
// beyond it on package word says what belongs to a word.
func (s *wordScan) word() bool {
	text := s.source[:s.stop]
	i := s.at
	for i < len(text) && text[i] < utf8.RuneSelf && !alnum(text[i]) {
		i++
	}
	start, h, x := i, uint64(hashOffset), uint64(0)
	for i < len(text) && alnum(text[i]) {
		x = x<<8 | uint64(text[i]|0x20) // a digit has this bit
		if i++; (i-start)%8 == 0 {
			h, x = stir(h, x), 0
		}
	}
	if i < len(text) && text[i] >= utf8.RuneSelf {
		return s.wide(start)
	}
	s.at, s.size, s.head = i, i-start, x
	s.hash = stir(stir(h, x), uint64(i-start))
	return i > start
}

// wide reads a word that may have letters beyond ASCII.
func (s *wordScan) wide(from int) bool {
	start, stop := word.Next(s.source, from, s.stop)
	s.at, s.size = stop, 0
	if start == stop {
		return false
	}
	s.hash = hashFold(s.source[start:stop])
	w := s.source[start:stop]
	if len(w) <= longestIdle && isASCII(w) {
		s.size, s.head = len(w), 0
		for i := range len(w) {
			s.head = s.head<<8 | uint64(w[i]|0x20)
		}
	}
	return true
}

func isASCII(w string) bool {
	for i := range len(w) {
		if w[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

func alnum(c byte) bool { return c-'0' <= 9 || (c|0x20)-'a' <= 'z'-'a' }

// longestIdle is the bytes of the longest word that carries nothing.
const longestIdle = 4

// idle reports whether the word carries nothing that could tell one line from
// another.
func (s *wordScan) idle() bool {
	switch s.size {
	case 1:
		return s.head == 'a'
	case 2:
		switch s.head {
		case 'a'<<8 | 'n', 'o'<<8 | 'f', 'i'<<8 | 'n', 'o'<<8 | 'n', 'a'<<8 | 't', 't'<<8 | 'o', 'b'<<8 | 'y', 'o'<<8 | 'r',
			'i'<<8 | 's', 'b'<<8 | 'e', 'i'<<8 | 't', 'a'<<8 | 's', 'n'<<8 | 'o':
			return true
		}
	case 3:
		switch s.head {
		case 't'<<16 | 'h'<<8 | 'e', 'f'<<16 | 'o'<<8 | 'r', 'a'<<16 | 'n'<<8 | 'd', 'a'<<16 | 'r'<<8 | 'e',
			'w'<<16 | 'a'<<8 | 's', 'p'<<16 | 'e'<<8 | 'r', 'n'<<16 | 'o'<<8 | 't':
			return true
		}
	case 4:
		switch s.head {
		case 'f'<<24 | 'r'<<16 | 'o'<<8 | 'm', 'w'<<24 | 'i'<<16 | 't'<<8 | 'h', 't'<<24 | 'h'<<16 | 'i'<<8 | 's',
			't'<<24 | 'h'<<16 | 'a'<<8 | 't', 'w'<<24 | 'h'<<16 | 'e'<<8 | 'n', 't'<<24 | 'h'<<16 | 'e'<<8 | 'n':
			return true
		}
	}
	return false
}
