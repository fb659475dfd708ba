// Package filter decides which messages of a room an expression picks out, such
// as
//
//	seat:yu topic:limiter is:unproven "exact words" -seat:runner
//
// Terms are separated by blanks and all of them have to hold; a "-" before a
// term negates it. A term is key:value with one of the keys seat, topic, to,
// intent and is, or words to be found in the body without regard to case.
// Quotes keep blanks together, in values too.
//
// is:overdue picks what is past its time without an answer, asks that silence
// has decided among them, since their lines say OVERDUE too; is:defaulted picks
// these alone.
//
// It knows messages as values and their state in the ledger. It never knows a
// screen, a clock or where messages come from.
package filter
