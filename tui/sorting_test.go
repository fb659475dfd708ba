package tui

import (
	"strings"
	"testing"
	"testing/synctest"

	tea "charm.land/bubbletea/v2"

	"earshot/client"
	"earshot/client/wire"
	"earshot/render"
	"earshot/tui/triage"
)

func aboutTriage(msg tea.Msg) bool {
	switch msg.(type) {
	case sortMsg, gatherMsg, listedMsg:
		return true
	}
	return false
}

// screens are all rows of a triage pane, by the page.
func screens(p *triage.Triage) string {
	var b strings.Builder
	p.Top()
	for was := any(nil); was != p.Stand(); p.PageDown() {
		was = p.Stand()
		for _, row := range p.Rows() {
			b.WriteString(row.Plain() + "\n")
		}
	}
	return b.String()
}

// listsAll holds what triage shows against a pane that was told at once.
func listsAll(t *testing.T, m *Model) {
	t.Helper()
	r := m.room()
	fresh := triage.New()
	fresh.SetMeasure(m.measure)
	fresh.SetClockMode(m.clockMode, m.opts.Zone)
	fresh.SetSize(m.layout.side.w, m.layout.side.h)
	fresh.SetNotes(&r.aside)
	fresh.SetView(r.view, r.me())
	if got, want := screens(r.triage), screens(fresh); got != want || r.triage.Len() != fresh.Len() || r.triage.NeedsYou() != fresh.NeedsYou() {
		t.Fatalf("%d rows, %d need you; at once %d, %d\n%.3000s\nat once\n%.3000s", r.triage.Len(), r.triage.NeedsYou(), fresh.Len(), fresh.NeedsYou(), got, want)
	}
}

func say(from, n int) tea.Msg {
	all := make([]wire.Message, n)
	for i := range all {
		all[i] = roomMessage(from+i, 20_000)
	}
	return Events(0, []client.Event{client.Messages{Messages: all}})
}

// A long triage is gathered in pieces and listed beside the loop, whatever comes
// between the pieces; when all is quiet it shows what one made at once does.
func TestLongTriageIsListedBesideTheLoop(t *testing.T) { synctest.Test(t, checkLongTriage) }

func checkLongTriage(t *testing.T) {
	m := quiet(t, largeRoom(6_000))
	r := m.room()
	followedAll(m, say(6_000, 8), aboutTriage)
	lists, pieces := r.sorting.lists, r.sorting.pieces
	if !r.triage.Large() {
		t.Fatalf("%d rows are not many", r.triage.Len())
	}
	listsAll(t, m)
	_, cmd := m.Update(say(6_008, 64))
	if m.Update(say(6_072, 64)); r.sorting.lists != lists || r.sorting.pieces != pieces || !r.sorting.busy {
		t.Fatal("messages were sorted in with their batch")
	}
	next, came := asked(cmd), 6_136
	for steps := 0; len(next) > 0; steps++ {
		if !aboutTriage(next[0]) {
			next = next[1:]
			continue
		}
		_, cmd := m.Update(next[0])
		if next = append(next[1:], asked(cmd)...); steps < 4 {
			m.Update(say(came, 16))
			came += 16
		}
	}
	if r.sorting.busy || r.stale {
		t.Fatalf("something is left to do: %+v", r.sorting)
	}
	listsAll(t, m)
	if n := r.sorting.lists - lists; n > 6 {
		t.Errorf("%d lists for 6 batches", n)
	}
	if most := r.triage.Len(); (r.sorting.pieces-pieces)*gatherPiece < most {
		t.Errorf("%d rows came in %d pieces", most, r.sorting.pieces-pieces)
	}
}

// What is set aside or unfolded in a long triage follows by the next list.
func TestLongTriageFollowsNotes(t *testing.T) { synctest.Test(t, checkLongNotes) }

func checkLongNotes(t *testing.T) {
	m := quiet(t, largeRoom(6_000))
	r := m.room()
	m.Update(pressOf("2"))
	row, _ := r.triage.Selected()
	m.Update(pressOf("x"))
	lists := r.sorting.lists
	followedAll(m, pressOf("enter"), aboutTriage)
	if r.sorting.lists == lists {
		t.Fatal("no list was made")
	}
	listsAll(t, m)
	if !r.triage.Select(row.Key) {
		t.Fatalf("%s is gone", row.Key)
	}
	if row, _ := r.triage.Selected(); row.Group != render.SetAside {
		t.Errorf("%s stands under %q", row.Key, row.Group.Title())
	}
	// A log that is replaced meanwhile leaves nothing of the old one.
	_, cmd := m.Update(say(6_000, 8))
	for _, msg := range asked(cmd) {
		if _, sorts := msg.(sortMsg); sorts {
			m.Update(msg)
		}
	}
	m.Update(Events(0, []client.Event{client.Rebuilt{Reason: "made anew"}}))
	followedAll(m, gatherMsg{}, aboutTriage)
	followedAll(m, say(0, 8), aboutTriage)
	listsAll(t, m)
}
