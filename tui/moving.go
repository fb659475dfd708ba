package tui

import "earshot/tui/chrome"

// direction is where a key moves to.
type direction bool

const (
	above direction = false
	below direction = true
)

// moves makes an action that moves the pane with the focus, and says so where
// there is nothing to move to.
func moves(to direction, by func(pane)) func(*Model) {
	return func(m *Model) {
		p := m.pane()
		was := p.Stand()
		if by(p); p.Stand() == was {
			m.notify(chrome.Info, nothingMore(to))
		}
	}
}

func nothingMore(to direction) string {
	if to == below {
		return "there is nothing more below"
	}
	return "there is nothing more above"
}

// goes makes an action that shows a view, and says so where it is shown already.
func goes(v viewID) func(*Model) {
	return func(m *Model) {
		if m.view == v {
			m.notify(chrome.Info, v.String()+" is shown already")
			return
		}
		m.show(v)
	}
}
