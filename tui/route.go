package tui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"earshot/tui/chrome"
)

// pressed routes a key: bindings that hold everywhere, then the overlay, then
// the composer or the pane that has the focus.
func (m *Model) pressed(k tea.KeyPressMsg) {
	m.dirty = true
	key := k.String()
	if len(m.rooms) == 0 {
		m.quit()
		return
	}
	if b, ok := m.keys.find(key, always); ok {
		m.run(b, key)
		return
	}
	switch {
	case m.overlay != nil:
		m.overlay.key(m, k)
	case m.composing:
		m.write(k)
	default:
		places := []place{m.viewPlace(), anywhere}
		b, ok := m.keys.find(key, places...)
		if !ok {
			m.explain(key, append(places, always))
			return
		}
		row, _ := m.room().triage.Selected()
		m.run(b, key)
		if now, _ := m.room().triage.Selected(); now.Key != row.Key {
			m.room().chosen = true
		}
		if m.view == viewRecord || m.view == viewSeats {
			m.refreshView() // what is shown depends on what is selected
		}
	}
}

// run acts on a binding, or says why it does nothing now.
func (m *Model) run(b *binding, key string) {
	if b.off != nil {
		if why := b.off(m); why != "" {
			m.notify(chrome.Info, fmt.Sprintf("%s (%s) does nothing here: %s", key, b.help, why))
			return
		}
	}
	b.do(m)
}

// explain says of a key without a binding here where it would do something.
func (m *Model) explain(key string, here []place) {
	if where := m.keys.elsewhere(key, here); where != "" {
		m.notify(chrome.Info, fmt.Sprintf("%s does nothing here; it works in: %s", key, where))
		return
	}
	m.notify(chrome.Info, fmt.Sprintf("%s does nothing; %s lists the keys", key, m.keyFor("help-now")))
}

// keyFor is the first key of a binding, for sentences.
func (m *Model) keyFor(id string) string {
	if b := m.keys.named(id); b != nil && len(b.keys) > 0 {
		return b.keys[0]
	}
	return "(no key for " + id + ")"
}

// moveOverlay lets the movement keys scroll an overlay; it reports whether the
// key was one.
func (m *Model) moveOverlay(s scrolls, key string) bool {
	b, ok := m.keys.find(key, anywhere)
	if !ok {
		return false
	}
	was, to := s.Stand(), above
	switch b.id {
	case "down", "page-down", "scroll-down", "bottom":
		to = below
	}
	switch b.id {
	case "down", "scroll-down":
		s.ScrollBy(1)
	case "up", "scroll-up":
		s.ScrollBy(-1)
	case "page-down":
		s.PageDown()
	case "page-up":
		s.PageUp()
	case "top":
		s.Top()
	case "bottom":
		s.Bottom()
	default:
		return false
	}
	if s.Stand() == was {
		m.notify(chrome.Info, nothingMore(to))
	}
	return true
}

// pasted hands pasted text to what takes text, and opens the composer for it
// where nothing does.
func (m *Model) pasted(text string) {
	m.dirty = true
	if len(m.rooms) == 0 || text == "" {
		return
	}
	if m.overlay != nil {
		m.overlay.paste(m, text)
		return
	}
	r := m.room()
	if !m.composing {
		if why := r.cannotPost(); why != "" {
			m.notify(chrome.Info, "nothing was pasted: "+why)
			return
		}
		m.compose()
	}
	m.composed(r, r.composer.Paste(text))
	m.draftChanged(r)
}

// viewPlace is the place of the bindings of the view that has the focus.
func (m *Model) viewPlace() place {
	return [...]place{viewRoom: inRoom, viewTriage: inTriage, viewRecord: inRecord, viewSeats: inSeats, viewCosts: inCosts}[m.view]
}

// quit ends the program. Drafts are kept by Run, after the loop.
func (m *Model) quit() { m.do(tea.Quit) }
