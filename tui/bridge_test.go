package tui

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"earshot/client"
	"earshot/client/wire"
)

// loop stands in for the program: it takes messages one at a time.
type loop struct {
	mu   sync.Mutex
	got  []any
	busy time.Duration
}

func (l *loop) send(msg any) {
	if l.busy > 0 {
		time.Sleep(l.busy)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.got = append(l.got, msg)
}

func batches(got []any) (sizes []int, events []client.Event) {
	for _, msg := range got {
		if b, ok := msg.(eventsMsg); ok {
			sizes = append(sizes, len(b.events))
			events = append(events, b.events...)
		}
	}
	return sizes, events
}

// What comes within a frame is one batch; nothing is lost, doubled or turned
// around, and the end of the stream comes last.
func TestBridgeBatchesInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const n = 2000
		l := &loop{}
		b := &bridge{send: l.send}
		end := errors.New("the end")
		b.start(t.Context(), 7, Room{Run: func(_ context.Context, emit func(client.Event)) error {
			for i := range n {
				emit(client.Gap{From: int64(i)})
			}
			time.Sleep(time.Second)
			emit(client.Gap{From: n})
			return end
		}})
		b.waitFor(time.Minute)
		sizes, events := batches(l.got)
		if len(events) != n+1 {
			t.Fatalf("%d events came through", len(events))
		}
		for i, e := range events {
			if e.(client.Gap).From != int64(i) {
				t.Fatalf("event %d is %+v", i, e)
			}
		}
		if want := (n+batchEvents-1)/batchEvents + 1; len(sizes) != want {
			t.Fatalf("batches of %v, want %d of them", sizes, want)
		}
		if last, ok := l.got[len(l.got)-1].(endedMsg); !ok || last.room != 7 || !errors.Is(last.err, end) {
			t.Fatalf("the last message is %+v", l.got[len(l.got)-1])
		}
	})
}

// While the program is busy its room waits; one batch stays bounded in
// messages too.
func TestBridgeBoundsMessages(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &loop{busy: 50 * time.Millisecond}
		b := &bridge{send: l.send}
		page := client.Messages{Messages: make([]wire.Message, 256)}
		b.start(t.Context(), 0, Room{Run: func(_ context.Context, emit func(client.Event)) error {
			for range 20 {
				emit(page)
			}
			return nil
		}})
		b.waitFor(time.Minute)
		sizes, _ := batches(l.got)
		for _, size := range sizes {
			if size > 2 {
				t.Fatalf("batches of %v pages", sizes)
			}
		}
	})
}

// A panic in a room's goroutine comes through as the end of the program.
func TestBridgeReportsPanics(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &loop{}
		b := &bridge{send: l.send}
		ctx, cancel := context.WithCancel(t.Context())
		b.start(ctx, 0, Room{Run: func(context.Context, func(client.Event)) error { panic("broken room") }})
		synctest.Wait()
		cancel()
		b.waitFor(time.Minute)
		fatal, ok := l.got[0].(fatalMsg)
		if len(l.got) != 1 || !ok || !errors.Is(fatal.err, ErrPanic) || !strings.Contains(fatal.err.Error(), "broken room") {
			t.Fatalf("got %+v", l.got)
		}
	})
}

// The end of the context ends every goroutine, also one that emits.
func TestBridgeEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &loop{}
		b := &bridge{send: l.send}
		ctx, cancel := context.WithCancel(t.Context())
		b.start(ctx, 0, Room{Run: func(ctx context.Context, emit func(client.Event)) error {
			for ctx.Err() == nil {
				emit(client.Gap{})
				time.Sleep(time.Millisecond)
			}
			return ctx.Err()
		}})
		time.Sleep(time.Second)
		cancel()
		if !b.waitFor(time.Second) {
			t.Fatal("a goroutine of the bridge is still there")
		}
	})
}
