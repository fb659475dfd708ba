package timeline

import "earshot/tui/vlist"

// Spot is where a reader stands: what is selected, and what is on the screen.
type Spot struct {
	selected vlist.ID // 0 for none
	pointer  pointer
	top      vlist.Line
	follow   bool
}

// Spot is where the reader stands now.
func (t *Timeline) Spot() Spot {
	s := Spot{pointer: t.pointer, follow: t.list.Follow()}
	s.top, s.selected = t.list.Stand()
	return s
}

// Return brings the reader back to a spot, as far as its messages are still
// shown. A reader who followed the end follows it again.
func (t *Timeline) Return(s Spot) {
	t.pointer = s.pointer
	t.pointer.drawn = false
	t.list.Unselect()
	switch {
	case s.follow:
		t.list.Bottom()
	case s.top.ID != 0 && t.list.ShowLine(s.top.ID, s.top.Part, s.top.Line):
		for y, line := range t.list.Lines() {
			if line.ID == s.top.ID && line.Part == s.top.Part && line.Line == s.top.Line {
				t.list.ScrollBy(y)
				break
			}
		}
	}
	if s.selected != 0 {
		t.list.Select(s.selected) // last: scrolling to the end would follow it
	}
	t.list.Redraw()
}

// Stand compares equal for as long as neither window nor selection moves.
func (t *Timeline) Stand() any {
	s := t.Spot()
	s.pointer.row, s.pointer.drawn = 0, false // as of a draw
	return s
}
