package tui

import (
	"fmt"
	"slices"

	"earshot/tui/chrome"
)

// asides are the rows of triage that the person has set aside. It implements
// triage.Notes.
type asides struct{ all []Aside }

func (a *asides) load(all []Aside) { a.all = append(slices.Clone(all), a.all...) }

// Note gives the note of a row whose state is still the one that was set
// aside.
func (a *asides) Note(id, state string) (note string, ok bool) {
	for _, one := range a.all {
		if one.ID == id && one.State == state {
			return one.Note, true
		}
	}
	return "", false
}

func (a *asides) remove(id string) {
	a.all = slices.DeleteFunc(a.all, func(one Aside) bool { return one.ID == id })
}

// setAside asks for a note and puts the selected row away until it changes, or
// takes it back.
func (m *Model) setAside() {
	r := m.room()
	row, ok := r.triage.Selected()
	if !ok {
		return
	}
	if row.Part {
		m.notify(chrome.Info, "a part cannot be set aside alone; choose the whole row")
		return
	}
	id, state := row.ID(), row.State()
	if _, aside := r.aside.Note(id, state); aside {
		m.putAside(r, id, nil)
		return
	}
	p := newPrompt(fmt.Sprintf("set #%d aside until it changes, note:", row.Sequence), "")
	p.accept = func(m *Model, text string) string {
		if !r.triage.Lists(row.Key) {
			return fmt.Sprintf("#%d is settled by now: nothing is set aside; the note stands here", row.Sequence)
		}
		m.putAside(r, id, &Aside{ID: id, State: state, Note: text})
		return ""
	}
	m.overlay = p
}

// putAside sets a row aside, or takes it back where there is no note.
func (m *Model) putAside(r *room, id string, note *Aside) {
	r.aside.remove(id)
	if note != nil {
		r.aside.all = append(r.aside.all, *note)
	}
	r.triage.SetNotes(&r.aside)
	m.sort(r)
	all := slices.Clone(r.aside.all)
	if all == nil {
		all = []Aside{} // an empty list is kept too
	}
	if !m.keeper.offer(keep{room: r.key(), aside: all}) {
		m.notify(chrome.Warn, "what is set aside could not be kept: the disk does not answer")
	}
}

// unfoldRow shows a line for each seat that owes the selected row.
func (m *Model) unfoldRow() {
	if !m.room().triage.Toggle() {
		m.notify(chrome.Info, "one seat alone owes this")
	}
	m.sort(m.room())
}
