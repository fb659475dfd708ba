package main

import (
	"context"
	"time"

	"earshot/client"
	"earshot/client/wire"
	"earshot/cmd/internal/resolve"
)

// roomRun delivers the events of a room, as the terminal interface takes them.
type roomRun = func(ctx context.Context, emit func(client.Event)) error

// upTo leaves out what was said after a moment.
func upTo(run roomRun, until time.Time) roomRun {
	return func(ctx context.Context, emit func(client.Event)) error {
		return run(ctx, func(e client.Event) {
			if m, ok := e.(client.Messages); ok {
				m.Messages = before(m.Messages, until)
				e = m
			}
			emit(e)
		})
	}
}

func before(messages []wire.Message, until time.Time) []wire.Message {
	var kept []wire.Message
	for _, m := range messages {
		if !m.CreatedAt.After(until) {
			kept = append(kept, m)
		}
	}
	return kept
}

// verdictsFirst looks up the evidence that messages offer before anything else is told, so that whoever
// reads a source to its end has the verdicts by then.
func verdictsFirst(run roomRun, resolver *resolve.Resolver) roomRun {
	return func(ctx context.Context, emit func(client.Event)) error {
		return run(ctx, func(e client.Event) {
			emit(e)
			told, ok := e.(client.Messages)
			if !ok {
				return
			}
			for _, m := range told.Messages {
				for _, verdict := range lookUp(ctx, resolver, m) {
					emit(client.Verdict{Verdict: verdict})
				}
			}
		})
	}
}

// withVerdicts looks up the evidence that messages offer, beside the stream, and tells the verdicts in
// it. A reference that takes long to look up delays verdicts and never messages.
func withVerdicts(run roomRun, resolver *resolve.Resolver) roomRun {
	return func(ctx context.Context, emit func(client.Event)) error {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		l := &lookup{resolver: resolver, emit: emit, arrived: make(chan struct{}, 1), panicked: make(chan any, 1)}
		go l.work(ctx)
		ended := run(ctx, func(e client.Event) {
			emit(e)
			if m, ok := e.(client.Messages); ok {
				l.add(m.Messages)
			}
		})
		l.finish(ctx)
		cancel()
		if fault := <-l.panicked; fault != nil {
			panic(fault) // where whoever runs the room is ready for it
		}
		return ended
	}
}
