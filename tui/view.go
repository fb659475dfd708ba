package tui

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"earshot/client"
	"earshot/render"
	"earshot/tui/chrome"
)

// View draws the screen. Bubble Tea calls it after every message; as long as
// nothing changed the drawn view is returned again.
func (m *Model) View() tea.View {
	if !m.dirty {
		return m.drawn
	}
	m.dirty = false
	m.draws++
	m.drawn = m.draw()
	return m.drawn
}

// draw makes a view from the state alone.
func (m *Model) draw() tea.View {
	rows, cursor := m.screen()
	var b strings.Builder
	b.Grow(len(rows) * (m.layout.w + 64))
	for i, row := range rows {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(m.palette.Paint(m.measure.Replace(row, m.opts.Emoji)))
	}
	v := tea.NewView(b.String())
	v.AltScreen = true
	v.Cursor = cursor
	v.WindowTitle = m.windowTitle()
	if !m.opts.NoMouse {
		v.MouseMode = tea.MouseModeCellMotion
	}
	return v
}

// screen gives every row of the screen, none wider than it, and the cursor.
func (m *Model) screen() ([]render.Row, *tea.Cursor) {
	l := m.layout
	if l.w == 0 || l.h == 0 {
		return nil, nil
	}
	if l.mode == modeTooSmall || len(m.rooms) == 0 {
		return []render.Row{chrome.TooSmall(l.w, l.h, minWidth, minHeight, m.measure)}, nil
	}
	rows := make([]render.Row, l.h)
	put := func(r rect, drawn []render.Row) {
		for i := range r.h {
			if i < len(drawn) {
				rows[r.y+i] = append(rows[r.y+i], m.measure.Fit(drawn[i], r.w)...)
			} else {
				rows[r.y+i] = append(rows[r.y+i], m.measure.Fit(nil, r.w)...)
			}
		}
	}
	put(l.header, []render.Row{m.header().Row(m.measure, l.w)})
	put(l.title, []render.Row{m.titleRow()})
	m.drawPanes(put)
	cursor := m.drawComposer(put)
	cursor = m.drawFoot(rows, cursor)
	return rows, cursor
}

func (m *Model) drawPanes(put func(rect, []render.Row)) {
	l := m.layout
	if m.overlay != nil {
		whole := rect{l.main.x, l.main.y, l.w, l.main.h}
		if rows := m.overlay.rows(m, whole.w, whole.h); rows != nil {
			put(whole, rows)
			return
		}
	}
	put(l.main, m.mainRows())
	if l.mode != modeWide {
		return
	}
	upright := make([]render.Row, l.rule.h)
	for i := range upright {
		upright[i] = render.Row{{Text: render.Word("│"), Role: render.Border}}
	}
	put(l.rule, upright)
	put(l.side, m.triageRows())
}

func (m *Model) mainRows() []render.Row {
	r := m.room()
	switch m.mainShown() {
	case viewTriage:
		return m.triageRows()
	case viewRecord:
		return r.record.Rows(m.measure)
	case viewSeats:
		return r.roster.Rows(m.measure)
	case viewCosts:
		return r.costs.Rows(m.measure)
	}
	if r.timeline.Shown() == 0 && len(r.out.posts) == 0 {
		return m.emptyRoom(r)
	}
	return r.timeline.Rows()
}

// triageRows are empty until the room has said who we are: before that nothing
// is known to wait for anybody.
func (m *Model) triageRows() []render.Row {
	if r := m.room(); r.known {
		return r.triage.Rows()
	}
	return nil
}

// emptyRoom says why there is nothing to be seen, and what can be done.
func (m *Model) emptyRoom(r *room) []render.Row {
	var text string
	switch {
	case !r.timeline.Filter().Empty() && r.timeline.Filtering():
		text = "looking for what the filter picks…"
	case !r.timeline.Filter().Empty():
		text = "no message passes the filter; " + m.keyFor("dismiss") + " lifts it"
	case r.status.State == client.StateLive && r.cannotPost() == "":
		text = "no messages yet; " + m.keyFor("compose") + " writes the first one"
	case r.over || r.status.State == client.StateEnded:
		text = "this source ended without a message"
	case r.status.State == client.StateLive:
		text = "no messages yet"
	default:
		text = "waiting for the room"
	}
	return []render.Row{nil, {{Text: render.Word("  " + text), Role: render.Dim}}}
}

func (m *Model) drawComposer(put func(rect, []render.Row)) *tea.Cursor {
	l, r := m.layout, m.room()
	if l.composer.h == 0 {
		return nil
	}
	name := r.draftOf
	if name == "" {
		name = "message"
	}
	title := render.CleanLine(name)
	if me := r.me(); me != "" {
		title = render.Join(title, render.Word(" · as "), render.CleanLine(me))
	}
	put(l.composerTitle, []render.Row{chrome.PaneTitle(title, nil, m.composing, m.measure, l.w)})
	put(l.composer, r.composer.Rows(m.measure))
	x, y, ok := r.composer.Cursor()
	if !ok || !m.composing || m.overlay != nil {
		return nil
	}
	return tea.NewCursor(l.composer.x+x, l.composer.y+y)
}

