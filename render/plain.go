package render

import (
	"bufio"
	"io"
	"strings"
)

// unbounded is a width that no line reaches: plain lines are not wrapped.
const unbounded = 1 << 30

// WritePlain writes what MessageRows draws as plain lines for pipes, logs and
// screen readers: the same words in the same order, one line for a line of the
// message, no colour and no drawing. The error is the writer's.
func WritePlain(w io.Writer, in MessageInput) error {
	b := bufio.NewWriter(w)
	for _, line := range PlainLines(in) {
		b.WriteString(line)
		b.WriteByte('\n')
	}
	return b.Flush()
}

// PlainLines are the lines that WritePlain writes.
func PlainLines(in MessageInput) []string {
	d := newDrawing(in, unbounded, NewMeasure(false))
	d.indent, d.whatCol, d.flagCol = 3, 0, 0
	if in.Folded > 0 {
		d.folded()
	} else {
		d.plainHeader()
		d.replyTo()
		d.body()
	}
	lines := make([]string, len(d.rows))
	for i, r := range d.rows {
		lines[i] = strings.TrimRight(strings.TrimPrefix(r.Plain(), " "), " ")
	}
	return lines
}

// plainHeader sets the parts of the header one after the other.
func (d *drawing) plainHeader() {
	d.add(beside(2, d.who(), d.what(), flagRow(messageFlags(d.in)), d.when(), d.cost()))
	d.failure()
}
