package vlist

import (
	"fmt"
	"runtime"
	"slices"
	"testing"

	"earshot/render"
)

// plain is a source of n items of 1 to 9 rows, ordered by id.
type plain struct {
	n     int
	row   []render.Row
	asked []int // items wrapped
	// guessed counts the estimates asked for.
	guessed int
}

func newPlain(n int) *plain {
	return &plain{n: n, row: slices.Repeat([]render.Row{{{Text: render.Word("row")}}}, 9)}
}

func (p *plain) Len() int                  { return p.n }
func (p *plain) ID(i int) ID               { return ID(i) }
func (p *plain) IndexOf(id ID) (int, bool) { return int(id), id >= 0 && int(id) < p.n }
func (p *plain) Version(int) uint64        { return 0 }
func (p *plain) Estimate(i, _ int) int {
	p.guessed++
	return 1 + (i*7)%9
}

func (p *plain) Rows(i, width int) []render.Row {
	p.asked = append(p.asked, i)
	return p.row[:1+(i*13+width)%9]
}

func newList(src Source) *List {
	l := New()
	l.SetSource(src)
	l.SetSize(100, 50)
	l.Rows()
	return l
}

// tall is one item of many parts between two small ones.
type tall struct {
	parts int
	asked map[int]bool
}

func (s tall) Len() int              { return 3 }
func (s tall) ID(i int) ID           { return ID(i) }
func (s tall) Version(int) uint64    { return 0 }
func (s tall) Estimate(i, _ int) int { return s.Parts(i) * 50 }
func (s tall) Rows(i, _ int) []render.Row {
	return []render.Row{{{Text: render.Word(fmt.Sprint("item ", i))}}}
}
func (s tall) Parts(i int) int {
	if i == 1 {
		return s.parts
	}
	return 1
}
func (s tall) PartRows(_, part, _ int) []render.Row {
	s.asked[part] = true
	rows := make([]render.Row, 50)
	for k := range rows {
		rows[k] = render.Row{{Text: render.Word(fmt.Sprint("line ", part*50+k))}}
	}
	return rows
}

func TestTallItemIsWrappedByThePart(t *testing.T) {
	src := tall{parts: 2000, asked: map[int]bool{}}
	l := newList(src)
	if got := l.Rows()[48].Plain(); got != "line 99999" {
		t.Errorf("the row above the last is %q", got)
	}
	l.ShowLine(1, 1000, 25)
	if got := l.Rows()[0].Plain(); got != "line 50025" {
		t.Errorf("the first row is %q, want the line shown", got)
	}
	l.SetSize(60, 50)
	l.Rows()
	l.ScrollTo(0.25)
	if pos, _ := l.Thumb(); pos < 0.24 || pos > 0.26 {
		t.Errorf("thumb at %v after scrolling to a quarter", pos)
	}
	l.Top()
	if got := l.Rows()[0].Plain(); got != "item 0" {
		t.Errorf("the first row is %q", got)
	}
	if len(src.asked) > 10 {
		t.Errorf("%d parts of %d wrapped for five screens", len(src.asked), src.parts)
	}
}

// Whatever is done with a million items, what is wrapped stands on the screen or
// was passed by a few screens, and the heights of few are guessed: a bounded
// number, and for another width, which changes them all, a sample of each block.
func TestMillionItemsStayCheap(t *testing.T) {
	const n = 1_000_000
	src := newPlain(n)
	l := newList(src)
	steps := []struct {
		name    string
		do      func(i int)
		guesses int // at most, each time
	}{
		{"scroll", func(int) { l.ScrollBy(-3) }, 2 * blockItems},
		{"page", func(int) { l.PageUp() }, 2 * blockItems},
		{"jump", func(i int) { l.ShowID(ID(i * 37171 % n)) }, 3 * blockItems},
		{"select", func(i int) { l.Select(ID(i * 9973 % n)); l.SelectNext() }, 3 * blockItems},
		{"drag", func(i int) { l.ScrollTo(float64(i%100) / 100) }, 4 * blockItems},
		{"end", func(int) { l.Bottom() }, 2 * blockItems},
		{"resize", func(i int) { l.SetSize(80+i%40, 50) }, samples*(n/blockItems+1) + 3*blockItems},
		{"append", func(int) { src.n++; l.Appended(1) }, 2 * blockItems},
		{"change", func(i int) { l.Changed(i * 31 % n) }, 2 * blockItems},
	}
	for _, s := range steps {
		for i := range 60 {
			before, guessed := l.Stats(), src.guessed
			src.asked = src.asked[:0]
			s.do(i)
			l.Rows()
			l.Thumb()
			if wraps := l.Stats() - before; wraps > 220 || wraps != len(src.asked) {
				t.Fatalf("%s wraps %d items, and says %d", s.name, len(src.asked), wraps)
			}
			if guesses := src.guessed - guessed; guesses > s.guesses {
				t.Fatalf("%s guesses %d heights, at most %d are good", s.name, guesses, s.guesses)
			}
		}
	}
}

