package render

import (
	"strings"
	"unicode/utf8"
)

// stretch is one row of a wrapped text as byte offsets into it.
type stretch struct {
	start, end int
	tooWide    bool // a single code point that is wider than the row
}

// Wrap breaks s into rows no wider than w cells: at line feeds, then at runs of
// blanks (which are left out where a row breaks), then around wide characters,
// then between clusters, and inside a cluster only where it alone is wider than
// the row. A code point that alone is wider than the row is shown as "?". Blanks
// at the start of a line are kept. The empty text is one empty row; w below 1
// counts as 1.
func (m Measure) Wrap(s Safe, w int) []Safe {
	if len(s.s) <= w && strings.IndexByte(s.s, '\n') < 0 && m.Width(s.s) <= w {
		return []Safe{s}
	}
	var rows []Safe
	for _, line := range s.Lines() {
		for _, st := range m.stretches(line.s, w, nil) {
			if st.tooWide {
				rows = append(rows, Safe{s: "?"})
				continue
			}
			rows = append(rows, Safe{s: line.s[st.start:st.end]})
		}
	}
	return rows
}

// WrapRow is Wrap for a row of segments, which keep their roles. Line feeds in
// it are blanks. No cluster reaches from one segment into the next, because
// painting puts a change of colour between them.
func (m Measure) WrapRow(r Row, w int) []Row {
	text := r.Plain()
	if m.RowWidth(r) <= w {
		return []Row{r}
	}
	ends := make([]int, len(r))
	for i, length := 0, 0; i < len(r); i++ {
		length += len(r[i].Text.s)
		ends[i] = length
	}
	spans := m.stretches(text, w, ends)
	rows := make([]Row, 0, len(spans))
	i, offset := 0, 0 // segment i begins at offset
	for _, st := range spans {
		for i < len(r)-1 && offset+len(r[i].Text.s) <= st.start {
			offset += len(r[i].Text.s)
			i++
		}
		rows = append(rows, slice(r[i:], offset, st))
	}
	return rows
}

// wrapHanging is WrapRow with a first row of another width than the rest.
func (m Measure) wrapHanging(r Row, first, rest int) []Row {
	rows := m.WrapRow(r, first)
	if first == rest || len(rows) == 1 {
		return rows
	}
	taken := len(rows[0].Plain())
	text := r.Plain()
	for taken < len(text) && text[taken] == ' ' {
		taken++
	}
	tail := slice(r, 0, stretch{start: taken, end: len(text)})
	return append(rows[:1:1], m.WrapRow(tail, rest)...)
}

// slice cuts one stretch out of segments that begin at offset.
func slice(r Row, offset int, st stretch) Row {
	row := Row{}
	for _, s := range r {
		if offset >= st.end {
			break
		}
		text := flat(s.Text.s)
		from, to := max(0, st.start-offset), min(len(text), st.end-offset)
		offset += len(text)
		if from >= to {
			continue
		}
		s.Text = Safe{s: text[from:to]}
		if st.tooWide {
			s.Text = Safe{s: "?"}
		}
		row = append(row, s)
	}
	return row
}

// wrapper is the state of wrapping one line.
type wrapper struct {
	m        Measure
	line     string
	w        int
	rows     []stretch
	start    int // of the row being filled
	used     int // its width so far
	breakEnd int // where the row ends if it is broken at the last opportunity; -1 none
	next     int // where the row after it would begin
	nextUsed int // width of the row up to next
}

// stretches wraps one line without line feeds. ends are the ascending offsets
// over which no cluster reaches.
func (m Measure) stretches(line string, w int, ends []int) []stretch {
	w = max(w, 1)
	if ends == nil && len(line) <= w && m.Width(line) <= w {
		return []stretch{{end: len(line)}}
	}
	p := wrapper{m: m, line: line, w: w, breakEnd: -1}
	at := len(line) - len(strings.TrimLeft(line, " "))
	if at >= w { // an indent that leaves no room is no indent
		p.start = at
	} else {
		p.used = at
	}
	for at < len(line) {
		if line[at] == ' ' {
			at = p.blanks(at)
			continue
		}
		for len(ends) > 0 && ends[0] <= at {
			ends = ends[1:]
		}
		limit := len(line)
		if len(ends) > 0 {
			limit = ends[0]
		}
		size, width := m.cluster(line[at:limit])
		p.cluster(at, size, width)
		at += size
	}
	if p.start < len(line) || len(p.rows) == 0 {
		p.rows = append(p.rows, stretch{start: p.start, end: len(line)})
	}
	return p.rows
}

// blanks takes the run of blanks at an offset and returns where it ends.
func (p *wrapper) blanks(at int) int {
	end := at
	for end < len(p.line) && p.line[end] == ' ' {
		end++
	}
	p.used += end - at
	if p.used > p.w {
		p.breakRow(at, end, p.used)
		return end
	}
	p.breakEnd, p.next, p.nextUsed = at, end, p.used
	return end
}

// breakRow ends the row at end and begins the next one at next, up to where the
// row was used cells wide.
func (p *wrapper) breakRow(end, next, used int) {
	p.rows = append(p.rows, stretch{start: p.start, end: end})
	p.start = next
	p.used -= used
	p.breakEnd = -1
}

// cluster takes one cluster.
func (p *wrapper) cluster(at, size, width int) {
	if width > 1 && at > p.start {
		p.breakEnd, p.next, p.nextUsed = at, at, p.used
	}
	if p.used+width > p.w && p.breakEnd >= 0 {
		p.breakRow(p.breakEnd, p.next, p.nextUsed)
	}
	if p.used+width > p.w && at > p.start {
		p.breakRow(at, at, p.used)
	}
	p.used += width
	if width > p.w {
		p.split(at, size)
		return
	}
	if width > 1 {
		p.breakEnd, p.next, p.nextUsed = at+size, at+size, p.used
	}
}

// split breaks a cluster that alone is wider than the row between its code
// points.
func (p *wrapper) split(at, size int) {
	p.used = 0
	for end := at + size; at < end; {
		_, n := utf8.DecodeRuneInString(p.line[at:end])
		width := p.m.Width(p.line[at : at+n])
		if p.used+width > p.w && at > p.start {
			p.breakRow(at, at, p.used)
		}
		if width > p.w {
			p.rows = append(p.rows, stretch{start: at, end: at + n, tooWide: true})
			p.start, width = at+n, 0
		}
		p.used += width
		at += n
	}
	p.breakEnd = -1
}
