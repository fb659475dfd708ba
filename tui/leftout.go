package tui

import (
	"fmt"

	"earshot/client"
	"earshot/tui/chrome"
)

// leftOut is what a source holds beside messages, as it was told last.
type leftOut struct {
	lines int
	told  bool
}

// noteLeftOut asks the source what it had to leave out. The header counts it;
// once the source has been read a sentence says so.
func (m *Model) noteLeftOut(r *room) {
	if r.cfg.LeftOut == nil {
		return
	}
	lines, first := r.cfg.LeftOut()
	r.left.lines = lines
	read := r.over || r.status.State == client.StateLive || r.status.State == client.StateEnded
	if lines == 0 || r.left.told || !read {
		return
	}
	r.left.told = true
	text := counted(lines, "line is no message and was", "lines are no messages and were") + " left out"
	if first != nil {
		text += "; first " + first.Error()
	}
	m.notify(chrome.Warn, text)
}

// counted is a number with the words for one or for several.
func counted(n int, one, several string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, several)
}
