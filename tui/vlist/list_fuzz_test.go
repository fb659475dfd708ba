package vlist

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// pair drives a list and its model through the same operations.
type pair struct {
	t    testing.TB
	list *List
	m    *model
	src  *fake
	next ID // above every id so far
	prev ID // below every id so far
	log  []string
}

func newPair(t testing.TB, wide, partial int) *pair {
	f := &fake{wrapped: map[ID]bool{}, wide: wide, partial: partial}
	p := &pair{t: t, list: New(), src: f, next: 1 << 20, prev: 1 << 20}
	p.m = &model{src: f, w: 20, h: 7, follow: true, unseen: map[ID]bool{}}
	if partial > 0 {
		p.list.SetSource(parted{f})
	} else {
		p.list.SetSource(f)
	}
	p.list.SetSize(20, 7)
	return p
}

func (p *pair) fresh(n int, up bool) []fakeItem {
	items := make([]fakeItem, n)
	for k := range items {
		if up {
			items[k].id = p.next
			p.next += 10
		} else {
			p.prev -= 10
			items[n-1-k].id = p.prev
		}
	}
	return items
}

// step does the operation that two bytes name.
func (p *pair) step(op, arg byte) {
	n := int(arg)
	items := len(p.src.items)
	p.log = append(p.log, fmt.Sprintf("%d/%d", op%19, arg))
	clear(p.src.wrapped)
	scrolled := false
	switch op % 19 {
	case 0, 1:
		p.append(n%5 + 1)
	case 2:
		p.src.items = append(p.fresh(n%5+1, false), p.src.items...)
		p.list.Prepended(n%5 + 1)
	case 3:
		if items > 1 {
			p.insert(n%items, n%3+1)
		}
	case 4:
		if items > 0 {
			p.remove(n%items, n/64+1)
		}
	case 5:
		if items > 0 {
			p.src.items[n%items].version++
			p.list.Changed(n % items)
		}
	case 6, 7:
		scrolled = true
		p.scroll(n%23 - 11)
	case 8:
		scrolled = true
		p.list.PageUp()
		p.m.scrollBy(-max(1, p.m.h-1))
	case 9:
		scrolled = true
		p.list.PageDown()
		p.m.scrollBy(max(1, p.m.h-1))
	case 10:
		p.list.Top()
		if items > 0 {
			p.m.setTop(0)
		}
	case 11:
		p.list.Bottom()
		p.m.follow = true
	case 12:
		if items > 0 {
			p.selectID(p.src.items[n%items].id)
		}
	case 13:
		scrolled = true
		p.list.SelectNext()
		p.m.next(1)
	case 14:
		scrolled = true
		p.list.SelectPrev()
		p.m.next(-1)
	case 15:
		if items > 0 {
			id := p.src.items[n%items].id
			p.list.ShowID(id)
			p.m.show(id)
		}
	case 16:
		p.list.SetSize(n%40+3, n/40+2)
		p.m.resized(n%40+3, n/40+2)
		scrolled = true // both widths are wrapped
	case 17:
		p.filter(n)
	case 18:
		if items > 0 {
			p.showLine(p.src.items[n%items].id, n%3, n%9)
		}
	}
	p.compare(scrolled)
}

func (p *pair) append(n int) {
	fresh := p.fresh(n, true)
	p.src.items = append(p.src.items, fresh...)
	p.list.Appended(n)
	if !p.m.follow {
		for _, it := range fresh {
			if p.m.unseen == nil {
				p.m.unseen = map[ID]bool{}
			}
			p.m.unseen[it.id] = true
		}
	}
}

// insert adds items with ids between two neighbours where there is room.
func (p *pair) insert(i, n int) {
	if i == 0 {
		return
	}
	low, high := p.src.items[i-1].id, p.src.items[i].id
	n = min(n, int(high-low-1))
	if n <= 0 {
		return
	}
	items := make([]fakeItem, n)
	for k := range items {
		items[k].id = low + ID(k) + 1
	}
	unseen := p.m.unseen[low]
	p.src.items = slices.Insert(p.src.items, i, items...)
	p.list.Inserted(i, n)
	if unseen { // among the new ones: they count, as everything below does
		for _, it := range items {
			p.m.unseen[it.id] = true
		}
	}
}

func (p *pair) remove(i, n int) {
	shown := p.m.settle()
	p.list.Rows()
	n = min(n, len(p.src.items)-i)
	gone := map[ID]bool{}
	for _, it := range p.src.items[i : i+n] {
		gone[it.id] = true
	}
	p.src.items = slices.Delete(p.src.items, i, i+n)
	p.list.Removed(i, n)
	p.m.removed(shown, gone, i)
}

