package tui

import (
	tea "charm.land/bubbletea/v2"

	"earshot/render"
)

// overlay is something that takes the keys until it is closed: the help, the
// detail of a message, a line of input. A card to answer from is one more.
type overlay interface {
	// key takes every key but those that hold everywhere.
	key(m *Model, k tea.KeyPressMsg)
	paste(m *Model, text string)
	scroll(rows int)
	// rows draws the overlay in place of the panes; nil leaves them in view.
	rows(m *Model, w, h int) []render.Row
	// foot draws the overlay in place of the footer, in at most that many rows;
	// nil leaves the footer in view. cursor is a column of the last row, -1 for
	// none.
	foot(m *Model, w, most int) (rows []render.Row, cursor int)
	title() string
	hints() []string
}

// scrolls is what the keys for moving move.
type scrolls interface {
	ScrollBy(rows int)
	PageDown()
	PageUp()
	Top()
	Bottom()
	// Stand compares equal for as long as the window does not move.
	Stand() any
}

// scroller is a window onto rows that are all there.
type scroller struct {
	top, total, height int
}

// fit tells the scroller how much there is and how much is seen of it.
func (s *scroller) fit(total, height int) {
	s.total, s.height = total, height
	s.top = min(max(s.top, 0), max(total-height, 0))
}

// ScrollBy moves the window by rows.
func (s *scroller) ScrollBy(rows int) { s.top += rows; s.fit(s.total, s.height) }

// PageDown and the others move the window as their names say.
func (s *scroller) PageDown() { s.ScrollBy(max(s.height-1, 1)) }
func (s *scroller) PageUp()   { s.ScrollBy(-max(s.height-1, 1)) }
func (s *scroller) Top()      { s.top = 0 }
func (s *scroller) Bottom()   { s.ScrollBy(s.total) }

// Stand is the first row of the window.
func (s *scroller) Stand() any { return s.top }

// cut gives the rows in the window.
func (s *scroller) cut(rows []render.Row) []render.Row {
	return rows[s.top:min(s.top+s.height, len(rows))]
}

// closeOverlay gives the keys back to the panes.
func (m *Model) closeOverlay() { m.overlay = nil }
