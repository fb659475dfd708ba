// Package ledger keeps what a room owes: open asks and requests, claims without
// proof, decisions, prohibitions and permissions, repeats, and what silence has
// decided.
//
// It is fed parsed messages in sequence order and asked with any moment. It
// knows messages, seats, verdicts and repeat counts as values. It must never
// know a network, a file, a terminal or a clock: now is always a parameter.
//
// Invariants: feeding one by one equals feeding all at once; a message fed twice
// changes nothing; what it says is a function of the messages, the seats, the
// repeat counts and the verdicts, never of the order in which At was asked; in
// doubt an item stays open. One message costs its lines times what its seat has
// open on that topic, plus the seats it addresses, whatever came before.
//
// A Ledger and its Views belong to one goroutine.
package ledger

import (
	"time"

	"earshot/convention"
	"earshot/convention/evidence"
)

// DefaultDueWindow is how long before its due time an item counts as due.
const DefaultDueWindow = 15 * time.Minute

// Seat is a member of the room: keyed by ID, addressed by Name. ID is empty for
// a seat that was addressed and has not been seen yet.
type Seat struct{ ID, Name string }

// Message is one message of the room with its parsed body.
type Message struct {
	// Sequence is the message's number in the room, from 1; the only order.
	Sequence int64
	// ID is what replies refer to, ReplyTo the ID this message replies to, or "".
	ID, ReplyTo string
	From        Seat
	At          time.Time
	// Doc is the parsed body. The ledger reads it during Feed and keeps its
	// Source only.
	Doc *convention.Message
	// Repeats is the server's count of this body, the stored one included; 0
	// means that the server did not say.
	Repeats int
	// Operator says that an operator posted it: one may hand over what another
	// seat owes.
	Operator bool
}

// SeatState is what the room says about a seat.
type SeatState struct {
	Seat
	// Left says that the seat is no member any more: what it owes is orphaned.
	Left bool
	// JoinedAt and LeftAt bound its membership; zero where the room does not say.
	JoinedAt, LeftAt time.Time
	// FetchKnown says that the room reports what the seat has fetched. Without it
	// silence is unknown, and the seat is never listed as silent.
	FetchKnown bool
	// Fetched is the highest sequence the seat has fetched or shown.
	Fetched             int64
	FetchedAt, PostedAt time.Time
}

// Options are the settable rules.
type Options struct {
	// DueWindow is how long before its due time an item counts as due; 0 means
	// DefaultDueWindow.
	DueWindow time.Duration
}

// Ledger is the room's book. The zero value is not ready; use New.
type Ledger struct {
}

// New returns an empty ledger.
func New(o Options) *Ledger { return &Ledger{} }

// Feed takes the next message.
func (l *Ledger) Feed(m Message) {}

// Seats takes what the room says about seats: all of them or the changed ones.
func (l *Ledger) Seats(states []SeatState) {}

// Repeat takes the server's count of how often a stored message was posted.
func (l *Ledger) Repeat(sequence int64, count int, last time.Time) {}

// Verdict takes what a resolver said of the reference on an ev line.
func (l *Ledger) Verdict(sequence int64, line int, ref string, v evidence.Verdict) {}

// At returns the view of a moment.
func (l *Ledger) At(now time.Time) View { return View{} }
