package tui

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"earshot/client"
	"earshot/client/wire"
	"earshot/tui/composer"
)

// talks are rooms to press keys in.
func talks() map[string][]client.Event {
	seats := []wire.Seat{
		{MemberID: "i_yu", Name: "yu", Role: "person", Presence: "online"},
		{MemberID: "i_lead", Name: "lead", Role: "agent", Presence: "online"},
		{MemberID: "i_worker", Name: "worker", Role: "agent", Presence: "away"},
	}
	open := []client.Event{
		client.Welcomed{Room: wire.Room{Name: "limiter-room"}, You: &seats[0], Seats: seats},
		client.Status{State: client.StateLive},
	}
	say := func(all []client.Event, from int, bodies ...string) []client.Event {
		all = slices.Clone(all)
		for i, body := range bodies {
			all = append(all, client.Messages{Messages: []wire.Message{{
				Sequence: int64(i + 1), ID: fmt.Sprintf("msg_%d", i+1), Type: wire.TypeMessage, Content: body, CreatedAt: fixedNow(),
				Sender: wire.Sender{MemberID: seats[from].MemberID, Name: seats[from].Name},
			}}})
		}
		return all
	}
	due := fixedNow().Add(time.Hour).UTC().Format("20060102T1504Z")
	return map[string][]client.Event{
		"not connected": nil,
		"empty":         open,
		"one message":   say(open, 1, "hello"),
		"busy": say(open, 1, "v1 ask limiter to yu n=2\nask which store "+due+"\ndefault silence→A", "v1 request limiter to worker n=1\nreq open a PR "+due,
			"v1 report limiter to yu n=1\nclaim it works, see https://example.com/run", `{"a":1}`, "same", "same", strings.Repeat("a line\n", 60)),
		"for an observer": append([]client.Event{client.Welcomed{Room: wire.Room{Name: "limiter-room"}, Seats: seats}, client.Status{State: client.StateLive}}, say(nil, 1, "hello")...),
	}
}

// quietly are the bindings whose effect is not on the screen.
var quietly = []string{"quit", "quit-now", "suspend", "redraw"}

// A key of the table either changes the screen or says why it does not, in
// every place, whatever there is in the room.
func TestNoKeyIsSilent(t *testing.T) {
	for name := range talks() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, b := range bindings() {
				if slices.Contains(quietly, b.id) {
					continue
				}
				for _, before := range behind(b, name) {
					pressedTwice(t, name, [2]int{120, 30}, b, before...)
					if name == "busy" && len(before[0]) == 1 && strings.Contains("12345c", before[0]) {
						pressedTwice(t, name, [2]int{60, 16}, b, before...)
					}
				}
			}
		})
	}
}

// behind are the keys that lead to the places where a binding is tried.
func behind(b binding, talk string) [][]string {
	views := map[place]string{inRoom: "1", inTriage: "2", inRecord: "3", inSeats: "4", inCosts: "5"}
	var ways [][]string
	for where, view := range views {
		general := b.at == anywhere && (where == inRoom || talk == "busy" || talk == "empty") || b.at == always && where == inRoom
		if b.at == where || general {
			ways = append(ways, []string{view})
		}
	}
	if b.at == inComposer && !aboutText(b.id) {
		ways = append(ways, []string{"c"})
	}
	if talk != "busy" || b.at == inComposer || b.at == inPrompt {
		return ways
	}
	ways = append(ways, []string{"?"}, []string{"enter"}) // help and detail
	if b.at == anywhere || b.at == always {
		ways = append(ways, []string{"/"}, []string{"f"}, []string{"#"}, []string{"k", "k", "k", "k", "o"}, []string{"2", "x"})
	}
	return ways
}

// aboutText tells whether a binding of the composer moves in its text or edits it.
func aboutText(id string) bool {
	return slices.ContainsFunc(composer.Bindings(), func(b composer.Binding) bool { return b.ID == id && b.Moves })
}

// pressedTwice presses a key behind others, and again, in a fresh program on a
// clock that stands still. What it would do beside is left undone.
func pressedTwice(t *testing.T, talk string, size [2]int, b binding, before ...string) {
	t.Helper()
	n := 0
	m := New(Options{
		Rooms: []Room{{Name: "one", API: noRoom{}}}, Now: fixedNow, NewID: func() string { n++; return fmt.Sprint(n) },
	})
	press := func(key string) string {
		m.notices.Dismiss()
		m.dirty = true
		m.Update(pressOf(key))
		v := m.View()
		for _, row := range strings.Split(stripped(v.Content), "\n") {
			if w := m.measure.Width(row); w > size[0] {
				t.Fatalf("%s at %v behind %v, %s: a row of %d cells: %q", talk, size, before, key, w, row)
			}
		}
		return fmt.Sprint(stripped(v.Content), v.Cursor)
	}
	m.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
	if events := talks()[talk]; len(events) > 0 {
		m.Update(eventsMsg{0, events})
		m.View()
	}
	for _, key := range before {
		press(key)
	}
	if before[0] == "c" && !m.composing {
		return // nobody can write here
	}
	m.notices.Dismiss()
	m.dirty = true
	v := m.View()
	was := fmt.Sprint(stripped(v.Content), v.Cursor)
	for i := range 2 {
		now := press(b.keys[0])
		if told := strings.Contains(now, b.keys[0]+" does nothing here"); now == was && !told {
			t.Errorf("%s at %v behind %v: press %d of %s (%s) is silent\n%s", talk, size, before, i+1, b.keys[0], b.id, now)
			return
		}
		m.notices.Dismiss()
		m.dirty = true
		v := m.View()
		was = fmt.Sprint(stripped(v.Content), v.Cursor)
	}
}
