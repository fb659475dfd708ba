package vlist

import (
	"fmt"
	"slices"

	"earshot/render"
)

// fake is a source whose items have a height that depends on id, version and
// width, and which remembers what it was asked to wrap.
type fake struct {
	items   []fakeItem
	wrapped map[ID]bool
	wide    int // rows of the tallest items
	partial int // items with an id divisible by it have parts; 0 for none
}

type fakeItem struct {
	id      ID
	version uint64
}

func (f *fake) Len() int             { return len(f.items) }
func (f *fake) ID(i int) ID          { return f.items[i].id }
func (f *fake) Version(i int) uint64 { return f.items[i].version }

func (f *fake) Estimate(i, width int) int { return 2 + int(f.items[i].id)%3 }

// cells is the text length of an item; its height follows from the width.
func (f *fake) cells(it fakeItem) int {
	x := uint64(it.id)*0x9e3779b97f4a7c15 + it.version*0xbf58476d1ce4e5b9
	x ^= x >> 29
	return int(x%uint64(f.wide*10)) + 1
}

func (f *fake) count(it fakeItem, part, width int) int {
	return (f.cells(it)+part*7)/max(1, width) + 1
}

func (f *fake) rowsOf(it fakeItem, part, width int) []render.Row {
	rows := make([]render.Row, f.count(it, part, width))
	for k := range rows {
		rows[k] = render.Row{{Text: render.Word(fmt.Sprintf("%d.%d.%d.%d", it.id, it.version, part, k))}}
	}
	return rows
}

func (f *fake) Rows(i, width int) []render.Row {
	f.wrapped[f.items[i].id] = true
	return f.rowsOf(f.items[i], 0, width)
}

func (f *fake) partsOf(it fakeItem) int {
	if f.partial > 0 && int(it.id)%f.partial == 0 {
		return 2 + int(it.id)%5
	}
	return 1
}

// parted adds parts to a fake.
type parted struct{ *fake }

func (p parted) Parts(i int) int { return p.partsOf(p.items[i]) }

func (p parted) PartRows(i, part, width int) []render.Row {
	p.wrapped[p.items[i].id] = true
	return p.rowsOf(p.items[i], part, width)
}

// model is the slow and obvious list: it renders everything and counts rows.
type model struct {
	src      *fake
	w, h     int
	follow   bool
	anchor   modelRow
	y        int
	selected ID
	has      bool
	unseen   map[ID]bool
}

type modelRow struct {
	id         ID
	part, line int
}

// all is every row of the list at the present width.
func (m *model) all() []modelRow {
	var rows []modelRow
	for _, it := range m.src.items {
		for part := range m.src.partsOf(it) {
			for k := range m.src.count(it, part, m.w) {
				rows = append(rows, modelRow{it.id, part, k})
			}
		}
	}
	return rows
}

// find is the index of the row nearest to r in its part.
func find(all []modelRow, r modelRow) int {
	best := -1
	for i, a := range all {
		if a.id == r.id && a.part <= r.part && (a.part < r.part || a.line <= r.line) {
			best = i
		}
	}
	return best
}

// top is the first visible row as an index into all.
func (m *model) top(all []modelRow) int {
	last := max(0, len(all)-m.h)
	if m.follow {
		return last
	}
	return min(max(0, find(all, m.anchor)-m.y), last)
}

// settle takes the anchor from what is visible, as a frame does.
func (m *model) settle() []modelRow {
	all := m.all()
	if len(all) == 0 {
		m.follow, m.unseen = true, nil
		return nil
	}
	top := m.top(all)
	shown := all[top:min(len(all), top+m.h)]
	m.anchor, m.y = shown[0], 0
	if m.has {
		if y := slices.IndexFunc(shown, func(r modelRow) bool { return r.id == m.selected }); y >= 0 {
			m.anchor, m.y = shown[y], y
		}
	}
	if m.follow {
		m.unseen = nil
	}
	// What is above the lowest visible item counts as seen.
	for _, it := range m.src.items {
		delete(m.unseen, it.id)
		if it.id == shown[len(shown)-1].id {
			break
		}
	}
	return shown
}

