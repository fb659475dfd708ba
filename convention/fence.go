package convention

import "strings"

// fenceLine is a line that starts with three or more of ` or ~.
type fenceLine struct {
	span   Span // the trimmed line
	start  int  // of the physical line
	next   int  // start of the next line
	char   byte
	length int
	closes bool // nothing follows the marks
	opens  bool // what follows the marks may be an info string
}

// unfence narrows inner to what is inside of the code fences that wrap all of
// it, and records the lines of those fences, outermost first.
func unfence(s string, inner Span) (Span, []Span) {
	first := skipSpace(s, inner.Start, inner.End)
	if !fenceMarks(s, first, inner.End) {
		return inner, nil
	}
	lines, lead, trail := fenceLines(s, inner)
	var fences []Span
	for lo, hi := 0, len(lines)-1; lo < hi; lo, hi = lo+1, hi-1 {
		if lead < lo+1 || trail < len(lines)-hi || !wraps(lines, lo, hi) {
			break
		}
		fences = append(fences, Span{lines[lo].start, lines[lo].next}, Span{lines[hi].start, lines[hi].next})
		inner = Span{lines[lo].next, lines[hi].start}
	}
	return inner, fences
}

// wraps reports whether the fence opened by lines[lo] is closed by lines[hi]
// and by nothing before it.
func wraps(lines []fenceLine, lo, hi int) bool {
	open := lines[lo]
	if !open.opens || !closes(open, lines[hi]) {
		return false
	}
	for _, l := range lines[lo+1 : hi] {
		if closes(open, l) {
			return false
		}
	}
	return true
}

func closes(open, l fenceLine) bool {
	return l.closes && l.char == open.char && l.length >= open.length
}

func fenceMarks(s string, i, end int) bool {
	return end-i >= 3 && (s[i:i+3] == "```" || s[i:i+3] == "~~~")
}

// fenceLines lists the fence lines of the body. lead is how many of them
// stand before any other non-blank line, trail how many after the last one.
func fenceLines(s string, inner Span) (lines []fenceLine, lead, trail int) {
	body := false
	for i := inner.Start; i < inner.End; {
		end, next := lineEnd(s[:inner.End], i)
		sp := trim(s, Span{i, end})
		switch {
		case sp.Len() == 0:
		case fenceMarks(s, sp.Start, sp.End):
			lines = append(lines, newFenceLine(s, sp, i, next))
			if !body {
				lead++
			}
			trail++
		default:
			body = true
			trail = 0
		}
		i = next
	}
	return lines, lead, trail
}

func newFenceLine(s string, sp Span, start, next int) fenceLine {
	l := fenceLine{span: sp, start: start, next: next, char: s[sp.Start]}
	for sp.Start+l.length < sp.End && s[sp.Start+l.length] == l.char {
		l.length++
	}
	info := s[sp.Start+l.length : sp.End]
	l.closes = info == ""
	l.opens = l.char != '`' || strings.IndexByte(info, '`') < 0
	return l
}
