package vlist

// Stand is the first line on the screen and the selected item, 0 for none: it
// compares equal for as long as neither moves.
func (l *List) Stand() (top Line, selected ID) {
	selected, _ = l.Selected()
	for _, line := range l.Lines() {
		if line.Item >= 0 {
			return line, selected
		}
	}
	return Line{}, selected
}
