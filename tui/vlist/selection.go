package vlist

// Select selects an item without scrolling; false where there is none of that
// id. Selecting any but the last item ends following, so that what the reader
// looks at stays where it is.
func (l *List) Select(id ID) bool {
	i, ok := l.find(id)
	if !ok {
		return false
	}
	l.layout()
	l.selectItem(i)
	if i != l.src.Len()-1 {
		l.follow = false
	}
	return true
}

// selectItem selects item i and holds on to its row.
func (l *List) selectItem(i int) {
	l.selected, l.selectedID, l.dirty = i, l.src.ID(i), true
	l.layout()
}

// Unselect leaves nothing selected.
func (l *List) Unselect() {
	l.layout()
	l.selected, l.dirty = -1, true
	l.layout()
	l.setFollow(l.atBottom())
}

// Selected is the selected item.
func (l *List) Selected() (ID, bool) {
	if l.selected < 0 {
		return 0, false
	}
	return l.src.ID(l.selected), true
}

// SelectNext selects the item below and shows it. Within an item that goes on
// below the screen it scrolls by a third of the screen instead. With nothing
// selected on the screen it begins at the top row, or at the last item while
// following.
func (l *List) SelectNext() {
	l.layout()
	if l.blank() {
		return
	}
	if l.selectedRow() < 0 {
		if l.follow {
			l.selectShown(l.lastShown())
		} else {
			l.selectShown(l.lines[0].Item)
		}
		return
	}
	last := l.lines[l.height-1]
	if last.Item == l.selected && !l.atEndOf(last) {
		l.ScrollBy(max(1, l.height/3))
		return
	}
	l.selectShown(min(l.selected+1, l.src.Len()-1))
}

// SelectPrev selects the item above and shows it, in the manner of SelectNext.
func (l *List) SelectPrev() {
	l.layout()
	if l.blank() {
		return
	}
	y := l.selectedRow()
	if y < 0 {
		l.selectShown(l.lastShown())
		return
	}
	if y == 0 && !l.lines[0].First {
		l.ScrollBy(-max(1, l.height/3))
		return
	}
	l.selectShown(max(0, l.selected-1))
}

// selectShown selects item i and scrolls it into view.
func (l *List) selectShown(i int) {
	l.selectItem(i)
	l.show(pos{item: i})
}

// atEndOf tells whether a row is the last one of its item.
func (l *List) atEndOf(at Line) bool {
	return at.Part == l.parts(at.Item)-1 && at.Line == len(l.wrap(at.Item, at.Part))-1
}

// blank tells whether there is nothing on the screen.
func (l *List) blank() bool { return l.lastShown() < 0 }

// find is the index of an item. Where the source cannot tell, a binary search
// that pays in lists ordered by id comes before the plain one.
func (l *List) find(id ID) (int, bool) {
	if x, ok := l.src.(Indexer); ok {
		return x.IndexOf(id)
	}
	n := l.src.Len()
	if i := l.lowerBound(id); i < n && l.src.ID(i) == id {
		return i, true
	}
	for i := range n {
		if l.src.ID(i) == id {
			return i, true
		}
	}
	return 0, false
}

// lowerBound is the first item with an id of at least id, in a list ordered by
// id; in any other it is some item.
func (l *List) lowerBound(id ID) int {
	lo, hi := 0, l.src.Len()
	for lo < hi {
		if mid := (lo + hi) / 2; l.src.ID(mid) < id {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}
