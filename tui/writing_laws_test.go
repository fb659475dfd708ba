package tui

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"earshot/client"
	"earshot/tui/composer"
)

// slate keeps the drafts of a test.
type slate struct {
	mu   sync.Mutex
	text string
}

func (s *slate) Load(string) (string, error) { return "", nil }
func (s *slate) Save(_, text string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.text = text
	return nil
}

func (s *slate) kept() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text
}

// TestWritingLaws drives the program with the composer open at the usual sizes,
// by keys, pastes, events, resizes and time in any order. The screen is held to
// its laws after each; no event, resize or passing of time changes what is being
// written, and a second after the last key all of it is kept.
func TestWritingLaws(t *testing.T) {
	for seed, size := range [][2]int{{40, 16}, {60, 16}, {80, 24}, {120, 40}, {200, 60}} {
		t.Run(fmt.Sprintf("%d×%d", size[0], size[1]), func(t *testing.T) {
			for run := range uint64(1) {
				synctest.Test(t, func(t *testing.T) { writeAtRandom(t, rand.New(rand.NewPCG(uint64(seed), run)), size) })
			}
		})
	}
}

// writer is a person at the composer.
type writer struct {
	*driver
	rand *rand.Rand
	keep *slate
	size [2]int
	seq  int64
	keys []string
}

func writeAtRandom(t *testing.T, r *rand.Rand, size [2]int) {
	n := 0
	keep := &slate{}
	m := New(Options{
		Rooms: []Room{{Name: "one", API: noRoom{}}}, Now: time.Now, Drafts: keep, NewID: func() string { n++; return fmt.Sprint(n) },
	})
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	go m.keeper.run(ctx, func(any) {})
	w := &writer{driver: newDriver(t, m), rand: r, keep: keep, size: size}
	for _, b := range composer.Bindings() {
		w.keys = append(w.keys, b.Keys[0])
	}
	w.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
	w.send(eventsMsg{0, talks()["busy"]})
	w.seq = 100
	for range 70 {
		if !m.composing {
			w.send(pressOf([]string{"c", "a", "r", "w", "p", "j", "k", "2", "1", "enter", "esc"}[r.IntN(11)]))
			continue
		}
		if r.IntN(4) > 0 {
			w.write()
		} else {
			w.disturb()
		}
	}
	w.pass(3 * time.Second)
	if room := m.rooms[0]; !room.composer.Empty() && !strings.Contains(keep.kept(), room.composer.Text()) {
		t.Errorf("%d bytes that begin with %.60q are not in the %d bytes that are kept", len(room.composer.Text()), room.composer.Text(), len(keep.kept()))
	}
	stop()
	time.Sleep(5 * time.Minute)
	synctest.Wait()
}

// write presses a key, or types or pastes a piece.
func (w *writer) write() {
	switch w.rand.IntN(6) {
	case 0, 1:
		w.send(pressOf(w.keys[w.rand.IntN(len(w.keys))]))
	case 2:
		w.send(tea.PasteMsg{Content: bodies[w.rand.IntN(len(bodies))]})
	case 3:
		w.send(pressOf("tab"))
	default:
		for _, letter := range []string{"ask how, +2h", "#1 ", "v1 ", "lead", "é漢", "2", "q", "done it\n"}[w.rand.IntN(8)] {
			key := string(letter)
			switch letter {
			case ' ':
				key = "space"
			case '\n':
				key = "enter"
			}
			w.send(pressOf(key))
		}
	}
}

// disturb lets something else happen meanwhile.
func (w *writer) disturb() {
	before := w.m.rooms[0].composer.Text()
	w.seq++
	switch w.rand.IntN(5) {
	case 0:
		w.send(tea.WindowSizeMsg{Width: 1 + w.rand.IntN(220), Height: 1 + w.rand.IntN(70)})
		w.send(tea.WindowSizeMsg{Width: w.size[0], Height: w.size[1]})
	case 1:
		w.pass(time.Duration(w.rand.IntN(90)) * time.Second)
	case 2:
		w.send(tea.BackgroundColorMsg{})
	default:
		e := randomEvent(1+w.rand.IntN(200), w.seq)
		switch e.(type) {
		case client.Welcomed, client.Failed, client.Rebuilt, client.Status: // another room, or a text that comes back
			e = client.Gap{From: w.seq, To: w.seq + 1}
		}
		w.send(eventsMsg{0, []client.Event{e}})
	}
	text := w.m.rooms[0].composer.Text()
	proof := w.m.rooms[0].start.Kind == composer.Proof && w.m.rooms[0].composer.Empty() // its time counts from now
	if text != before && !proof {
		w.t.Fatalf("what was being written became %.200q, was %.200q", text, before)
	}
}
