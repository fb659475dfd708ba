// Package editor is a text editor for drafts: a text, a cursor, a selection, an
// undo history and a window that draws them.
//
// It knows text and cells. It must never know a key, a terminal, what the text
// means, or where it goes; it does not know Bubble Tea.
//
// What holds:
//
//   - The text is valid UTF-8 with LF as its only line ending. Nothing that is
//     put in is dropped or cut: CRLF and CR become LF, an invalid byte becomes
//     U+FFFD, and what would exceed the limit is refused whole.
//   - Positions are byte offsets into the text. Cursor and selection stand
//     between grapheme clusters, never inside one. A cluster of more than 64 code
//     points, a flood of marks, ends after them and the rest is another.
//   - Drawing and moving cost what is on the screen, not what is in the text.
//   - Every row is at most as wide as the window, and every text on it went
//     through render.Clean.
package editor
