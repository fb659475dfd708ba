package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"earshot/client"
	"earshot/client/wire"
)

// follower runs a session and tells its consumer, on one goroutine, of every event and of every
// moment at which time alone changes something.
type follower struct {
	from *opened
	// wait is how long a room may take to be reached, and with untilLive how long it may be silent
	// before it has told everything it holds. A source that ends by itself may take its time.
	wait time.Duration
	// untilLive ends the run once the room has told everything it holds; a source that ends by itself is
	// read to its end whatever this says.
	untilLive bool
	// answered is where the room owes an answer: it may never be silent for longer than wait.
	answered bool
	event    func(client.Event) error
	finished func() // called once where a source has ended by itself and all of it was taken; nil for nothing

	// tick is called at the moment that next gives, in the rooms' time; nil where time changes nothing.
	tick  func() error
	next  func() time.Time
	until func(ctx context.Context, at time.Time) error
}

// stuckAfter is how long a consumer may take to come to an end once it should, before it counts as one
// that writes where nobody reads.
const stuckAfter = 2 * time.Second

// run returns when the source ends or has told everything (nil), ctx ends (its cause), the room is
// not reached in time, or the consumer or the session fails. The consumer hears of the events that a
// session tells at its end as well.
func (f follower) run(ctx context.Context) error {
	over := make(chan error, 1)
	go func() { over <- f.follow(ctx) }()
	select {
	case err := <-over:
		return err
	case <-ctx.Done():
	}
	stuck := time.NewTimer(stuckAfter)
	defer stuck.Stop()
	select {
	case err := <-over:
		return err
	case <-stuck.C:
		return context.Cause(ctx)
	}
}

func (f follower) follow(ctx context.Context) error {
	inner, cancel := context.WithCancel(ctx)
	events, ended, gone := make(chan client.Event), make(chan error, 1), make(chan struct{})
	run := f.from.run
	if run == nil {
		run = f.from.session.Run
	}
	go func() {
		ended <- run(inner, func(e client.Event) {
			select {
			case events <- e:
			case <-gone:
			}
		})
	}()
	if f.from.tellLeft != nil {
		defer f.from.tellLeft()
	}
	err := f.consume(inner, events, ended)
	close(gone)
	cancel()
	if errors.Is(err, errSessionEnded) {
		err = <-ended
	} else {
		<-ended
	}
	if err == nil && f.finished != nil {
		f.finished()
	}
	var own consumerError
	switch {
	case errors.Is(err, errCaughtUp):
		return nil
	case errors.As(err, &own) && ctx.Err() == nil:
		return own.error
	case err != nil && ctx.Err() != nil:
		return context.Cause(ctx)
	}
	return f.from.explained(err)
}

var (
	errCaughtUp     = errors.New("caught up")         // everything the source holds was told
	errSessionEnded = errors.New("the session ended") // why is what its Run returned
)

// consumerError is what the consumer failed with, which is none of the room's doing.
type consumerError struct{ error }

func (e consumerError) Unwrap() error { return e.error }

// asConsumer marks what the consumer failed with.
func asConsumer(err error) error {
	if err == nil {
		return nil
	}
	return consumerError{err}
}

// consume tells everything that happens until it returns why it stops.
func (f follower) consume(ctx context.Context, events <-chan client.Event, ended chan error) error {
	silence := time.NewTimer(f.wait)
	defer silence.Stop()
	if f.from.finite {
		silence.Stop()
	}
	var lost error // why the last connection ended
	for {
		moment, stop := f.moment(ctx)
		var err error
		select {
		case e := <-events:
			if settled(e) && f.from.tellLeft != nil {
				f.from.tellLeft()
			}
			lost = f.heard(e, silence, lost)
			if err = asConsumer(f.event(e)); err == nil && f.untilLive && !f.from.finite && settled(e) {
				err = errCaughtUp
			}
		case err = <-moment:
			if err == nil {
				err = asConsumer(f.tick())
			}
		case <-silence.C:
			err = f.gaveUp(lost)
		case result := <-ended:
			ended <- result
			err = errSessionEnded
		}
		stop()
		if err != nil {
			return err
		}
	}
}

// heard keeps the time that a room may be silent, and why its last connection ended.
func (f follower) heard(e client.Event, silence *time.Timer, lost error) error {
	status, isStatus := e.(client.Status)
	switch {
	case isStatus && status.Err != nil:
		return status.Err
	case isStatus:
		return lost
	case f.answered, f.untilLive && !f.from.finite:
		silence.Reset(f.wait)
	default:
		silence.Stop()
	}
	return nil
}

// settled says that everything the source holds has been told.
func settled(e client.Event) bool {
	status, ok := e.(client.Status)
	return ok && (status.State == client.StateLive || status.State == client.StateEnded)
}

// moment tells when the next change by time alone has come; never where none is known.
func (f follower) moment(ctx context.Context) (<-chan error, func()) {
	if f.tick == nil {
		return nil, func() {}
	}
	at := f.next()
	if at.IsZero() {
		return nil, func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	reached := make(chan error, 1)
	go func() { reached <- f.until(ctx, at) }()
	return reached, cancel
}

// gaveUp is the end of waiting for a room.
func (f follower) gaveUp(lost error) error {
	if lost == nil {
		lost = context.DeadlineExceeded
	}
	problem := client.Explain(lost)
	if rest, ok := strings.CutPrefix(problem.What, "the room"); ok {
		problem.What = "The room" + rest
	}
	problem.What = fmt.Sprintf("%s was not reached within %v. %s", f.from.name, f.wait, problem.What)
	problem.Exit = exitUnreachable
	return &problem
}

// explained turns the error of a session into a sentence for a person.
func (from *opened) explained(err error) error {
	var problem *client.Problem
	if err == nil || errors.As(err, &problem) || errors.Is(err, errFound) {
		return err
	}
	p := client.Explain(err)
	var closed *client.CloseError
	if from.noSeat != nil && errors.As(err, &closed) && closed.Code == wire.CloseNoAuth {
		p.What, p.Do = from.noSeat.What, from.noSeat.Do
	}
	return &p
}

// wallUntil waits for a moment of a clock that runs as fast as the wall's.
func wallUntil(now func() time.Time) func(context.Context, time.Time) error {
	return func(ctx context.Context, at time.Time) error {
		timer := time.NewTimer(at.Sub(now()))
		defer timer.Stop()
		select {
		case <-timer.C:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
