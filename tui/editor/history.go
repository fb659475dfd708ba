package editor

// Bounds of the history: the oldest steps are forgotten beyond them.
const (
	historySteps = 1000
	historyBytes = 4 << 20
)

// stepKind says what a step of the history may be joined with.
type stepKind uint8

const (
	other stepKind = iota
	typing
	erasing
)

// place is where the cursor and the other end of the selection stand.
type place struct{ cursor, anchor int }

// step is what one undo takes back.
type step struct {
	kind          stepKind
	ops           []op
	before, after place
	bytes         int
}

// history holds what can be undone and redone.
type history struct {
	done, undone []step
	bytes        int
	open         bool // whether the last step may still grow
}

// record adds ops that were just done. They join the last step where that is of
// the same kind, still open, and join says so.
func (h *history) record(kind stepKind, join bool, before, after place, ops ...op) {
	h.undone = nil
	bytes := 0
	for _, o := range ops {
		bytes += len(o.del) + len(o.ins)
	}
	h.bytes += bytes
	if n := len(h.done); join && h.open && n > 0 && h.done[n-1].kind == kind && h.done[n-1].after == before {
		last := &h.done[n-1]
		last.ops = append(last.ops, ops...)
		last.after = after
		last.bytes += bytes
	} else {
		h.done = append(h.done, step{kind, ops, before, after, bytes})
	}
	h.open = kind != other
	for len(h.done) > 1 && (len(h.done) > historySteps || h.bytes > historyBytes) {
		h.bytes -= h.done[0].bytes
		h.done = h.done[1:]
	}
}

// amend adds ops to the last step whatever its kind, and leaves it open if it
// was. Without a step it makes one.
func (h *history) amend(before, after place, ops ...op) {
	if len(h.done) == 0 || len(h.undone) > 0 {
		h.record(other, false, before, after, ops...)
		return
	}
	last := &h.done[len(h.done)-1]
	last.ops = append(last.ops, ops...)
	last.after = after
	for _, o := range ops {
		last.bytes += len(o.del) + len(o.ins)
		h.bytes += len(o.del) + len(o.ins)
	}
}

// undo takes the last step back; false where there is none.
func (e *Editor) undo() bool {
	n := len(e.history.done)
	if n == 0 {
		return false
	}
	s := e.history.done[n-1]
	e.history.done = e.history.done[:n-1]
	e.history.undone = append(e.history.undone, s)
	e.history.bytes -= s.bytes
	e.history.open = false
	for i := len(s.ops) - 1; i >= 0; i-- {
		e.do(s.ops[i].invert())
	}
	e.cursor, e.anchor = s.before.cursor, s.before.anchor
	e.settle()
	return true
}

// redo does again what was taken back last.
func (e *Editor) redo() bool {
	n := len(e.history.undone)
	if n == 0 {
		return false
	}
	s := e.history.undone[n-1]
	e.history.undone = e.history.undone[:n-1]
	e.history.done = append(e.history.done, s)
	e.history.bytes += s.bytes
	e.history.open = false
	for _, o := range s.ops {
		e.do(o)
	}
	e.cursor, e.anchor = s.after.cursor, s.after.anchor
	e.settle()
	return true
}
