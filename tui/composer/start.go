package composer

import "time"

// Kind says what a message is begun for.
type Kind uint8

// The kinds of start.
const (
	Compose  Kind = iota // a new message, or the draft of before
	Reply                // to a message
	Answer               // to an open ask, with its options
	Nudge                // of the seat that owes an item
	Proof                // asks a seat for the evidence of a claim
	Decide               // a decision, by the one who is to decide
	Hold                 // moves the due time of what I owe
	Withdraw             // takes back what I asked
	Accept               // accepts the work that settles my request
	Handover             // gives what I owe to another seat
	Rewrite              // says as an ask what somebody asked in prose
)

// Option is one way to answer an ask.
type Option struct{ ID, Text string }

// Start is what a message is begun with. Everything but Kind may be zero.
type Start struct {
	Kind Kind
	// Text is a draft to go on with; it takes the place of the template.
	Text string
	// To are the addressees; empty leaves the place to be filled in.
	To []string
	// Topic of the header; empty leaves the place to be filled in.
	Topic string
	// ReplyTo and ReplyToSequence name the message replied to.
	ReplyTo         string
	ReplyToSequence int64
	// About is the line that this is about: the ask, request or claim.
	About string
	// Options, Recommended and Default are those of an ask.
	Options     []Option
	Recommended string
	Default     string
	// Due is when the item is due, zero for never.
	Due time.Time
	// Needs names the kinds of evidence that would prove a claim.
	Needs []string
	// ByHand says of a draft that its n= is as the person wrote it.
	ByHand bool
}
