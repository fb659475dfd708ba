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

// DetailRows draws the message raw and checked, every finding with its
// explanation, the history of its items, its cost, and the same content as JSON.
// No row is wider than width.
func DetailRows(in DetailInput, width int, m Measure) []Row {
	d := &detail{in: in, drawing: newDrawing(in.Message, width, m)}
	d.header()
	d.replyTo()
	d.section("as sent")
	d.raw()
	d.section("checks")
	d.checks()
	if len(in.Items) > 0 {
		d.section("history")
		d.history()
	}
	if ev := d.evidence(); len(ev) > 0 {
		d.section("evidence")
		for _, p := range ev {
			d.line(p.label, p.text, p.flags)
		}
	}
	d.section("cost")
	d.costs()
	if in.Twin != "" {
		d.section("the same as JSON")
		for _, p := range code(conceal(in.Twin)) {
			d.code(p.text)
		}
	}
	return d.rows
}

// detail is a detail view being drawn.
type detail struct {
	in DetailInput
	*drawing
}

func (d *detail) section(name string) {
	d.add(Row{})
	d.add(Row{{Text: spaces(1)}, {Text: Word(name), Role: Title}})
}

// raw draws the body line by line as it came, numbered, with what the checks
// found underlined.
func (d *detail) raw() {
	src := d.drawing.in.Doc.Source
	at, number := 0, 0
	for at <= len(src) {
		end, next := lineEnd(src, at)
		if at == len(src) && number > 0 {
			break
		}
		number++
		d.rawLine(src, at, end, number)
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

// checks draws every finding and what its rule is about.
func (d *detail) checks() {
	if len(d.in.Diagnostics) == 0 {
		d.hang(Row{{Text: Word("nothing found"), Role: Good}})
		return
	}
	rules := convention.Rules()
	room := max(1, d.width-d.indent-1)
	for _, g := range d.in.Diagnostics {
		for _, r := range diagnosticRows(d.drawing.in.Doc.Source, g, room, d.m) {
			d.add(append(Row{{Text: spaces(d.indent)}}, r...))
		}
		i := slices.IndexFunc(rules, func(r convention.Rule) bool { return r.Code == g.Code })
		if i < 0 {
			continue
		}
		for _, line := range d.m.Wrap(Clean(reflow(rules[i].Doc)), max(1, room-8)) {
			d.add(Row{{Text: spaces(d.indent + min(8, room-1))}, {Text: line, Role: Dim}})
		}
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

// evidence are the ev lines with what is known of them.
func (d *detail) evidence() []part {
	var out []part
	for _, p := range d.facts() {
		if len(p.label) > 0 && strings.HasPrefix(p.label[0].Text.s, convention.Ev.String()) {
			out = append(out, p)
		}
	}
	return out
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
