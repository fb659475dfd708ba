// Package wire holds what travels between a room and those who sit in it: messages, seats, frames, error codes and close
// codes, and the one codec for all of them. Client and room server share it, transcripts are written with it.
//
// It knows the JSON of the room protocol and nothing else: no sockets, no files, no clock, no order of frames, no rule of the
// convention.
//
// What holds:
//   - A decoded value keeps what this version does not know: unknown fields of messages, senders and rooms stand in
//     Extra, unknown operations come back as Unknown, unknown message types as they are. Encoding writes them again.
//   - Encode after Decode gives the same value; encoding is deterministic (fields in the protocol's order, extras sorted).
//   - Times are UTC with milliseconds; finer ones are cut, never rounded up, so that "late" stays late and "in time" in time.
//   - A message encodes to one line without a line feed, so that a transcript is messages joined by line feeds.
//   - Decoding reads only what it was handed and trusts nothing of it: no input makes it panic, nesting is bounded.
//   - A value that carries a token does not show it when printed or logged.
package wire
