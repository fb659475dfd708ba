// Package clienttest is a room in memory for tests: it keeps the protocol as a sound server would, except where a test tells
// it to cut, hold, double, drop or reorder what it sends. It works inside a testing/synctest bubble: no sockets, no clock but
// time's own, and Close leaves no goroutine behind.
//
// It knows client and client/wire. It must never be part of the program, and it knows no rule of the convention: bodies are
// bytes, nothing is folded or counted; Send puts any frame before the clients.
//
// Frames travel as JSON lines over net.Pipe, so that a frame can also be cut in its middle.
package clienttest
