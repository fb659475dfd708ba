package vlist

import "earshot/render"

// pos is a row of the list: a row within a part of an item.
type pos struct{ item, part, line int }

// anchor says which row of the list stands on which row of the viewport; every
// other row follows from it. id is that of its item.
type anchor struct {
	pos
	id ID
	y  int
}

// List is a window onto a [Source]. Its zero value is not usable; call [New].
type List struct {
	src           Source
	width, height int
	heights       heights
	cache         *cache
	wraps         int
	decorate      func(Line, render.Row) render.Row

	anchor anchor
	follow bool

	selected   int // index, -1 for none
	selectedID ID
	unseen     int // first item that came while not following and was not shown, -1 for none
	unseenID   ID

	// The viewport as last laid out. Its item indexes are kept true when items
	// come and go, so that what was on the screen can be found again.
	lines []Line
	rows  []render.Row
	dirty bool
}

// New makes an empty list that follows the end.
func New() *List {
	l := &List{cache: newCache(), follow: true, selected: -1, unseen: -1, dirty: true}
	l.heights.estimate = func(i int) int { return l.src.Estimate(i, l.width) }
	l.SetSource(nothing{})
	return l
}

// nothing is the source of a list that was given none.
type nothing struct{}

func (nothing) Len() int                   { return 0 }
func (nothing) ID(int) ID                  { return 0 }
func (nothing) Estimate(int, int) int      { return 1 }
func (nothing) Rows(int, int) []render.Row { return nil }
func (nothing) Version(int) uint64         { return 0 }

// SetSource replaces what the list shows and starts over, following the end.
func (l *List) SetSource(s Source) {
	l.src = s
	l.cache.clear()
	l.heights.reset(s.Len())
	l.lines = l.lines[:0]
	l.anchor, l.follow, l.selected, l.unseen, l.dirty = anchor{}, true, -1, -1, true
}

// SetSize sets the viewport in cells and rows. Nothing is wrapped again but
// what is on the screen. A selected item that was on the screen stays on it.
func (l *List) SetSize(w, h int) {
	w, h = max(0, w), max(0, h)
	if w == l.width && h == l.height {
		return
	}
	l.layout()
	y := l.selectedRow()
	keep := !l.follow && y >= 0 && l.lines[y].First
	if w != l.width && l.src.Len() > 0 {
		l.rescale(w)
	}
	l.width, l.height, l.dirty = w, h, true
	l.cache.hold(h)
	l.anchor.y = min(l.anchor.y, max(0, h-1))
	if keep {
		l.show(pos{item: l.selected})
	}
}

// rescale goes over to another width: the anchored row becomes the one that
// stands as far down in its part as it did before.
func (l *List) rescale(w int) {
	was := 1
	if l.anchor.line > 0 {
		was = len(l.wrap(l.anchor.item, l.anchor.part))
	}
	l.width = w
	l.heights.forget()
	if l.anchor.line > 0 {
		l.anchor.line = l.anchor.line * len(l.wrap(l.anchor.item, l.anchor.part)) / was
	}
}

// Rows is the viewport: exactly as many rows as its height. They are valid until
// the next call of any method.
func (l *List) Rows() []render.Row {
	l.layout()
	return l.rows
}

// Line is one row of the viewport.
type Line struct {
	ID    ID
	Item  int  // index in the source, -1 for a blank row below the last item
	Part  int  // of an item of several parts, else 0
	Line  int  // row within the item, or within the part where it has several
	First bool // the first row of the item
	// Selected tells whether the item is the selected one.
	Selected bool
}

// Lines says what stands on each row of the viewport. They are valid until the
// next call of any method.
func (l *List) Lines() []Line {
	l.layout()
	return l.lines
}

// SetDecorate sets an overlay for selection, search hits and the like: it is
// called for each row of an item on the screen at drawing time, and its result
// is not kept beyond the frame. Call [List.Redraw] when it would differ.
func (l *List) SetDecorate(f func(Line, render.Row) render.Row) {
	l.decorate, l.dirty = f, true
}

// Redraw has the next Rows call the overlay again.
func (l *List) Redraw() { l.dirty = true }

// Follow tells whether the list sticks to the end.
func (l *List) Follow() bool { return l.follow }

// NewSince counts the items that came at the end since the list stopped to
// follow and that have not been on the screen.
func (l *List) NewSince() int {
	l.layout()
	if l.unseen < 0 {
		return 0
	}
	return l.src.Len() - l.unseen
}

// Thumb is position and size of a scroll bar's thumb as fractions of the whole;
// approximate while not every item was seen.
func (l *List) Thumb() (pos, size float64) {
	l.layout()
	total := l.heights.total()
	if total <= l.height || l.src.Len() == 0 {
		return 0, 1
	}
	size = float64(l.height) / float64(total)
	if l.atBottom() {
		return 1 - size, size
	}
	return min(float64(l.offset(l.top()))/float64(total), 1-size), size
}

// HitTest tells what stands on row y of the viewport: the item and the row
// within it, or within the part named by Lines where it has several parts.
func (l *List) HitTest(y int) (id ID, line int, ok bool) {
	l.layout()
	if y < 0 || y >= len(l.lines) || l.lines[y].Item < 0 {
		return 0, 0, false
	}
	return l.lines[y].ID, l.lines[y].Line, true
}

// Stats is the number of wraps asked of the source so far.
func (l *List) Stats() (wraps int) { return l.wraps }
