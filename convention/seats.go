package convention

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// roster finds the seats of a room by the token that addresses them.
type roster struct {
	tokens []string
	byFold map[string]int // how many seats bear the folded name; nil while a walk is cheaper
}

// manySeats is from how many look-ups on a map is built.
const manySeats = 16

func newRoster(names []string, lookups int) *roster {
	r := &roster{tokens: make([]string, len(names))}
	for i, name := range names {
		r.tokens[i] = SeatToken(name, "")
	}
	if lookups >= manySeats {
		r.byFold = make(map[string]int, len(names))
		for _, t := range r.tokens {
			r.byFold[foldName(t)]++
		}
	}
	return r
}

// bearers is how many seats bear the name.
func (r *roster) bearers(name string) int {
	if r.byFold != nil {
		var buf [2 * maxName]byte
		return r.byFold[string(appendFold(buf[:0], name))]
	}
	n := 0
	for _, t := range r.tokens {
		if SameSeat(t, name) {
			n++
		}
	}
	return n
}

// addresses reports whether the seat is among the addressees.
func addresses(to []Token, name string) bool {
	for _, t := range to {
		if SameSeat(t.Text, name) {
			return true
		}
	}
	return false
}

// distinct returns the tokens without those that name a seat again.
func distinct(to []Token) []Token {
	if len(to) < 2 {
		return to
	}
	seen := make(map[string]bool, min(len(to), manySeats))
	first := make([]Token, 0, min(len(to), manySeats))
	for _, t := range to {
		var buf [2 * maxName]byte
		key := appendFold(buf[:0], t.Text)
		if !seen[string(key)] {
			seen[string(key)] = true
			first = append(first, t)
		}
	}
	return first
}

// SeatKey returns a key that is equal for two names exactly where [SameSeat]
// holds; of an ASCII name it is the lower case.
func SeatKey(name string) string {
	for i := 0; i < len(name); i++ {
		if name[i] >= utf8.RuneSelf {
			key := appendFold(nil, name)
			for j, c := range key {
				key[j] = lower(c)
			}
			return string(key)
		}
	}
	return strings.ToLower(name)
}

// foldName is equal for two names exactly where [SameSeat] holds.
func foldName(name string) string {
	folds := func(r rune) bool { return r >= utf8.RuneSelf || r >= 'a' && r <= 'z' }
	if !strings.ContainsFunc(name, folds) {
		return name
	}
	return string(appendFold(nil, name))
}

func appendFold(out []byte, name string) []byte {
	for _, r := range name {
		if r < utf8.RuneSelf {
			out = append(out, upper(byte(r)))
			continue
		}
		least := r
		for next := unicode.SimpleFold(r); next != r; next = unicode.SimpleFold(next) {
			least = min(least, next)
		}
		out = utf8.AppendRune(out, least)
	}
	return out
}

// upper is the least rune that an ASCII one folds to.
func upper(c byte) byte {
	if c >= 'a' && c <= 'z' {
		return c - 'a' + 'A'
	}
	return c
}

// maxNear is the edit distance up to which a name is taken for a slip.
const maxNear = 2

// nearest returns the one seat whose name is nearest to name within
// [maxNear], and shares a letter with it; "" where there is none or several.
func (r *roster) nearest(name string) string {
	best, found, ties := maxNear+1, "", 0
	for _, t := range r.tokens {
		d := distance(name, t)
		switch {
		case d > maxNear || d >= max(utf8.RuneCountInString(name), utf8.RuneCountInString(t)):
		case d < best:
			best, found, ties = d, t, 1
		case d == best && !SameSeat(t, found):
			ties++
		}
	}
	if ties != 1 {
		return ""
	}
	return found
}

// maxName bounds the names whose distance is measured, in runes.
const maxName = 48

// distance is the edit distance of two names without case, or maxNear+1
// where it is larger or a name is too long.
func distance(a, b string) int {
	x, y := []rune(foldName(a)), []rune(foldName(b))
	if len(x) > maxName || len(y) > maxName || max(len(x), len(y))-min(len(x), len(y)) > maxNear {
		return maxNear + 1
	}
	var row [maxName + 1]int
	for j := range y {
		row[j+1] = j + 1
	}
	for i := range x {
		diagonal := row[0]
		row[0] = i + 1
		for j := range y {
			above := row[j+1]
			change := diagonal
			if x[i] != y[j] {
				change++
			}
			row[j+1] = min(change, above+1, row[j]+1)
			diagonal = above
		}
	}
	return min(row[len(y)], maxNear+1)
}