// header gathers what the first row says.
func (m *Model) header() chrome.Header {
	r := m.room()
	now := m.moment
	counts := r.view.Counts()
	word, role := chrome.Connection(r.status, r.cannotPost() != "", r.status.NextRetry.Sub(now))
	h := chrome.Header{
		Room: render.CleanLine(r.name), Seats: r.seated(), Online: r.online(), Sequence: r.log.Last(),
		Time:  render.FormatTime(r.now(now), render.Clock{Now: r.now(now), Mode: timeOfDay(m.clockMode), Zone: m.opts.Zone}),
		State: word, StateAs: role, Me: render.CleanLine(r.me()), Observing: r.me() == "",
		Counts: chrome.Counts{
			NeedsYou: r.triage.NeedsYou(), Overdue: counts.Overdue, Unproven: counts.Claims,
			Defaults: counts.Defaulted, Unread: r.unread(),
		},
		LeftOut: r.left.lines,
		V1:      int(r.v1.share * 100), V1Known: r.v1.of > 0,
	}
	switch {
	case r.cfg.Standing && r.log.Len() == 0:
		h.Time = ""
	case r.cfg.Standing:
		h.Time = "as of " + h.Time
	}
	if len(m.rooms) > 1 {
		h.Room = render.Join(h.Room, render.Word(fmt.Sprintf(" (%d of %d)", m.active+1, len(m.rooms))))
	}
	return h
}

// timeOfDay is the mode for the clock itself, which cannot be relative.
func timeOfDay(mode render.ClockMode) render.ClockMode {
	if mode == render.Relative {
		return render.Local
	}
	return mode
}

// mostFoot is how many rows a sentence that is too long for one takes at most.
const mostFoot = 4

// drawFoot draws the last row: a line of input, a notice, or the keys. What is
// too long for it lies over the rows above, but never over the cursor.
func (m *Model) drawFoot(rows []render.Row, cursor *tea.Cursor) *tea.Cursor {
	l := m.layout
	most := min(mostFoot, l.h/4+1)
	if cursor != nil {
		most = min(most, l.footer.y-cursor.Y)
	}
	foot, at := m.foot(max(most, 1))
	for i, row := range foot {
		rows[l.h-len(foot)+i] = m.measure.Fit(row, l.w)
	}
	if at >= 0 {
		return tea.NewCursor(at, l.footer.y)
	}
	return cursor
}

// foot gives the rows at the bottom, at most that many, and the column of a
// cursor in the last of them, -1 for none.
func (m *Model) foot(most int) (rows []render.Row, cursor int) {
	w := m.layout.w
	if m.overlay != nil {
		if rows, at := m.overlay.foot(m, w, most); rows != nil {
			return rows, at
		}
	}
	n, ok := m.notices.Shown()
	if !ok {
		return []render.Row{chrome.Footer(m.footerHints(), m.measure, w)}, -1
	}
	rows = n.Rows(m.measure, w, most)
	if len(rows) == 1 {
		rows[0] = chrome.Beside(rows[0], m.footerHints(), m.measure, w)
	}
	return rows, -1
}

// footerHints are the keys that do something here, the most wanted first.
func (m *Model) footerHints() []chrome.Hint {
	ids := [viewCount][]string{
		viewRoom:   {"answer", "reply", "rewrite", "nudge", "proof", "compose", "detail", "search", "filter"},
		viewTriage: {"show", "answer", "rewrite", "nudge", "proof", "set-aside", "copy", "compose"},
		viewRecord: {"answer", "copy", "insert", "compose"},
		viewSeats:  {"answer", "brief", "compose"},
		viewCosts:  {"answer", "more-readers", "compose"},
	}[m.view]
	if p, ok := m.pane().(interface{ More() bool }); ok && p.More() {
		ids = append(ids, "scroll-down", "page-down")
	}
	last := "help"
	switch {
	case m.overlay != nil:
		ids, last = m.overlay.hints(), "close"
	case m.composing:
		ids, last = composerHints(), "help-now"
	}
	var hints []chrome.Hint
	for _, id := range append(append([]string(nil), ids...), last) {
		b := m.keys.named(id)
		if b == nil || len(b.keys) == 0 || b.off != nil && b.off(m) != "" {
			continue
		}
		short := b.short
		if short == "" {
			short = b.help
		}
		if id == "set-aside" && m.rowIsAside() {
			short = "take back"
		}
		hints = append(hints, chrome.Hint{Key: b.keys[0], Does: short})
	}
	return hints
}
