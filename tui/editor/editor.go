package editor

import (
	"fmt"

	"earshot/convention"
	"earshot/render"
)

// DefaultLimit is the most bytes of a message in a room.
const DefaultLimit = 32768

// Options of a new editor.
type Options struct {
	MaxBytes int            // most bytes of the text, DefaultLimit where zero
	Measure  render.Measure // how wide a text is on this terminal
}

// ErrTooLarge refuses a change after which the text would exceed its limit.
type ErrTooLarge struct {
	Size  int // bytes that the text would have
	Limit int // bytes that it may have
}

// Error tells both sizes.
func (e ErrTooLarge) Error() string {
	return fmt.Sprintf("text of %d bytes is over the limit of %d", e.Size, e.Limit)
}

// Editor holds one text. Its zero value is not usable; call [New].
type Editor struct {
	text    string
	limit   int
	rev     uint64
	lines   []line
	cells   cells
	history history

	cursor, anchor int // the selection lies between them
	goal           int // column that vertical moves aim at, -1 for that of the cursor
	killed         string
	killing        bool // whether the last command killed, so that the next one adds to it

	width, height int
	top           int // offset of the first row of the window
	marks         []Mark
	gutter        gutter
	drawn         map[string]drawnRow // by the text of the row, at the present width
}

// New makes an empty editor.
func New(o Options) *Editor {
	if o.MaxBytes <= 0 {
		o.MaxBytes = DefaultLimit
	}
	return &Editor{
		limit: o.MaxBytes, cells: cells{measure: o.Measure},
		lines: []line{{}}, goal: -1,
	}
}

// SetSize sets the window in cells and rows.
func (e *Editor) SetSize(w, h int) {
	was := e.wrapWidth()
	e.width, e.height = max(0, w), max(0, h)
	if e.wrapWidth() != was || w < 3 { // below, the window is no wider than the text
		e.unwrap()
	}
}

// SetMeasure replaces the way widths are measured.
func (e *Editor) SetMeasure(m render.Measure) {
	if m != e.cells.measure {
		e.cells = cells{measure: m}
		for i := range e.lines {
			e.lines[i].layout = nil
		}
		e.unwrap()
	}
}

// unwrap forgets all rows.
func (e *Editor) unwrap() {
	e.drawn = nil
	for i := range e.lines {
		if l := e.lines[i].layout; l != nil {
			l.rows = nil
		}
	}
	e.goal = -1
}

// Text is the whole text.
func (e *Editor) Text() string { return e.text }

// Revision changes with every change of the text.
func (e *Editor) Revision() uint64 { return e.rev }

// SetText replaces everything, forgets the history and puts the cursor at the
// end. It takes a text of any size, so that no draft is lost.
func (e *Editor) SetText(s string) {
	e.do(op{0, e.text, clean(s)})
	e.history, e.marks = history{}, nil
	e.cursor, e.anchor, e.top = len(e.text), len(e.text), 0
	e.settle()
}

// ReplaceAll replaces the whole text as one step of the history, of any size.
func (e *Editor) ReplaceAll(s string) {
	e.rest()
	e.anchor = e.cursor
	e.step(other, false, op{0, e.text, clean(s)})
}

// step does ops as a step of the history.
func (e *Editor) step(kind stepKind, join bool, ops ...op) {
	before := place{e.cursor, e.anchor}
	for _, o := range ops {
		e.do(o)
	}
	e.settle()
	e.history.record(kind, join, before, place{e.cursor, e.anchor}, ops...)
}

// Insert puts s in place of the selection. It fails with [ErrTooLarge] and
// changes nothing where the text would grow beyond its limit.
func (e *Editor) Insert(s string) error {
	e.killing = false
	return e.insert(clean(s))
}

func (e *Editor) insert(s string) error {
	start, end := e.selection()
	if err := e.fits(len(s) - (end - start)); err != nil {
		return err
	}
	if s == "" && start == end {
		return nil
	}
	kind, join := other, false
	if start == end && s != "\n" && clusterLen(s) == len(s) {
		kind = typing
		// A word is a step: the first letter after a blank begins another.
		join = start == 0 || classOf(s) == space || classOf(e.text[e.prev(start):start]) != space
	}
	e.cursor, e.anchor = end, end // behind the change, so that both move along
	before := place{start, end}
	if start == end {
		before = place{end, end}
	}
	o := op{start, e.text[start:end], s}
	e.do(o)
	e.settle()
	e.history.record(kind, join, before, place{e.cursor, e.anchor}, o)
	return nil
}

// Cursor is the byte offset of the cursor.
func (e *Editor) Cursor() int { return e.cursor }

// SetCursor moves the cursor to the cluster boundary at or after an offset and
// drops the selection.
func (e *Editor) SetCursor(offset int) {
	e.cursor, e.anchor = offset, offset
	e.rest()
}

// Select selects a span and puts the cursor at its end.
func (e *Editor) Select(s convention.Span) {
	e.cursor, e.anchor = s.End, s.Start
	e.rest()
}

// rest ends whatever a further command could have joined.
func (e *Editor) rest() {
	e.settle()
	e.history.open, e.killing = false, false
}

// Selection is the selected span; false where it is empty.
func (e *Editor) Selection() (convention.Span, bool) {
	start, end := e.selection()
	return convention.Span{Start: start, End: end}, start < end
}

func (e *Editor) selection() (start, end int) {
	return min(e.cursor, e.anchor), max(e.cursor, e.anchor)
}

// Replace puts text in place of a span, as one step of the history, and the
// cursor behind it.
func (e *Editor) Replace(s convention.Span, text string) error {
	ops, err := e.ops([]convention.Edit{{Span: s, Text: text}})
	if err != nil {
		return err
	}
	e.rest()
	before := place{e.cursor, e.anchor}
	e.do(ops[0])
	e.cursor = ops[0].at + len(ops[0].ins)
	e.anchor = e.cursor
	e.settle()
	e.history.record(other, false, before, place{e.cursor, e.anchor}, ops[0])
	return nil
}

// ApplyEdits applies disjoint edits as one step of the history. A cursor behind
// an edit moves along with its text. It fails and changes nothing where edits
// overlap or the text would exceed its limit.
func (e *Editor) ApplyEdits(edits []convention.Edit) error {
	ops, err := e.ops(edits)
	if err != nil || len(ops) == 0 {
		return err
	}
	e.rest()
	e.step(other, false, ops...)
	return nil
}

// Amend applies disjoint edits as a part of the latest step of the history, so
// that undoing that step undoes them too.
func (e *Editor) Amend(edits []convention.Edit) error {
	ops, err := e.ops(edits)
	if err != nil || len(ops) == 0 {
		return err
	}
	before := place{e.cursor, e.anchor}
	for _, o := range ops {
		e.do(o)
	}
	e.settle()
	e.history.amend(before, place{e.cursor, e.anchor}, ops...)
	return nil
}
