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

	listing
	firsts   map[string]int // by name, what First found in the entries
	selected string
	top      int // first line in the window
	// wanted counts what the list has to follow beside the findings: notes, what
	// is unfolded, the hints.
	wanted uint64
	behind bool // the list does not follow yet
	lists  int  // made within a call so far
}

// sortAtOnce is the number of rows up to which the list is made within a call.
const sortAtOnce = 500

// New gives an empty pane of no size.
func New() *Triage {
	return &Triage{unfolded: map[string]bool{}, firsts: map[string]int{}}
}

// SetSize sets the pane's size in cells and rows.
func (t *Triage) SetSize(w, h int) {
	if w == t.w && h == t.h {
		return
	}
	place := t.remember()
	t.w, t.h = w, h
	if len(t.entries) == 0 {
		t.rebuild()
		return
	}
	// A row takes as many lines at every width.
	t.swapHints(t.hintsFor(t.me))
	t.restore(place)
}

// SetMeasure sets how text is measured.
func (t *Triage) SetMeasure(m render.Measure) { t.measure = m }

// SetClockMode sets how times are written. The moment is the view's.
func (t *Triage) SetClockMode(mode render.ClockMode, zone *time.Location) {
	t.clock.Mode, t.clock.Zone = mode, zone
}

// SetNotes gives the pane what was set aside; nil: nothing. Call it again after
// a change. A long list follows with the next [Listing].
func (t *Triage) SetNotes(n Notes) {
	t.notes = n
	t.want()
}

// want has the list follow what it shows of the findings it has.
func (t *Triage) want() {
	t.wanted++
	if t.Len() > sortAtOnce {
		t.behind = true
		return
	}
	t.rebuild()
}

// Findings are what the list was made of, for another one by another [Plan].
func (t *Triage) Findings() (in render.TriageInput, itemsOf map[int64][]ledger.Item) {
	return t.input, t.itemsOf
}

// Large reports whether the list is too long to be made within a call.
func (t *Triage) Large() bool { return t.Len() > sortAtOnce }

// Behind reports whether the list waits for a [Listing].
func (t *Triage) Behind() bool { return t.behind }

// SetView takes what the ledger has found as of the view's moment. me is the
// name of one's own seat, "" for an observer.
func (t *Triage) SetView(v ledger.View, me string) {
	t.set(render.TriageOf(v), t.ItemsOf(v), me, v.Now())
}

// ItemsOf lists the items of the messages with unfolded rows.
func (t *Triage) ItemsOf(v ledger.View) map[int64][]ledger.Item {
	items := map[int64][]ledger.Item{}
	for key := range t.unfolded {
		if at, ok := t.index[key]; ok {
			seq := t.entries[at].row.Sequence
			items[seq] = v.ItemsOf(seq)
		}
	}
	return items
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
	t.lists++
	t.Take(t.Plan(t.notes, t.me).List(t.input, t.itemsOf))
}

// hintsFor says how to see more where there is no seat.
func (t *Triage) hintsFor(me string) []entry {
	if me != "" || t.w <= 0 {
		return nil
	}
	var hints []entry
	const words = " you have no seat here: start with --as NAME to see what waits for you"
	for _, line := range t.measure.Wrap(render.Word(words), t.w) {
		hints = append(hints, entry{hint: render.Row{{Text: line, Role: render.Dim}}, height: 1})
	}
	return hints
}

// entryAt is the entry on a line.
func (t *Triage) entryAt(line int) int {
	i := sort.SearchInts(t.starts, line+1) - 1
	return min(max(i, 0), len(t.entries)-1)
}
