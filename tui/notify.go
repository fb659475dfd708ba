package tui

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"earshot/client"
	"earshot/convention/ledger"
	"earshot/render"
)

// Desktop is how a terminal is asked to notify its user.
type Desktop uint8

// The ways; which of them works depends on the terminal.
const (
	NoDesktop Desktop = iota
	OSC9              // iTerm2, kitty, WezTerm, Windows Terminal
	OSC777            // urxvt, foot, Ghostty, VTE
)

// Notify says what calls for a person who does not look at the screen, and
// how; the zero value calls nobody.
type Notify struct {
	// Arrived, Due and Default are the occasions: an ask to us came, is due, or
	// was decided by silence.
	Arrived, Due, Default bool
	Bell                  bool
	Desktop               Desktop
	// Title keeps the counts in the window's title.
	Title bool
}

// on says that there are occasions and a way to tell them.
func (n Notify) on() bool {
	return (n.Arrived || n.Due || n.Default) && (n.Bell || n.Desktop != NoDesktop)
}

// heeded is the asks to us that a room's person was told of, by state. It is
// nil until the room has been read once: what was there before is no news.
type heeded map[heededKey]ledger.State

type heededKey struct {
	sequence int64
	line     int
}

// mostCalls is how many asks one batch of events may name one by one.
const mostCalls = 3

// call tells the person what came to pass since the last time.
func (m *Model) call(r *room) {
	n := m.opts.Notify
	if !n.on() || r.me() == "" || r.rebuild != nil || r.status.State != client.StateLive {
		return
	}
	before := r.heeded
	r.heeded = make(heeded, len(before))
	var calls []string
	for _, i := range r.view.Live() {
		if i.Kind != ledger.Ask || !mine(i, r.me()) {
			continue
		}
		key := heededKey{i.Sequence, i.Line}
		r.heeded[key] = i.State
		if was, known := before[key]; before != nil && (!known || was != i.State) {
			if what := n.occasion(i.State, known); what != "" {
				calls = append(calls, fmt.Sprintf("%s: %s from %s: %s", r.name, what, i.From.Name, i.Text))
			}
		}
	}
	m.tell(calls)
}

// occasion names what happened to an ask, "" for nothing one wants to be
// called for.
func (n Notify) occasion(s ledger.State, known bool) string {
	switch {
	case s == ledger.Defaulted && n.Default:
		return "decided by silence, ask"
	case (s == ledger.Due || s == ledger.Overdue) && n.Due:
		return string(s) + " ask"
	case !known && !s.Settled() && n.Arrived:
		return "ask"
	}
	return ""
}

// tell sends what is to be told to the terminal.
func (m *Model) tell(calls []string) {
	if len(calls) == 0 {
		return
	}
	if more := len(calls) - mostCalls; more > 0 {
		calls = append(calls[:mostCalls], fmt.Sprintf("and %d more", more))
	}
	var out strings.Builder
	if m.opts.Notify.Bell {
		out.WriteByte('\a')
	}
	for _, c := range calls {
		text := m.said(c)
		switch m.opts.Notify.Desktop {
		case OSC9:
			out.WriteString(ansi.Notify(text))
		case OSC777:
			out.WriteString(ansi.URxvtExt("notify", "earshot", text))
		}
	}
	m.do(tea.Raw(out.String()))
}

// said is a text as it may stand inside of an escape sequence: clean, of one
// line, short, and without what separates its parts.
func (m *Model) said(text string) string {
	const most = 160
	clean := m.measure.Truncate(render.CleanLine(text), most, "…").String()
	return strings.ReplaceAll(clean, ";", ",")
}

// windowTitle is the title with the counts, "" where it is left alone.
func (m *Model) windowTitle() string {
	if !m.opts.Notify.Title || len(m.rooms) == 0 {
		return ""
	}
	r := m.room()
	var parts []string
	add := func(word string, n int) {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%s %d", word, n))
		}
	}
	counts := r.view.Counts()
	if r.me() != "" {
		add("needs you", r.triage.NeedsYou())
	}
	add("overdue", counts.Overdue)
	add("defaults", counts.Defaulted)
	return m.said(strings.Join(append(parts, r.name), " · "))
}
