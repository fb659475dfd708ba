package vlist

// farScreens is the number of screens beyond which a scroll goes by estimated
// heights instead of wrapping everything that it passes.
const farScreens = 4

// ScrollBy moves the viewport by rows, downwards where lines is positive. Up
// ends following, reaching the end resumes it. Beyond some screens the distance
// is approximate, because what lies between was never wrapped.
func (l *List) ScrollBy(lines int) {
	l.layout()
	if lines == 0 || l.blank() {
		return
	}
	top := l.top()
	switch far := farScreens * l.height; {
	case lines < -far || lines > far:
		l.scrollTo(l.offset(top) + lines)
		return
	case lines < 0:
		top = l.back(top, -lines)
	default:
		top = l.forward(top, lines)
	}
	l.setTop(top)
}

// ScrollTo moves the viewport to a fraction of the whole, 0 … 1.
func (l *List) ScrollTo(fraction float64) {
	l.layout()
	if l.blank() {
		return
	}
	if fraction >= 1 {
		l.Bottom()
		return
	}
	l.scrollTo(int(max(0, fraction) * float64(max(0, l.heights.total()-l.height))))
}

// scrollTo puts the row at height y of the whole at the top.
func (l *List) scrollTo(y int) {
	if y <= 0 {
		l.setTop(pos{})
		return
	}
	item, row := l.heights.find(y)
	if item >= l.src.Len() {
		l.Bottom()
		return
	}
	p := pos{item: item, line: row}
	if parts := l.parts(item); parts > 1 {
		p = pos{item: item, part: row * parts / l.heights.get(item)}
	}
	l.setTop(p)
}

// setTop puts p on the top row as far as the end of the list allows.
func (l *List) setTop(p pos) {
	l.anchor = anchor{pos: p}
	l.follow, l.dirty = false, true
	l.layout()
	l.setFollow(l.atBottom())
}

// setFollow turns following on or off for the viewport as laid out.
func (l *List) setFollow(on bool) {
	l.follow = on
	if on {
		l.unseen = -1
	}
}

// PageUp moves up by a screen less one row.
func (l *List) PageUp() { l.ScrollBy(-max(1, l.height-1)) }

// PageDown moves down by a screen less one row.
func (l *List) PageDown() { l.ScrollBy(max(1, l.height-1)) }

// Top shows the first row.
func (l *List) Top() {
	l.layout()
	if !l.blank() {
		l.setTop(pos{})
	}
}

// Bottom shows the last row and follows the end.
func (l *List) Bottom() {
	l.dirty = true
	l.setFollow(true)
}

// ShowID scrolls as little as needed to show an item, from its first row where
// it is taller than the viewport. It is false where there is none of that id.
func (l *List) ShowID(id ID) bool {
	i, ok := l.find(id)
	if ok {
		l.layout()
		l.show(pos{item: i})
	}
	return ok
}

// ShowLine scrolls as little as needed to show one row of an item: the line-th
// of its part, from 0. It is false where there is no item of that id.
func (l *List) ShowLine(id ID, part, line int) bool {
	i, ok := l.find(id)
	if !ok {
		return false
	}
	l.layout()
	if l.blank() {
		return true
	}
	p := l.clamp(pos{i, max(0, part), max(0, line)})
	switch {
	case l.rowOf(p) >= 0:
	case before(p, l.top()):
		l.setTop(p)
	default:
		l.setTop(l.back(p, l.height-1))
	}
	l.stay(i)
	return true
}

// show scrolls as little as needed to show item p.item whole, or from its first
// row, p, where it is taller than the viewport. An item of several parts is taken
// to be taller.
func (l *List) show(p pos) {
	l.layout()
	if l.blank() {
		return
	}
	last := l.lines[l.height-1]
	hidden := last.Item >= 0 && last.Item < p.item || last.Item == p.item && !l.atEndOf(last)
	switch {
	case before(p, l.top()):
		l.setTop(p)
	case hidden && l.parts(p.item) > 1:
		l.setTop(p)
	case hidden:
		l.setTop(l.lowest(p))
	}
	l.stay(p.item)
}

// lowest is the top row of a viewport that ends with item p.item, but not below
// p.
func (l *List) lowest(p pos) pos {
	end := pos{item: p.item, line: len(l.wrap(p.item, 0))}
	if top := l.back(end, l.height); before(top, p) {
		return top
	}
	return p
}

// stay ends following when item i, which the reader looks at, is not the last.
func (l *List) stay(i int) {
	l.layout()
	l.setFollow(i == l.src.Len()-1 && l.atBottom())
}

// rowOf is the viewport row of p, -1 where it is not on the screen.
func (l *List) rowOf(p pos) int {
	for y, at := range l.lines {
		if at.Item == p.item && at.Part == p.part && at.Line == p.line {
			return y
		}
	}
	return -1
}

// before tells whether a stands above b.
func before(a, b pos) bool {
	if a.item != b.item {
		return a.item < b.item
	}
	if a.part != b.part {
		return a.part < b.part
	}
	return a.line < b.line
}
