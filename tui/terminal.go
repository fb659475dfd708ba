package tui

import (
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"earshot/render"
)

// What the terminal tells about itself.

func (m *Model) resized(w, h int) {
	m.dirty = true
	first := m.layout.w == 0
	m.width, m.height = w, h
	if first && modeFor(w, h) == modeColumn {
		m.view = viewTriage // on a small screen triage comes first
	}
	m.relayout()
}

func (m *Model) backgroundKnown(dark bool) {
	if dark != m.dark {
		m.dark = dark
		m.setPalette()
		m.dirty = true
	}
}

// coloursKnown learns how many colours the terminal has. Where it has more than
// 16, the renderer finds the nearest ones.
func (m *Model) coloursKnown(p colorprofile.Profile) {
	if sixteen := p == colorprofile.ANSI; sixteen != m.sixteen {
		m.sixteen = sixteen
		m.setPalette()
		m.dirty = true
	}
}

// modeReported learns whether the terminal advances by grapheme clusters. The
// renderer decides by the same report, so that both always agree.
func (m *Model) modeReported(msg tea.ModeReportMsg) {
	if msg.Mode != ansi.ModeUnicodeCore {
		return
	}
	graphemes := msg.Value == ansi.ModeReset || msg.Value == ansi.ModeSet || msg.Value == ansi.ModePermanentlySet
	if graphemes == m.measure.Graphemes() {
		return
	}
	m.measure = render.NewMeasure(graphemes)
	for _, r := range m.rooms {
		r.dress(m)
	}
	m.dirty = true
}

// relayout gives every part its rectangle.
func (m *Model) relayout() {
	want := 0
	if len(m.rooms) > 0 && m.room().open {
		want = m.room().composer.Want(m.width, maxComposer)
	}
	m.layout = arrange(m.width, m.height, want)
	l := m.layout
	if l.mode == modeTooSmall {
		return
	}
	for _, r := range m.rooms {
		r.timeline.SetSize(l.main.w, l.main.h)
		r.record.SetSize(l.main.w, l.main.h)
		r.roster.SetSize(l.main.w, l.main.h)
		r.costs.SetSize(l.main.w, l.main.h)
		if l.mode == modeWide {
			r.triage.SetSize(l.side.w, l.side.h)
		} else {
			r.triage.SetSize(l.main.w, l.main.h)
		}
		if r.open {
			r.composer.SetSize(l.composer.w, l.composer.h)
		}
	}
}
