package client

import (
	"time"

	"earshot/client/wire"
)

// Event is one of Welcomed, Messages, Status, Seats, Repeat, Verdict, Posted, Refused, Failed, Gap and Rebuilt.
type Event interface{ event() }

// State of a session.
type State uint8

// States of a session. StateRefused and StateEnded are last: Run returns after them.
const (
	StateConnecting   State = iota // first connection being made
	StateCatchingUp                // welcomed, backlog arriving
	StateLive                      // all caught up
	StateReconnecting              // connection lost, next try at NextRetry
	StateRefused                   // the room refuses, trying again is no use; Err says why
	StateEnded                     // a finite source was read to its end
)

// String names the state in lower case words.
func (s State) String() string {
	names := [...]string{"connecting", "catching up", "live", "reconnecting", "refused", "ended"}
	if int(s) < len(names) {
		return names[s]
	}
	return "unknown"
}

// Status tells how the connection stands since when. Attempt counts the tries of the present outage, 0 before the first;
// NextRetry is zero unless a try is scheduled; Err is why the last connection ended (see Explain).
type Status struct {
	State     State
	Since     time.Time
	Attempt   int
	NextRetry time.Time
	Err       error
}

// Welcomed opens every connection. You is nil where one only reads. Offset is the room's clock minus ours when it arrived:
// add it to the own clock to get the room's time, which due times follow; it is 0 where the room does not tell its time.
type Welcomed struct {
	Room         wire.Room
	You          *wire.Seat
	Seats        []wire.Seat
	LastSequence int64
	ServerTime   time.Time
	Offset       time.Duration
	Limits       wire.Limits
	Capabilities wire.Capabilities
	Epoch        string
}

// Messages carries messages in order. Backlog is set until the session is live; Cached on what comes from the history on disk,
// before anything was heard of the room. With Page they answer a Page request for what is below Before, ascending; they may
// have been delivered already, and none means that there is nothing below Before.
type Messages struct {
	Messages []wire.Message
	Backlog  bool
	Cached   bool
	Page     bool
	Before   int64
}

// Seats carries the seats that changed.
type Seats struct{ Seats []wire.Seat }

// Repeat is the room's count of one message's repeats.
type Repeat struct{ wire.Repeat }

// Verdict is what a resolver found about a reference.
type Verdict struct{ wire.Verdict }

// Posted answers a post: it is stored.
type Posted struct{ wire.Posted }

// Refused answers a post: the room did not take it.
type Refused struct{ wire.Refused }

// Failed answers a post that no room answered. Err wraps ErrNotSent when it is certain that it is stored nowhere,
// ErrUnconfirmed when it was sent and may be stored.
type Failed struct {
	ID  string
	Err error
}

// Gap says that the room itself does not hand out the messages From to To (both included).
type Gap struct{ From, To int64 }

// Rebuilt says that everything delivered so far is void, because the room's log is another one now; it comes again from the
// start. Reason is a sentence.
type Rebuilt struct{ Reason string }

func (Status) event()   {}
func (Welcomed) event() {}
func (Messages) event() {}
func (Seats) event()    {}
func (Repeat) event()   {}
func (Verdict) event()  {}
func (Posted) event()   {}
func (Refused) event()  {}
func (Failed) event()   {}
func (Gap) event()      {}
func (Rebuilt) event()  {}
