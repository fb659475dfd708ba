package triage

import "earshot/render"

// place is where window and selection stand, by name.
type place struct {
	key     string // of the row at the top of the window or the first after it
	offset  int    // of the window's first line from that row's
	ordinal int    // of the selected row among the rows
	visible bool   // the selected row is in the window
}

// remember notes the place before the entries change.
func (t *Triage) remember() place {
	p := place{}
	for i := t.entryAt(t.top); i >= 0 && i < len(t.entries); i++ {
		if t.entries[i].selectable() && t.starts[i+1] > t.top {
			p.key, p.offset = t.entries[i].row.Key, t.top-t.starts[i]
			break
		}
	}
	if at, ok := t.index[t.selected]; ok {
		p.ordinal = t.ordinal(at)
		p.visible = t.starts[at] >= t.top && t.starts[at] < t.top+t.h
	} else {
		p.visible = true
	}
	return p
}

// restore finds the place again. A selected row that is gone hands the selection
// to the row that took its place.
func (t *Triage) restore(p place) {
	if at, ok := t.index[p.key]; ok {
		t.top = t.starts[at] + p.offset
	}
	if _, ok := t.index[t.selected]; !ok {
		t.selected = ""
		if len(t.rows) > 0 {
			t.selected = t.entries[t.rows[min(p.ordinal, len(t.rows)-1)]].row.Key
		}
	}
	if p.visible {
		t.reveal()
	}
	t.clamp()
}

// clamp keeps the window on the entries.
func (t *Triage) clamp() {
	last := 0
	if len(t.starts) > 0 {
		last = t.starts[len(t.starts)-1]
	}
	t.top = max(0, min(t.top, last-t.h))
}

// reveal moves the window as little as shows the selected row, with the heading
// above it where it is the first of its group.
func (t *Triage) reveal() {
	at, ok := t.index[t.selected]
	if !ok {
		return
	}
	start, end := t.starts[at], t.starts[at+1]
	for at > 0 && !t.entries[at-1].selectable() && end-t.starts[at-1] <= t.h {
		at--
		start = t.starts[at]
	}
	if end > t.top+t.h {
		t.top = end - t.h
	}
	if start < t.top {
		t.top = start
	}
	t.clamp()
}

// Selected gives the selected row.
func (t *Triage) Selected() (Row, bool) {
	at, ok := t.index[t.selected]
	if !ok {
		return Row{}, false
	}
	return t.entries[at].row, true
}

// Select selects the row of that key and shows it; false where there is none.
func (t *Triage) Select(key string) bool {
	if _, ok := t.index[key]; !ok {
		return false
	}
	t.selected = key
	t.reveal()
	return true
}

// Lists reports whether there is still a row of that key.
func (t *Triage) Lists(key string) bool {
	_, ok := t.index[key]
	return ok
}

// First gives the first row under "needs you" that fits; false where there is
// none.
func (t *Triage) First(fits func(Row) bool) (Row, bool) { return t.rowAt(t.first(fits)) }

// FirstNamed is First for what is asked again and again: for as long as the
// rows stay the same, a name is looked for once. Whether a row fits has to
// follow from the row and the name alone.
func (t *Triage) FirstNamed(name string, fits func(Row) bool) (Row, bool) {
	at, known := t.firsts[name]
	if !known {
		at = t.first(fits)
		t.firsts[name] = at
	}
	return t.rowAt(at)
}

func (t *Triage) rowAt(i int) (Row, bool) {
	if i < 0 {
		return Row{}, false
	}
	return t.entries[i].row, true
}

// first is the index of the entry of the first row that fits, -1 for none.
func (t *Triage) first(fits func(Row) bool) int {
	for i := range t.entries {
		e := &t.entries[i]
		if !e.selectable() {
			continue
		}
		if e.row.Group != render.NeedsYou {
			break
		}
		if fits(e.row) {
			return i
		}
	}
	return -1
}

// SelectMessage selects the first row about a message; false where there is
// none.
func (t *Triage) SelectMessage(sequence int64) bool {
	for i := range t.entries {
		if e := &t.entries[i]; e.selectable() && e.row.Sequence == sequence {
			return t.Select(e.row.Key)
		}
	}
	return false
}

// Next selects the row below, Prev the row above.
func (t *Triage) Next() { t.step(1) }

// Prev selects the row above.
func (t *Triage) Prev() { t.step(-1) }

func (t *Triage) step(by int) {
	at, ok := t.index[t.selected]
	if !ok {
		return
	}
	for i := at + by; i >= 0 && i < len(t.entries); i += by {
		if t.entries[i].selectable() {
			t.Select(t.entries[i].row.Key)
			return
		}
	}
	// At the end the window goes on to what is no row: the hint, a heading.
	if by < 0 {
		t.top = 0
	}
	t.reveal()
}

// PageDown selects the row a window further down.
func (t *Triage) PageDown() { t.page(max(t.h-1, 1)) }

// PageUp selects the row a window further up.
func (t *Triage) PageUp() { t.page(-max(t.h-1, 1)) }

func (t *Triage) page(lines int) {
	at, ok := t.index[t.selected]
	if !ok {
		return
	}
	t.top += lines
	t.clamp()
	to := t.entryAt(min(max(t.starts[at]+lines, 0), t.starts[len(t.entries)]))
	if !t.selectFrom(to, 1) {
		t.selectFrom(to, -1)
	}
}

// selectFrom selects the first row from an entry on.
func (t *Triage) selectFrom(at, by int) bool {
	for ; at >= 0 && at < len(t.entries); at += by {
		if t.entries[at].selectable() {
			return t.Select(t.entries[at].row.Key)
		}
	}
	return false
}

// Top selects the first row and shows what stands above it.
func (t *Triage) Top() {
	t.top = 0
	t.selectFrom(0, 1)
}

// Bottom selects the last row.
func (t *Triage) Bottom() { t.selectFrom(len(t.entries)-1, -1) }

// ScrollBy moves the window by lines, down where positive; the selection stays.
func (t *Triage) ScrollBy(lines int) {
	t.top += lines
	t.clamp()
}

// ClickAt selects the row on a line of the window.
func (t *Triage) ClickAt(y int) {
	if y < 0 || y >= t.h || len(t.entries) == 0 || t.top+y >= t.starts[len(t.entries)] {
		return
	}
	if e := &t.entries[t.entryAt(t.top+y)]; e.selectable() {
		t.Select(e.row.Key)
	}
}

// Toggle unfolds the selected row into one line for each seat that owes it, or
// folds it again; false where there is nothing to unfold. The settled parts
// appear with the next view. A long list follows with the next [Listing].
func (t *Triage) Toggle() bool {
	row, ok := t.Selected()
	if !ok || row.Item == nil {
		return false
	}
	if row.Part {
		for i := t.index[row.Key]; i >= 0; i-- {
			if e := &t.entries[i]; e.selectable() && !e.row.Part {
				row = e.row
				t.selected = row.Key
				break
			}
		}
	}
	if row.Item.Of < 2 && len(row.Others) == 0 {
		return false
	}
	if t.unfolded[row.Key] {
		delete(t.unfolded, row.Key)
	} else {
		t.unfolded[row.Key] = true
	}
	t.want()
	return true
}
