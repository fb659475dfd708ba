package hall

import (
	"sync"
	"time"

	"earshot/client/wire"
	"earshot/convention"
	"earshot/convention/evidence"
	"earshot/convention/ledger"
)

// book is the room's ledger behind a lock, and what was said about messages that it has not read yet.
type book struct {
	mu     sync.Mutex
	ledger *ledger.Ledger
	fed    int64
	early  map[int64][]verdictRecord
}

func newBook(dueWindow time.Duration) *book {
	return &book{ledger: ledger.New(ledger.Options{DueWindow: dueWindow}), early: make(map[int64][]verdictRecord)}
}

func (b *book) feed(m wire.Message, doc *convention.Message, repeats int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.ledger.Feed(ledger.Message{
		Sequence: m.Sequence, ID: m.ID, ReplyTo: m.ReplyTo, At: m.CreatedAt, Doc: doc, Repeats: repeats,
		From: ledger.Seat{ID: m.Sender.MemberID, Name: m.Sender.Name}, Operator: m.Sender.Kind == kindOperator,
	})
	b.fed = m.Sequence
	for _, v := range b.early[m.Sequence] {
		b.judge(v)
	}
	delete(b.early, m.Sequence)
}

func (b *book) repeat(r repeatRecord) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.ledger.Repeat(r.Sequence, r.Count, r.Last)
}

func (b *book) verdict(r verdictRecord) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if r.Sequence > b.fed {
		b.early[r.Sequence] = append(b.early[r.Sequence], r)
		return
	}
	b.judge(r)
}

func (b *book) judge(r verdictRecord) {
	b.ledger.Verdict(r.Sequence, r.Line, r.Reference, evidence.Verdict{Result: evidence.ParseResult(r.Result), Detail: r.Detail})
}

func (b *book) seats(states []ledger.SeatState) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.ledger.Seats(states)
}

// owed lists the asks of a seat that nobody answered and silence has not decided, oldest first. It
// costs what the seat has in hand, not a walk over the log.
func (b *book) owed(seat wire.Seat, now time.Time) []wire.Owed {
	b.mu.Lock()
	defer b.mu.Unlock()
	owed := []wire.Owed{}
	for _, item := range b.ledger.At(now).Owed(ledger.Seat{ID: seat.MemberID, Name: seat.Name}) {
		if item.Kind == ledger.Ask && item.State != ledger.Unreadable {
			owed = append(owed, wireOwed(item))
		}
	}
	return owed
}

func wireOwed(i ledger.Item) wire.Owed {
	return wire.Owed{
		Sequence: i.Sequence, Line: i.Line, Kind: i.Kind, State: string(i.State), MessageID: i.MessageID, Topic: i.Topic,
		From: i.From.Name, Text: i.Text, Due: i.Due, Default: i.Default,
	}
}

// Owed lists what a seat still has to answer.
func (h *Hall) Owed(member string) []wire.Owed {
	seat, _ := h.Seat(member)
	return h.book.owed(seat, h.config.Now())
}

// State folds a topic, or with "" the room, into a state record.
func (h *Hall) State(topic string) ledger.Record {
	h.tellBook()
	h.book.mu.Lock()
	defer h.book.mu.Unlock()
	return h.book.ledger.At(h.config.Now()).Record(topic, h.config.Count)
}

// Brief folds what a seat must, must not and may do, on a topic or with "" in the room.
func (h *Hall) Brief(topic string, seat wire.Seat) ledger.Brief {
	h.tellBook()
	h.book.mu.Lock()
	defer h.book.mu.Unlock()
	return h.book.ledger.At(h.config.Now()).Brief(topic, ledger.Seat{ID: seat.MemberID, Name: seat.Name}, h.config.Count)
}

// tellBook gives the ledger the seats as they are now.
func (h *Hall) tellBook() {
	seats := h.Seats()
	states := make([]ledger.SeatState, len(seats))
	for i, s := range seats {
		states[i] = ledger.SeatState{
			Seat: ledger.Seat{ID: s.MemberID, Name: s.Name}, Left: !s.LeftAt.IsZero(), JoinedAt: s.JoinedAt, LeftAt: s.LeftAt,
			FetchKnown: true, Fetched: s.Fetched, FetchedAt: s.FetchedAt, PostedAt: s.PostedAt,
		}
	}
	h.book.seats(states)
}
