package tui

import (
	"earshot/render"
	"earshot/tui/chrome"
	"earshot/tui/timeline"
)

// viewID is one of the numbered views.
type viewID uint8

const (
	viewRoom viewID = iota
	viewTriage
	viewRecord
	viewSeats
	viewCosts
	viewCount
)

// String names the view on its tab.
func (v viewID) String() string {
	return [viewCount]string{"room", "triage", "record", "seats", "costs"}[v]
}

// pane is what the movement keys move.
type pane interface {
	Next()
	Prev()
	ScrollBy(rows int)
	PageDown()
	PageUp()
	Top()
	Bottom()
	ClickAt(y int)
	// Stand compares equal for as long as neither window nor selection moves.
	Stand() any
}

// pane is the one that has the focus.
func (m *Model) pane() pane { return m.paneOf(m.view) }

func (m *Model) paneOf(v viewID) pane {
	r := m.room()
	switch v {
	case viewTriage:
		return r.triage
	case viewRecord:
		return r.record
	case viewSeats:
		return r.roster
	case viewCosts:
		return r.costs
	default:
		return r.timeline
	}
}

// mainShown is the view in the main rectangle: beside triage, the one that was
// there before it took the focus.
func (m *Model) mainShown() viewID {
	if m.layout.mode == modeWide && m.view == viewTriage {
		return m.beside
	}
	return m.view
}

func (m *Model) showsTimeline() bool {
	return m.layout.mode != modeTooSmall && m.mainShown() == viewRoom
}

func (m *Model) showsTriage() bool {
	return m.layout.mode == modeWide || m.view == viewTriage
}

// show brings a view on the screen and gives it the focus.
func (m *Model) show(v viewID) {
	m.view = v
	if v != viewTriage {
		m.beside = v
	}
	m.refreshView()
}

// turnFocus goes to the next pane that is on the screen: the main one, triage,
// and the composer where it is open.
func (m *Model) turnFocus(by int) {
	type stop struct {
		view      viewID
		composing bool
	}
	stops := []stop{{m.beside, false}, {viewTriage, false}}
	if m.room().open {
		stops = append(stops, stop{m.view, true})
	}
	at := 0
	switch {
	case m.composing:
		at = 2
	case m.view == viewTriage:
		at = 1
	}
	next := stops[(at+by+len(stops))%len(stops)]
	m.composing = next.composing
	if !next.composing {
		m.show(next.view)
	}
}

// turnRoom goes to another room.
func (m *Model) turnRoom(by int) {
	m.active = (m.active + by + len(m.rooms)) % len(m.rooms)
	m.composing = false
	m.refreshView()
}

// dismiss takes away the notice and what lies over the room, one thing at a
// time: the search, the filter, the selection.
func (m *Model) dismiss() {
	t := m.room().timeline
	_, told := m.notices.Shown()
	m.notices.Dismiss()
	switch {
	case t.Pattern() != "":
		t.Search("")
	case !t.Filter().Empty():
		m.setFilter(m.room(), timeline.Filter{})
	case t.Selected() != 0:
		t.Bottom()
	case !told:
		m.notify(chrome.Info, "there is nothing to take away: no notice, search, filter or selection")
	}
}

// cycleClock changes how times are written.
func (m *Model) cycleClock() {
	m.clockMode = (m.clockMode + 1) % (render.UTC + 1)
	for _, r := range m.rooms {
		r.dress(m)
		if r.look(m.now()) {
			r.stale = true
			m.sort(r)
		}
	}
	m.notify(chrome.Info, "times are "+m.clockMode.String())
}

// wake connects now.
func (m *Model) wake() { m.room().cfg.API.Wake() }

// Keys of the timeline.

func (m *Model) showHit(down bool) {
	t := m.room().timeline
	switch was := t.Stand(); {
	case !t.ShowHit(down):
		m.notify(chrome.Info, hitsWord(t))
	case t.Stand() == was:
		m.notify(chrome.Info, "this is the only hit")
	}
}

func (m *Model) showFlagged(down bool) {
	if !m.room().timeline.ShowFlagged(down) {
		m.notify(chrome.Info, "no flag "+side(down))
	}
}

func (m *Model) showTopic(down bool) {
	if !m.room().timeline.ShowTopic(down) {
		m.notify(chrome.Info, "no message of this topic "+side(down))
	}
}

func side(down bool) string {
	if down {
		return "below this one"
	}
	return "above this one"
}

func (m *Model) showUnread() {
	t := m.room().timeline
	switch was := t.Stand(); {
	case !t.ShowUnread():
		m.notify(chrome.Info, "everything is marked as read")
	case t.Stand() == was:
		m.notify(chrome.Info, "this is the first unread message")
	}
}

// markRead moves the mark behind the last message; nothing else moves it.
func (m *Model) markRead() {
	r := m.room()
	r.timeline.SetMark(r.log.Last())
	r.keepMark(m.keeper)
	m.notify(chrome.Info, "everything up to here is marked as read")
}

func (m *Model) toggleFold() {
	if !m.room().timeline.ToggleFold() {
		m.notify(chrome.Info, "this message was not repeated")
	}
}

// threadReach bounds how far a thread is looked for on both sides.
const threadReach = 20_000

// cycleThread shows the thread of a message alone, then its topic alone, then
// everything again.
func (m *Model) cycleThread() {
	r := m.room()
	f := r.timeline.Filter()
	msg, ok := r.timeline.Current()
	switch {
	case !ok:
		return
	case f.Empty():
		thread := r.timeline.ThreadOf(msg.Sequence, threadReach)
		if len(thread) > 1 {
			m.setFilter(r, timeline.Filter{Thread: thread, Name: threadName(msg)})
			break
		}
		if !m.filterTopic(r, msg) {
			m.notify(chrome.Info, "this message has neither a thread nor a topic")
		}
	case f.Thread != nil && m.filterTopic(r, msg):
	default:
		m.setFilter(r, timeline.Filter{})
	}
	r.timeline.Show(msg.Sequence)
}

// Keys of triage.

// showRow shows the message of the selected row in the room.
func (m *Model) showRow() {
	row, ok := m.room().triage.Selected()
	if !ok {
		return
	}
	m.show(viewRoom)
	if !m.room().timeline.Show(row.Sequence) {
		m.notify(chrome.Info, "that message is not here")
	}
}
