// Package room serves rooms to people and agents: a websocket and the part of SharedNet's HTTP API
// that a seat needs, over logs kept by package engine and folded by package hall.
//
// It knows addresses, tokens, frames and HTTP. It must never know how a message is stored, what a
// line of the convention obliges, or what a terminal is.
//
// What holds:
//   - Who speaks is known from the token alone; nothing a client sends can name another seat.
//   - Every reader gets the same bytes of a message, for ever.
//   - A slow reader slows only itself: readers walk a shared ring, there is no queue per reader.
//   - Tokens are shown once, kept as hashes, and reach no log, error or answer.
//   - A good token is never refused because others tried bad ones.
package room
