package timeline

import (
	"slices"

	"earshot/convention"
	"earshot/convention/ledger"
	"earshot/render"
	"earshot/tui/vlist"
)

// pointer is the flagged line that the keys between flags point at. It holds
// for as long as its message is selected.
type pointer struct {
	seq   int64
	line  int // 1-based line of the body, 0 for the message as such
	row   int // of the item, as of the last draw; valid where drawn is true
	drawn bool
}

// flaggedLines are the lines of a message with a flag, ascending; 0 stands for
// a flag of the message as such.
func flaggedLines(in render.MessageInput) []int { return flagsOf(in.State, in.Doc) }

func flagsOf(s ledger.MessageState, doc *convention.Message) []int {
	var lines []int
	if s.Data != nil || s.Repeat != nil && s.RepeatOf == 0 {
		lines = append(lines, 0)
	}
	for line, l := range s.Lines {
		if !flags(l) {
			continue
		}
		if doc != nil && doc.Header != nil && line == doc.Header.Line {
			line = 0
		}
		lines = append(lines, line)
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}

// flags says that a line asks for a look.
func flags(l ledger.LineState) bool {
	return l.Claim != nil || l.Unaddressed || l.Decision != nil || slices.ContainsFunc(l.Items, pressing)
}

// pressing says that a person may have to look at an item now.
func pressing(i ledger.Item) bool {
	return i.Orphaned || i.Conflict() || i.State == ledger.Defaulted || i.State != ledger.Open && !i.State.Settled()
}

// Pointed is the flagged line that was jumped to, 1-based; ok is false where
// there is none, or where it is the message as such.
func (t *Timeline) Pointed() (seq int64, line int, ok bool) {
	p := t.pointer
	return p.seq, p.line, p.seq != 0 && p.line > 0 && p.seq == t.Selected()
}

// flagInside points at the next flagged line of the current message, or at the
// one before; false where there is none.
func (t *Timeline) flagInside(m Message, down bool) bool {
	i, ok := t.log.Index(m.Sequence)
	if !ok {
		return false
	}
	lines := flagsOf(t.view.Message(m.Sequence), t.log.Doc(i))
	at := -1 // nothing is pointed at: from the top of a selected message, from the end of the lowest one
	switch {
	case t.pointer.seq == m.Sequence && t.Selected() == m.Sequence:
		at = t.pointer.line
	case t.Selected() != m.Sequence:
		at = len(m.Body) + 1
	}
	if down {
		for _, line := range lines {
			if line > at {
				return t.point(m.Sequence, line)
			}
		}
		return false
	}
	for _, line := range slices.Backward(lines) {
		if line < at {
			return t.point(m.Sequence, line)
		}
	}
	return false
}

// pointFrom points at the first flagged line of a message, or at the last one.
func (t *Timeline) pointFrom(seq int64, down bool) bool {
	i, ok := t.log.Index(seq)
	if !ok {
		return false
	}
	lines := flagsOf(t.view.Message(seq), t.log.Doc(i))
	switch {
	case len(lines) == 0:
		return false
	case down:
		return t.point(seq, lines[0])
	}
	return t.point(seq, lines[len(lines)-1])
}

// point selects a message and brings the line on the screen.
func (t *Timeline) point(seq int64, line int) bool {
	if !t.Show(seq) {
		return false
	}
	t.pointer = pointer{seq: seq, line: line}
	t.list.Redraw()
	return t.list.ShowLine(vlist.ID(seq), 0, t.pointerRow())
}

// pointerRow is the row, within its item, of the line pointed at.
func (t *Timeline) pointerRow() int {
	if !t.pointer.drawn {
		t.pointer.row, t.pointer.drawn = t.findPointer(), true
	}
	return t.pointer.row
}

func (t *Timeline) findPointer() int {
	at, ok := t.log.Index(t.pointer.seq)
	if !ok {
		return -1
	}
	i, ok := t.items.find(at)
	if !ok {
		return -1
	}
	width := t.width - gutter
	row := len(t.leading(i, at, width))
	in := t.input(at)
	if t.pointer.line == 0 || in.Folded > 0 || in.Doc.Header == nil {
		return row
	}
	doc := *in.Doc
	for n, f := range doc.Facts {
		if f.Line >= t.pointer.line {
			doc.Facts = doc.Facts[:n]
			break
		}
	}
	if len(doc.Facts) > foldTo {
		return row + foldTo // it is behind the fold
	}
	in.Doc = &doc
	return row + min(len(render.MessageRows(in, width, t.measure)), foldTo)
}
