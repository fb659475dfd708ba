package editor

// Command is something to do to the text or to move through it.
type Command uint8

// The commands. Moves drop the selection, their Select forms extend it.
const (
	NoCommand Command = iota
	Left
	Right
	Up
	Down
	WordLeft
	WordRight
	LineStart
	LineEnd
	DocStart
	DocEnd
	PageUp
	PageDown
	SelectLeft
	SelectRight
	SelectUp
	SelectDown
	SelectWordLeft
	SelectWordRight
	SelectLineStart
	SelectLineEnd
	SelectDocStart
	SelectDocEnd
	SelectPageUp
	SelectPageDown
	SelectAll
	Backspace
	Delete
	DeleteWordBack
	DeleteWordForward
	KillLine    // to the end of the line, or the line feed at its end
	KillToStart // to the start of the line
	Yank        // insert what was killed last
	Undo
	Redo
	Newline
)
