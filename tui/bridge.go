package tui

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"earshot/client"
)

// The way of an event into the program:
//
//	Room.Run ──emit──▶ channel ──first event, then what comes within a frame──▶ batch
//	   (goroutine, one a room)                    (goroutine, one a room)          │
//	                                     program's loop ◀──Send blocks when busy───┘
//
// While the program is busy its next batch grows, and once that is full emit
// blocks: the room's own bounds hold from there on. No event is dropped here.
const (
	batchFor      = 16 * time.Millisecond // one frame
	batchEvents   = 512
	batchMessages = 512 // of all events together; a page alone holds up to 256
)

// eventsMsg is one batch of a room's events, in order.
type eventsMsg struct {
	room   int
	events []client.Event
}

// endedMsg says that a room's stream ended: err is nil where a finite source
// was read to its end.
type endedMsg struct {
	room int
	err  error
}

// fatalMsg ends the program with an error.
type fatalMsg struct{ err error }

// bridge carries the events of the rooms into the program. send must not
// return before the program has taken the message or has ended.
type bridge struct {
	send func(any)
	wg   sync.WaitGroup
}

// start runs one room until ctx ends.
func (b *bridge) start(ctx context.Context, index int, room Room) {
	if room.Run == nil {
		return
	}
	events := make(chan client.Event)
	done := make(chan error, 1)
	emit := func(e client.Event) {
		select {
		case events <- e:
		case <-ctx.Done():
		}
	}
	b.guard(func() { done <- room.Run(ctx, emit) })
	b.guard(func() { b.pump(ctx, index, events, done) })
}

// guard runs f in a goroutine of the bridge; a panic in it ends the program
// in order, so that the terminal is given back.
func (b *bridge) guard(f func()) {
	b.wg.Go(func() {
		defer func() {
			if r := recover(); r != nil {
				b.send(fatalMsg{fmt.Errorf("%w: %v\n%s", ErrPanic, r, debug.Stack())})
			}
		}()
		f()
	})
}

// waitFor waits until every goroutine of the bridge has ended, at most for d;
// it reports whether they have.
func (b *bridge) waitFor(d time.Duration) bool {
	all := make(chan struct{})
	go func() {
		b.wg.Wait()
		close(all)
	}()
	late := time.NewTimer(d)
	defer late.Stop()
	select {
	case <-all:
		return true
	case <-late.C:
		return false
	}
}

func (b *bridge) pump(ctx context.Context, index int, events <-chan client.Event, done <-chan error) {
	for {
		select {
		case <-ctx.Done():
			return
		case e := <-events:
			b.send(eventsMsg{index, collect(ctx, e, events)})
		case err := <-done:
			// emit has returned for every event before Run did, and the
			// channel holds none: nothing is left behind.
			b.send(endedMsg{index, err})
			return
		}
	}
}

// collect returns the first event and those that follow it within a frame.
func collect(ctx context.Context, first client.Event, events <-chan client.Event) []client.Event {
	batch := []client.Event{first}
	messages := weight(first)
	frame := time.NewTimer(batchFor)
	defer frame.Stop()
	for len(batch) < batchEvents && messages < batchMessages {
		select {
		case e := <-events:
			batch = append(batch, e)
			messages += weight(e)
		case <-frame.C:
			return batch
		case <-ctx.Done():
			return batch
		}
	}
	return batch
}

func weight(e client.Event) int {
	if m, ok := e.(client.Messages); ok {
		return len(m.Messages)
	}
	return 0
}

// Events makes the message in which a batch of a room's events reaches the
// model, for programs that measure it without a terminal.
func Events(room int, events []client.Event) tea.Msg { return eventsMsg{room, events} }
