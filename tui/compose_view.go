package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"earshot/render"
	"earshot/tui/chrome"
	"earshot/tui/composer"
)

// View draws the screen: a title, the composer or the help, and what is to be said
// or the keys.
func (m *composeModel) View() tea.View {
	rows, cursor := m.screen()
	var b strings.Builder
	for i, row := range rows {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(m.palette.Paint(m.measure.Replace(row, m.opts.Emoji)))
	}
	v := tea.NewView(b.String())
	v.AltScreen = true
	v.Cursor = cursor
	return v
}

func (m *composeModel) screen() ([]render.Row, *tea.Cursor) {
	w, h := m.width, m.height
	switch {
	case w == 0 || h == 0:
		return nil, nil
	case w < minWidth || h < minHeight:
		return []render.Row{chrome.TooSmall(w, h, minWidth, minHeight, m.measure)}, nil
	}
	foot := m.footer(w)
	body := h - 1 - len(foot)
	rows := []render.Row{chrome.PaneTitle(m.title(), nil, true, m.measure, w)}
	var cursor *tea.Cursor
	if m.help != nil {
		all := chrome.Help(composeHelp(), m.measure, w)
		m.help.fit(len(all), body)
		rows = append(rows, m.help.cut(all)...)
	} else {
		m.composer.SetSize(w, body)
		rows = append(rows, m.composer.Rows(m.measure)...)
		if x, y, ok := m.composer.Cursor(); ok {
			cursor = tea.NewCursor(x, 1+y)
		}
	}
	for len(rows) < 1+body {
		rows = append(rows, m.measure.Fit(nil, w))
	}
	return append(rows, foot...), cursor
}

func (m *composeModel) title() render.Safe {
	if m.opts.Name == "" {
		return render.Word("message")
	}
	return render.CleanLine(m.opts.Name)
}

// noticeRows is how many rows a notice takes at most; fewer where the screen is low.
const noticeRows = 3

func (m *composeModel) footer(w int) []render.Row {
	if m.help != nil {
		return []render.Row{chrome.Footer([]chrome.Hint{{Key: "↑↓", Does: "scroll"}, {Key: "esc", Does: "close"}}, m.measure, w)}
	}
	if n, ok := m.notices.Shown(); ok {
		return n.Rows(m.measure, w, max(1, min(noticeRows, m.height-9)))
	}
	var hints []chrome.Hint
	for _, id := range composerHints() {
		for _, b := range composer.Bindings() {
			if own, ok := m.opts.Keys[id]; ok {
				b.Keys = own
			}
			if b.ID != id || len(b.Keys) == 0 {
				continue
			}
			does := composerShort(id)
			if id == "draft-send" {
				does = "write"
			}
			hints = append(hints, chrome.Hint{Key: b.Keys[0], Does: does})
		}
	}
	return []render.Row{chrome.Footer(append(hints, chrome.Hint{Key: "f1", Does: "help"}), m.measure, w)}
}

// composeHelp is the key table of the composer alone.
func composeHelp() []chrome.HelpGroup {
	message := chrome.HelpGroup{Name: "message"}
	text := chrome.HelpGroup{Name: "text"}
	for _, b := range composer.Bindings() {
		e := chrome.HelpEntry{Keys: b.Keys, Does: b.Help}
		switch {
		case b.ID == "draft-send":
			e.Does = "write the message and end; errors stop it once"
		case b.ID == "draft-leave":
			e.Does = "close the list, or end without writing"
		}
		if b.Moves {
			text.Entries = append(text.Entries, e)
		} else {
			message.Entries = append(message.Entries, e)
		}
	}
	message.Entries = append(message.Entries,
		chrome.HelpEntry{Keys: []string{"ctrl+c"}, Does: "end without writing"},
		chrome.HelpEntry{Keys: []string{"ctrl+z"}, Does: "suspend the program"},
		chrome.HelpEntry{Keys: []string{"f1"}, Does: "show this help"})
	return []chrome.HelpGroup{message, text}
}
