package tui

import (
	"strings"

	"earshot/convention"
	"earshot/convention/ledger"
	"earshot/tui/composer"
	"earshot/tui/timeline"
)

// Rooms that do not speak the convention ask in prose. What reads like an ask is
// no item and obliges nobody; the answer to it is a reply.

// possibleAsk is the line of prose that keys act on: of the message that the
// person chose, else the row of triage, else of the message that is shown.
// Chosen says that it is one of the first two.
func (m *Model) possibleAsk() (p ledger.Possible, chosen, ok bool) {
	r := m.room()
	selected := r.timeline.Selected() > 0
	if msg, shown := m.pointed(); shown && selected {
		p, ok = m.askedIn(msg)
		return p, ok, ok
	}
	if row, has := m.row(); has && (m.view == viewTriage || r.chosen) {
		if row.Possible != nil && row.Possible.Kind == ledger.PossibleAsk {
			return *row.Possible, true, true
		}
		return ledger.Possible{}, false, false
	}
	if msg, shown := m.pointed(); shown {
		p, ok = m.askedIn(msg)
	}
	return p, false, ok
}

// askedIn is what a message asks in prose: on the line pointed at, else on the
// first, one that asks us before others.
func (m *Model) askedIn(msg timeline.Message) (found ledger.Possible, ok bool) {
	_, at, pointed := m.room().timeline.Pointed()
	me := m.room().me()
	asksUs := func(p ledger.Possible) bool { return me != "" && convention.SameSeat(p.To.Name, me) }
	for line, state := range m.room().view.Message(msg.Sequence).Lines {
		p := state.Possible
		if p == nil || p.Kind != ledger.PossibleAsk {
			continue
		}
		if pointed && line == at {
			return *p, true
		}
		ours, foundOurs := asksUs(*p), asksUs(found)
		if !ok || ours && !foundOurs || ours == foundOurs && p.Line < found.Line {
			found, ok = *p, true
		}
	}
	return found, ok
}

// answersPossible is the line of prose that the answer key is about: one that
// was chosen, unless it asks somebody else while an ask can be answered.
func (m *Model) answersPossible() (ledger.Possible, bool) {
	p, chosen, ok := m.possibleAsk()
	if !ok || chosen && (m.view == viewTriage || convention.SameSeat(p.To.Name, m.room().me())) {
		return p, ok
	}
	_, taken := m.item(toAnswer())
	return p, !taken
}

func (m *Model) rewrite() {
	if p, _, ok := m.possibleAsk(); ok {
		m.openComposer(m.room(), m.room().startPossible(p, composer.Rewrite))
	}
}

func noPossible(m *Model) string {
	if why := cannotWrite(m); why != "" {
		return why
	}
	if _, _, ok := m.possibleAsk(); !ok {
		return "no line that asks in prose is selected"
	}
	return ""
}

// startPossible begins a reply to who asked in prose, or the same as an ask of
// whom that asked.
func (r *room) startPossible(p ledger.Possible, kind composer.Kind) composer.Start {
	s := composer.Start{
		Kind: kind, To: []string{p.Seat.Name}, ReplyTo: r.idOf(p.Sequence), ReplyToSequence: p.Sequence, About: p.Text,
	}
	if kind == composer.Rewrite {
		s.To, s.About = []string{p.To.Name}, withoutName(p.Text, p.To.Name)
	}
	return s
}

// withoutName is a line without the seat that it begins with, as in "@yu …" and
// "yu: …": the header names it.
func withoutName(text, name string) string {
	bare := strings.TrimPrefix(text, "@")
	if len(bare) <= len(name) || !strings.EqualFold(bare[:len(name)], name) {
		return text
	}
	rest := bare[len(name):]
	if cut := strings.TrimLeft(rest, " :,"); cut != "" && cut != rest {
		return cut
	}
	return text
}
