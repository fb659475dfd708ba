package convention

import (
	"strconv"
	"strings"
)

func badHeader() Rule {
	return Rule{
		Code: "bad-header", Severity: Error,
		Title: "meant as a header, but it breaks the grammar",
		Fix:   "unsafe: mends the one part that is wrong",
		Doc: `The header is v1 <intent> <topic> to <seat> n=<fact lines>: intent and topic are one
word each, seats are joined by commas without spaces, and n counts the lines
that follow. Under a header that breaks this, the lines are shown as usual,
but the message obliges, answers, proves and decides nothing.`,
		Bad:   "v1 report limiter lead n=1\ntodo route test",
		Good:  "v1 report limiter to lead n=1\ntodo route test",
		scope: headed,
		check: checkBadHeader,
	}
}

func checkBadHeader(p *pass) {
	if p.m.Form != Broken {
		return
	}
	h := headerParts{s: p.source, facts: len(p.m.Facts), line: p.m.Header.Span}
	h.tokens = words(p.source, h.line, nil)
	h.to, h.n = headerMarks(p.source, h.tokens)
	h.front()
	h.addressees()
	h.number()
	var fix *Fix
	at := h.line
	if len(h.faults) == 1 {
		fix = h.faults[0].fix
		at = h.faults[0].at
	}
	parts := make([]string, len(h.faults))
	for i, f := range h.faults {
		parts[i] = f.part
	}
	p.report(at, "the header "+joinParts(parts, " and ")+": nothing in the message can be acted on", fix)
}

// headerParts is a broken header taken apart.
type headerParts struct {
	s      string
	line   Span
	tokens []Span
	to, n  int // index of "to" and of the token starting "n="; 0 where missing
	facts  int
	faults []headerFault
}

type headerFault struct {
	part string // continues "the header …"
	at   Span   // where it is; the whole line for what is missing
	fix  *Fix   // nil where what is meant is not plain
}

func (h *headerParts) add(part string, fix *Fix) { h.addAt(h.line, part, fix) }

func (h *headerParts) addAt(at Span, part string, fix *Fix) {
	h.faults = append(h.faults, headerFault{part: part, at: at, fix: fix})
}

func (h *headerParts) text(i int) string { return h.s[h.tokens[i].Start:h.tokens[i].End] }

// front judges what stands between the version and "to".
func (h *headerParts) front() {
	end := len(h.tokens)
	for _, mark := range [...]int{h.to, h.n} {
		if mark > 0 {
			end = min(end, mark)
		}
	}
	found := end - 1
	switch {
	case found == 0:
		h.add("lacks intent and topic", nil)
	case found == 1:
		h.add("lacks a topic", nil)
	case h.to == 0 && found == 3:
		h.add("lacks “to” before the seat", perhaps("Write to before "+h.text(3), insert(h.tokens[3].Start, "to ")))
	case h.to == 0 && found > 3:
		h.add("has no “to <seat>”", nil)
	case found > 2:
		h.addAt(Span{h.tokens[2].Start, h.tokens[end-1].End}, "has a topic of several words", h.joinTopic(end))
	}
	if h.to == 0 && found < 3 {
		h.add("names no seat with “to”", nil)
	}
}

func (h *headerParts) joinTopic(end int) *Fix {
	var edits []Edit
	for i := 3; i < end; i++ {
		edits = append(edits, replace(Span{h.tokens[i-1].End, h.tokens[i].Start}, "-"))
	}
	return perhaps("Join the topic with hyphens", edits...)
}

// addressees judges what stands between "to" and the count.
func (h *headerParts) addressees() {
	if h.to == 0 {
		return
	}
	end := len(h.tokens)
	if h.n > h.to {
		end = h.n
	}
	if end == h.to+1 {
		h.add("names no seat after “to”", nil)
		return
	}
	last := h.to + 1
	for last+1 < end && seatsGoOn(h.s, h.tokens, last) {
		last++
	}
	list := Span{h.tokens[h.to+1].Start, h.tokens[last].End}
	if mended := joinSeats(h.s[list.Start:list.End]); mended != h.s[list.Start:list.End] {
		h.addAt(list, "has seats that are not joined by single commas", h.mendSeats(list, mended))
	}
	if last+1 < end {
		h.extra(last+1, end)
	}
}

func (h *headerParts) mendSeats(list Span, mended string) *Fix {
	if mended == "" {
		return nil
	}
	return perhaps("Join the seats by commas", replace(list, mended))
}

// joinSeats writes the names between commas and white space as the grammar
// has them.
func joinSeats(list string) string {
	names := strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r < 0x80 && asciiSpace(byte(r)) })
	return strings.Join(names, ",")
}

// extra judges tokens that have no place in the header.
func (h *headerParts) extra(from, to int) {
	sp := Span{h.tokens[from].Start, h.tokens[to-1].End}
	text := quote(h.s[sp.Start:sp.End])
	fix := perhaps("Drop "+text, remove(Span{h.tokens[from-1].End, sp.End}))
	h.addAt(sp, "has more than it may hold, "+text, fix)
}

// number judges the count and what follows it.
func (h *headerParts) number() {
	want := "n=" + strconv.Itoa(h.facts)
	switch {
	case h.n == 0:
		h.add("lacks n=<fact lines>", perhaps("Write "+want, insert(h.line.End, " "+want)))
		return
	case h.n < h.to:
		h.addAt(h.tokens[h.n], "has n= before “to”", h.moveCount())
	case h.n+1 < len(h.tokens):
		h.extra(h.n+1, len(h.tokens))
	}
	if _, ok := count(h.text(h.n)); !ok {
		h.addAt(h.tokens[h.n], "has a count that is no number, "+quote(h.text(h.n)), perhaps("Write "+want, replace(h.tokens[h.n], want)))
	}
}

func (h *headerParts) moveCount() *Fix {
	sp := Span{h.tokens[h.n-1].End, h.tokens[h.n].End}
	return perhaps("Move n= to the end", remove(sp), insert(h.line.End, " "+h.text(h.n)))
}
