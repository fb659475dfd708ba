// Package tui is the terminal interface: one root model that holds the watched
// rooms, lays out the parts, routes keys and turns what the parts ask for into
// commands.
//
// It knows which event changes what, where things stand on the screen, which
// part has the focus and which key does what. It never knows JSON, sockets,
// files, the environment or a clock of its own: those are handed in through
// [Options].
//
// Invariants:
//
//   - [Model] is the only tea.Model. Parts are plain structs; they return
//     Actions and never commands, and they know neither each other nor this
//     package.
//   - Nothing is drawn that is not a render.Safe.
//   - View is a function of the model's state alone and is memoised: as long
//     as nothing marked the model dirty, the same view is returned.
//   - Commands capture values, never the model. Results carry the revision
//     that asked for them; stale ones are dropped.
//   - Every goroutine started here has an owner, a context and a recover that
//     ends the program, so that the terminal is always given back.
package tui
