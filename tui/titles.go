package tui

import (
	"fmt"
	"strings"

	"earshot/render"
	"earshot/tui/chrome"
)

// titleRow is the row of tabs and pane titles.
func (m *Model) titleRow() render.Row {
	l := m.layout
	if m.overlay != nil && m.overlay.title() != "" {
		return chrome.PaneTitle(render.CleanLine(m.overlay.title()), nil, true, m.measure, l.w)
	}
	var tabs []chrome.Tab
	for v := range viewCount {
		if v == viewTriage && l.mode == modeWide {
			continue
		}
		t := chrome.Tab{Key: m.keyFor("view-" + v.String()), Name: v.String(), Shown: v == m.mainShown(), Active: v == m.view && !m.composing}
		if v == viewTriage {
			t.Count = m.room().triage.NeedsYou()
		}
		tabs = append(tabs, t)
	}
	row := chrome.TabsBeside(tabs, m.remarks(), m.squeezed, m.measure, l.main.w)
	if l.mode == modeWide {
		name := render.Word(m.keyFor("view-triage") + " triage")
		row = append(row, render.Seg{Text: render.Word("┬"), Role: render.Border})
		row = append(row, chrome.PaneTitle(name, nil, m.view == viewTriage && !m.composing, m.measure, l.side.w)...)
	}
	return row
}

// remarks say what is special about what the main pane shows, in full and in
// short.
func (m *Model) remarks() []render.Row {
	if m.mainShown() != viewRoom {
		return nil
	}
	var long, short []string
	say := func(l, s string) { long, short = append(long, l), append(short, s) }
	t := m.room().timeline
	if f := t.Filter(); !f.Empty() {
		more := ""
		if t.Filtering() {
			more = "…"
		}
		shown, of := t.Shown(), m.room().log.Len()
		say(fmt.Sprintf("filter %s: %d of %d%s", f.Name, shown, of, more), fmt.Sprintf("filter %s %d/%d%s", f.Name, shown, of, more))
	}
	if _, typing := m.overlay.(*prompt); t.Pattern() != "" && !typing {
		short := hitsWord(t)
		if at, of, done := t.Hits(); at > 0 && done {
			short = fmt.Sprintf("%d/%d", at, of)
		}
		say("/"+t.Pattern()+" "+hitsWord(t), "/"+t.Pattern()+" "+short)
	}
	if !t.Follow() {
		if n := t.NewSince(); n > 0 {
			say(fmt.Sprintf("%d new below, %s goes there", n, m.keyFor("bottom")), fmt.Sprintf("%d new below, %s", n, m.keyFor("bottom")))
		} else {
			at := fmt.Sprintf("%d%%", int(t.Position()*100))
			say(at, at)
		}
	}
	if len(long) == 0 {
		return nil
	}
	var rows []render.Row
	for _, parts := range [][]string{long, short} {
		rows = append(rows, render.Row{{Text: render.CleanLine(" " + strings.Join(parts, " · ") + " "), Role: render.FlagInfo}})
	}
	return rows
}

// squeezed is the remark where there is no room for its short form: the filter in
// force goes before all else, and of it the terms that were written last.
func (m *Model) squeezed(shortest render.Row, room int) render.Row {
	t := m.room().timeline
	f := t.Filter()
	if f.Empty() {
		return m.measure.Fit(shortest, room)
	}
	count := fmt.Sprintf(" %d/%d", t.Shown(), m.room().log.Len())
	if m.measure.Width(count) > room/2 {
		count = ""
	}
	name := m.endOf(f.Name, room-2-m.measure.Width(count))
	return m.measure.Fit(render.Row{{Text: render.CleanLine(" " + name + count + " "), Role: render.FlagInfo}}, room)
}

// endOf is as much of the end of a text as fits into a width: whole words, or the
// end of the last one.
func (m *Model) endOf(text string, width int) string {
	if m.measure.Width(text) <= width {
		return text
	}
	for rest := text; ; {
		_, after, more := strings.Cut(rest, " ")
		if !more {
			break
		}
		if rest = after; m.measure.Width("…"+rest) <= width {
			return "…" + rest
		}
	}
	for rest := []rune(text); len(rest) > 0; rest = rest[1:] {
		if end := "…" + string(rest); m.measure.Width(end) <= width {
			return end
		}
	}
	return ""
}
