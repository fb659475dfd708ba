package tui

import (
	"time"

	"earshot/client/wire"
	"earshot/convention/evidence"
	"earshot/convention/ledger"
)

// How a room's ledger follows its log: fed by the batch, built anew in slices
// where older messages come, and looked at as time passes.

// feeding is what an event batch did to the log, before the panes hear of it.
type feeding struct {
	appended int
	again    bool // older messages came: the ledger has to be built anew
	changed  bool // the ledger was told something
}

// told is what the room said about messages beside the log itself; a ledger
// that is built anew is told again.
type told struct {
	repeats  map[int64]wire.Repeat
	verdicts []wire.Verdict
}

// rebuild is a ledger being fed anew in slices.
type rebuild struct {
	ledger *ledger.Ledger
	next   int
}

// settle lets the ledger look at the time and tells the panes what came.
func (r *room) settle(clock time.Time) {
	f := r.feed
	r.feed = feeding{}
	if f.again {
		r.rebuild = &rebuild{ledger: r.freshLedger()}
	}
	r.look(clock)
	switch {
	case f.again:
		r.timeline.Recount()
	case f.appended > 0:
		r.timeline.Appended(f.appended)
	}
	if f.again || f.appended > 0 {
		r.v1.share, r.v1.of = r.log.v1Share(50)
	}
	r.stale = r.stale || f.changed || f.again
}

// look asks the ledger how things stand by now. It reports whether a state
// changed by time alone since the last look.
func (r *room) look(clock time.Time) (moved bool) {
	now := r.now(clock)
	if r.looks > 0 {
		next := r.view.NextChange()
		moved = !next.IsZero() && !now.Before(next)
	}
	r.view = r.ledger.At(now)
	r.looks++
	r.timeline.SetView(r.view, now)
	r.triage.SetNow(now)
	return moved
}

// freshLedger is an empty ledger that knows the seats, repeats and verdicts.
func (r *room) freshLedger() *ledger.Ledger {
	l := ledger.New(r.ledgerOptions)
	l.Seats(r.seatStates())
	return l
}

// rebuildSlice is how many messages one step of a rebuild feeds: about
// a millisecond, so that keys come through.
const rebuildSlice = 128

// rebuildStep feeds the ledger to come. When it has caught up it takes the
// place of the present one.
func (r *room) rebuildStep(clock time.Time) (more bool) {
	b := r.rebuild
	if b == nil {
		return false
	}
	for end := min(b.next+rebuildSlice, r.log.Len()); b.next < end; b.next++ {
		b.ledger.Feed(r.log.ledgerMessage(b.next))
	}
	if b.next < r.log.Len() {
		return true
	}
	for _, e := range r.told.repeats {
		b.ledger.Repeat(e.Sequence, e.Count, e.LastAt)
	}
	for _, e := range r.told.verdicts {
		b.ledger.Verdict(e.Sequence, e.Line, e.Reference, verdict(e))
	}
	r.ledger, r.rebuild = b.ledger, nil
	r.look(clock)
	r.timeline.Recount()
	r.stale = true
	return false
}

func verdict(e wire.Verdict) evidence.Verdict {
	return evidence.Verdict{Result: evidence.ParseResult(e.Result), Detail: e.Detail}
}
