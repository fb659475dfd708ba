package tui

import (
	"fmt"
	"strconv"
	"strings"

	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"earshot/convention/ledger/filter"
	"earshot/render"
	"earshot/tui/chrome"
	"earshot/tui/timeline"
)

// prompt is a line of input in place of the footer.
type prompt struct {
	label string
	input textinput.Model
	// changed is called after every change; nil for none.
	changed func(m *Model, text string)
	// accept takes the text; a reason keeps the prompt open.
	accept func(m *Model, text string) (why string)
	cancel func(m *Model)
	remark func(m *Model) string
	wrong  string
	note   string // about the latest key
}

// mostPrompt bounds what a line of input takes, in runes.
const mostPrompt = 500

func newPrompt(label, text string) *prompt {
	in := textinput.New()
	in.CharLimit = mostPrompt
	in.Prompt = ""
	in.KeyMap.Paste = key.NewBinding() // the terminal pastes; no program is run for it
	in.SetValue(text)
	in.CursorEnd()
	in.Focus()
	return &prompt{label: label, input: in}
}

func (p *prompt) key(m *Model, k tea.KeyPressMsg) {
	if b, ok := m.keys.find(k.String(), inPrompt); ok {
		if b.id == "cancel" {
			m.overlay = nil
			if p.cancel != nil {
				p.cancel(m)
			}
			return
		}
		if p.wrong = p.accept(m, p.input.Value()); p.wrong == "" && m.overlay == overlay(p) {
			m.overlay = nil
		}
		return
	}
	before, at := p.input.Value(), p.input.Position()
	if p.feed(m, k); p.input.Value() == before && p.input.Position() == at {
		p.note = k.String() + " does nothing here"
	}
}

func (p *prompt) paste(m *Model, text string) {
	p.feed(m, tea.PasteMsg{Content: strings.Join(strings.Fields(text), " ")})
}

// feed lets the input take a message. Its commands are for a blinking cursor
// and a clipboard of its own; neither is used.
func (p *prompt) feed(m *Model, msg tea.Msg) {
	before := p.input.Value()
	p.note = ""
	p.input, _ = p.input.Update(msg)
	if text := p.input.Value(); text != before {
		p.wrong = ""
		if p.changed != nil {
			p.changed(m, text)
		}
	}
}

func (p *prompt) scroll(int) {}

func (p *prompt) rows(*Model, int, int) []render.Row { return nil }

// foot draws label, text and remark. Where the text is wider than the row its
// part around the cursor is shown; what is wrong with it has rows of its own
// where it does not fit behind it.
func (p *prompt) foot(m *Model, w, most int) ([]render.Row, int) {
	note, role, sign := p.wrong, render.Error, " ✗ "
	switch {
	case note != "":
	case p.note != "":
		note, role, sign = p.note, render.Dim, " · "
	case p.remark != nil:
		note, role = p.remark(m), render.Dim
	}
	row, cursor := p.line(m, w)
	behind := append(row, render.Seg{Text: render.CleanLine("   " + note), Role: role})
	switch {
	case note == "":
		return []render.Row{row}, cursor
	case m.measure.RowWidth(behind) <= w || p.wrong == "" && p.note == "" || most < 2:
		return []render.Row{behind}, cursor
	}
	rows := chrome.Sentence(render.Word(sign), render.CleanLine(note), role, m.measure, w, most-1)
	return append(rows, row), cursor
}

// line draws label and text.
func (p *prompt) line(m *Model, w int) (render.Row, int) {
	row := render.Row{{Text: render.Word(" " + p.label + " "), Role: render.Title}}
	value := []rune(p.input.Value())
	at := min(p.input.Position(), len(value))
	before, after := render.CleanLine(string(value[:at])), render.CleanLine(string(value[at:]))
	room := max(w*2/3-m.measure.RowWidth(row), 8)
	start := 0
	for m.measure.Width(before.String()) > room && start < at {
		start += max((at-start)/8, 1)
		before = render.CleanLine("…" + string(value[start:at]))
	}
	cursor := m.measure.RowWidth(row) + m.measure.Width(before.String())
	return append(row, render.Seg{Text: before}, render.Seg{Text: after}), min(cursor, w-1)
}

func (p *prompt) title() string   { return "" }
func (p *prompt) hints() []string { return nil }

// openFilter sets an expression that picks messages.
func (m *Model) openFilter() {
	r := m.room()
	p := newPrompt("filter", r.timeline.Filter().Expression.String())
	p.accept = func(m *Model, text string) string {
		f, err := filter.Parse(text)
		if err != nil {
			return err.Error()
		}
		m.setFilter(r, timeline.Filter{Expression: f, Name: f.String()})
		return ""
	}
	p.remark = func(*Model) string { return "seat: topic: to: intent: is: words -not" }
	m.overlay = p
}

// setFilter starts a filter, and the search anew, which looks at what the
// filter shows.
func (m *Model) setFilter(r *room, f timeline.Filter) {
	r.timeline.SetFilter(f)
	m.search(r, r.timeline.Pattern())
	if r.timeline.Filtering() {
		m.step(r)
	}
}

// openJump asks for a number.
func (m *Model) openJump() {
	r := m.room()
	p := newPrompt("#", "")
	p.accept = func(m *Model, text string) string {
		n, err := strconv.ParseInt(strings.TrimPrefix(strings.TrimSpace(text), "#"), 10, 64)
		if err != nil || n < 1 {
			return "a number, please"
		}
		exact, ok := r.timeline.ShowNumber(n)
		switch {
		case !ok:
			return "the room is empty"
		case !exact:
			m.notify(chrome.Info, fmt.Sprintf("#%d is not here; this is the nearest", n))
		}
		return ""
	}
	p.remark = func(*Model) string { return fmt.Sprintf("up to #%d", r.log.Last()) }
	m.overlay = p
}
