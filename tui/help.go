package tui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"earshot/render"
	"earshot/tui/chrome"
)

// helpOverlay shows every binding of the key table.
type helpOverlay struct {
	scroller
	groups []chrome.HelpGroup
}

// openHelp shows the help, with what each key would do at this moment, or closes
// it.
func (m *Model) openHelp() {
	if _, shown := m.overlay.(*helpOverlay); shown {
		m.closeOverlay()
		return
	}
	m.overlay = &helpOverlay{groups: m.helpGroups()}
}

func (m *Model) helpGroups() []chrome.HelpGroup {
	var groups []chrome.HelpGroup
	places := []place{m.viewPlace(), anywhere, inRoom, inTriage, inRecord, inSeats, inCosts, inComposer, inPrompt, inOverlay, always}
	seen := make(map[place]bool)
	for _, p := range places {
		if seen[p] {
			continue
		}
		seen[p] = true
		g := chrome.HelpGroup{Name: p.String()}
		here := p == m.viewPlace() || p == anywhere || p == always
		for _, b := range m.keys.table {
			if b.at != p || len(b.keys) == 0 {
				continue
			}
			e := chrome.HelpEntry{Keys: b.keys, Does: b.help}
			if here && b.off != nil {
				e.Not = b.off(m)
			}
			g.Entries = append(g.Entries, e)
		}
		if len(g.Entries) > 0 {
			groups = append(groups, g)
		}
	}
	return append(groups, legend()...)
}

func (h *helpOverlay) key(m *Model, k tea.KeyPressMsg) {
	if b, ok := m.keys.find(k.String(), inOverlay); ok {
		m.run(b, k.String())
		return
	}
	if !m.moveOverlay(&h.scroller, k.String()) {
		m.explainInHelp(k.String())
	}
}

// explainInHelp says of a key that it works outside of the help, or why not
// even there.
func (m *Model) explainInHelp(key string) {
	b, ok := m.keys.find(key, m.viewPlace(), anywhere)
	if !ok {
		m.explain(key, []place{inOverlay, always})
		return
	}
	why := ""
	if b.off != nil {
		why = b.off(m)
	}
	if why != "" {
		why = "; and there: " + why
	}
	m.notify(chrome.Info, fmt.Sprintf("%s (%s): close the help first with %s%s", key, b.help, m.keyFor("close"), why))
}

func (h *helpOverlay) paste(m *Model, _ string) {
	m.notify(chrome.Info, "nothing was pasted: close the help first")
}

func (h *helpOverlay) scroll(rows int) { h.ScrollBy(rows) }

func (h *helpOverlay) rows(m *Model, w, height int) []render.Row {
	rows := chrome.Help(h.groups, m.measure, w)
	h.fit(len(rows), height)
	return h.cut(rows)
}

func (h *helpOverlay) foot(*Model, int, int) ([]render.Row, int) { return nil, -1 }
func (h *helpOverlay) title() string                             { return "keys, then words and numbers" }
func (h *helpOverlay) hints() []string {
	return []string{"scroll-down", "page-down", "bottom"}
}