// filter drops a part of the items at once.
func (p *pair) filter(n int) {
	shown := p.m.settle()
	p.list.Rows()
	gone := map[ID]bool{}
	anchor := p.m.anchor.id
	for _, it := range p.src.items {
		if int(it.id/10)%7 == n%7 || n%11 == 0 && it.id > anchor-50 {
			gone[it.id] = true
		}
	}
	p.src.items = slices.DeleteFunc(p.src.items, func(it fakeItem) bool { return gone[it.id] })
	p.list.Reset()
	next := slices.IndexFunc(p.src.items, func(it fakeItem) bool { return it.id >= anchor })
	if next < 0 {
		next = len(p.src.items)
	}
	// A reset can only go on counting where the first unseen item survives.
	first := ID(math.MaxInt64)
	for id := range p.m.unseen {
		first = min(first, id)
	}
	if gone[first] {
		p.m.unseen = nil
	}
	p.m.removed(shown, gone, next)
}

func (p *pair) scroll(n int) {
	if n > farScreens*p.m.h || n < -farScreens*p.m.h {
		n = 1
	}
	p.list.ScrollBy(n)
	if n != 0 {
		p.m.scrollBy(n)
	}
}

func (p *pair) selectID(id ID) {
	p.list.Select(id)
	p.m.selectItem(id)
	if id != p.m.last() {
		p.m.follow = false
	}
}

func (p *pair) showLine(id ID, part, line int) {
	p.list.ShowLine(id, part, line)
	all := p.m.all()
	part = min(part, p.src.partsOf(p.m.item(id))-1)
	at := find(all, modelRow{id, part, line})
	switch top := p.m.top(all); {
	case at < top:
		p.m.setTop(at)
	case at >= top+p.m.h:
		p.m.setTop(at - p.m.h + 1)
	}
	p.m.stay(id)
}

// compare holds the list to the model, and to what it may have wrapped.
func (p *pair) compare(scrolled bool) {
	p.t.Helper()
	shown := p.m.settle()
	rows := p.list.Rows()
	if len(rows) != p.m.h {
		p.t.Fatalf("%d rows, height %d, after %v", len(rows), p.m.h, p.log)
	}
	for y, row := range rows {
		want := ""
		if y < len(shown) {
			it := p.m.item(shown[y].id)
			want = fmt.Sprintf("%d.%d.%d.%d", it.id, it.version, shown[y].part, shown[y].line)
		}
		if got := row.Plain(); got != want {
			p.t.Fatalf("row %d is %q, want %q, after %v", y, got, want, p.log)
		}
		id, line, ok := p.list.HitTest(y)
		if ok != (y < len(shown)) || ok && (id != shown[y].id || line != shown[y].line) {
			p.t.Fatalf("hit of row %d is %v %d %v, after %v", y, id, line, ok, p.log)
		}
	}
	p.compareState()
	if !scrolled { // what was passed by scrolling may be wrapped, else only what is shown
		for id := range p.src.wrapped {
			if !slices.ContainsFunc(shown, func(r modelRow) bool { return r.id == id }) {
				p.t.Fatalf("wrapped %d, which is off the screen, after %v", id, p.log)
			}
		}
	}
}

func (p *pair) compareState() {
	p.t.Helper()
	if p.list.Follow() != p.m.follow {
		p.t.Fatalf("follow is %v after %v", p.list.Follow(), p.log)
	}
	if got := p.list.NewSince(); got != len(p.m.unseen) {
		p.t.Fatalf("%d new, want %d, after %v", got, len(p.m.unseen), p.log)
	}
	if id, ok := p.list.Selected(); ok != p.m.has || ok && id != p.m.selected {
		p.t.Fatalf("selected %v %v, want %v %v, after %v", id, ok, p.m.selected, p.m.has, p.log)
	}
	pos, size := p.list.Thumb()
	if pos < 0 || size <= 0 || pos+size > 1+1e-9 {
		p.t.Fatalf("thumb %v + %v after %v", pos, size, p.log)
	}
	if h := &p.list.heights; h.size() != len(p.src.items) {
		p.t.Fatalf("%d heights of %d items after %v", h.size(), len(p.src.items), p.log)
	}
}

// FuzzListAgainstModel holds every operation to a list that renders everything.
func FuzzListAgainstModel(f *testing.F) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 8 {
		ops := make([]byte, 200)
		for i := range ops {
			ops[i] = byte(r.Uint32())
		}
		f.Add(ops, byte(r.Uint32()), byte(r.Uint32()%4))
	}
	f.Fuzz(func(t *testing.T, ops []byte, wide, partial byte) {
		p := newPair(t, int(wide%20)+1, int(partial%8))
		for i := 0; i+1 < len(ops) && i < 400; i += 2 {
			p.step(ops[i], ops[i+1])
		}
	})
}

// TestListAgainstModel is the fuzz target on many random runs.
func TestListAgainstModel(t *testing.T) {
	for seed := range uint64(150) {
		r := rand.New(rand.NewPCG(seed, 9))
		p := newPair(t, int(r.Uint32()%20)+1, int(r.Uint32()%8))
		for range 150 {
			p.step(byte(r.Uint32()), byte(r.Uint32()))
		}
	}
}
