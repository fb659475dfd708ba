package render

import (
	"slices"
	"strconv"
	"strings"

	"earshot/convention"
	"earshot/convention/ledger"
)

// DetailInput is what the detail view shows of one message.
type DetailInput struct {
	Message     MessageInput
	Diagnostics []convention.Diagnostic // of Message.Doc
	Items       []ledger.Item           // those that the message opened
	Readers     int                     // seats that read it; 0 where it is not known
	LineTokens  []int                   // tokens of each physical line; nil where they are not counted
	Twin        string                  // the same content as JSON; "" leaves it out
	TwinTokens  int                     // -1 where they are not counted
}

// pieceLines is how many lines of a body make a piece of a detail view.
const pieceLines = 50

// Detail is a detail view that is drawn piece by piece, so that a body of ten
// thousand lines costs what is seen of it: the message raw and checked, every
// finding with its explanation, the history of its items, its cost, and the same
// content as JSON. It is for one goroutine.
type Detail struct {
	in      DetailInput
	m       Measure
	base    *drawing // for its width
	pieces  []piece
	proving map[int]bool // the ev lines of proved done lines; nil until asked for
}

// piece draws some rows; lines is about how many, before wrapping.
type piece struct {
	lines int
	draw  func(*detail)
}

// NewDetail prepares a view. It looks at the bodies once and wraps nothing.
func NewDetail(in DetailInput, m Measure) *Detail {
	v := &Detail{in: in, m: m}
	if v.in.Message.Doc == nil {
		v.in.Message.Doc = &convention.Message{}
	}
	v.add(2, func(d *detail) { d.header(); d.replyTo() })
	v.section("as sent")
	v.raw()
	v.section("checks")
	v.checks()
	v.history()
	v.evidence()
	v.section("cost")
	v.add(1, (*detail).costs)
	v.twin()
	return v
}

// Len is the number of pieces.
func (v *Detail) Len() int { return len(v.pieces) }

// Estimate is about how many rows a piece takes, without drawing it.
func (v *Detail) Estimate(i int) int { return v.pieces[i].lines }

// Rows draws a piece, 0 ≤ i < Len; no row is wider than width.
func (v *Detail) Rows(i, width int) []Row {
	if width = max(width, 1); v.base == nil || v.base.width != width {
		v.base = newDrawing(v.in.Message, width, v.m)
	}
	drawing := *v.base
	v.pieces[i].draw(&detail{in: v.in, view: v, drawing: &drawing})
	return drawing.rows
}

// DetailRows draws the whole view.
func DetailRows(in DetailInput, width int, m Measure) []Row {
	v := NewDetail(in, m)
	var rows []Row
	for i := range v.Len() {
		rows = append(rows, v.Rows(i, width)...)
	}
	return rows
}

func (v *Detail) add(lines int, draw func(*detail)) {
	v.pieces = append(v.pieces, piece{lines, draw})
}

func (v *Detail) section(name string) {
	v.add(2, func(d *detail) {
		d.add(Row{})
		d.add(Row{{Text: spaces(1)}, {Text: Word(name), Role: Title}})
	})
}

// detail is a piece of a detail view being drawn.
type detail struct {
	in   DetailInput
	view *Detail
	*drawing
}

// raw prepares the body line by line as it came, numbered, with what the checks
// found underlined.
func (v *Detail) raw() {
	src := v.in.Message.Doc.Source
	for at, number := 0, 0; at < len(src) || number == 0; {
		first, from := number, at
		for number-first < pieceLines && (at < len(src) || number == 0) {
			_, at = lineEnd(src, at)
			number++
		}
		v.add(number-first, func(d *detail) { d.rawLines(src, from, first, number) })
	}
}

// rawLines draws the lines behind the first ones, from an offset on, up to a
// number.
func (d *detail) rawLines(src string, at, first, last int) {
	for n := first + 1; n <= last; n++ {
		end, next := lineEnd(src, at)
		d.rawLine(src, at, end, n)
		at = next
	}
}

// lineEnd is where the line at an offset ends and where the next one begins.
func lineEnd(src string, at int) (end, next int) {
	i := strings.IndexAny(src[at:], "\r\n")
	if i < 0 {
		return len(src), len(src) + 1
	}
	end = at + i
	if strings.HasPrefix(src[end:], "\r\n") {
		return end, end + 2
	}
	return end, end + 1
}

func (d *detail) rawLine(src string, start, end, number int) {
	gutter := padLeft(strconv.Itoa(number), 4)
	switch {
	case number <= len(d.in.LineTokens):
		gutter += padLeft(strconv.Itoa(d.in.LineTokens[number-1])+"t", 6)
	case len(d.in.LineTokens) > 0:
		gutter += spaces(6).s
	}
	width := d.m.Width(gutter) + 2
	if width > d.width/2 {
		gutter, width = "", 1
	}
	for i, r := range d.m.WrapRow(d.marked(src, start, end), max(1, d.width-1-width)) {
		head := spaces(width)
		if i == 0 {
			head = Join(Word(gutter), spaces(width-d.m.Width(gutter)))
		}
		d.add(append(Row{{Text: head, Role: Dim}}, r...))
	}
}