func (m *model) setTop(i int) {
	all := m.all()
	last := max(0, len(all)-m.h)
	i = min(max(0, i), last)
	m.anchor, m.y, m.follow = all[i], 0, false
	m.settle()
	m.follow = i == last
	m.settle()
}

func (m *model) scrollBy(n int) {
	if all := m.all(); len(all) > 0 {
		m.setTop(m.top(all) + n)
	}
}

func (m *model) last() ID { return m.src.items[len(m.src.items)-1].id }

// show is ShowID.
func (m *model) show(id ID) {
	all := m.all()
	first, end := find(all, modelRow{id, 0, 0}), find(all, modelRow{id, 1 << 30, 1 << 30})
	top := m.top(all)
	switch {
	case first < top:
		m.setTop(first)
	case end >= top+m.h && end-first < m.h && m.src.partsOf(m.item(id)) == 1:
		m.setTop(end - m.h + 1)
	case end >= top+m.h:
		m.setTop(first)
	}
	m.stay(id)
}

func (m *model) stay(id ID) {
	all := m.all()
	m.follow = id == m.last() && m.top(all) == max(0, len(all)-m.h)
	m.settle()
}

func (m *model) item(id ID) fakeItem {
	i := slices.IndexFunc(m.src.items, func(it fakeItem) bool { return it.id == id })
	return m.src.items[i]
}

func (m *model) selectItem(id ID) {
	m.selected, m.has = id, true
	m.settle()
}

func (m *model) next(d int) {
	shown := m.settle()
	if len(shown) == 0 {
		return
	}
	y := slices.IndexFunc(shown, func(r modelRow) bool { return m.has && r.id == m.selected })
	all := m.all()
	switch {
	case y < 0 && (m.follow || d < 0):
		m.selectItem(shown[len(shown)-1].id)
	case y < 0:
		m.selectItem(shown[0].id)
	case d > 0 && len(shown) == m.h && shown[m.h-1].id == m.selected && shown[m.h-1] != all[find(all, modelRow{m.selected, 1 << 30, 1 << 30})]:
		m.scrollBy(max(1, m.h/3))
		return
	case d < 0 && y == 0 && (shown[0].part > 0 || shown[0].line > 0):
		m.scrollBy(-max(1, m.h/3))
		return
	default:
		i := slices.IndexFunc(m.src.items, func(it fakeItem) bool { return it.id == m.selected })
		m.selectItem(m.src.items[min(max(0, i+d), len(m.src.items)-1)].id)
	}
	m.show(m.selected)
}

// removed re-anchors on the nearest visible row that survives.
func (m *model) removed(shown []modelRow, gone map[ID]bool, next int) {
	if gone[m.selected] {
		m.has = false
	}
	for id := range gone {
		delete(m.unseen, id)
	}
	if m.follow || !gone[m.anchor.id] {
		return
	}
	order := []int{}
	for y := m.y; y < len(shown); y++ {
		order = append(order, y)
	}
	for y := m.y - 1; y >= 0; y-- {
		order = append(order, y)
	}
	for _, y := range order {
		if !gone[shown[y].id] {
			m.anchor, m.y = shown[y], y
			return
		}
	}
	if len(m.src.items) == 0 {
		return
	}
	if next >= len(m.src.items) {
		m.anchor, m.y = modelRow{m.last(), 1 << 30, 1 << 30}, 0
		return
	}
	m.anchor, m.y = modelRow{m.src.items[next].id, 0, 0}, 0
}

// resized mirrors SetSize.
func (m *model) resized(w, h int) {
	if w == m.w && h == m.h {
		return
	}
	shown := m.settle()
	keep := !m.follow && m.has && slices.Contains(shown, modelRow{m.selected, 0, 0})
	if w != m.w && len(m.src.items) > 0 && m.anchor.line > 0 {
		it := m.item(m.anchor.id)
		was := m.src.count(it, m.anchor.part, m.w)
		m.anchor.line = m.anchor.line * m.src.count(it, m.anchor.part, w) / was
	}
	m.w, m.h = w, h
	m.y = min(m.y, h-1)
	if keep {
		m.settle()
		m.show(m.selected)
	}
}
