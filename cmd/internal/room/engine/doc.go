// Package engine keeps rooms in NATS JetStream: an append-only log for each room and a table of
// last values beside it. On one machine the JetStream server runs inside this process, without a
// listening socket; on several, the same code talks to an existing cluster.
//
// It knows streams, subjects, sequences and acknowledgements. It must never know what a message
// means, who may post, or what a client is: bytes go in, the same bytes come out.
//
// What holds:
//   - A sequence of a log is dense, starts at 1 and is never handed out twice with other bytes.
//   - What Append acknowledged is on disk (where the engine has a data folder) before it returns.
//   - A follower sees every entry once, in order, without a gap, whatever the transport lost.
//   - Nothing here is ever shared with a client: whoever may send JetStream requests can have
//     the server store messages under another seat's subject.
package engine
