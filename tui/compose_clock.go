package tui

import "time"

// pressClock is the clock by which presses of a key are told apart: real time,
// however fast the rooms' clock runs. Only distances on it mean anything.
func (m *Model) pressClock() time.Time {
	return time.Unix(0, int64(float64(m.opts.Now().UnixNano())/m.opts.Speed))
}
