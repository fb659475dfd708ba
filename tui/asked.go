package tui

import (
	"fmt"

	"earshot/convention/ledger"
	"earshot/tui/timeline"
	"earshot/tui/triage"
)

// asked is the ask that the answer key is about, and what there is to say where
// it is not plainly the one that was meant. Whoever reads on in the room stands
// on messages that ask others, or nothing: there the one ask that waits for us
// is meant. Whoever chose a row of triage means that row.
func (m *Model) asked() (i ledger.Item, say string, ok bool) {
	r := m.room()
	i, ok = m.item(toAnswer())
	me := r.me()
	if !ok || me == "" {
		return i, "", ok
	}
	first, waiting := r.waiting()
	at := r.timeline.Selected()
	switch {
	case !mine(i, me) && m.view == viewRoom && waiting == 1:
		return first, fmt.Sprintf("#%d asks %s, not you: this answers #%d, which waits for you (%s on a row of triage answers for others)",
			i.Sequence, i.Owes.Name, first.Sequence, m.keyFor("answer")), true
	case !mine(i, me) && waiting > 0:
		return i, fmt.Sprintf("#%d asks %s, not you; #%d asks you", i.Sequence, i.Owes.Name, first.Sequence), true
	case !mine(i, me):
		return i, fmt.Sprintf("#%d asks %s, not you", i.Sequence, i.Owes.Name), true
	case m.view == viewRoom && at > 0 && at != i.Sequence:
		return i, fmt.Sprintf("#%d asks you nothing that is open: this answers #%d, which waits for you", at, i.Sequence), true
	}
	return i, m.besideRow(i), true
}

// besideRow says that the chosen row of triage is about something else than what
// is answered, "" where it is not.
func (m *Model) besideRow(i ledger.Item) string {
	row, ok := m.row()
	if !ok || row.Decision != nil || row.Sequence == i.Sequence || m.view != viewTriage && !m.room().chosen {
		return ""
	}
	return fmt.Sprintf("#%d asks nothing that is open: this answers #%d", row.Sequence, i.Sequence)
}

// waiting is the first of the asks that wait for us, and how many there are: 0,
// 1, or 2 for more.
func (r *room) waiting() (first ledger.Item, n int) {
	me := r.me()
	r.triage.First(func(row triage.Row) bool {
		if row.Item != nil && answerable(*row.Item) && mine(*row.Item, me) {
			if n++; n == 1 {
				first = *row.Item
			}
		}
		return n == 2
	})
	return first, n
}

// away is that the timeline was moved for the sake of what is being written.
type away struct {
	from timeline.Spot
	to   int64 // the message that was shown, 0 for none
}

// goTo shows the message that is written about, and remembers where the reader
// was.
func (r *room) goTo(seq int64) {
	from := r.timeline.Spot()
	if r.away.to != 0 && r.away.to == r.timeline.Selected() {
		from = r.away.from // nobody has moved since the last time
	}
	if r.timeline.Show(seq) {
		r.away = away{from, seq}
	}
}

// goBack brings the reader back who has not moved since.
func (r *room) goBack() {
	if r.away.to != 0 && r.away.to == r.timeline.Selected() {
		r.timeline.Return(r.away.from)
	}
	r.away = away{}
}
