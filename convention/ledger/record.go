package ledger

import "time"

// Entry is one fact of a state record or a brief.
type Entry struct {
	Text     string
	Sequence int64 // the message it stems from
	Line     int
	Seat     Seat      // whom it concerns; zero: several or nobody
	Due      time.Time // zero: none
	State    State     // of what is owed, or of a default: in force when Defaulted
}

// Lists are the facts of a record or a brief, whatever had to be left out of its
// text.
type Lists struct {
	Must, MustNot, May, Decided, Defaults, Proved, Claimed, Blocked, Options, Risks, Costs []Entry
}

// Record is the state of one topic, or of the room where the topic is "".
type Record struct {
	Topic string
	Text  string // the v1 message, of intent state, without a trailing line feed
	Lists
	// Left is how many lines had to be left out of Text.
	Left int
}

// Brief is what one seat must, must not and may do.
type Brief struct {
	Topic string // "" for the room
	Seat  Seat
	Text  string // the v1 message, of intent brief, without a trailing line feed
	Lists
}

const (
	// fullLog is from how many messages in the room on a topic's record may cost
	// at most a recordShare-th of the topic's tokens.
	fullLog     = 64
	recordShare = 10
	// roomTokens is what the room's record may cost.
	roomTokens = 2000
	// longestText is how many bytes of a fact's text a record repeats.
	longestText = 240
	// mostBytes keeps a record within what a room takes as one message.
	mostBytes = 30_000
)

// Record folds a topic ("" for the room) into a v1 message of intent state, which
// obliges nobody. count counts tokens and bounds its size; nil leaves it without a
// bound in tokens. It must be the same function on every call, because the counts
// of messages are kept. A topic's record reads that topic's messages again; the
// room's costs its items.
func (v View) Record(topic string, count func(string) int) Record {
	return v.Fold(topic, count).finish()
}
