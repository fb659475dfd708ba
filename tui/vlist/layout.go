package vlist

import "earshot/render"

// layout brings the viewport up to date. It starts from the anchor, walks up to
// the top row and from there down, so that only what is on the screen is wrapped.
func (l *List) layout() {
	if !l.dirty {
		return
	}
	l.dirty = false
	if l.src.Len() != l.heights.size() {
		l.resync()
	}
	l.lines, l.rows = l.lines[:0], l.rows[:0]
	if l.src.Len() == 0 {
		l.setFollow(true)
	} else if l.height > 0 && l.width > 0 {
		l.fill()
		l.reanchor()
	}
	for len(l.rows) < l.height {
		l.lines = append(l.lines, Line{Item: -1})
		l.rows = append(l.rows, nil)
	}
	if !l.follow && l.unseen >= 0 {
		l.setUnseen(max(l.unseen, l.lastShown()+1))
	}
}

// fill draws from the top row down, and again from further up where that would
// leave rows blank that earlier items can fill.
func (l *List) fill() {
	var top pos
	if l.follow {
		top = l.back(l.end(), l.height)
	} else {
		p := l.clamp(l.anchor.pos)
		top = l.back(p, l.anchor.y)
	}
	l.draw(top)
	if len(l.rows) < l.height && top != (pos{}) {
		l.lines, l.rows = l.lines[:0], l.rows[:0]
		l.draw(l.back(l.end(), l.height))
	}
}

// draw appends the rows from top on, up to the height of the viewport.
func (l *List) draw(top pos) {
	for p, ok := top, true; ok && len(l.rows) < l.height; p, ok = l.nextPart(p) {
		id := l.src.ID(p.item)
		rows := l.wrap(p.item, p.part)
		for k := p.line; k < len(rows) && len(l.rows) < l.height; k++ {
			line := Line{
				ID: id, Item: p.item, Part: p.part, Line: k,
				First: p.part == 0 && k == 0, Selected: p.item == l.selected,
			}
			row := rows[k]
			if l.decorate != nil {
				row = l.decorate(line, row)
			}
			l.lines = append(l.lines, line)
			l.rows = append(l.rows, row)
		}
	}
}

// reanchor holds on to the first row of the selected item where it is on the
// screen, because that is where the reader looks, else to the top row.
func (l *List) reanchor() {
	y := max(0, l.selectedRow())
	at := l.lines[y]
	l.anchor = anchor{pos{at.Item, at.Part, at.Line}, at.ID, y}
}

// selectedRow is the first row of the selected item in the viewport as it was
// last laid out, -1 where it is not there.
func (l *List) selectedRow() int {
	if l.selected < 0 {
		return -1
	}
	for y, at := range l.lines {
		if at.Item == l.selected {
			return y
		}
	}
	return -1
}

// wrap is the rows of one part of an item, from the cache where they are. A part
// without rows is drawn as one blank row, so that walking always makes way.
func (l *List) wrap(item, part int) []render.Row {
	key := cacheKey{l.src.ID(item), part, l.width, l.src.Version(item)}
	rows, ok := l.cache.get(key)
	if !ok {
		l.wraps++
		if l.parts(item) > 1 {
			rows = l.src.(Parted).PartRows(item, part, l.width)
		} else {
			rows = l.src.Rows(item, l.width)
		}
		if len(rows) == 0 {
			rows = []render.Row{nil}
		}
		l.cache.put(key, rows)
	}
	if l.parts(item) == 1 {
		l.heights.set(item, len(rows))
	}
	return rows
}

// parts is the number of parts of an item.
func (l *List) parts(item int) int {
	if p, ok := l.src.(Parted); ok {
		return max(1, p.Parts(item))
	}
	return 1
}

// nextPart is the first row of the part after that of p.
func (l *List) nextPart(p pos) (pos, bool) {
	if p.part+1 < l.parts(p.item) {
		return pos{item: p.item, part: p.part + 1}, true
	}
	return pos{item: p.item + 1}, p.item+1 < l.src.Len()
}

// end is the position behind the last row. It wraps the last part.
func (l *List) end() pos {
	last := l.src.Len() - 1
	part := l.parts(last) - 1
	return pos{last, part, len(l.wrap(last, part))}
}

// back is the position n rows above p, or the first row of the list.
func (l *List) back(p pos, n int) pos {
	for n > p.line {
		n -= p.line
		switch {
		case p.part > 0:
			p.part--
		case p.item > 0:
			p.item--
			p.part = l.parts(p.item) - 1
		default:
			return pos{}
		}
		p.line = len(l.wrap(p.item, p.part))
	}
	p.line -= n
	return p
}

// forward is the position n rows below p, or the last row of the list.
func (l *List) forward(p pos, n int) pos {
	for {
		rows := len(l.wrap(p.item, p.part))
		if p.line+n < rows {
			p.line += n
			return p
		}
		next, ok := l.nextPart(p)
		if !ok {
			p.line = rows - 1
			return p
		}
		n -= rows - p.line
		p = next
	}
}

// clamp is the nearest row to p that exists.
func (l *List) clamp(p pos) pos {
	if p.item >= l.src.Len() {
		e := l.end()
		e.line--
		return e
	}
	p.part = min(p.part, l.parts(p.item)-1)
	p.line = min(p.line, len(l.wrap(p.item, p.part))-1)
	return p
}

// top is the first row of the viewport; there has to be an item.
func (l *List) top() pos {
	if len(l.lines) == 0 {
		return l.anchor.pos
	}
	at := l.lines[0]
	return pos{at.Item, at.Part, at.Line}
}

// lastShown is the last item in the viewport, -1 where it shows none.
func (l *List) lastShown() int {
	for y := len(l.lines) - 1; y >= 0; y-- {
		if l.lines[y].Item >= 0 {
			return l.lines[y].Item
		}
	}
	return -1
}

// atBottom tells whether the viewport shows the last row of the list.
func (l *List) atBottom() bool {
	if len(l.lines) == 0 {
		return true
	}
	at := l.lines[len(l.lines)-1]
	if at.Item < 0 {
		return true
	}
	return at.Item == l.src.Len()-1 && l.atEndOf(at)
}

// offset is the number of rows above p, in part a guess.
func (l *List) offset(p pos) int {
	if parts := l.parts(p.item); parts > 1 {
		return l.heights.above(p.item) + p.part*l.heights.get(p.item)/parts
	}
	return l.heights.above(p.item) + p.line
}
