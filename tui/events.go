package tui

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"earshot/client"
	"earshot/client/wire"
	"earshot/render"
	"earshot/tui/chrome"
)

// eventsCame takes a batch of a room's events in.
func (m *Model) eventsCame(msg eventsMsg) {
	r := m.rooms[msg.room]
	for _, e := range msg.events {
		r.apply(e, m)
	}
	m.noteLeftOut(r)
	r.settle(m.now())
	m.resume(r)
	m.heed(r)
	m.tellOvertaken(r)
	m.call(r)
	m.sort(r)
	if r.rebuild != nil || r.timeline.Filtering() {
		m.step(r)
	}
	m.shareRoom(r)
	m.refreshSoon()
	m.dirty = true
}

// streamEnded notes that a room's events came to their end.
func (m *Model) streamEnded(msg endedMsg) {
	r := m.rooms[msg.room]
	r.over = true
	m.dirty = true
	m.noteLeftOut(r)
	if msg.err != nil {
		m.notify(chrome.Fail, failure(msg.err))
		m.opts.Log.Warn("room ended", "room", r.cfg.Name, "error", msg.err)
	}
}

// lost tells once an outage that the connection is gone and why.
func (m *Model) lost(r *room, err error) {
	why := failure(err)
	if !strings.Contains(why, "connection to the room") {
		why = "connection lost: " + why
	}
	m.notifyAbout(aboutLink, chrome.Warn, why)
	m.opts.Log.Info("connection lost", "room", r.cfg.Name, "error", err)
}

// posted notes that a post of ours is stored.
func (m *Model) posted(r *room, e client.Posted) {
	if e.RepeatOf != 0 {
		m.repeated(r, e.ID, e.RepeatOf)
		return
	}
	if p, ours := r.out.posted(e.ID, e.Sequence); ours {
		r.confirmed = append(r.confirmed, p)
		m.draftChanged(r)
	}
}

// repeated takes a post back that the room has counted as a repeat of a
// message and not stored. The text goes into the composer, or is parked where
// that holds another one, to be changed or dropped.
func (m *Model) repeated(r *room, id string, of int64) {
	p := r.out.find(id)
	if p == nil {
		return
	}
	why := "not stored again: it repeats " + m.cite(r, of)
	title := fmt.Sprintf("%s (a repeat of #%d)", titleOf(p.start), of)
	if !r.composer.Empty() {
		r.out.remove(p)
		r.parked = append(r.parked, parked{unsent{Start: p.asDraft(), stood: p.stood}, title})
		m.draftChanged(r)
		m.notify(chrome.Warn, why+"; its text is parked and comes back after this draft")
		return
	}
	p.refused = true // sent again as it is it would be another post, and another repeat
	m.comeBack(r, p)
	r.draftOf = title
	m.notify(chrome.Warn, why+"; the text is in the composer again, "+m.keyFor("compose")+" goes there")
}

// cite names a message by its number and, where it is here, when it was
// written and by whom.
func (m *Model) cite(r *room, sequence int64) string {
	text := fmt.Sprintf("#%d", sequence)
	i, known := r.log.Index(sequence)
	if !known {
		return text
	}
	msg := r.log.At(i)
	clock := m.clock(r)
	clock.Mode = timeOfDay(clock.Mode)
	return text + " of " + render.FormatTime(msg.At, clock) + " by " + msg.From
}

// returned takes a post back that the room did not take. Its text goes into
// the composer, unless that holds other text; the keys go where they went, so
// that nobody types into what has just appeared. Refused says that the room
// told so, and has not stored it.
func (m *Model) returned(r *room, id, why string, refused bool) {
	p, ours := r.out.fail(id, why)
	if !ours {
		return
	}
	p.refused = refused
	m.draftChanged(r)
	why = strings.TrimRight(why, ".")
	if r.composer.Empty() {
		m.comeBack(r, p)
		m.notify(chrome.Fail, why+"; the text is in the composer again, "+m.keyFor("compose")+" goes there")
		return
	}
	m.notify(chrome.Fail, why+"; the text waits in the room: select it and press enter")
}

// takeBack moves the text of a returned post into the composer.
func (m *Model) takeBack(r *room, p *post) {
	r.out.remove(p)
	m.openComposer(r, p.asDraft())
	r.sent, r.stood = p.unsent().sentText(), p.stood
	m.heed(r)
}

// comeBack is takeBack without a key of the person's: the keys go on going
// where they went.
func (m *Model) comeBack(r *room, p *post) {
	composing := m.composing
	m.takeBack(r, p)
	m.composing = composing
}

// stepped does the next slice of work over a room's whole log.
func (m *Model) stepped(msg stepMsg) {
	r := m.rooms[msg.room]
	r.stepping = false
	if msg.epoch != r.epoch {
		return
	}
	rebuilding := r.rebuild != nil
	more := r.rebuildStep(m.now())
	if rebuilding && r.rebuild == nil {
		m.resume(r)
		m.heed(r)
	}
	m.sort(r)
	if r.timeline.Filtering() {
		more = r.timeline.FilterStep(filterSlice) || more
	}
	if more {
		m.step(r)
	}
	m.dirty = true
}

// filterSlice is how many messages one step of a filter looks at: well below a
// millisecond of work.
const filterSlice = 128

// step asks for the next slice, once.
func (m *Model) step(r *room) {
	if !r.stepping {
		r.stepping = true
		m.do(cmdStep(r.index, r.epoch))
	}
}

func gapText(g client.Gap) render.Safe {
	if g.From == g.To {
		return render.Word(fmt.Sprintf("the room does not hand out #%d", g.From))
	}
	return render.Word(fmt.Sprintf("the room does not hand out #%d to #%d", g.From, g.To))
}

// pageMessages is how many older messages are asked for at a time.
const pageMessages = 256

// pageMore asks for older messages when the start of what is here comes on the
// screen and the room has more.
func (m *Model) pageMore() {
	r := m.room()
	if r.cfg.API == nil || r.paging.asked || r.paging.done || r.log.Len() == 0 || !r.caps.Has(wire.CanPage) {
		return
	}
	if first := r.log.Sequence(0); first > 1 && m.showsTimeline() && r.timeline.AtTop() {
		r.paging.asked = true
		r.cfg.API.Page(first, pageMessages)
	}
}

// noteSeen plans to tell the room what stood on the screen.
func (m *Model) noteSeen() {
	r := m.room()
	if r.cfg.API == nil || r.you == nil || !m.showsTimeline() {
		return
	}
	r.seen.highest = max(r.seen.highest, r.timeline.Seen())
	if r.seen.highest > r.seen.told && !r.seen.due {
		r.seen.due = true
		m.do(cmdAfter(seenEvery, seenDueMsg{r.index}))
	}
}

// tellSeen tells the room, at most once in seenEvery.
func (m *Model) tellSeen(msg seenDueMsg) {
	r := m.rooms[msg.room]
	r.seen.due = false
	if r.seen.highest > r.seen.told && r.cfg.API != nil {
		r.seen.told = r.seen.highest
		r.cfg.API.Have(r.seen.told)
	}
}

// suspend hands the terminal back to the shell for a while.
func (m *Model) suspend() { m.do(tea.Suspend) }

// redraw draws everything anew, whatever the terminal shows.
func (m *Model) redraw() { m.do(tea.ClearScreen) }
