package views

// Stand compares equal for as long as neither window nor selection moves.
func (v *Record) Stand() any { return [2]int{v.top, v.chosen.at} }

// Stand compares equal for as long as neither window nor selection moves.
func (v *Roster) Stand() any { return [2]int{v.top, v.chosen.at} }

// Stand compares equal for as long as the window does not move.
func (v *Costs) Stand() any { return v.top }
