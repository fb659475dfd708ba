// Package hall is one room as it lives in a server: its log folded into seats, tokens, repeats,
// marks and obligations, the place where posts are taken, and the ring that readers walk.
//
// It knows what a post must satisfy, what a seat may do and what everybody is told. It must never
// know a socket, a request or how the log is stored.
//
// What holds:
//   - Sender, time and id of a stored message come from here; from the poster come content and reply
//     reference alone.
//   - A post is stored once for its idempotency key, and once for its folded body within the window;
//     each further one is counted, and the count is on disk before it is answered.
//   - Everything the hall knows follows from its log and its table, so that every server of a room
//     and every restart comes to the same state. Presence alone is of the moment.
//   - What a reader is told about a message comes after that message.
//   - No post walks over the log.
package hall
