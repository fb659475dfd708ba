package convention

import (
	"slices"
	"strings"
)

// maxCount bounds the n of a header; a larger one counts as unreadable.
const maxCount = 1_000_000

// words splits a line at white space.
func words(s string, sp Span, buf []Span) []Span {
	for i := skipSpace(s, sp.Start, sp.End); i < sp.End; {
		end := skipWord(s, i, sp.End)
		buf = append(buf, Span{i, end})
		i = skipSpace(s, end, sp.End)
	}
	return buf
}

// versioned reports whether the line starts with v and digits.
func versioned(s string, line Span) bool {
	end := skipWord(s, line.Start, line.End)
	if end-line.Start < 2 || s[line.Start] != 'v' {
		return false
	}
	return digitRun(s, line.Start+1, end) == end-line.Start-1
}

// meant reports whether a first line that starts with v and digits is meant
// as a header: it has a token "to" together with a token starting "n=", or
// one of the two within its first six tokens, or at most three tokens and
// further lines follow.
func meant(s string, tokens []Span, more bool) bool {
	var to, count bool
	for i, t := range tokens {
		isTo := s[t.Start:t.End] == "to"
		isCount := strings.HasPrefix(s[t.Start:t.End], "n=")
		if (isTo || isCount) && i < 6 {
			return true
		}
		to = to || isTo
		count = count || isCount
	}
	return to && count || len(tokens) <= 3 && more
}

// readHeader reads the line as a header into h, whose list of seats is empty,
// and reports whether it is well-formed.
func readHeader(h *Header, s string, number int, line Span, tokens []Span) bool {
	h.Line, h.Span, h.N, h.Version = number, line, -1, token(s, tokens[0])
	if len(tokens) != 6 || s[tokens[3].Start:tokens[3].End] != "to" {
		brokenHeader(h, s, tokens)
		return false
	}
	to, whole := seats(h.To, s, tokens[4])
	n, counted := count(s[tokens[5].Start:tokens[5].End])
	if !whole || !counted {
		brokenHeader(h, s, tokens)
		return false
	}
	h.Intent, h.Topic, h.To = token(s, tokens[1]), token(s, tokens[2]), to
	h.N, h.Count = n, token(s, tokens[5])
	return h.Version.Text == "v1"
}

// brokenHeader reads what it can.
func brokenHeader(h *Header, s string, tokens []Span) {
	to, n := headerMarks(s, tokens)
	front := len(tokens)
	for _, mark := range [...]int{to, n} {
		if mark > 0 {
			front = min(front, mark)
		}
	}
	if front > 1 {
		h.Intent = token(s, tokens[1])
	}
	if front > 2 {
		h.Topic = token(s, tokens[2])
	}
	for i := seatStart(to, len(tokens)); i < len(tokens) && i != n; i++ {
		h.To, _ = seats(h.To, s, tokens[i])
		if !seatsGoOn(s, tokens, i) {
			break
		}
	}
	if len(h.To) == 0 {
		h.To = nil
	}
	if n > 0 {
		h.Count = token(s, tokens[n])
		if v, ok := count(s[tokens[n].Start:tokens[n].End]); ok {
			h.N = v
		}
	}
}

// headerMarks returns the index of the token "to", the fourth where that is
// one, and of the last token starting "n="; 0 where there is none.
func headerMarks(s string, tokens []Span) (to, n int) {
	for i, t := range tokens[1:] {
		text := s[t.Start:t.End]
		if text == "to" && (to == 0 || i+1 == 3) {
			to = i + 1
		}
		if strings.HasPrefix(text, "n=") {
			n = i + 1
		}
	}
	return to, n
}

func seatStart(to, tokens int) int {
	if to == 0 {
		return tokens
	}
	return to + 1
}

// seatsGoOn reports whether the list of seats runs on into the next token.
func seatsGoOn(s string, tokens []Span, i int) bool {
	if s[tokens[i].End-1] == ',' {
		return true
	}
	return i+1 < len(tokens) && s[tokens[i+1].Start] == ','
}

// seats splits a token at commas and appends its parts. whole is false where one
// is empty.
func seats(list []Token, s string, sp Span) (all []Token, whole bool) {
	whole = true
	list = slices.Grow(list, strings.Count(s[sp.Start:sp.End], ",")+1)
	for i := sp.Start; i <= sp.End; {
		end := strings.IndexByte(s[i:sp.End], ',')
		if end < 0 {
			end = sp.End
		} else {
			end += i
		}
		if end == i {
			whole = false
		} else {
			list = append(list, token(s, Span{i, end}))
		}
		i = end + 1
	}
	return list, whole
}

// count reads "n=10".
func count(text string) (int, bool) {
	text, ok := strings.CutPrefix(text, "n=")
	if !ok || len(text) == 0 || len(text) > len("1000000") {
		return 0, false
	}
	n, whole := digits(text)
	return n, whole && n <= maxCount
}

func token(s string, sp Span) Token {
	return Token{Text: valid(s[sp.Start:sp.End]), Span: sp}
}
