package timeline

import (
	"slices"

	"earshot/render"
	"earshot/tui/vlist"
)

// items says which messages are shown, in order: those that the filter picks,
// without the folded repeats. All indexes are those of the log.
type items struct {
	ords []int32
	// series holds, for every repeated message, its copies.
	series   map[int64][]int32
	unfolded map[int64]bool
	outgoing []Outgoing
}

func (s *items) reset() {
	*s = items{series: make(map[int64][]int32), unfolded: make(map[int64]bool), outgoing: s.outgoing}
}

// has reports whether message i of the log is shown.
func (s *items) has(i int) bool {
	_, ok := s.find(i)
	return ok
}

// find gives the place of message i of the log among the items.
func (s *items) find(i int) (int, bool) { return slices.BinarySearch(s.ords, int32(i)) }

// folds reports whether a copy stands behind the row of an earlier copy.
func (s *items) folds(of int64, ord int32) bool {
	copies := s.series[of]
	return !s.unfolded[of] && len(copies) > 0 && copies[0] != ord
}

// copyOf notes that a message repeats another one.
func (s *items) copyOf(of int64, ord int32) {
	copies := s.series[of]
	if at, known := slices.BinarySearch(copies, ord); !known {
		s.series[of] = slices.Insert(copies, at, ord)
	}
}

// Appended tells that n messages came at the end of the log; the view must
// already speak of them.
func (t *Timeline) Appended(n int) {
	shown := 0
	for i := t.log.Len() - n; i < t.log.Len(); i++ {
		if t.admit(i) {
			t.items.ords = append(t.items.ords, int32(i))
			shown++
		}
	}
	if shown == 0 {
		return
	}
	if out := len(t.items.outgoing); out > 0 {
		t.list.Inserted(len(t.items.ords)-shown, shown)
		return
	}
	t.list.Appended(shown)
}

// Recount decides anew which messages are shown, after messages were put in
// front of others or the whole ledger changed. The place on the screen is kept
// by message.
func (t *Timeline) Recount() {
	t.items.series = make(map[int64][]int32)
	for i := range t.log.Len() {
		t.noteRepeat(i)
	}
	t.filter.covered = nil
	t.restart()
}

// admit notes what is needed of a new message and reports whether it is shown.
func (t *Timeline) admit(i int) bool {
	of := t.noteRepeat(i)
	if of != 0 && t.items.folds(of, int32(i)) {
		return false
	}
	return t.filter.spec.Empty() || t.picks(i)
}

func (t *Timeline) noteRepeat(i int) int64 {
	of := t.view.Message(t.log.Sequence(i)).RepeatOf
	if of != 0 {
		t.items.copyOf(of, int32(i))
	}
	return of
}

// showAll fills the items from the log and the series, without a filter; what
// was shown before there was one is taken over.
func (t *Timeline) showAll() {
	ords, from := t.filter.covered, t.filter.coveredTo
	if ords == nil {
		ords, from = make([]int32, 0, t.log.Len()), 0
	}
	t.filter.covered = nil
	hidden := make([]bool, t.log.Len()-from)
	for of, copies := range t.items.series {
		if len(hidden) == 0 {
			break
		}
		if t.items.unfolded[of] {
			continue
		}
		for _, ord := range slices.Backward(copies[1:]) {
			if int(ord) < from {
				break
			}
			hidden[int(ord)-from] = true
		}
	}
	for i, hide := range hidden {
		if !hide {
			ords = append(ords, int32(from+i))
		}
	}
	t.items.ords = ords
	t.list.Reset()
}

// folded gives the number of copies that the row of message i stands for, 0
// where it stands for itself.
func (t *Timeline) folded(i int, of int64) int {
	copies := t.items.series[of]
	if of == 0 || t.items.unfolded[of] || len(copies) == 0 || copies[0] != int32(i) {
		return 0
	}
	return len(copies)
}

// ToggleFold shows every copy of the series that the current message belongs
// to, or one row for all of them. It reports whether there is such a series.
func (t *Timeline) ToggleFold() bool {
	m, ok := t.Current()
	if !ok {
		return false
	}
	of := t.view.Message(m.Sequence).RepeatOf
	if of == 0 {
		of = m.Sequence
	}
	if len(t.items.series[of]) == 0 {
		return false
	}
	t.setUnfolded(of, !t.items.unfolded[of])
	t.list.Select(vlist.ID(m.Sequence))
	return true
}

