package engine

import (
	"context"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
)

// tail hands out a stream's records in order: what the server republishes as it stores, and direct
// reads for whatever got lost on the way. A consumer of its own would go silent for many seconds
// when the node that holds it dies; this only waits for the new leader.
type tail struct {
	stream *stream
	next   uint64
	handle func([]record)
}

// follow calls handle with every record from a sequence on, in order, in batches, from one
// goroutine, until ctx ends. It returns an error only where it could not begin.
func (s *stream) follow(ctx context.Context, from uint64, handle func([]record)) error {
	words := make(chan *nats.Msg, tailBuffer)
	sub, err := s.engine.conn.ChanSubscribe(s.tail, words)
	if err != nil {
		return fmt.Errorf("follow %s: %w", s.name, err)
	}
	flush, cancel := context.WithTimeout(ctx, readTimeout)
	defer cancel()
	if err := s.engine.conn.FlushWithContext(flush); err != nil {
		_ = sub.Unsubscribe()
		return fmt.Errorf("follow %s: %w", s.name, err)
	}
	t := &tail{stream: s, next: from, handle: handle}
	go func() {
		defer func() { _ = sub.Unsubscribe() }()
		t.run(ctx, words)
	}()
	return nil
}

func (t *tail) run(ctx context.Context, words <-chan *nats.Msg) {
	t.fill(ctx)
	check := time.NewTicker(t.stream.engine.config.SilenceCheck)
	defer check.Stop()
	heard := false
	for {
		select {
		case <-ctx.Done():
			return
		case m := <-words:
			heard = true
			t.take(ctx, m, words)
		case <-check.C:
			if !heard {
				t.fill(ctx)
			}
			heard = false
		}
	}
}

// take handles one republished message and those that wait behind it.
func (t *tail) take(ctx context.Context, m *nats.Msg, words <-chan *nats.Msg) {
	var ready []record
	for m != nil {
		r, err := recordOf(m)
		switch {
		case err != nil || r.sequence < t.next: // not ours to judge, or seen
		case r.sequence == t.next:
			ready = append(ready, r)
			t.next++
		default:
			t.give(ready)
			ready = nil
			t.fillTo(ctx, r.sequence)
		}
		select {
		case m = <-words:
		default:
			m = nil
		}
	}
	t.give(ready)
}

func (t *tail) give(ready []record) {
	if len(ready) > 0 {
		t.handle(ready)
	}
}

// fillTo reads until the sequence is handed out. It is known to be stored, so that an empty answer
// comes from a replica that lags.
func (t *tail) fillTo(ctx context.Context, sequence uint64) {
	for t.next <= sequence {
		if !t.fill(ctx) && !pause(ctx, retryPause) {
			return
		}
	}
}

// fill reads what is stored from next on and tells whether there was anything.
func (t *tail) fill(ctx context.Context) bool {
	moved := false
	for {
		found, err := t.stream.read(ctx, t.next, fillBatch, fillBytes)
		if err != nil {
			t.stream.engine.config.Log.Debug("fill the tail", "stream", t.stream.name, "error", err)
			return moved
		}
		if len(found) == 0 {
			return moved
		}
		moved = true
		t.next = found[len(found)-1].sequence + 1
		t.handle(found)
	}
}