func padLeft(s string, w int) string { return strings.Repeat(" ", max(0, w-len(s))) + s }

// marked is a line of the source cut at the spans of the findings.
func (d *detail) marked(src string, start, end int) Row {
	cuts := []int{start, end}
	for _, g := range d.in.Diagnostics {
		for _, c := range []int{g.Span.Start, g.Span.End} {
			if c > start && c < end {
				cuts = append(cuts, c)
			}
		}
	}
	slices.Sort(cuts)
	var row Row
	for i := 0; i+1 < len(cuts); i++ {
		from, to := cuts[i], cuts[i+1]
		if from == to {
			continue
		}
		s := Seg{Text: CleanLine(masked(src, from, to, d.secrets))}
		if g, ok := d.worst(from, to); ok {
			s.Role, s.Underline = severityRole(g.Severity), true
		}
		row = append(row, s)
	}
	return row
}

// worst is the most severe finding on a stretch of the source.
func (d *detail) worst(from, to int) (convention.Diagnostic, bool) {
	found := false
	var worst convention.Diagnostic
	for _, g := range d.in.Diagnostics {
		if g.Span.Start <= from && g.Span.End >= to && (!found || g.Severity > worst.Severity) {
			worst, found = g, true
		}
	}
	return worst, found
}

// checks prepares every finding, and at the first of each kind what its rule is
// about.
func (v *Detail) checks() {
	if len(v.in.Diagnostics) == 0 {
		v.add(1, func(d *detail) { d.hang(Row{{Text: Word("nothing found"), Role: Good}}) })
		return
	}
	told := make(map[string]bool)
	for _, g := range v.in.Diagnostics {
		explain := !told[g.Code]
		told[g.Code] = true
		v.add(1, func(d *detail) { d.finding(g, explain) })
	}
}

func (d *detail) finding(g convention.Diagnostic, explain bool) {
	room := max(1, d.width-d.indent-1)
	for _, r := range diagnosticRows(d.drawing.in.Doc.Source, g, room, d.m) {
		d.add(append(Row{{Text: spaces(d.indent)}}, r...))
	}
	rules := convention.Rules()
	i := slices.IndexFunc(rules, func(r convention.Rule) bool { return r.Code == g.Code })
	if i < 0 || !explain {
		return
	}
	for _, line := range d.m.Wrap(Clean(reflow(rules[i].Doc)), max(1, room-8)) {
		d.add(Row{{Text: spaces(d.indent + min(8, room-1))}, {Text: line, Role: Dim}})
	}
}

// reflow joins the lines of each paragraph, so that a text wrapped for a file can
// be wrapped for the screen.
func reflow(doc string) string {
	paragraphs := strings.Split(doc, "\n\n")
	for i, p := range paragraphs {
		paragraphs[i] = strings.Join(strings.Fields(p), " ")
	}
	return strings.TrimSpace(strings.Join(paragraphs, "\n"))
}

// history prepares what became of every item that the message opened.
func (v *Detail) history() {
	for i, it := range v.in.Items {
		if i == 0 {
			v.section("history")
		}
		v.add(2, func(d *detail) { d.itemHistory(it) })
	}
}

// evidence prepares the ev lines with what is known of them.
func (v *Detail) evidence() {
	first := true
	for i, f := range v.in.Message.Doc.Facts {
		if f.Label.Modality != convention.Ev {
			continue
		}
		if first {
			v.section("evidence")
			first = false
		}
		v.add(1, func(d *detail) { d.evidenceLine(i) })
	}
}

func (d *detail) evidenceLine(i int) {
	if d.view.proving == nil {
		if d.view.proving = d.provingLines(); d.view.proving == nil {
			d.view.proving = map[int]bool{}
		}
	}
	p := d.factAt(i, d.view.proving)
	d.line(p.label, p.text, p.flags)
}

// twin prepares the same content as JSON.
func (v *Detail) twin() {
	if v.in.Twin == "" {
		return
	}
	v.section("the same as JSON")
	lines := strings.Split(v.in.Twin, "\n")
	for chunk := range slices.Chunk(lines, pieceLines) {
		v.add(len(chunk), func(d *detail) {
			for _, p := range code(Conceal(strings.Join(chunk, "\n"))) {
				d.code(p.text)
			}
		})
	}
}

// costs draws what the message costs to read.
func (d *detail) costs() {
	tokens := d.drawing.in.Tokens
	if tokens < 0 {
		d.hang(Row{{Text: Word("not counted yet"), Role: Dim}})
		return
	}
	text := count(tokens, "token")
	if d.in.Readers > 0 {
		text += " × " + count(d.in.Readers, "reader") + " = " + strconv.Itoa(tokens*d.in.Readers)
	}
	if d.in.Twin != "" && d.in.TwinTokens >= 0 {
		text += " · as JSON " + strconv.Itoa(d.in.TwinTokens)
	}
	d.hang(Row{{Text: Word(text)}})
}
