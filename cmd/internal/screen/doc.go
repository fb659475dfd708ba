// Package screen runs a program in a pseudo-terminal whose other end is a terminal emulator, and
// gives its screen as cells: for pictures of the real program and for timing what a person sees.
//
// It knows bytes, cells and colours. It must never know what the program shows. What it reports is
// a snapshot: a [Picture] does not change once taken.
package screen
