package tui

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"earshot/client/wire"
	"earshot/convention"
	"earshot/convention/ledger"
	"earshot/tui/views"
)

// The view of costs shows at once what the counted tokens add up to. What
// needs every message read and checked again (caching, times and ids, the
// state record) is worked out beside the loop, over a ledger of its own.

// costedMessages bounds what is worked out; of a longer room the latest count.
const costedMessages = 5000

// costing is the account of a room that was worked out last.
type costing struct {
	busy    bool
	have    bool
	costs   ledger.Costs
	of      int // messages of the log it was worked out over
	readers int
}

// costsMsg brings the account of a room.
type costsMsg struct {
	room    int
	epoch   uint64
	costs   ledger.Costs
	of      int
	readers int
}

// refreshCosts shows what is counted, and has the account worked out anew
// where it is out of date.
func (m *Model) refreshCosts(r *room) {
	r.costs.Set(r.figures())
	grown := r.log.Len() - r.costing.of
	outdated := !r.costing.have || r.costing.readers != r.readersNow() || grown > r.costing.of/10 || grown > 0 && r.log.Len() < 500
	if r.costing.busy || m.counter == nil || r.log.Len() == 0 || !outdated {
		return
	}
	r.costing.busy = true
	m.do(r.cmdCosts(m.counter.Count))
}

// cmdCosts works out the account over copies: the room's own ledger belongs to
// the loop.
func (r *room) cmdCosts(count func(string) int) tea.Cmd {
	var messages []ledger.Message
	var bodies []string
	for i := max(0, r.log.Len()-costedMessages); i < r.log.Len(); i++ {
		messages = append(messages, r.log.ledgerHead(i))
		bodies = append(bodies, r.log.body(i))
	}
	var repeats []wire.Repeat
	for _, e := range r.told.repeats {
		repeats = append(repeats, e)
	}
	msg := costsMsg{room: r.index, epoch: r.epoch, of: r.log.Len(), readers: r.readersNow()}
	seats, options, now := r.seatStates(), r.ledgerOptions, r.view.Now()
	return func() tea.Msg {
		msg.costs = account(messages, bodies, seats, repeats, options, now, msg.readers, count)
		return msg
	}
}

func account(messages []ledger.Message, bodies []string, seats []ledger.SeatState, repeats []wire.Repeat,
	options ledger.Options, now time.Time, readers int, count func(string) int,
) ledger.Costs {
	l := ledger.New(options)
	l.Seats(seats)
	for i, message := range messages {
		message.Doc = convention.Parse(bodies[i])
		l.Feed(message)
	}
	for _, e := range repeats {
		l.Repeat(e.Sequence, e.Count, e.LastAt)
	}
	return l.At(now).Costs(ledger.Assumptions{Readers: readers}, count)
}

func (m *Model) costed(msg costsMsg) {
	r := m.rooms[msg.room]
	r.costing.busy = false
	if msg.epoch != r.epoch {
		return
	}
	r.costing = costing{have: true, costs: msg.costs, of: msg.of, readers: msg.readers}
	if m.mainShown() == viewCosts && r == m.room() {
		r.costs.Set(r.figures())
		m.dirty = true
	}
}

// figures adds up what is counted so far, and takes the rest from the account
// that was worked out last.
func (r *room) figures() views.Figures {
	f := views.Figures{Readers: r.readersNow(), Messages: r.log.Len(), Series: r.log.tokenSeries(300)}
	rows := make([]views.CostRow, len(r.log.sums.seats))
	for i, w := range r.log.sums.seats {
		rows[i].Messages, rows[i].Tokens = w.messages, w.tokens
		f.Missing += w.messages - w.counted
		f.Tokens += w.tokens
	}
	f.ReadTokens = f.Tokens * f.Readers
	for i, from := range r.log.senders.values {
		rows[i].Name = from.name
		for _, s := range r.costing.costs.Seats {
			if s.ID == from.id && s.Name == from.name {
				rows[i].Repeats, rows[i].RepeatTokens = s.Repeats+s.Deduplicated, s.RepeatTokens
				rows[i].TimeTokens, rows[i].IDTokens = s.TimeTokens, s.IDTokens
			}
		}
	}
	slices.SortStableFunc(rows, func(a, b views.CostRow) int { return b.Tokens - a.Tokens })
	f.Seats = rows
	if c := r.costing; c.have {
		f.Known, f.Latest = true, min(c.of, costedMessages)
		f.Dedup, f.Cache, f.StateRecord = c.costs.Savings.Dedup, c.costs.Savings.Cache, c.costs.Savings.StateRecord
		f.Grammar, f.Saved, f.PaidAfter = c.costs.Grammar.Tokens, c.costs.Grammar.Saved, c.costs.Grammar.PaidAfter
	}
	return f
}
