// Package render turns text and parsed messages into rows of terminal cells and
// into plain, Markdown and HTML lines.
//
// It knows how text from outside is made harmless (Clean → Safe), how wide text
// is and how it wraps (Measure), which colours exist (Role, Palette), and what a
// parsed message, its ledger state and a diagnostic look like (MessageRows,
// DiagnosticRows, WritePlain and the export writers).
//
// It must never know sockets, files, keys, focus, the clock (the time is a
// parameter) or Bubble Tea, and it never decides what a message means: that is
// package convention's and its ledger's.
//
// Invariants:
//   - Only Clean, CleanLine and the functions built on them make a Safe; a Safe
//     holds valid UTF-8, no control character but line feed, no bidirectional,
//     zero-width or tag character outside of the sequences that need them.
//   - No row of MessageRows, DiagnosticRows or Fit is wider than the width it was
//     asked for, measured by the Measure it was given.
//   - Colour is never the only sign: every flag and every modality is a word.
//   - Cleaning, wrapping and truncating say what they left out.
package render
