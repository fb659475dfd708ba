package main

import (
	"maps"
	"slices"
	"strings"
	"time"

	"earshot/client"
	"earshot/client/wire"
	"earshot/convention"
	"earshot/convention/evidence"
	"earshot/convention/ledger"
	"earshot/render"
)

// roomLog folds the events of one source into what the commands ask about.
type roomLog struct {
	options  ledger.Options
	ledger   *ledger.Ledger
	messages []wire.Message // in order; kept only where keep is set
	keep     bool
	until    time.Time // messages after this moment are left out; zero takes all

	room   wire.Room
	you    *wire.Seat
	can    wire.Capabilities
	seats  map[string]wire.Seat // by member id
	offset time.Duration        // the room's clock less ours
	last   time.Time            // created_at of the last message taken
	count  int
	heads  map[string]head        // by message id
	named  map[string]ledger.Seat // who spoke or was addressed, by name as headers address it
	topics map[string]bool        // that messages were about
}

// head is what a reply shows of the message that it answers.
type head struct {
	sequence   int64
	from, text string
}

// headBytes bounds the text of a head.
const headBytes = 200

func newRoomLog(dueWindow time.Duration, until time.Time) *roomLog {
	options := ledger.Options{DueWindow: dueWindow}
	return &roomLog{options: options, ledger: ledger.New(options), until: until, seats: map[string]wire.Seat{}, heads: map[string]head{}, named: map[string]ledger.Seat{}, topics: map[string]bool{}}
}

// entry is a message of the room, as it came and parsed.
type entry struct {
	raw wire.Message
	ledger.Message
}

// apply takes one event. It returns the messages that came with it, in order.
func (l *roomLog) apply(e client.Event) []entry {
	switch e := e.(type) {
	case client.Welcomed:
		l.room, l.you, l.offset, l.can = e.Room, e.You, e.Offset, e.Capabilities
		l.sit(e.Seats)
	case client.Seats:
		l.sit(e.Seats)
	case client.Rebuilt:
		l.ledger, l.messages, l.count = ledger.New(l.options), nil, 0
		clear(l.heads)
		clear(l.named)
		clear(l.topics)
		l.tellSeats()
	case client.Repeat:
		l.ledger.Repeat(e.Sequence, e.Count, e.LastAt)
	case client.Verdict:
		l.ledger.Verdict(e.Sequence, e.Line, e.Reference, evidence.Verdict{Result: evidence.ParseResult(e.Result), Detail: e.Detail})
	case client.Messages:
		if !e.Page {
			return l.take(e.Messages)
		}
	}
	return nil
}

func (l *roomLog) take(messages []wire.Message) []entry {
	var taken []entry
	for _, m := range messages {
		if !l.until.IsZero() && m.CreatedAt.After(l.until) {
			continue
		}
		e := parsed(m)
		l.ledger.Feed(e.Message)
		l.name(e)
		if l.keep {
			l.messages = append(l.messages, m)
		}
		l.last, l.count = m.CreatedAt, l.count+1
		if m.ID != "" {
			l.heads[m.ID] = head{m.Sequence, e.From.Name, strings.ToValidUTF8(m.Content[:min(len(m.Content), headBytes)], "")}
		}
		taken = append(taken, e)
	}
	return taken
}

// parsed reads a message as the ledger takes it.
func parsed(m wire.Message) entry {
	return entry{m, ledger.Message{
		Sequence: m.Sequence, ID: m.ID, ReplyTo: m.ReplyTo, At: m.CreatedAt,
		From: ledger.Seat{ID: m.Sender.MemberID, Name: convention.SeatToken(m.Sender.Name, m.Sender.MemberID)},
		Doc:  convention.Parse(m.Content),
	}}
}

func (l *roomLog) sit(seats []wire.Seat) {
	for _, s := range seats {
		l.seats[s.MemberID] = s
	}
	l.tellSeats()
}

func (l *roomLog) tellSeats() {
	if len(l.seats) == 0 {
		return
	}
	states := make([]ledger.SeatState, 0, len(l.seats))
	for _, id := range slices.Sorted(maps.Keys(l.seats)) {
		s := l.seats[id]
		states = append(states, ledger.SeatState{
			Seat:     ledger.Seat{ID: s.MemberID, Name: convention.SeatToken(s.Name, s.MemberID)},
			Left:     !s.LeftAt.IsZero(),
			JoinedAt: s.JoinedAt, LeftAt: s.LeftAt,
			FetchKnown: l.can.Has(wire.CanDelivery), Fetched: s.Fetched, FetchedAt: s.FetchedAt, PostedAt: s.PostedAt,
		})
	}
	l.ledger.Seats(states)
}

// seatNames are the names of those who sit in the room, as headers address them; nil where the
// source does not say.
func (l *roomLog) seatNames() []string {
	var names []string
	for _, id := range slices.Sorted(maps.Keys(l.seats)) {
		if s := l.seats[id]; s.LeftAt.IsZero() {
			names = append(names, convention.SeatToken(s.Name, s.MemberID))
		}
	}
	return names
}

// name keeps who spoke in a message, who was addressed by it, and what it is about.
func (l *roomLog) name(e entry) {
	addSeat(l.named, e.From)
	if e.Doc.Header == nil {
		return
	}
	if topic := e.Doc.Header.Topic.Text; topic != "" {
		l.topics[topic] = true
	}
	for _, to := range e.Doc.Header.To {
		if !convention.SameSeat(to.Text, "all") {
			addSeat(l.named, ledger.Seat{Name: to.Text})
		}
	}
}

// addSeat puts a seat in the place of one of the same name whose member is not known.
func addSeat(found map[string]ledger.Seat, s ledger.Seat) {
	if key := convention.SeatKey(s.Name); found[key].ID == "" && s.Name != "" {
		found[key] = s
	}
}

// allSeats are the members the room told of, and whoever spoke or was addressed.
func (l *roomLog) allSeats() []ledger.Seat {
	found := map[string]ledger.Seat{} // by name as headers address it
	for _, s := range l.seats {
		addSeat(found, ledger.Seat{ID: s.MemberID, Name: convention.SeatToken(s.Name, s.MemberID)})
	}
	for _, s := range l.named {
		addSeat(found, s)
	}
	return slices.Collect(maps.Values(found))
}

// input is what is shown of a message, but for what the ledger says. Without count its tokens stay
// unknown.
func (l *roomLog) input(e entry, count func(string) int, zone *time.Location) render.MessageInput {
	in := render.MessageInput{
		Sequence: e.Sequence, From: e.From.Name, Type: e.raw.Type, At: e.At, Doc: e.Doc, Tokens: -1,
		Clock: render.Clock{Zone: zone},
	}
	if count != nil {
		in.Tokens = count(e.raw.Content)
	}
	if names := l.seatNames(); names != nil {
		in.SeatsKnown = func(name string) bool {
			return slices.ContainsFunc(names, func(known string) bool { return convention.SameSeat(name, known) })
		}
	}
	if of, ok := l.heads[e.ReplyTo]; ok {
		in.ReplyTo = &render.ReplyRef{Sequence: of.sequence, From: of.from, Text: of.text}
	}
	return in
}
