package main

import (
	"context"
	"fmt"
	"time"

	"earshot/client"
	"earshot/client/wire"
	"earshot/cmd/internal/resolve"
	"earshot/convention"
	"earshot/convention/evidence"
	"earshot/convention/ledger"
)

// reading is everything a source holds at one moment.
type reading struct {
	*roomLog
	name string
	now  time.Time // the moment everything is read as of
	last bool      // now is the time of the last message, for want of a clock
}

// view is the ledger as of the reading's moment.
func (r *reading) view() ledger.View { return r.ledger.At(r.now) }

// tellMoment says on standard error when there is no clock and the last message stands for one.
func (r *reading) tellMoment(p process) {
	if r.last {
		say(p.err, asOfLast(r.name, r.now))
	}
}

func asOfLast(name string, moment time.Time) string {
	return fmt.Sprintf("%s is read as of its last message, %s; --now sets another time.", name, moment.UTC().Format(time.RFC3339))
}

// read reads a whole source: a transcript to its end, a room until it is caught up.
func (o *sourceOptions) read(ctx context.Context, p process, argument string) (*reading, error) {
	until, err := parseTime("--now", o.now)
	if err != nil {
		return nil, err
	}
	from, err := o.open(p, argument)
	if err != nil {
		return nil, err
	}
	log := newRoomLog(o.window(p), until)
	log.keep = true
	run := follower{from: from, wait: o.wait, untilLive: true, event: func(e client.Event) error {
		log.apply(e)
		return nil
	}}
	if err := run.run(ctx); err != nil {
		return nil, err
	}
	r := &reading{roomLog: log, name: from.name, now: until}
	if r.now.IsZero() {
		r.now, r.last = p.now().Add(log.offset), false
		if from.finite && !log.last.IsZero() {
			r.now, r.last = log.last, true
		}
	}
	return r, nil
}

// look has a resolver look up the evidence of every finished piece of work that is told of.
func (r *reading) look(ctx context.Context, resolver *resolve.Resolver) error {
	if resolver == nil {
		return nil
	}
	for _, m := range r.messages {
		for _, verdict := range lookUp(ctx, resolver, m) {
			r.ledger.Verdict(verdict.Sequence, verdict.Line, verdict.Reference,
				evidence.Verdict{Result: evidence.ParseResult(verdict.Result), Detail: verdict.Detail})
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

// lookUp resolves the references that a message offers as evidence. What cannot be looked up is
// unknown, with the reason.
func lookUp(ctx context.Context, resolver *resolve.Resolver, m wire.Message) []wire.Verdict {
	doc := convention.Parse(m.Content)
	var verdicts []wire.Verdict
	for _, fact := range doc.Facts {
		if fact.Label.Modality != convention.Ev {
			continue
		}
		found, err := resolver.Resolve(ctx, fact.Text)
		if err != nil {
			found = evidence.Verdict{Result: evidence.Unknown, Detail: err.Error()}
		}
		verdicts = append(verdicts, wire.Verdict{Sequence: m.Sequence, Line: fact.Line, Reference: fact.Text, Result: found.Result.String(), Detail: found.Detail})
	}
	return verdicts
}
