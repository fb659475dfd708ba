package editor

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"

	"earshot/render"
)

// model is the naive editor: a string, two offsets, and everything else worked
// out from scratch each time.
type model struct {
	text           string
	cursor, anchor int
	limit          int
	measure        render.Measure
	width          int
	goal           int
	killed         string
	killing        bool
}

// bounds are all cluster boundaries of the text.
func (m *model) bounds() []int {
	at := []int{0}
	for _, line := range strings.SplitAfter(m.text, "\n") {
		start := at[len(at)-1]
		body := strings.TrimSuffix(line, "\n")
		for o := 0; o < len(body); {
			o += naiveCluster(body[o:])
			at = append(at, start+o)
		}
		if len(body) < len(line) {
			at = append(at, start+len(line))
		}
	}
	return at
}

// naiveCluster is the length of the first cluster of s: that of Unicode, or its
// first code points where it has more than an editor takes as one.
func naiveCluster(s string) int {
	it := graphemes.FromString(s)
	it.Next()
	points := []rune(it.Value())
	return len(string(points[:min(len(points), maxCluster)]))
}

// naiveRowEnd is where the row that starts at from ends.
func naiveRowEnd(c *cells, s string, from, width int) int {
	x, at, chance := 0, from, -1
	for at < len(s) {
		n := naiveCluster(s[at:])
		full := c.width(s[at:], n, x)
		w := min(full, width)
		blank := s[at] == ' ' && n == 1
		wide := full == 2 && w == 2 && s[at] >= utf8.RuneSelf
		if wide && at > from {
			chance = at
		}
		if x+w > width && !(blank && x == width && width > 1) {
			if chance > from {
				return chance
			}
			return at
		}
		x += w
		at += n
		if blank || wide {
			chance = at
		}
	}
	return at
}

func (m *model) snap(o int) int {
	for _, b := range m.bounds() {
		if b >= o {
			return b
		}
	}
	return len(m.text)
}

func (m *model) prev(o int) int {
	last := 0
	for _, b := range m.bounds() {
		if b >= o {
			break
		}
		last = b
	}
	return last
}

func (m *model) next(o int) int {
	for _, b := range m.bounds() {
		if b > o {
			return b
		}
	}
	return len(m.text)
}

func (m *model) ends() (int, int) {
	return min(m.cursor, m.anchor), max(m.cursor, m.anchor)
}

func (m *model) put(start, end int, s string) {
	m.text = m.text[:start] + s + m.text[end:]
	m.cursor = m.snap(start + len(s))
	m.anchor = m.cursor
	m.goal = -1
}

func (m *model) insert(s string) bool {
	start, end := m.ends()
	if grow := len(s) - (end - start); grow > 0 && len(m.text)+grow > m.limit {
		return false
	}
	if s != "" || start < end {
		m.put(start, end, s)
	}
	return true
}

func (m *model) lineStart(o int) int { return strings.LastIndexByte(m.text[:o], '\n') + 1 }

func (m *model) lineEnd(o int) int {
	if i := strings.IndexByte(m.text[o:], '\n'); i >= 0 {
		return o + i
	}
	return len(m.text)
}

func isWord(s string) bool {
	r := []rune(s)[0]
	return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_'
}

func (m *model) wordLeft(o int) int {
	for o > 0 && !isWord(m.text[m.prev(o):o]) {
		o = m.prev(o)
	}
	for o > 0 && isWord(m.text[m.prev(o):o]) {
		o = m.prev(o)
	}
	return o
}

func (m *model) wordRight(o int) int {
	for o < len(m.text) && !isWord(m.text[o:m.next(o)]) {
		o = m.next(o)
	}
	for o < len(m.text) && isWord(m.text[o:m.next(o)]) {
		o = m.next(o)
	}
	return o
}

// layout is the text as rows of clusters, each with its place.
type modelRow struct {
	offsets []int // of its clusters
	columns []int
	end     int  // offset behind its last cluster
	endCol  int  // column there
	last    bool // of its line
}

