package vlist

// Appended tells that n items were added at the end of the source.
func (l *List) Appended(n int) {
	if n <= 0 {
		return
	}
	was := l.heights.size()
	l.heights.insert(was, n)
	if !l.follow && (l.unseen < 0 || l.unseen == was) {
		l.setUnseen(was)
	}
	l.dirty = true
}

// Prepended tells that n items were added at the start of the source.
func (l *List) Prepended(n int) { l.Inserted(0, n) }

// Inserted tells that n items were added before what was item i.
func (l *List) Inserted(i, n int) {
	if n <= 0 {
		return
	}
	if i >= l.heights.size() {
		l.Appended(n)
		return
	}
	l.heights.insert(i, n)
	if l.unseen >= i {
		l.unseen += n
	}
	l.renumber(func(k int) int {
		if k >= i {
			return k + n
		}
		return k
	})
}

// Removed tells that items i … i+n-1 are gone from the source.
func (l *List) Removed(i, n int) {
	n = min(n, l.heights.size()-i)
	if n <= 0 {
		return
	}
	l.heights.remove(i, n)
	if l.unseen >= i {
		l.setUnseen(max(i, l.unseen-n))
	}
	l.renumber(func(k int) int {
		switch {
		case k >= i+n:
			return k - n
		case k >= i:
			return -1
		}
		return k
	})
	if l.anchor.item < 0 {
		l.hold(i)
	}
}

// Changed tells that the version of item i is another.
func (l *List) Changed(i int) {
	if i < 0 || i >= l.heights.size() {
		return
	}
	l.heights.set(i, l.heights.guess(i))
	l.dirty = true
}

// Reset tells that the source changed in a way the other calls cannot say, such
// as by a filter. What is on the screen stays where it is as far as it survives;
// where nothing does, the place in the order of ids is kept.
func (l *List) Reset() {
	l.resync()
	l.dirty = true
}

// resync takes over a source whose items may all have other indexes.
func (l *List) resync() {
	if l.unseen >= l.heights.size() {
		l.unseen = -1
	}
	l.heights.reset(l.src.Len())
	at := l.locate()
	index := func(id ID) int {
		if i, ok := at[id]; ok {
			return i
		}
		return -1
	}
	if l.selected >= 0 {
		l.selected = index(l.selectedID)
	}
	if l.unseen >= 0 {
		l.unseen = index(l.unseenID)
	}
	for y := range l.lines {
		if l.lines[y].Item >= 0 {
			l.lines[y].Item = index(l.lines[y].ID)
		}
	}
	if l.anchor.item = index(l.anchor.id); l.anchor.item < 0 {
		l.hold(l.lowerBound(l.anchor.id))
	}
}

// locate finds the new indexes of everything that the list holds on to, in one
// pass over a source that has no index of its own.
func (l *List) locate() map[ID]int {
	wanted := map[ID]bool{l.anchor.id: true, l.selectedID: true, l.unseenID: true}
	for _, at := range l.lines {
		wanted[at.ID] = at.Item >= 0 || wanted[at.ID]
	}
	found := make(map[ID]int, len(wanted))
	if x, ok := l.src.(Indexer); ok {
		for id := range wanted {
			if i, ok := x.IndexOf(id); ok {
				found[id] = i
			}
		}
		return found
	}
	for i := range l.src.Len() {
		if id := l.src.ID(i); wanted[id] {
			found[id] = i
		}
	}
	return found
}

// renumber gives every kept index its new value, -1 for an item that is gone.
func (l *List) renumber(f func(int) int) {
	l.anchor.item = f(l.anchor.item)
	if l.selected >= 0 {
		l.selected = f(l.selected)
	}
	for y := range l.lines {
		if l.lines[y].Item >= 0 {
			l.lines[y].Item = f(l.lines[y].Item)
		}
	}
	l.dirty = true
}

// hold anchors the nearest row still there of what was on the screen, from the
// lost anchor down and then up; where nothing is, item i at the top.
func (l *List) hold(i int) {
	for y := l.anchor.y; y < len(l.lines); y++ {
		if l.holdRow(y) {
			return
		}
	}
	for y := min(l.anchor.y, len(l.lines)) - 1; y >= 0; y-- {
		if l.holdRow(y) {
			return
		}
	}
	l.anchor = anchor{pos: pos{item: i}}
}

func (l *List) holdRow(y int) bool {
	at := l.lines[y]
	if at.Item < 0 {
		return false
	}
	l.anchor = anchor{pos{at.Item, at.Part, at.Line}, at.ID, y}
	return true
}

// setUnseen makes item i the first that was not shown.
func (l *List) setUnseen(i int) {
	l.unseen = i
	if i < l.src.Len() {
		l.unseenID = l.src.ID(i)
	}
}
