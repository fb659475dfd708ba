package tui

import (
	"time"

	"earshot/client"
)

// ticking is the plan for the next look at the clock.
type ticking struct {
	rev uint64
	at  time.Time // of the room's clock; zero for no plan
}

const (
	// shortestTick bounds how often time alone may lead to a frame.
	shortestTick = 50 * time.Millisecond
	longestTick  = time.Minute
)

// planTick sees to it that a tick comes when something on the screen changes
// by time alone. A plan that is early enough stands.
func (m *Model) planTick() {
	now := m.now()
	at := now.Add(m.untilTick(now))
	if !m.tick.at.IsZero() && !at.Before(m.tick.at) && m.tick.at.After(now) {
		return
	}
	m.tick.rev++
	m.tick.at = at
	wall := time.Duration(float64(at.Sub(now)) / m.opts.Speed)
	m.do(cmdAfter(max(wall, shortestTick), tickMsg{m.tick.rev}))
}

// untilTick is the time, of the room's clock, until the screen may change.
func (m *Model) untilTick(now time.Time) time.Duration {
	wait := now.Truncate(time.Minute).Add(time.Minute).Sub(now) // the header's clock
	for _, r := range m.rooms {
		if next := r.view.NextChange(); !next.IsZero() {
			wait = min(wait, next.Sub(r.now(now)))
		}
		if r.status.State == client.StateReconnecting {
			wait = min(wait, time.Second)
		}
	}
	r := m.room()
	if m.showsTimeline() {
		if d := r.timeline.Tick(); d > 0 {
			wait = min(wait, d)
		}
	}
	if m.showsTriage() && r.closeTo(now) {
		wait = min(wait, time.Second)
	}
	return min(max(wait, shortestTick), longestTick)
}

// ticked looks at the clock.
func (m *Model) ticked(msg tickMsg) {
	if msg.rev != m.tick.rev {
		return
	}
	m.tick.at = time.Time{}
	for _, r := range m.rooms {
		if r.look(m.now()) {
			r.stale = true
			m.heed(r)
			m.call(r)
			m.sort(r)
		}
	}
	m.room().composer.SetNow(m.room().now(m.now()))
	m.refreshSoon()
	m.dirty = true
}

// closeTo reports whether a row of triage counts seconds: its item is due
// within a minute, or was due less than a minute ago.
func (r *room) closeTo(clock time.Time) bool {
	if r.close.IsZero() {
		return false
	}
	d := r.now(clock).Sub(r.close)
	return d > -time.Minute-time.Second && d < time.Minute
}
