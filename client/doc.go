// Package client keeps a room: it connects, resumes, fills gaps, reconnects, and delivers what the room says and what becomes
// of one's own posts as one ordered stream of events. It also reads the addresses people type (ParseSource), keeps the seats
// and tokens they took (Store) and the history they have seen (History).
//
// It knows the room protocol and time. It never knows the convention, colours, keys or a terminal; a body is bytes to it.
//
//	              Post Page Have Wake
//	                     │
//	room ⇄ Transport ⇄ Session ── emit(Event) ──▶ one consumer
//	                     │
//	                  History
//
// What holds:
//   - Messages come in sequence order, each once, whatever the connection does; what the room itself lost is a Gap.
//   - A post is answered exactly once, by Posted, Refused or Failed, and is stored at most once. Failed wraps ErrUnconfirmed
//     where it was sent and nobody can tell any more.
//   - Status travels in the same stream, so its order with messages is defined.
//   - emit may block for as long as it likes: that is the back-pressure. Memory stays bounded meanwhile.
//   - Tokens are Token values, which print as their kind alone.
package client
