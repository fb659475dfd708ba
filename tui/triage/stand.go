package triage

// Stand compares equal for as long as neither window nor selection moves.
func (t *Triage) Stand() any {
	return struct {
		selected string
		top      int
	}{t.selected, t.top}
}
