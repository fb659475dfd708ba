package timeline

import (
	"time"

	"earshot/convention"
)

// Message is one message of the log.
type Message struct {
	Sequence     int64
	ID           string
	ReplyTo      int64  // sequence, 0 for none or not known
	From, FromID string // the seat's name and member id
	Type         string // of the protocol, "message" for ordinary ones
	At           time.Time
	Body         string
	Tokens       int // -1 until counted
}

// Log is the room's messages in the order of their sequences. Indexes start at
// 0 and move when older messages are put in front.
type Log interface {
	Len() int
	At(i int) Message
	// Sequence is that of message i, without the cost of the whole message.
	Sequence(i int) int64
	// Size is how many bytes and line feeds the body of message i has.
	Size(i int) (bytes, lines int)
	// Doc is the parsed body of message i.
	Doc(i int) *convention.Message
	// Index finds a message by its sequence.
	Index(seq int64) (int, bool)
	// Topic numbers the topic of message i, 0 for none.
	Topic(i int) uint32
	// Bodies gives the texts of the moment to a search outside of the loop.
	Bodies() Bodies
}

// Bodies are the texts of the log at one moment; they may be read from any
// goroutine.
type Bodies interface {
	Len() int
	Body(i int) (seq int64, body string)
	// Run is a text in which the bodies first … i stand one directly behind the
	// other, and a sieve of them and perhaps of others, nil for none.
	Run(i int) (first int, text string, sieve *Sieve)
}

// Outgoing is a message of ours that the room has not shown yet.
type Outgoing struct {
	// Number tells outgoing messages apart, from 1.
	Number int64
	From   string
	At     time.Time
	Doc    *convention.Message
	// ReplyTo is the sequence replied to, 0 for none.
	ReplyTo int64
	// State is "pending", "sent", "refused: …" or "failed: …".
	State string
}