func (m *model) layout() []modelRow {
	c := cells{measure: m.measure}
	var rows []modelRow
	at := 0
	for _, line := range strings.Split(m.text, "\n") {
		from := 0
		for {
			end := naiveRowEnd(&c, line, from, m.width)
			r := modelRow{last: end == len(line)}
			x := 0
			for o := from; o < end; {
				n := naiveCluster(line[o:])
				r.offsets = append(r.offsets, at+o)
				r.columns = append(r.columns, x)
				x += min(c.width(line[o:], n, x), m.width)
				o += n
			}
			r.end, r.endCol = at+end, x
			rows = append(rows, r)
			if from = end; end == len(line) {
				break
			}
		}
		at += len(line) + 1
	}
	return rows
}

// place is the row and column of the cursor.
func (m *model) place(rows []modelRow) (row, column int) {
	for i, r := range rows {
		for k, o := range r.offsets {
			if o == m.cursor {
				return i, r.columns[k]
			}
		}
		if r.last && r.end == m.cursor {
			return i, r.endCol
		}
	}
	panic("cursor stands nowhere")
}

func (m *model) vertical(n int) {
	rows := m.layout()
	i, column := m.place(rows)
	if m.goal < 0 {
		m.goal = column
	}
	to := min(max(0, i+n), len(rows)-1)
	if to == i {
		return
	}
	r := rows[to]
	best := r.end
	if !r.last {
		best = r.offsets[len(r.offsets)-1]
	}
	for k, o := range r.offsets {
		right := r.endCol
		if k+1 < len(r.columns) {
			right = r.columns[k+1]
		}
		if right > m.goal {
			best = min(best, o)
			break
		}
	}
	m.cursor = best
}

// do is Do without undo and redo.
func (m *model) do(c Command, page int) {
	start, end := m.ends()
	killing := false
	switch {
	case c >= Left && c <= PageDown:
		m.move(c, false, page)
	case c >= SelectLeft && c <= SelectPageDown:
		m.move(c-SelectLeft+Left, true, page)
	case c == SelectAll:
		m.anchor, m.cursor, m.goal = 0, len(m.text), -1
	case c == Yank:
		m.insert(m.killed)
	case c == Newline:
		m.insert("\n")
	case (c == Backspace || c == Delete) && start < end:
		m.put(start, end, "")
	case c == Backspace:
		if start > 0 {
			m.put(m.prev(start), start, "")
		}
	case c == Delete:
		if start < len(m.text) {
			m.put(start, m.next(start), "")
		}
	case c >= DeleteWordBack && c <= KillToStart:
		killing = m.kill(c)
	}
	m.killing = killing
}

func (m *model) move(c Command, extend bool, page int) {
	start, end := m.ends()
	goal := m.goal
	m.goal = -1
	switch c {
	case Left:
		if m.cursor = m.prev(m.cursor); !extend && start < end {
			m.cursor = start
		}
	case Right:
		if m.cursor = m.next(m.cursor); !extend && start < end {
			m.cursor = end
		}
	case WordLeft:
		m.cursor = m.wordLeft(m.cursor)
	case WordRight:
		m.cursor = m.wordRight(m.cursor)
	case LineStart:
		m.cursor = m.lineStart(m.cursor)
	case LineEnd:
		m.cursor = m.lineEnd(m.cursor)
	case DocStart:
		m.cursor = 0
	case DocEnd:
		m.cursor = len(m.text)
	default:
		m.goal = goal
		m.vertical(map[Command]int{Up: -1, Down: 1, PageUp: -page, PageDown: page}[c])
	}
	if !extend {
		m.anchor = m.cursor
	}
}

func (m *model) kill(c Command) bool {
	start, end := m.ends()
	back := false
	if start == end {
		switch o := m.cursor; c {
		case DeleteWordBack:
			start = m.wordLeft(o)
		case DeleteWordForward:
			end = m.wordRight(o)
		case KillToStart:
			if start = m.lineStart(o); start == o && o > 0 {
				start = o - 1
			}
		case KillLine:
			if end = m.lineEnd(o); end == o && o < len(m.text) {
				end = o + 1
			}
		}
	}
	back = start < m.cursor
	if start == end {
		return m.killing
	}
	text := m.text[start:end]
	switch {
	case !m.killing:
		m.killed = text
	case back:
		m.killed = text + m.killed
	default:
		m.killed += text
	}
	m.put(start, end, "")
	return true
}

// rowText is the text of drawn rows without the blanks at their ends.
func rowText(rows []render.Row) []string {
	out := make([]string, len(rows))
	for i, r := range rows {
		out[i] = strings.TrimRight(r.Plain(), " ")
	}
	return out
}
