package tui

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"earshot/convention/ledger"
	"earshot/tui/triage"
)

// How triage follows the ledger. A short list is made at once. A long one takes
// tens of milliseconds: its findings are copied out of the ledger in pieces, so
// that keys come between them, the list is made of them beside the loop, and is
// shown when it is done. The order is that of the list alone, and what changes
// meanwhile comes with the next one.

const (
	sortWithin = 250 * time.Millisecond // for more to come
	// sortRest is how much longer than a list took the next one waits, so that
	// making lists takes a bounded share of the time.
	sortRest = 4
	// gatherPiece is how many findings are copied at a time: about a third of
	// a millisecond.
	gatherPiece = 512
)

// sorting is a list in the making.
type sorting struct {
	busy   bool // a message about it is on its way
	gather *ledger.Gathering
	epoch  uint64 // of the log that is gathered from
	began  time.Time
	took   time.Duration

	lists, pieces int // made so far
}

// sortMsg says that triage is to follow the ledger.
type sortMsg struct{ room int }

// gatherMsg says that the loop is free for another piece.
type gatherMsg struct{ room int }

// listedMsg brings a list.
type listedMsg struct {
	room    int
	epoch   uint64
	listing triage.Listing
	close   time.Time
}

// sort has triage follow the ledger, the notes and what is unfolded: at once
// where that is cheap, else a moment later for all that comes until then.
func (m *Model) sort(r *room) {
	switch {
	case r.sorting.busy:
	case r.triage.Behind():
		r.sorting.busy, r.sorting.began = true, m.pressClock()
		in, items := r.triage.Findings()
		m.do(r.cmdList(in, items))
	case !r.stale:
	case !r.triage.Large():
		m.follow(r)
	default:
		r.sorting.busy = true
		m.do(cmdAfter(max(sortWithin, sortRest*r.sorting.took), sortMsg{r.index}))
	}
}

// sortOn goes on with a list.
func (m *Model) sortOn(msg tea.Msg) {
	switch msg := msg.(type) {
	case sortMsg:
		m.sorted(msg)
	case gatherMsg:
		m.gathering(m.rooms[msg.room])
	case listedMsg:
		m.listed(msg)
	}
}

// follow has triage, and a filter for states, follow the ledger within the call.
func (m *Model) follow(r *room) {
	r.stale = false
	r.triage.SetView(r.view, r.me())
	in, _ := r.triage.Findings()
	m.sortDone(r, closest(in.Items, r.view.Now()))
}

// sorted begins to gather what there is to list.
func (m *Model) sorted(msg sortMsg) {
	r := m.rooms[msg.room]
	r.stale = false
	r.sorting.gather, r.sorting.epoch, r.sorting.began = new(ledger.Gathering), r.epoch, m.pressClock()
	m.gathering(r)
}

// gathering copies a piece, and has the list made of the last.
func (m *Model) gathering(r *room) {
	s := &r.sorting
	if s.epoch != r.epoch {
		s.busy, s.gather = false, nil
		m.sort(r)
		return
	}
	s.pieces++
	if s.gather.Step(r.view, gatherPiece) {
		index := r.index
		m.do(func() tea.Msg { return gatherMsg{index} })
		return
	}
	m.do(r.cmdList(s.gather.Findings(), r.triage.ItemsOf(r.view)))
	s.gather = nil
}

// cmdList makes a list of copies.
func (r *room) cmdList(in ledger.Findings, items map[int64][]ledger.Item) tea.Cmd {
	var notes triage.Notes
	if len(r.aside.all) > 0 {
		notes = &asides{slices.Clone(r.aside.all)}
	}
	plan, now := r.triage.Plan(notes, r.me()), r.view.Now()
	msg := listedMsg{room: r.index, epoch: r.epoch}
	return func() tea.Msg {
		msg.listing, msg.close = plan.List(in, items), closest(in.Items, now)
		return msg
	}
}

// listed shows a list, and has another one made where it is out of date.
func (m *Model) listed(msg listedMsg) {
	r := m.rooms[msg.room]
	r.sorting.busy = false
	if msg.epoch == r.epoch {
		r.sorting.lists++
		r.sorting.took = m.pressClock().Sub(r.sorting.began)
		r.triage.Take(msg.listing)
		m.sortDone(r, msg.close)
		m.dirty = true
	}
	m.sort(r)
}

// sortDone does what follows from another list.
func (m *Model) sortDone(r *room, close time.Time) {
	r.close = close
	if !r.chosen {
		r.triage.Top() // nobody has looked for another row: the first one matters most
	}
	r.timeline.Refilter()
	if r.timeline.Filtering() {
		m.step(r)
	}
}

// closest is the first due time that is less than a minute past, zero for none.
func closest(items []ledger.Item, now time.Time) (close time.Time) {
	for i := range items {
		due := items[i].Due
		if !due.IsZero() && due.Add(time.Minute).After(now) && (close.IsZero() || due.Before(close)) {
			close = due
		}
	}
	return close
}
