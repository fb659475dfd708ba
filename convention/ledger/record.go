package ledger

import "time"

// Entry is one fact of a state record or a brief.
type Entry struct {
	Text     string
	Sequence int64
	Line     int
	Seat     Seat      // whom it concerns, where it applies
	Due      time.Time // zero: none
}

// Record is the state of one topic, or of the room where the topic is "".
type Record struct {
	Topic string
	Text  string // the v1 message
	// The lists hold everything, whatever had to be dropped from Text.
	Must, MustNot, May, Decided, Defaults, Proved, Claimed, Blocked, Options, Risks, Costs []Entry
}

// Brief is what one seat must, must not and may do.
type Brief struct {
	Topic                                                                                  string // "" for the room
	Seat                                                                                   Seat
	Text                                                                                   string // the v1 message
	Must, MustNot, May, Decided, Defaults, Proved, Claimed, Blocked, Options, Risks, Costs []Entry
}

// Record folds a topic ("" for the room) into a v1 message of intent state. count
// counts tokens and bounds its size; nil leaves it unbounded.
func (v View) Record(topic string, count func(string) int) Record { return Record{} }

// Brief folds what a seat has to act on, in a topic or ("") in the room.
func (v View) Brief(topic string, seat Seat, count func(string) int) Brief { return Brief{} }
