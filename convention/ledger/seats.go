package ledger

import (
	"slices"
	"time"

	"earshot/convention"
)

// seat is a member as the ledger keeps it: by its id, or by its name alone while
// it was only addressed.
type seat struct {
	number    uint32
	id, token string // token is the one word it is addressed by
	state     SeatState
	known     bool  // the room told its state
	merged    *seat // it turned out to be that seat
	posted    bool
	spoke     moment   // its last message
	last      *post    // its last message
	copies    []copied // its repeats, for loops
	desks     map[*topic]*desk
	away      *away
	audience  *audience // whom its last message to all reached
	alone     *audience // the seat itself, once it was addressed
	unsettled int       // its items that are not settled
	owing     int       // and those of them that wait for it: claimed ones do not
	overdue   int       // and those whose time has passed
	claimed   int       // its lines that nothing proves
	answers   []time.Duration
}

// away says that another seat stands in until a moment.
type away struct {
	until moment
	to    *seat
	by    *post
}

// self returns the seat it turned out to be.
func (s *seat) self() *seat {
	for s.merged != nil {
		s = s.merged
	}
	return s
}

func (s *seat) public() Seat {
	s = s.self()
	return Seat{ID: s.id, Name: s.token}
}

// gone reports whether the seat had left by then.
func (s *seat) gone(at moment) bool {
	return s.state.Left && momentOf(s.state.LeftAt) <= at
}

// present reports whether "to all" reaches the seat at a moment: it had joined
// or, where the room does not say when, it had spoken.
func (s *seat) present(at moment) bool {
	if s.id == "" && !s.posted || s.gone(at) {
		return false
	}
	return s.posted || s.known && momentOf(s.state.JoinedAt) <= at
}

// desk returns what the seat has in hand on a topic.
func (s *seat) desk(t *topic) *desk {
	d := s.desks[t]
	if d == nil {
		d = &desk{seat: s, topic: t}
		if s.desks == nil {
			s.desks = make(map[*topic]*desk)
		}
		s.desks[t] = d
	}
	return d
}

// roster finds seats by id and by name.
type roster struct {
	all    []*seat
	made   uint32 // how many, those that turned out to be others included
	byID   map[string]*seat
	byName map[string][]*seat
}

// add makes a seat.
func (r *roster) add() *seat {
	r.made++
	s := &seat{number: r.made}
	r.all = append(r.all, s)
	return s
}

func foldName(token string) string { return convention.SeatKey(token) }

// member returns the seat with an id, as it is called now.
func (l *Ledger) member(who Seat) *seat {
	s := l.roster.byID[who.ID]
	if s != nil && who.ID != "" && s.token == who.Name {
		return s
	}
	token := convention.SeatToken(who.Name, who.ID)
	if s == nil || who.ID == "" {
		if s = l.roster.unbound(token); s == nil {
			s = l.roster.add()
		}
		if who.ID != "" {
			s.id = who.ID
			l.roster.byID[who.ID] = s
		}
	}
	if s.token != token && (who.Name != "" || s.token == "") {
		l.rename(s, token)
	}
	return s
}

// unbound returns the seat that was addressed by a name and has no id yet.
func (r *roster) unbound(token string) *seat {
	for _, s := range r.byName[foldName(token)] {
		if s.id == "" {
			return s
		}
	}
	return nil
}

// rename gives a seat another name. A seat that was only addressed by that name
// turns out to be this one.
func (l *Ledger) rename(s *seat, token string) {
	r := &l.roster
	if s.token != "" {
		old := foldName(s.token)
		r.byName[old] = without(r.byName[old], s)
	}
	s.token = token
	key := foldName(token)
	if ghost := r.unbound(token); ghost != nil && ghost != s {
		r.byName[key] = without(r.byName[key], ghost)
		r.all = without(r.all, ghost)
		l.merge(ghost, s)
	}
	r.byName[key] = append(r.byName[key], s)
}

func without(list []*seat, s *seat) []*seat {
	kept := make([]*seat, 0, len(list))
	for _, x := range list {
		if x != s {
			kept = append(kept, x)
		}
	}
	return kept
}

