package triage

import (
	"maps"
	"slices"
	"sort"

	"earshot/convention/ledger"
	"earshot/render"
)

// listing are the entries in their order, and where each is.
type listing struct {
	entries []entry
	starts  []int // line at which each entry begins, and the end
	rows    []int // the entries that are rows
	index   map[string]int
	hints   int // entries at the start
	needs   int
}

// begin works out where each entry begins and which of them are rows.
func (l *listing) begin() {
	l.starts, l.rows = make([]int, len(l.entries)+1), make([]int, 0, len(l.index))
	for i := range l.entries {
		if l.entries[i].selectable() {
			l.rows = append(l.rows, i)
		}
		l.starts[i+1] = l.starts[i] + l.entries[i].height
	}
}

// swapHints puts other hints in the place of those at the start.
func (l *listing) swapHints(fresh []entry) {
	moved := len(fresh) - l.hints
	if moved == 0 {
		copy(l.entries, fresh)
		return
	}
	l.entries = append(slices.Clone(fresh), l.entries[l.hints:]...)
	l.hints = len(fresh)
	for key := range l.index {
		l.index[key] += moved
	}
	l.begin()
}

// Plan is how a list is to be made: all that the pane adds to the findings. It
// stands for itself, so that it can be followed in another goroutine.
type Plan struct {
	notes    Notes
	me       string
	unfolded map[string]bool
	hints    []entry
	w        int
	wanted   uint64
	itemsOf  map[int64][]ledger.Item
}

// Plan says how the list is to be made now for a seat of that name. The notes
// must not change any more.
func (t *Triage) Plan(notes Notes, me string) Plan {
	return Plan{notes: notes, me: me, unfolded: maps.Clone(t.unfolded), hints: t.hintsFor(me), w: t.w, wanted: t.wanted}
}

// Listing is a list that was made by a plan, for [Triage.Take].
type Listing struct {
	made    listing
	w       int
	input   render.TriageInput
	itemsOf map[int64][]ledger.Item
	me      string
	wanted  uint64
}

// List makes the list of what a ledger has found; itemsOf are the items of
// messages with unfolded rows, as [Triage.ItemsOf] gives them.
func (p Plan) List(in render.TriageInput, itemsOf map[int64][]ledger.Item) Listing {
	p.itemsOf = itemsOf
	all := render.Triage(in, p.me)
	l := Listing{input: in, itemsOf: itemsOf, me: p.me, w: p.w, wanted: p.wanted}
	l.made.index = make(map[string]int, len(all))
	l.made.entries = make([]entry, 0, len(all)+len(p.hints)+int(render.SetAside)+1)
	var aside []render.TriageRow
	group := -1
	l.made.entries, l.made.hints = append(l.made.entries, p.hints...), len(p.hints)
	for _, r := range all {
		if p.notes != nil {
			if note, ok := p.notes.Note(r.ID(), r.State()); ok {
				r.Note, r.Group = note, render.SetAside
				aside = append(aside, r)
				continue
			}
		}
		group = l.list(&p, r, group)
	}
	for _, r := range aside {
		group = l.list(&p, r, group)
	}
	if len(l.made.index) == 0 {
		l.made.entries = append(l.made.entries, entry{hint: render.Row{{Text: render.Word(" nothing waits for anybody"), Role: render.Good}}, height: 1})
	}
	l.made.begin()
	return l
}

// list adds a row, under a heading where its group begins.
func (l *Listing) list(p *Plan, r render.TriageRow, group int) int {
	if int(r.Group) != group {
		l.made.entries = append(l.made.entries, entry{heading: r.Group.Title(), height: 1})
	}
	if r.Group == render.NeedsYou {
		l.made.needs++
	}
	row := Row{TriageRow: r, Key: r.ID()}
	l.add(row, render.TriageHeight(r, p.w))
	if p.unfolded[row.Key] {
		for _, part := range p.parts(r) {
			l.add(Row{TriageRow: part, Key: row.Key + ":" + part.Seat.ID + "/" + part.Seat.Name, Part: true}, 1)
		}
	}
	return int(r.Group)
}

func (l *Listing) add(row Row, height int) {
	if _, again := l.made.index[row.Key]; again {
		return
	}
	l.made.index[row.Key] = len(l.made.entries)
	l.made.entries = append(l.made.entries, entry{row: row, height: height})
}

// parts are the items that the line of a row opened, one for each seat, the
// settled ones included where they are known.
func (p *Plan) parts(r render.TriageRow) []render.TriageRow {
	if r.Item == nil {
		return nil
	}
	var items []*ledger.Item
	all := p.itemsOf[r.Sequence]
	for i := range all {
		if all[i].Line == r.Line {
			items = append(items, &all[i])
		}
	}
	if len(items) == 0 {
		items = append([]*ledger.Item{r.Item}, r.Others...)
	}
	parts := make([]render.TriageRow, len(items))
	for i, it := range items {
		parts[i] = render.TriageRow{Group: r.Group, Kind: r.Kind, Sequence: r.Sequence, Line: r.Line, Seat: it.Owes, Item: it}
	}
	return parts
}

// Take shows a list; window and selection stay on the things they were on. It
// reports whether the list follows all that is wanted of it: if not, another one
// has to be made.
func (t *Triage) Take(l Listing) (follows bool) {
	place := t.remember()
	t.listing, t.input, t.itemsOf, t.me = l.made, l.input, l.itemsOf, l.me
	if l.w != t.w { // a row takes as many lines at every width
		t.swapHints(t.hintsFor(t.me))
	}
	clear(t.firsts)
	t.behind = l.wanted != t.wanted
	t.restore(place)
	return !t.behind
}

// ordinal is the place of an entry among the rows.
func (l *listing) ordinal(at int) int { return sort.SearchInts(l.rows, at) }
