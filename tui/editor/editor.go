package editor

import (
	"fmt"

	"earshot/convention"
	"earshot/render"
)

// Options of a new editor.
type Options struct {
	MaxBytes int            // most bytes of the text, 32,768 where zero
	Measure  render.Measure // how wide a text is on this terminal
}

// ErrTooLarge refuses an insertion after which the text would exceed its limit.
type ErrTooLarge struct {
	Size  int // bytes that the text would have
	Limit int // bytes that it may have
}

// Error tells both sizes.
func (e ErrTooLarge) Error() string {
	return fmt.Sprintf("text of %d bytes is over the limit of %d", e.Size, e.Limit)
}

// Mark draws a span of the text in a role and underlined.
type Mark struct {
	Start, End int
	Role       render.Role
}

// Editor holds one text. Its zero value is not usable; call [New].
type Editor struct {
	text          string
	width, height int
	rev           uint64
}

// New makes an empty editor.
func New(o Options) *Editor { return &Editor{} }

// SetSize sets the window in cells and rows.
func (e *Editor) SetSize(w, h int) { e.width, e.height = w, h }

// SetMeasure replaces the way widths are measured.
func (e *Editor) SetMeasure(m render.Measure) {}

// Text is the whole text.
func (e *Editor) Text() string { return e.text }

// SetText replaces everything, forgets the history and puts the cursor at the
// end. It takes a text of any size, so that no draft is lost.
func (e *Editor) SetText(s string) { e.text = s }

// ReplaceAll replaces the whole text as one step of the history, of any size.
func (e *Editor) ReplaceAll(s string) { e.text = s }

// Insert puts s in place of the selection. It fails with [ErrTooLarge] and
// changes nothing where the text would grow beyond its limit.
func (e *Editor) Insert(s string) error { return nil }

// Revision changes with every change of the text.
func (e *Editor) Revision() uint64 { return e.rev }

// Do carries out a command and tells whether it changed anything.
func (e *Editor) Do(c Command) bool { return false }

// Cursor is the byte offset of the cursor.
func (e *Editor) Cursor() int { return 0 }

// SetCursor moves the cursor to the cluster boundary at or after an offset and
// drops the selection.
func (e *Editor) SetCursor(offset int) {}

// Select selects a span and puts the cursor at its end.
func (e *Editor) Select(s convention.Span) {}

// Selection is the selected span; false where it is empty.
func (e *Editor) Selection() (convention.Span, bool) { return convention.Span{}, false }

// Replace puts text in place of a span, as one step of the history.
func (e *Editor) Replace(s convention.Span, text string) error { return nil }

// ApplyEdits applies disjoint edits as one step of the history. A cursor behind
// an edit moves along with its text.
func (e *Editor) ApplyEdits(edits []convention.Edit) error { return nil }

// Amend applies disjoint edits as a part of the latest step of the history, so
// that undoing that step undoes them too.
func (e *Editor) Amend(edits []convention.Edit) error { return nil }

// SetMarks replaces the marks; they hold until the text changes.
func (e *Editor) SetMarks(marks []Mark) {}

// SetGutter draws what f gives at the left of the first row of each line (from
// 0); nil takes the gutter away.
func (e *Editor) SetGutter(f func(line int) string) {}

// Rows draws the window: exactly as many rows as its height.
func (e *Editor) Rows(m render.Measure) []render.Row { return make([]render.Row, e.height) }

// ScreenCursor is the cell of the cursor within the window.
func (e *Editor) ScreenCursor() (x, y int, ok bool) { return 0, 0, false }

// Height is the number of rows that the whole text takes at the present width,
// counted up to limit.
func (e *Editor) Height(limit int) int { return 1 }
