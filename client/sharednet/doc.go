// Package sharednet reads and posts to rooms of SharedNet: two transports over its HTTP API version 1, one for a seat and one
// for public read-only links. A seat is taken with client.Join, once, and its token kept.
//
// It knows that API and client/wire. It never knows the convention, files or the screen; the typed trailer that SharedNet's
// clients put under a message stays in its content, for those who know what it means.
//
// What holds:
//   - The cursor moves with what was read, never with what a post returned, so that nothing between is skipped.
//   - Posts carry their id as Idempotency-Key and are repeated with it until they are answered.
//   - What the API cannot say is left out, not invented: roles and delivery are unknown, presence of a public link is unknown.
//   - A refusal that the next try would get again ends the session; a room that has only become closed can still be read.
package sharednet