// merge moves all that a seat known by name alone has in hand to the seat that
// bears the name.
func (l *Ledger) merge(ghost, s *seat) {
	ghost.merged = s
	s.owing += ghost.owing
	s.unsettled += ghost.unsettled
	s.overdue += ghost.overdue
	s.claimed += ghost.claimed
	l.rekey(ghost, s)
	for _, d := range ghost.desks {
		d.seat = s
		mine := s.desks[d.topic]
		if mine == nil {
			if s.desks == nil {
				s.desks = make(map[*topic]*desk)
			}
			s.desks[d.topic] = d
			continue
		}
		mine.take(d)
		l.soil(mine)
	}
}

// rekey makes what was asked of the one seat count as asked of the other.
func (l *Ledger) rekey(ghost, s *seat) {
	for n := range l.posts.n {
		items := l.posts.at(n).items()
		for i := range items {
			if it := &items[i]; it.asked() == ghost {
				l.rekeyItem(it, ghost)
			}
		}
	}
	for _, d := range ghost.desks {
		for _, a := range d.askers {
			for _, p := range a.posts {
				p.detail.asking.index()
			}
		}
	}
}

// rekeyItem moves an item, with those that say the same in its message, to its key
// by the seat that ghost turned out to be, where it is the latest with its old one.
func (l *Ledger) rekeyItem(it *item, ghost *seat) {
	if l.same.find(it.keyBy(ghost), func(x *item) bool { return x == it }) == nil {
		return
	}
	at := l.same.find(it.key(), func(x *item) bool { return x != it && it.asksAgain(x) && x.asked() != ghost })
	if at == nil {
		l.same.put(it.key(), it)
		return
	}
	last := *at
	for last.alike != nil {
		last = last.alike
	}
	last.alike = it
}

// named returns the seats a header's name addresses: all that bear it and have
// not left, else the last that bore it; one that nobody has borne yet is noted,
// because a seat may be addressed before it first speaks.
func (l *Ledger) named(token string, at moment) []*seat {
	bearers := l.roster.byName[foldName(token)]
	if len(bearers) == 1 {
		return bearers
	}
	var here []*seat
	for _, s := range bearers {
		if !s.gone(at) {
			here = append(here, s)
		}
	}
	switch {
	case len(here) > 0:
		return here
	case len(bearers) > 0:
		return bearers[len(bearers)-1:]
	}
	s := l.roster.add()
	l.rename(s, token)
	return []*seat{s}
}

// addressed returns the seats a message addresses, each once: those present, the
// sender excepted, where it is to all, then those its header names, in that order.
func (l *Ledger) addressed(p *post, doc *convention.Message) *audience {
	to, all := doc.Header.To, p.is(toAll)
	switch {
	case all && len(to) == 1:
		return l.everyone(p)
	case len(to) == 1:
		return audienceOf(l.named(to[0].Text, p.at))
	case len(to) == 0:
		return nil
	}
	var list []*seat
	if all {
		list = l.present(nil, p)
	}
	seen := make(map[*seat]bool, len(to)+len(list))
	for _, s := range list {
		seen[s] = true
	}
	for _, t := range to {
		if convention.SameSeat(t.Text, "all") {
			continue
		}
		for _, s := range l.named(t.Text, p.at) {
			if !seen[s] && !(all && s == p.from) {
				seen[s] = true
				list = append(list, s)
			}
		}
	}
	return audienceOf(list)
}

// audienceOf makes an audience of seats: one for all messages where it is one seat.
func audienceOf(list []*seat) *audience {
	switch len(list) {
	case 0:
		return nil
	case 1:
		s := list[0]
		if s.alone == nil {
			s.alone = &audience{s}
		}
		return s.alone
	}
	a := audience(list)
	return &a
}

// everyone is the seats present but the sender: one list for as long as they are
// the same, because "to all" is frequent and rooms are large.
func (l *Ledger) everyone(p *post) *audience {
	var buf [64]*seat
	if list := l.present(buf[:0], p); p.from.audience == nil || !slices.Equal(list, *p.from.audience) {
		a := audience(slices.Clone(list))
		p.from.audience = &a
	}
	return p.from.audience
}

// present appends the seats present but the sender.
func (l *Ledger) present(list []*seat, p *post) []*seat {
	for _, s := range l.roster.all {
		if s != p.from && s.present(p.at) {
			list = append(list, s)
		}
	}
	return list
}

// Seats takes what the room says about seats: all of them or the changed ones.
func (l *Ledger) Seats(states []SeatState) {
	l.revision++
	for _, state := range states {
		s := l.member(state.Seat)
		s.state, s.known = state, true
	}
}
