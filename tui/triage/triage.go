package triage

import (
	"sort"
	"time"

	"earshot/convention/ledger"
	"earshot/render"
)

// Notes says which rows a person has set aside. A row whose state is not the one
// that was set aside has changed and comes back.
type Notes interface {
	Note(id, state string) (note string, ok bool)
}

// Row is a row that can be selected.
type Row struct {
	render.TriageRow
	// Key names the row for as long as its thing exists.
	Key string
	// Part says that the row is one seat's part of an unfolded row.
	Part bool
}

// entry is a heading, a hint or a row.
type entry struct {
	row     Row
	heading string
	hint    render.Row
	height  int
}

func (e *entry) selectable() bool { return e.row.Key != "" }

// Triage is the pane.
type Triage struct {
	w, h     int
	measure  render.Measure
	clock    render.Clock
	notes    Notes
	me       string
	input    render.TriageInput
	itemsOf  map[int64][]ledger.Item // of the messages with unfolded rows
	unfolded map[string]bool

	entries  []entry
	starts   []int // line at which each entry begins, and the end
	index    map[string]int
	firsts   map[string]int // by name, what First found in the entries
	selected string
	top      int // first line in the window
	needs    int
}

// New gives an empty pane of no size.
func New() *Triage {
	return &Triage{unfolded: map[string]bool{}, firsts: map[string]int{}}
}

// SetSize sets the pane's size in cells and rows.
func (t *Triage) SetSize(w, h int) {
	if w == t.w && h == t.h {
		return
	}
	place, hints := t.remember(), t.hintsNow()
	t.w, t.h = w, h
	fresh := t.hintsNow()
	if len(t.entries) == 0 || len(fresh) != len(hints) {
		t.rebuild()
		return
	}
	// A row takes as many lines at every width.
	copy(t.entries, fresh)
	t.restore(place)
}

// SetMeasure sets how text is measured.
func (t *Triage) SetMeasure(m render.Measure) { t.measure = m }

// SetClockMode sets how times are written. The moment is the view's.
func (t *Triage) SetClockMode(mode render.ClockMode, zone *time.Location) {
	t.clock.Mode, t.clock.Zone = mode, zone
}

// SetNotes gives the pane what was set aside; nil: nothing. Call it again, or
// SetView, after a change.
func (t *Triage) SetNotes(n Notes) {
	t.notes = n
	t.rebuild()
}

// SetView takes what the ledger has found as of the view's moment. me is the
// name of one's own seat, "" for an observer.
func (t *Triage) SetView(v ledger.View, me string) {
	items := map[int64][]ledger.Item{}
	for _, e := range t.entries {
		if t.unfolded[e.row.Key] {
			items[e.row.Sequence] = v.ItemsOf(e.row.Sequence)
		}
	}
	t.set(render.TriageOf(v), items, me, v.Now())
}

// SetNow takes the moment alone: what is drawn counts on, while the rows stay
// those of the last view.
func (t *Triage) SetNow(now time.Time) { t.clock.Now = now }

func (t *Triage) set(in render.TriageInput, itemsOf map[int64][]ledger.Item, me string, now time.Time) {
	t.input, t.itemsOf, t.me, t.clock.Now = in, itemsOf, me, now
	t.rebuild()
}

// NeedsYou is how many rows stand under "needs you".
func (t *Triage) NeedsYou() int { return t.needs }

// Len is how many rows can be selected.
func (t *Triage) Len() int { return len(t.index) }

// rebuild lists the entries anew and keeps the window and the selection on the
// things they were on.
func (t *Triage) rebuild() {
	place := t.remember()
	t.entries, t.index, t.needs = make([]entry, 0, len(t.entries)), make(map[string]int, len(t.index)), 0
	clear(t.firsts)
	var aside []render.TriageRow
	group := -1
	t.entries = append(t.entries, t.hintsNow()...)
	for _, r := range render.Triage(t.input, t.me) {
		if t.notes != nil {
			if note, ok := t.notes.Note(r.ID(), r.State()); ok {
				r.Note, r.Group = note, render.SetAside
				aside = append(aside, r)
				continue
			}
		}
		group = t.list(r, group)
	}
	for _, r := range aside {
		group = t.list(r, group)
	}
	if len(t.index) == 0 {
		t.entries = append(t.entries, entry{hint: render.Row{{Text: render.Word(" nothing waits for anybody"), Role: render.Good}}, height: 1})
	}
	t.measureEntries()
	t.restore(place)
}

// list adds a row, under a heading where its group begins.
func (t *Triage) list(r render.TriageRow, group int) int {
	if int(r.Group) != group {
		t.entries = append(t.entries, entry{heading: r.Group.Title(), height: 1})
	}
	if r.Group == render.NeedsYou {
		t.needs++
	}
	row := Row{TriageRow: r, Key: r.ID()}
	t.add(row)
	if t.unfolded[row.Key] {
		for _, part := range t.parts(r) {
			t.add(Row{TriageRow: part, Key: row.Key + ":" + part.Seat.ID + "/" + part.Seat.Name, Part: true})
		}
	}
	return int(r.Group)
}

func (t *Triage) add(row Row) {
	if _, again := t.index[row.Key]; again {
		return
	}
	t.index[row.Key] = len(t.entries)
	t.entries = append(t.entries, entry{row: row})
}

// parts are the items that the line of a row opened, one for each seat, the
// settled ones included where they are known.
func (t *Triage) parts(r render.TriageRow) []render.TriageRow {
	if r.Item == nil {
		return nil
	}
	var items []*ledger.Item
	all := t.itemsOf[r.Sequence]
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

// hintsNow says how to see more where there is no seat.
func (t *Triage) hintsNow() []entry {
	if t.me != "" || t.w <= 0 {
		return nil
	}
	var hints []entry
	const words = " you have no seat here: start with --as NAME to see what waits for you"
	for _, line := range t.measure.Wrap(render.Word(words), t.w) {
		hints = append(hints, entry{hint: render.Row{{Text: line, Role: render.Dim}}, height: 1})
	}
	return hints
}

// measureEntries works out where each entry begins.
func (t *Triage) measureEntries() {
	t.starts = make([]int, len(t.entries)+1)
	for i := range t.entries {
		e := &t.entries[i]
		if e.selectable() {
			e.height = 1
			if !e.row.Part {
				e.height = render.TriageHeight(e.row.TriageRow, t.w)
			}
		}
		t.starts[i+1] = t.starts[i] + e.height
	}
}

// entryAt is the entry on a line.
func (t *Triage) entryAt(line int) int {
	i := sort.SearchInts(t.starts, line+1) - 1
	return min(max(i, 0), len(t.entries)-1)
}
