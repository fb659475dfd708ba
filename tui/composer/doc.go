// Package composer is where a person writes a message of the room convention.
//
// It knows the text under work, what the convention says of it, the room as a
// value (seats, topics, numbers, the time), and which key does what to a draft.
// It must never know a socket, a file, a clock, a command of Bubble Tea, or
// where it stands on the screen; what it wants done it returns as an [Action].
//
// What holds:
//
//   - No text is lost: leaving keeps the draft, a send keeps it until the next
//     [Composer.Open], what does not fit is refused with its size.
//   - What is shown about a text belongs to that text: results carry the
//     revision that asked for them and stale ones are dropped.
//   - Every row is cleaned text and never wider than the window.
package composer
