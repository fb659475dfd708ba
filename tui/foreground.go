package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// foregroundLeast is the least time for which the terminal is handed over. It is
// some frames long, and shorter than anybody edits.
const foregroundLeast = 100 * time.Millisecond

// foreground is a program that the terminal is handed to, such as the person's
// own editor. It takes at least foregroundLeast, however soon the program ends
// or fails to start: Bubble Tea's drawing loop of before stops the frame clock a
// little after it was told to end, and where that comes after the next loop has
// set the clock going, nothing is drawn again.
type foreground struct{ tea.ExecCommand }

// Run implements tea.ExecCommand.
func (f foreground) Run() error {
	least := time.After(foregroundLeast)
	err := f.ExecCommand.Run()
	<-least
	return err
}
