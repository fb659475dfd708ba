package main

import (
	"context"
	"sync"

	"earshot/client"
	"earshot/client/wire"
	"earshot/cmd/internal/resolve"
)

// lookup is the queue of messages whose evidence is still to be looked up.
type lookup struct {
	resolver *resolve.Resolver
	emit     func(client.Event)
	arrived  chan struct{} // has one element where something was added since the worker looked
	panicked chan any      // what the worker ended with: nil, or what it panicked with

	mu      sync.Mutex
	waiting []wire.Message
	closed  bool
}

func (l *lookup) add(messages []wire.Message) {
	l.mu.Lock()
	l.waiting = append(l.waiting, messages...)
	l.mu.Unlock()
	l.wake()
}

// finish says that nothing more comes, and waits until everything was looked up or ctx ends.
func (l *lookup) finish(ctx context.Context) {
	l.mu.Lock()
	l.closed = true
	l.mu.Unlock()
	l.wake()
	select {
	case fault := <-l.panicked:
		l.panicked <- fault
	case <-ctx.Done():
	}
}

func (l *lookup) wake() {
	select {
	case l.arrived <- struct{}{}:
	default:
	}
}

// next takes a message off the queue. It is false where there is none, and done where none will come.
func (l *lookup) next() (m wire.Message, ok, done bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.waiting) == 0 {
		return wire.Message{}, false, l.closed
	}
	m, l.waiting = l.waiting[0], l.waiting[1:]
	return m, true, false
}

// work looks up until the queue is done or ctx ends.
func (l *lookup) work(ctx context.Context) {
	defer func() { l.panicked <- recover() }()
	for ctx.Err() == nil {
		m, ok, done := l.next()
		switch {
		case ok:
			for _, verdict := range lookUp(ctx, l.resolver, m) {
				l.emit(client.Verdict{Verdict: verdict})
			}
		case done:
			return
		default:
			select {
			case <-l.arrived:
			case <-ctx.Done():
			}
		}
	}
}