func (t *Timeline) unfoldFor(seq int64) {
	if of := t.view.Message(seq).RepeatOf; of != 0 && !t.items.unfolded[of] {
		t.setUnfolded(of, true)
	}
}

func (t *Timeline) setUnfolded(of int64, unfolded bool) {
	t.items.unfolded[of], t.filter.covered = unfolded, nil
	copies := t.items.series[of][1:]
	if unfolded {
		var fresh []int32
		for _, ord := range copies {
			if _, there := t.items.find(int(ord)); !there && t.picks(int(ord)) {
				fresh = append(fresh, ord)
			}
		}
		t.items.ords = merge(t.items.ords, fresh)
	} else {
		t.items.ords = subtract(t.items.ords, copies)
	}
	t.list.Reset()
	t.touch()
}

// merge adds ords to a list that has none of them, in place where there is room.
// Both are in order. What stands between two of them is moved as a whole.
func merge(list, ords []int32) []int32 {
	end := len(list)
	list = append(list, ords...)
	for n, ord := range slices.Backward(ords) {
		at, _ := slices.BinarySearch(list[:end], ord)
		copy(list[at+n+1:], list[at:end])
		list[at+n] = ord
		end = at
	}
	return list
}

// subtract takes ords out of a list, in place; those it has not do no harm.
func subtract(list, ords []int32) []int32 {
	kept, from := 0, 0
	for _, ord := range ords {
		at, there := slices.BinarySearch(list[from:], ord)
		if at += from; there {
			kept += copy(list[kept:], list[from:at])
			from = at + 1
		}
	}
	kept += copy(list[kept:], list[from:])
	return list[:kept]
}

// SetOutgoing shows our messages that are on their way, after all others.
func (t *Timeline) SetOutgoing(out []Outgoing) {
	before := t.items.outgoing
	t.items.outgoing = out
	t.touch()
	keep := 0
	for keep < min(len(before), len(out)) && before[keep].Number == out[keep].Number {
		t.list.Changed(len(t.items.ords) + keep)
		keep++
	}
	if n := len(before) - keep; n > 0 {
		t.list.Removed(len(t.items.ords)+keep, n)
	}
	if n := len(out) - keep; n > 0 {
		t.list.Appended(n)
	}
}

// source shows the items to the list.
type source struct{ t *Timeline }

func (s source) Len() int { return len(s.t.items.ords) + len(s.t.items.outgoing) }

func (s source) ID(i int) vlist.ID {
	ords := s.t.items.ords
	if i >= len(ords) {
		return vlist.ID(-s.t.items.outgoing[i-len(ords)].Number)
	}
	return vlist.ID(s.t.log.Sequence(int(ords[i])))
}

// IndexOf implements vlist.Indexer.
func (s source) IndexOf(id vlist.ID) (int, bool) {
	if id < 0 {
		for i, o := range s.t.items.outgoing {
			if o.Number == -int64(id) {
				return len(s.t.items.ords) + i, true
			}
		}
		return 0, false
	}
	i, ok := s.t.log.Index(int64(id))
	if !ok {
		return 0, false
	}
	return s.t.items.find(i)
}

// Estimate takes one row for the header and one a line, and more where lines
// are longer than the pane is wide.
func (s source) Estimate(i, width int) int {
	ords := s.t.items.ords
	if i >= len(ords) {
		return 2
	}
	bytes, lines := s.t.log.Size(int(ords[i]))
	return min(max(1+lines, bytes/max(width-8, 20)), foldTo+1)
}

func (s source) Rows(i, width int) []render.Row { return s.t.block(i, width-gutter) }

func (s source) Version(i int) uint64 { return s.t.version(i) }

// Replace takes another log in place of the present one: nothing of the old
// one is shown any more.
func (t *Timeline) Replace(log Log) {
	t.log = log
	t.items.reset()
	t.notes, t.pretty = nil, make(map[int64]bool)
	t.search = search{rev: t.search.rev + 1}
	t.filter.next, t.filter.covered = -1, nil
	t.list.Reset()
	t.restyle()
}
