package hall

import (
	"context"
	"sync"
	"time"

	"earshot/client/wire"
	"earshot/convention"
	"earshot/convention/evidence"
	"earshot/convention/ledger"
)

// book is the room's ledger behind a lock, and what was said about messages that it has not read yet.
// What is new waits until what was stored before is read: a ledger reads a log from its start.
type book struct {
	mu      sync.Mutex
	ledger  *ledger.Ledger
	fed     int64
	whole   bool      // what was stored before is read
	waiting []chapter // new messages, until then
	judged  map[int64][]verdictRecord
	counted map[int64]repeatRecord
}

// chapter is one message on its way into the ledger.
type chapter struct {
	message wire.Message
	doc     *convention.Message
	repeats int
}

func newBook(dueWindow time.Duration) *book {
	return &book{ledger: ledger.New(ledger.Options{DueWindow: dueWindow}), judged: make(map[int64][]verdictRecord), counted: make(map[int64]repeatRecord)}
}

// feed takes a new message.
func (b *book) feed(m wire.Message, doc *convention.Message, repeats int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.whole {
		b.waiting = append(b.waiting, chapter{m, doc, repeats})
		return
	}
	b.read(chapter{m, doc, repeats})
}

// recall takes a message that was stored before.
func (b *book) recall(m wire.Message, doc *convention.Message, repeats int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.read(chapter{m, doc, repeats})
}

// catchUp says that all that was stored before is recalled.
func (b *book) catchUp() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, c := range b.waiting {
		b.read(c)
	}
	b.waiting, b.whole = nil, true
}

func (b *book) read(c chapter) {
	m := c.message
	b.ledger.Feed(ledger.Message{
		Sequence: m.Sequence, ID: m.ID, ReplyTo: m.ReplyTo, At: m.CreatedAt, Doc: c.doc, Repeats: c.repeats,
		From: ledger.Seat{ID: m.Sender.MemberID, Name: m.Sender.Name}, Operator: m.Sender.Kind == kindOperator,
	})
	b.fed = m.Sequence
	if r, found := b.counted[m.Sequence]; found {
		b.ledger.Repeat(r.Sequence, r.Count, r.Last)
		delete(b.counted, m.Sequence)
	}
	for _, v := range b.judged[m.Sequence] {
		b.judge(v)
	}
	delete(b.judged, m.Sequence)
}

func (b *book) repeat(r repeatRecord) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if r.Sequence > b.fed {
		b.counted[r.Sequence] = r
		return
	}
	b.ledger.Repeat(r.Sequence, r.Count, r.Last)
}

func (b *book) verdict(r verdictRecord) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if r.Sequence > b.fed {
		b.judged[r.Sequence] = append(b.judged[r.Sequence], r)
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
// costs what the seat has in hand, not a walk over the log. It is not known while that was not read.
func (b *book) owed(seat wire.Seat, now time.Time) (owed []wire.Owed, known bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	owed = []wire.Owed{}
	if !b.whole {
		return owed, false
	}
	for _, item := range b.ledger.At(now).Owed(ledger.Seat{ID: seat.MemberID, Name: seat.Name}) {
		if item.Kind == ledger.Ask && item.State != ledger.Unreadable {
			owed = append(owed, wireOwed(item))
		}
	}
	return owed, true
}

func wireOwed(i ledger.Item) wire.Owed {
	return wire.Owed{
		Sequence: i.Sequence, Line: i.Line, Kind: i.Kind, State: string(i.State), MessageID: i.MessageID, Topic: i.Topic,
		From: i.From.Name, Text: i.Text, Due: i.Due, Default: i.Default,
	}
}

// Owed lists what a seat still has to answer. It is not known while the hall, which has just opened, still
// reads its log.
func (h *Hall) Owed(member string) (owed []wire.Owed, known bool) {
	seat, _ := h.Seat(member)
	return h.book.owed(seat, h.config.Now())
}

// State folds a topic, or with "" the room, into a state record. In a hall that has just opened it waits for
// the log to be read; the error is a *Refusal where that takes long.
func (h *Hall) State(ctx context.Context, topic string) (ledger.Record, error) {
	if err := h.waitWhole(ctx); err != nil {
		return ledger.Record{}, err
	}
	h.tellBook()
	h.book.mu.Lock()
	defer h.book.mu.Unlock()
	return h.book.ledger.At(h.config.Now()).Record(topic, h.config.Count), nil
}

// Brief folds what a seat must, must not and may do, on a topic or with "" in the room. It waits like State.
func (h *Hall) Brief(ctx context.Context, topic string, seat wire.Seat) (ledger.Brief, error) {
	if err := h.waitWhole(ctx); err != nil {
		return ledger.Brief{}, err
	}
	h.tellBook()
	h.book.mu.Lock()
	defer h.book.mu.Unlock()
	return h.book.ledger.At(h.config.Now()).Brief(topic, ledger.Seat{ID: seat.MemberID, Name: seat.Name}, h.config.Count), nil
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
