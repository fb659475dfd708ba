package tui

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"earshot/convention"
	"earshot/convention/ledger"
	"earshot/render"
	"earshot/tui/composer"
	"earshot/tui/views"
)

// What the views beside the timeline show is folded from the ledger when they
// are on the screen; while messages come, at most once in refreshEvery.
const refreshEvery = time.Second

// refreshSoon plans to fold the view on the screen anew.
func (m *Model) refreshSoon() {
	if v := m.mainShown(); v != viewRoom && v != viewTriage && !m.refreshing {
		m.refreshing = true
		m.do(cmdAfter(refreshEvery, refreshMsg{}))
	}
}

func (m *Model) refreshed() {
	m.refreshing = false
	m.refreshView()
}

// refreshView folds what the view on the screen shows.
func (m *Model) refreshView() {
	r := m.room()
	switch m.mainShown() {
	case viewRecord:
		r.refreshRecord(m.countTokens())
	case viewSeats:
		r.refreshRoster(m.clock(r), m.countTokens())
	case viewCosts:
		m.refreshCosts(r)
	}
	m.dirty = true
}

// countTokens is the way to count, nil while the counter is not loaded.
func (m *Model) countTokens() func(string) int {
	if m.counter == nil {
		return nil
	}
	return m.counter.Count
}

func (m *Model) clock(r *room) render.Clock {
	return render.Clock{Now: r.now(m.now()), Mode: m.clockMode, Zone: m.opts.Zone}
}

func (r *room) refreshRecord(count func(string) int) {
	topics := []views.Topic{{Messages: r.log.Len()}}
	for _, t := range r.log.topicCounts() {
		topics = append(topics, views.Topic{Name: t.name, Messages: t.messages})
	}
	r.record.SetTopics(topics)
	text := r.view.Record(r.record.Topic(), count).Text
	tokens := -1
	if count != nil {
		tokens = count(text)
	}
	r.record.SetText(text, tokens)
}

func (r *room) refreshRoster(clock render.Clock, count func(string) int) {
	r.owing.count(r)
	last := r.log.lastWords()
	var seats []views.Seat
	for _, s := range r.members() {
		name := strings.ToLower(s.Name)
		s.Owes, s.Overdue, s.Claims = r.owing.owes[name], r.owing.overdue[name], r.owing.claims[name]
		s.Me = convention.SameSeat(s.Name, r.me())
		if w, ok := last[name]; ok {
			s.LastWord = fmt.Sprintf("#%d %s", w.seq, render.FormatTime(time.UnixMilli(w.at), clock))
		}
		seats = append(seats, s)
	}
	r.roster.SetSeats(seats)
	if r.roster.Open() {
		name := r.roster.Seat()
		r.roster.SetBrief(r.view.Brief("", ledger.Seat{ID: r.seatID(name), Name: name}, count).Text)
	}
}

// owing is how much the seats owe, by their names in lower case, as of a look
// at the ledger: keys that only move through the view count nothing anew.
type owing struct {
	looks                 uint64
	owes, overdue, claims map[string]int
}

func (o *owing) count(r *room) {
	if o.looks == r.looks && o.owes != nil {
		return
	}
	*o = owing{looks: r.looks, owes: make(map[string]int), overdue: make(map[string]int), claims: make(map[string]int)}
	for _, i := range r.view.Live() {
		name := strings.ToLower(i.Owes.Name)
		if !i.State.Settled() {
			o.owes[name]++
		}
		if i.State == ledger.Overdue {
			o.overdue[name]++
		}
	}
	for _, c := range r.view.Claims() {
		o.claims[strings.ToLower(c.Seat.Name)]++
	}
}

// members lists the seats of the room, or the senders where it has no list.
func (r *room) members() []views.Seat {
	var seats []views.Seat
	for _, s := range r.seats {
		v := views.Seat{Name: convention.SeatToken(s.Name, s.MemberID), Role: s.Role, Presence: s.Presence, Left: !s.LeftAt.IsZero()}
		if s.Fetched > 0 {
			v.Fetched = fmt.Sprintf("to #%d", s.Fetched)
		}
		seats = append(seats, v)
	}
	if len(seats) == 0 {
		for _, from := range r.log.senders.values {
			if !slices.ContainsFunc(seats, func(s views.Seat) bool { return s.Name == from.name }) {
				seats = append(seats, views.Seat{Name: from.name})
			}
		}
	}
	return seats
}

func (r *room) seatID(name string) string {
	for _, s := range r.seats {
		if convention.SameSeat(convention.SeatToken(s.Name, s.MemberID), name) {
			return s.MemberID
		}
	}
	for _, from := range r.log.senders.values {
		if convention.SameSeat(from.name, name) {
			return from.id
		}
	}
	return ""
}

// forComposer is what the composer is told of the room.
func (r *room) forComposer(clock time.Time, zone *time.Location) composer.Room {
	c := composer.Room{Me: r.me(), Now: r.now(clock), Zone: zone, Readers: max(len(r.members())-1, 0)}
	for _, s := range r.members() {
		if !s.Left {
			c.Seats = append(c.Seats, composer.Seat{Name: s.Name, Presence: s.Presence})
		}
	}
	c.Topics = r.log.recentTopics(32)
	for _, i := range slices.Backward(r.view.Live()) {
		if !i.State.Settled() && len(c.Numbers) < 64 {
			c.Numbers = append(c.Numbers, composer.Number{Sequence: i.Sequence, Text: i.Text})
		}
	}
	c.V1Share, c.RoomMessages = r.v1.share, r.v1.of
	return c
}

// Keys of the views.

func (m *Model) toggleBrief() {
	m.room().roster.Toggle()
	m.refreshView()
}

func (m *Model) addReaders(by int) {
	r := m.room()
	r.readers = max(r.readersNow()+by, 1)
	m.refreshView()
}

// readersNow is the number of readers that costs are reckoned with: the other
// members, unless the person said otherwise.
func (r *room) readersNow() int {
	if r.readers > 0 {
		return r.readers
	}
	return max(len(r.members())-1, 1)
}

func (m *Model) insertRecord() {
	r := m.room()
	text := r.record.Text()
	m.openComposer(r, composer.Start{Kind: composer.Compose})
	m.composed(r, r.composer.Insert(text))
	m.draftChanged(r)
}
