package tui

import (
	"cmp"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"earshot/convention/ledger/filter"
	"earshot/render"
	"earshot/tui/chrome"
	"earshot/tui/timeline"
)

// mostClipboard is what is sent to the terminal's clipboard at most: many
// terminals drop longer ones without a word.
const mostClipboard = 74_000

// copyShown copies what the focus is on: a message, a row, a record.
func (m *Model) copyShown() {
	text, what := m.shownText()
	switch {
	case text == "":
		m.notify(chrome.Info, m.nothingToCopy())
	case len(text) > mostClipboard && m.opts.SaveCopy != nil:
		m.do(cmdSaveCopy(m.opts.SaveCopy, text, what+" is too large for the terminal's clipboard; it"))
	case len(text) > mostClipboard:
		m.notify(chrome.Warn, fmt.Sprintf("%s is too large for the terminal's clipboard: %d bytes, at most %d", what, len(text), mostClipboard))
	default:
		// Nothing tells whether the terminal has taken it.
		m.do(tea.SetClipboard(text))
		said := what + " sent to the terminal's clipboard"
		if noCopyFile(m) == "" {
			said += "; " + m.keyFor("copy-file") + " keeps it in a file"
		}
		m.notify(chrome.Info, said)
	}
}

// keepShown copies what the focus is on into a file.
func (m *Model) keepShown() {
	text, what := m.shownText()
	if text == "" {
		m.notify(chrome.Info, m.nothingToCopy())
		return
	}
	m.do(cmdSaveCopy(m.opts.SaveCopy, text, what))
}

func (m *Model) nothingToCopy() string {
	return cmp.Or(m.stillMaking(), "there is nothing to copy here")
}

func noCopyFile(m *Model) string {
	if m.opts.SaveCopy == nil {
		return "nothing is kept in files here"
	}
	return ""
}

// done tells how something went that was done outside of the loop.
func (m *Model) done(msg doneMsg) {
	if msg.err != nil {
		m.notify(chrome.Fail, msg.err.Error())
		return
	}
	m.notify(chrome.Info, msg.said)
}

func (m *Model) shownText() (text, what string) {
	r := m.room()
	if d, ok := m.overlay.(*detailOverlay); ok {
		return d.msg.Body, fmt.Sprintf("message #%d", d.msg.Sequence)
	}
	switch m.view {
	case viewTriage:
		if row, ok := r.triage.Selected(); ok {
			return strings.Join(render.TriageLines(row.TriageRow, m.clock(r)), "\n"), "the row"
		}
	case viewRecord:
		return r.record.Text(), "the state record"
	case viewSeats:
		if text := r.roster.Text(); text != "" {
			return text, "the brief"
		}
	case viewRoom:
		if text, what, ok := r.timeline.Clip(); ok {
			return text, what
		}
	}
	return "", ""
}

// filterTopic shows the topic of a message alone; false where it has none.
func (m *Model) filterTopic(r *room, msg timeline.Message) bool {
	i, ok := r.log.Index(msg.Sequence)
	if !ok || r.log.Topic(i) == 0 {
		return false
	}
	name := r.log.topics.values[r.log.Topic(i)]
	f, err := filter.Parse("topic:" + quoted(name))
	if err != nil {
		return false
	}
	m.setFilter(r, timeline.Filter{Expression: f, Name: f.String()})
	return true
}

// quoted keeps a value of a filter in one piece.
func quoted(s string) string {
	if strings.ContainsAny(s, " \t\"") {
		return `"` + strings.ReplaceAll(s, `"`, "") + `"`
	}
	return s
}

func threadName(msg timeline.Message) string { return fmt.Sprintf("thread of #%d", msg.Sequence) }
