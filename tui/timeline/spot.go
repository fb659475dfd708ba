package timeline

import "earshot/tui/vlist"

// Spot is where a reader stands: what is selected, and what is on the screen.
type Spot struct {
	selected vlist.ID // 0 for none
	pointer  pointer
	top      vlist.Line
	some     bool // there was something on the screen
	follow   bool
}

// Spot is where the reader stands now.
func (t *Timeline) Spot() Spot {
	s := Spot{pointer: t.pointer, follow: t.list.Follow()}
	s.selected, _ = t.list.Selected()
	for _, line := range t.list.Lines() {
		if line.Item >= 0 {
			s.top, s.some = line, true
			break
		}
	}
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
	case s.some && t.list.ShowLine(s.top.ID, s.top.Part, s.top.Line):
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
