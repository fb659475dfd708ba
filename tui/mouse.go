package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

const (
	// wheelFrame is how often a turning wheel moves the view: the first turn at
	// once, those that follow within a frame together at its end.
	wheelFrame    = 16 * time.Millisecond
	rowsPerTurn   = 3
	mostWheelRows = 1000 // of one frame
)

// wheeling adds up the wheel's turns of one frame.
type wheeling struct {
	rows   int
	x, y   int
	framed bool // a wheelMsg is on its way
}

func (m *Model) wheeled(mouse tea.Mouse) {
	rows := 0
	switch mouse.Button {
	case tea.MouseWheelUp:
		rows = -rowsPerTurn
	case tea.MouseWheelDown:
		rows = rowsPerTurn
	default:
		return
	}
	m.wheel.x, m.wheel.y = mouse.X, mouse.Y
	if m.wheel.framed {
		m.wheel.rows = min(max(m.wheel.rows+rows, -mostWheelRows), mostWheelRows)
		return
	}
	m.wheel.framed = true
	m.turn(rows)
	m.do(cmdAfter(wheelFrame, wheelMsg{}))
}

// wheelEnds moves by what was added up. While the wheel keeps turning there is
// another frame.
func (m *Model) wheelEnds() {
	m.wheel.framed = false
	if rows := m.wheel.rows; rows != 0 {
		m.wheel.rows = 0
		m.wheel.framed = true
		m.turn(rows)
		m.do(cmdAfter(wheelFrame, wheelMsg{}))
	}
}

// turn scrolls what lies under the pointer.
func (m *Model) turn(rows int) {
	if len(m.rooms) == 0 {
		return
	}
	m.dirty = true
	if m.overlay != nil {
		m.overlay.scroll(rows)
		return
	}
	if m.layout.side.holds(m.wheel.x, m.wheel.y) {
		m.room().triage.ScrollBy(rows)
		return
	}
	if m.layout.main.holds(m.wheel.x, m.wheel.y) {
		m.paneOf(m.mainShown()).ScrollBy(rows)
	}
}

// clicked selects what lies under the pointer and gives it the focus.
func (m *Model) clicked(mouse tea.Mouse) {
	if mouse.Button != tea.MouseLeft || len(m.rooms) == 0 || m.overlay != nil {
		return
	}
	m.dirty = true
	r, l := m.room(), m.layout
	switch {
	case l.side.holds(mouse.X, mouse.Y):
		m.composing = false
		m.show(viewTriage)
		r.triage.ClickAt(mouse.Y - l.side.y)
		r.chosen = true
	case l.main.holds(mouse.X, mouse.Y):
		m.composing = false
		m.show(m.mainShown())
		m.paneOf(m.view).ClickAt(mouse.Y - l.main.y)
		m.refreshView()
	case l.composer.holds(mouse.X, mouse.Y) && r.open:
		m.composing = true
	}
}
