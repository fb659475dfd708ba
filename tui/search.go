package tui

import (
	"fmt"

	"earshot/tui/timeline"
)

// openSearch searches as one types.
func (m *Model) openSearch() {
	r := m.room()
	p := newPrompt("/", r.timeline.Pattern())
	p.changed = func(m *Model, text string) { m.search(r, text) }
	p.cancel = func(m *Model) { m.search(r, "") }
	p.accept = func(*Model, string) string { return "" }
	p.remark = func(m *Model) string { return hitsWord(r.timeline) }
	m.overlay = p
}

// search starts over with another pattern.
func (m *Model) search(r *room, pattern string) {
	if scan := r.timeline.Search(pattern); scan != nil {
		m.do(cmdFind(r.index, *scan))
	}
}

// hitsWord says how far a search has come.
func hitsWord(t *timeline.Timeline) string {
	if t.Pattern() == "" {
		return ""
	}
	at, of, done := t.Hits()
	switch {
	case of == 0 && done:
		return "no hit"
	case of == 0:
		return "searching… " + searched(t)
	case at > 0 && done:
		return fmt.Sprintf("hit %d of %d", at, of)
	case done:
		return fmt.Sprintf("%d hits", of)
	}
	return fmt.Sprintf("%d hits so far… %s", of, searched(t))
}

// searched is the share of the log that a search has looked at.
func searched(t *timeline.Timeline) string { return fmt.Sprintf("%d%%", int(100*t.Searched())) }

// found takes in a piece of a search.
func (m *Model) found(msg foundMsg) {
	r := m.rooms[msg.room]
	if r.timeline.Found(msg.finding) {
		r.timeline.ShowNearestHit()
	}
	if msg.finding.Rest != nil && r.timeline.Wants(msg.finding) {
		m.do(cmdFind(r.index, *msg.finding.Rest))
	}
	m.dirty = true
}
