package hall

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"earshot/client/wire"
	"earshot/convention"
	"earshot/convention/evidence"
	"earshot/convention/ledger"
)

// book is the room's ledger, and an index of who still owes an answer, so that telling a poster what
// it owes costs no walk over the log.
type book struct {
	mu     sync.Mutex
	ledger *ledger.Ledger
	fed    int64
	asks   map[string]map[int64]struct{} // folded name to the messages with asks that it may owe
	early  map[int64][]verdictRecord     // verdicts on messages that are not fed yet
}

func newBook(dueWindow time.Duration) *book {
	return &book{
		ledger: ledger.New(ledger.Options{DueWindow: dueWindow}),
		asks:   make(map[string]map[int64]struct{}),
		early:  make(map[int64][]verdictRecord),
	}
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
	if asks(doc) {
		b.note(m.Sequence, m.CreatedAt)
	}
	if doc.Header != nil && strings.EqualFold(doc.Header.Intent.Text, "handover") {
		for _, sequence := range b.noted() {
			b.note(sequence, m.CreatedAt)
		}
	}
}

func asks(doc *convention.Message) bool {
	return slices.ContainsFunc(doc.Facts, func(f convention.Fact) bool { return f.Label.Modality == convention.Ask })
}

// noted lists the messages with asks that somebody may still owe.
func (b *book) noted() []int64 {
	all := make(map[int64]struct{})
	for _, sequences := range b.asks {
		maps.Copy(all, sequences)
	}
	return slices.Sorted(maps.Keys(all))
}

// note writes down who owes the asks of a message. Whoever owed one before stays noted: a handover
// may end.
func (b *book) note(sequence int64, now time.Time) {
	for _, item := range b.ledger.At(now).ItemsOf(sequence) {
		if item.Kind != ledger.Ask {
			continue
		}
		name := foldName(item.Owes.Name)
		if b.asks[name] == nil {
			b.asks[name] = make(map[int64]struct{})
		}
		b.asks[name][sequence] = struct{}{}
	}
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

// owed lists the asks of a seat that nobody answered and silence has not decided, oldest first.
func (b *book) owed(name string, now time.Time) []wire.Owed {
	b.mu.Lock()
	defer b.mu.Unlock()
	view := b.ledger.At(now)
	noted := b.asks[foldName(name)]
	owed := []wire.Owed{}
	for _, sequence := range slices.Sorted(maps.Keys(noted)) {
		over := true
		for _, item := range view.ItemsOf(sequence) {
			if item.Kind != ledger.Ask {
				continue
			}
			over = over && closed(item.State)
			if convention.SameSeat(item.Owes.Name, name) && !item.State.Settled() && item.State != ledger.Unreadable {
				owed = append(owed, wireOwed(item))
			}
		}
		if over {
			delete(noted, sequence)
		}
	}
	return owed
}

// closed tells whether nothing can open an item again.
func closed(s ledger.State) bool {
	switch s {
	case ledger.Answered, ledger.Accepted, ledger.Withdrawn, ledger.Superseded:
		return true
	}
	return false
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
	return h.book.owed(seat.Name, h.config.Now())
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
