package ledger

import "time"

// State is where an item stands. Programs must bear states they do not know.
type State string

// The states. An item shows the first that holds in this order: proved,
// accepted, answered, unreadable, withdrawn, superseded, claimed, defaulted,
// overdue, blocked, due, open.
const (
	Proved     State = "proved"     // a req whose done is proved by evidence of the right kind
	Accepted   State = "accepted"   // the asker accepted the answer or the work
	Answered   State = "answered"   // an ask that the seat which owes it (or the decider) answered
	Unreadable State = "unreadable" // the answer says only that something could not be read: no silence
	Withdrawn  State = "withdrawn"  // the asker took it back
	Superseded State = "superseded" // the same asker asked the same again, or corrected the message
	Claimed    State = "claimed"    // a req that the seat says is done, unproven
	Defaulted  State = "defaulted"  // an ask: silence has decided, the message's default is in force
	Overdue    State = "overdue"
	Blocked    State = "blocked" // a req that the seat says it cannot go on with
	Due        State = "due"     // due within the due window
	Open       State = "open"
)

// states numbers the states from 1, as items keep them. It is never written.
var states = [...]State{"", Proved, Accepted, Answered, Unreadable, Withdrawn, Superseded, Claimed, Defaulted, Overdue, Blocked, Due, Open}

func stateOf(number uint8) State { return states[number] }

func numberOf(s State) uint8 {
	for n := len(states) - 1; n > 0; n-- {
		if states[n] == s {
			return uint8(n)
		}
	}
	return 0
}

// Settled reports whether nobody is waited for any more: an item in such a state
// does not change by time alone. A defaulted ask is settled by silence; it can
// still be answered, late.
func (s State) Settled() bool {
	switch s {
	case Proved, Accepted, Answered, Withdrawn, Superseded, Defaulted:
		return true
	}
	return false
}

// The kinds of items.
const (
	Ask = "ask"
	Req = "req"
)

// How an answer was recognised.
const (
	ByReply = "reply" // it replies to the asking message or to a nudge of it
	ByTopic = "topic" // it is v1 on the same topic and fits this ask alone
)

// How late an answer was.
const (
	Late             = "late"               // given at or after the due time
	LateAfterDefault = "late-after-default" // and silence had decided already: a person has to look at it
)

// The grades of proof, of an item or of a done line.
const (
	Cited        = "cited"        // evidence of the right kind, and nobody looked
	Checked      = "checked"      // a resolver found it
	Contradicted = "contradicted" // a resolver found it missing, or the run failed
	// "accepted" is the fourth grade: the asker accepted the work.
	GradeAccepted = "accepted"
)

// Option is an option of the asking message.
type Option struct{ ID, Text string }

// Ack is an acknowledgement: a reply that answers nothing.
type Ack struct {
	Sequence int64
	Seat     Seat
	At       time.Time
	Text     string
}

// Handover is one change of the seat that owes an item.
type Handover struct {
	Sequence int64
	From, To Seat
	At       time.Time
}

// Item is one ask or req line as one seat owes it.
type Item struct {
	Kind  string // Ask or Req
	State State
	// Sequence and Line say where it was asked; MessageID is that message's ID.
	Sequence  int64
	Line      int
	MessageID string
	Topic     string
	Text      string // the line without its label
	Default   string // what silence means, "" where the message does not say
	From      Seat
	Owes      Seat
	At        time.Time // when it was asked
	Due       time.Time // zero: no time
	Decider   bool      // the seat owes it as the message's decider
	// AnsweredBy is the message that answered an ask or settled a req (the proof,
	// or else the last claim of it); 0 where there is none.
	AnsweredBy  int64
	AnsweredAt  time.Time
	AnsweredHow string // ByReply or ByTopic
	Late        string // "", Late or LateAfterDefault
	BlockedBy   int64  // the last block line's message, kept while overdue
	BlockedText string
	ClosedBy    int64 // the message that withdrew, superseded or accepted it
	Progress    int64 // the last message with a plan, a todo or an ambiguous done of it
	Holds       int   // how often the due time was moved
	Acks        []Ack
	Nudges      []int64
	Handovers   []Handover
	Orphaned    bool // the seat that owes it has left, and it is not settled
	Options     []Option
	Recommended string // the option's id
	Grade       string // of a settled item: Cited, Checked, Contradicted, GradeAccepted
	// Of and Answered count the items that the same line opened and those of them
	// that are settled by their seats: "2 of 8 answered".
	Of, Answered int
}

// Conflict reports whether a person has to look because an answer came after
// silence had decided.
func (i Item) Conflict() bool { return i.Late == LateAfterDefault }
