package ledger

import (
	"fmt"
	"strings"
)

// mergeOwed makes one line of what several seats owe alike.
func mergeOwed(facts []fact) []fact {
	type alike struct {
		sequence int64
		line     int
		suffix   string
	}
	first := make(map[alike]int)
	merged := make([]fact, 0, len(facts))
	for _, f := range facts {
		if f.kind == factOwes {
			key := alike{f.Sequence, f.Line, f.suffix}
			if at, ok := first[key]; ok {
				names, kind, _ := strings.Cut(merged[at].seats, " ")
				name, _, _ := strings.Cut(f.seats, " ")
				merged[at].seats = names + "," + name + " " + kind
				continue
			}
			first[key] = len(merged)
		}
		merged = append(merged, f)
	}
	return merged
}

// page is a message that must not grow too large.
type page struct {
	header string
	last   int64
	limit  int
	count  func(string) int
	lines  []pageLine
	gone   map[factKind]int
	tokens int
	bytes  int
}

type pageLine struct {
	kind   factKind
	text   string
	tokens int
	gone   bool
}

// noteTokens is what the line about what was left out may cost.
const noteTokens = 32

func newPage(header string, last int64, limit int, count func(string) int) *page {
	p := &page{header: header, last: last, limit: limit, count: count, gone: make(map[factKind]int)}
	if count != nil {
		p.tokens = count(header+" n=000\n") + noteTokens
	}
	p.bytes = len(header)
	return p
}

// add appends a line. The tokens of lines add up because every line starts with a
// letter.
func (p *page) add(kind factKind, text string) {
	l := pageLine{kind: kind, text: text}
	if p.count != nil && p.limit > 0 {
		l.tokens = p.count(text + "\n")
	}
	p.tokens += l.tokens
	p.bytes += len(text) + 1
	p.lines = append(p.lines, l)
}

func (p *page) over() bool { return p.limit > 0 && p.tokens > p.limit || p.bytes > mostBytes }

// drop leaves out lines of a kind, the oldest first, until the page fits.
func (p *page) drop(kind factKind) {
	for i := range p.lines {
		if l := &p.lines[i]; l.kind == kind && p.over() {
			p.remove(l)
		}
	}
}

func (p *page) remove(l *pageLine) {
	if l.gone {
		return
	}
	l.gone = true
	p.tokens -= l.tokens
	p.bytes -= len(l.text) + 1
	p.gone[l.kind]++
}

// fit leaves out what can be spared until the page fits, and says in one line
// how much that was.
func (p *page) fit() (text string, left int) {
	for _, kind := range dropOrder() {
		p.drop(kind)
	}
	p.force()
	return p.text(), p.left()
}

// force keeps the page a message that a room can take at all.
func (p *page) force() {
	for i := range p.lines {
		if p.bytes > mostBytes {
			p.remove(&p.lines[i])
		}
	}
}

func (p *page) left() int {
	n := 0
	for _, k := range p.gone {
		n += k
	}
	return n
}

func (p *page) text() string {
	lines := make([]string, 0, len(p.lines)+2)
	for _, l := range p.lines {
		if !l.gone {
			lines = append(lines, l.text)
		}
	}
	if note := p.note(); note != "" {
		lines = append(lines, note)
	}
	return fmt.Sprintf("%s n=%d\n%s", p.header, len(lines), strings.Join(lines, "\n"))
}

// note says how much was left out: "left out 3 last, 2 budget, see the log #96".
func (p *page) note() string {
	var parts []string
	for k := factOwes; k <= factLast; k++ {
		if n := p.gone[k]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, k.word()))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return fmt.Sprintf("left out %s, see the log #%d", strings.Join(parts, ", "), p.last)
}
