package clienttest

import (
	"fmt"
	"slices"
	"strconv"
	"sync"

	"earshot/client"
	"earshot/client/wire"
)

func closeLine(code int) string { return "!" + strconv.Itoa(code) + "\n" }

// Recorder takes a session's events and holds them against what a session promises: messages dense, in order, each once, a
// gap only where one is told; every post answered once; nothing after the last state. What breaks a promise stands in Broken.
type Recorder struct {
	// Forget keeps no messages, only counts them.
	Forget bool

	mu       sync.Mutex
	next     int64
	first    bool
	messages []wire.Message
	count    int64
	events   []client.Event // all but Messages
	answers  map[string]client.Event
	broken   []string
	state    client.State
}

// Emit is the function to hand to Session.Run.
func (r *Recorder) Emit(e client.Event) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.answers == nil {
		r.answers, r.first = map[string]client.Event{}, true
	}
	if r.state == client.StateRefused || r.state == client.StateEnded {
		r.complain("%T after the session was over", e)
	}
	switch e := e.(type) {
	case client.Messages:
		if e.Page {
			r.events = append(r.events, e)
			return
		}
		r.take(e.Messages)
		return
	case client.Gap:
		if !r.first && e.From != r.next || e.To < e.From {
			r.complain("gap %d to %d, next was %d", e.From, e.To, r.next)
		}
		r.next, r.first = e.To+1, false
	case client.Rebuilt:
		r.next, r.first, r.messages, r.count = 0, true, nil, 0
	case client.Posted:
		r.answer(e.ID, e)
	case client.Refused:
		r.answer(e.ID, e)
	case client.Failed:
		r.answer(e.ID, e)
	case client.Status:
		r.state = e.State
	}
	r.events = append(r.events, e)
}

func (r *Recorder) take(messages []wire.Message) {
	if len(messages) == 0 {
		r.complain("an empty batch")
	}
	for _, m := range messages {
		if !r.first && m.Sequence != r.next {
			r.complain("message %d, next was %d", m.Sequence, r.next)
		}
		r.next, r.first = m.Sequence+1, false
		r.count++
		if !r.Forget {
			r.messages = append(r.messages, m)
		}
	}
}

func (r *Recorder) answer(id string, e client.Event) {
	if old, ok := r.answers[id]; ok {
		r.complain("post %s answered by %T and by %T", id, old, e)
	}
	r.answers[id] = e
}

func (r *Recorder) complain(format string, args ...any) {
	r.broken = append(r.broken, fmt.Sprintf(format, args...))
}

func read[T any](r *Recorder, f func() T) T {
	r.mu.Lock()
	defer r.mu.Unlock()
	return f()
}

// Broken lists the promises that were broken.
func (r *Recorder) Broken() []string {
	return read(r, func() []string { return slices.Clone(r.broken) })
}

// Messages are all messages in the order delivered, since the last Rebuilt.
func (r *Recorder) Messages() []wire.Message {
	return read(r, func() []wire.Message { return slices.Clone(r.messages) })
}

// Count is how many messages were delivered since the last Rebuilt.
func (r *Recorder) Count() int64 { return read(r, func() int64 { return r.count }) }

// Events are all other events, in order.
func (r *Recorder) Events() []client.Event {
	return read(r, func() []client.Event { return slices.Clone(r.events) })
}

// State is the last one told.
func (r *Recorder) State() client.State { return read(r, func() client.State { return r.state }) }

// Answer is what became of a post, nil while nothing is known.
func (r *Recorder) Answer(id string) client.Event {
	return read(r, func() client.Event { return r.answers[id] })
}

// Of gives the recorded events of one type, in order.
func Of[T client.Event](r *Recorder) []T {
	var out []T
	for _, e := range r.Events() {
		if e, ok := e.(T); ok {
			out = append(out, e)
		}
	}
	return out
}
