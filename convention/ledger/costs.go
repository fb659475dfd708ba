package ledger

import "time"

// Assumptions are the settable figures behind Costs.
type Assumptions struct {
	Readers int
}

// SeatCosts is what one seat's messages cost and how it behaves.
type SeatCosts struct {
	Seat                             Seat
	Messages, Tokens                 int
	Repeats, RepeatTokens            int
	TimeTokens, IDTokens             int
	Replies, Unanswered, V1, CleanV1 int
	AnswerTime                       time.Duration // median; 0 where it answered nothing
}

// Savings is what a lever would save, in tokens.
type Savings struct{ Dedup, Cache, StateRecord int }

// Costs is the account of a room.
type Costs struct {
	Readers, Messages, Tokens, ReadTokens int
	Seats                                 []SeatCosts
	Savings                               Savings
}
