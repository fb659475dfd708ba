// Package sharednettest is a SharedNet server for tests, built from the page that describes its API: one room with two seats, an
// invite and a public link, strict about what it is sent. It speaks HTTP alone, so that it serves in a bubble without a network
// as well as on loopback to whole programs.
//
// It knows client/wire's bounds and nothing of the client it tests. What holds:
//   - Whatever the page does not name (a query parameter, a key of a body, a header) is refused with the status the page gives.
//   - A join makes a seat each time; a post is stored once for each Idempotency-Key.
//   - Nothing goes wrong unless the test asks for it (Refuse, LosePosts, LoseJoins).
package sharednettest