// TestFarScrollGoesTheRightWay scrolls by distances whose items are never
// wrapped.
func TestFarScrollGoesTheRightWay(t *testing.T) {
	src := newPlain(100_000)
	l := newList(src)
	last := l.Lines()[0].Item
	src.asked = src.asked[:0]
	for range 40 {
		l.ScrollBy(-5000)
		now := l.Lines()[0].Item
		if moved := last - now; moved < 700 || moved > 1500 { // 5 rows an item on average
			t.Fatalf("5000 rows up went over %d items", moved)
		}
		last = now
	}
	if len(src.asked) > 40*60 {
		t.Errorf("%d items wrapped for 40 screens", len(src.asked))
	}
	l.ScrollBy(-1 << 40)
	if at := l.Lines()[0]; at.Item != 0 || at.Line != 0 {
		t.Errorf("at %+v after scrolling past the top", at)
	}
	l.ScrollBy(1 << 40)
	if !l.Follow() {
		t.Error("does not follow after scrolling past the end")
	}
}

// TestThumbMovesWithPages reads a list from top to end.
func TestThumbMovesWithPages(t *testing.T) {
	l := newList(newPlain(5000))
	l.Top()
	last := -1.0
	for range 2000 {
		pos, _ := l.Thumb()
		if pos <= last-0.02 {
			t.Fatalf("thumb jumps from %v to %v on the way down", last, pos)
		}
		last = pos
		if l.Follow() {
			break
		}
		l.PageDown()
	}
	if !l.Follow() {
		t.Error("the end was not reached")
	}
}

// TestOverheadPerItem sees everything of a long list at two widths.
func TestOverheadPerItem(t *testing.T) {
	const n = 300_000
	src := newPlain(n)
	memory := func() int64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	before := memory()
	l := newList(src)
	for i := 0; i < n; i += blockItems / 2 {
		l.ShowID(ID(i))
		l.Rows()
	}
	used := (memory() - before - int64(cap(src.asked)*8)) / n
	if used > 16 {
		t.Errorf("%d bytes an item", used)
	}
	runtime.KeepAlive(l)
}

func TestUnorderedSourceIsSearched(t *testing.T) {
	src := &fake{wrapped: map[ID]bool{}, wide: 3}
	for i := range 50 {
		src.items = append(src.items, fakeItem{id: ID((i * 37) % 50)})
	}
	l := newList(src)
	for id := range ID(50) {
		l.Select(id)
		if got, ok := l.Selected(); !ok || got != id {
			t.Fatalf("selected %v %v, want %v", got, ok, id)
		}
	}
	if l.Select(99) || l.ShowID(99) || l.ShowLine(99, 0, 0) {
		t.Error("found an item that is not there")
	}
}

// TestUntoldChange grows a source without telling the list.
func TestUntoldChange(t *testing.T) {
	src := newPlain(10)
	l := newList(src)
	src.n = 4
	l.Redraw()
	if got := len(l.Lines()); got != 50 || l.Lines()[49].Item != -1 {
		t.Errorf("drew items that are gone: %+v", l.Lines()[49])
	}
	src.n = 0
	l.Redraw()
	if l.Lines()[0].Item != -1 || !l.Follow() {
		t.Error("an empty list draws items or does not follow")
	}
}

func TestOverlayIsNotCached(t *testing.T) {
	l := newList(newPlain(5))
	l.SetDecorate(func(at Line, r render.Row) render.Row {
		if at.Selected {
			return append(render.Row{{Text: render.Word(">")}}, r...)
		}
		return r
	})
	l.Select(2)
	marked := func() (n int) {
		for y, r := range l.Rows() {
			if r.Plain() == ">row" {
				n++
				if id, _, _ := l.HitTest(y); id != 2 {
					t.Errorf("row of item %d is marked", id)
				}
			}
		}
		return n
	}
	if marked() == 0 {
		t.Error("the selected item is not marked")
	}
	l.Unselect()
	if n := marked(); n != 0 {
		t.Errorf("%d rows are still marked", n)
	}
}

func BenchmarkList(b *testing.B) {
	for _, n := range []int{1_000, 100_000, 1_000_000} {
		src := newPlain(n)
		l := newList(src)
		run := func(name string, do func(i int)) {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				for i := 0; b.Loop(); i++ {
					do(i)
					l.Rows()
					l.Thumb()
				}
				src.asked = nil
			})
		}
		run("scroll", func(i int) { l.ScrollBy(3 - 6*(i/1000%2)) })
		run("page", func(i int) {
			if i/100%2 == 0 {
				l.PageUp()
			} else {
				l.PageDown()
			}
		})
		run("jump", func(i int) { l.ShowID(ID(i * 37171 % n)) })
		run("drag", func(i int) { l.ScrollTo(float64(i%1000) / 1000) })
		run("resize", func(i int) { l.SetSize(80+i%40, 50) })
		run("reset", func(int) { l.Reset() })
		run("append", func(int) { src.n++; l.Bottom(); l.Appended(1) })
		run("prepend", func(int) { src.n++; l.Prepended(1) })
		run("change", func(i int) { l.Changed(i * 31 % n) })
	}
}
