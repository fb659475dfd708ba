package tui

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"earshot/convention"
	"earshot/convention/ledger"
	"earshot/render"
	"earshot/tui/chrome"
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
		m.refreshRecord(r)
	case viewSeats:
		r.refreshRoster(m.clock(r))
		m.refreshBrief(r)
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

func (r *room) refreshRoster(clock render.Clock) {
	loads := r.loads()
	last := r.log.lastWords()
	var seats []views.Seat
	for _, s := range r.members() {
		name := strings.ToLower(s.Name)
		s.Owes, s.Overdue, s.Claims = loads[name].Owes, loads[name].Overdue, loads[name].Claims
		s.Me = convention.SameSeat(s.Name, r.me())
		if w, ok := last[name]; ok {
			s.LastWord = fmt.Sprintf("#%d %s", w.seq, render.FormatTime(time.UnixMilli(w.at), clock))
		}
		seats = append(seats, s)
	}
	r.roster.SetSeats(seats)
}

// loads is what the seats have in hand, by their names in lower case.
func (r *room) loads() map[string]ledger.Load {
	loads := make(map[string]ledger.Load)
	for _, l := range r.view.Loads() {
		name := strings.ToLower(l.Name)
		sum := loads[name]
		sum.Owes, sum.Overdue, sum.Claims = sum.Owes+l.Owes, sum.Overdue+l.Overdue, sum.Claims+l.Claims
		loads[name] = sum
	}
	return loads
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

// mostNumbers is how many open messages the composer is told of.
const mostNumbers = 64

// forComposer is what the composer is told of the room.
func (r *room) forComposer(clock time.Time, zone *time.Location) composer.Room {
	c := composer.Room{Me: r.me(), Now: r.now(clock), Zone: zone, Readers: max(len(r.members())-1, 0)}
	for _, s := range r.members() {
		if !s.Left {
			c.Seats = append(c.Seats, composer.Seat{Name: s.Name, Presence: s.Presence})
		}
	}
	c.Topics = r.log.recentTopics(32)
	for _, i := range r.view.Newest(mostNumbers) {
		c.Numbers = append(c.Numbers, composer.Number{Sequence: i.Sequence, Text: i.Text})
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
	if text == "" {
		m.notify(chrome.Info, m.stillMaking())
		return
	}
	m.openComposer(r, composer.Start{Kind: composer.Compose})
	m.composed(r, r.composer.Insert(text))
	m.draftChanged(r)
}
