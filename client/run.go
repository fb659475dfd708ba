package client

import (
	"context"
	"errors"
	"fmt"
	"time"

	"earshot/client/wire"
)

// Times of the session that the protocol leaves to the client.
const (
	answerWithin = 30 * time.Second       // a post or page without an answer for so long means a sick connection
	haveEvery    = time.Second            // have marks go out at most so often
	goodbye      = 300 * time.Millisecond // for the last have mark when the session is told to end
	steadyAfter  = 10 * time.Second       // a connection that lived so long starts the backoff anew
	wakeEvery    = time.Second            // a connection being made is begun anew by Wake at most so often
	gapTries     = 3                      // how often a gap is asked for again before it is told
)

var (
	errGap      = errors.New("messages were missing, asking again")
	errNoAnswer = errors.New("the room did not answer in time")
	errWoken    = errors.New("asked to connect anew")
	errProtocol = errors.New("the room does not keep to the protocol")
)

// run is one Run of a session; its goroutine alone touches it.
type run struct {
	*Session
	emit    func(Event)
	history History

	position Resume // what was delivered
	state    State
	since    time.Time
	attempt  int  // of the present outage
	step     int  // of the backoff; Wake sets it back
	welcomed bool // ever

	conn     connState
	limits   wire.Limits
	posts    []*pendingPost
	pages    []pageRequest
	have     int64
	haveSent int64
	haveNext deadline
	gapAt    int64 // first missing sequence of the gap asked for again
	gapAsked int
}

// connState is what is known of the present connection.
type connState struct {
	up       bool     // welcomed
	welcome  deadline // by when the welcome must have come
	readOnly bool
	live     bool
	progress bool      // it delivered or answered something
	since    time.Time // when it was begun, then when it was welcomed
	end      int64     // last sequence when welcomed
	told     *wire.Error
}

func (r *run) loop(ctx context.Context) error {
	r.status(Status{State: StateConnecting})
	r.loadHistory(ctx)
	for {
		err := r.connection(ctx)
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case errors.Is(err, ErrEnded):
			return nil
		case r.hopeless(err):
			return err
		}
		r.cfg.Log.Info("connection ended", "error", err, "after", r.position.After, "attempt", r.attempt)
		if err := r.pause(ctx, err); err != nil {
			return err
		}
	}
}

// hopeless tells whether another try would end the same way. What can be a passing state of the network between (a proxy's
// page, a broken certificate) ends a session only before the room was ever reached.
func (r *run) hopeless(err error) bool {
	if errors.Is(err, ErrRefused) || errors.Is(err, ErrUnreadable) {
		return true
	}
	return !r.welcomed && (errors.Is(err, ErrNotRoom) || errors.Is(err, ErrUntrusted))
}

// finish answers what nobody will answer any more and tells the last state.
func (r *run) finish(err error) {
	r.takeMail()
	for _, p := range r.posts {
		r.emit(Failed{p.draft.ID, p.unanswered(err)})
	}
	r.posts = nil
	switch {
	case err == nil:
		r.status(Status{State: StateEnded})
	case r.hopeless(err):
		r.status(Status{State: StateRefused, Err: err})
	}
}

// status emits a status; Since is kept while the state stays the same.
func (r *run) status(s Status) {
	if r.since.IsZero() || s.State != r.state {
		r.state, r.since = s.State, r.cfg.Now()
	}
	s.Since = r.since
	r.emit(s)
}

// connection makes one connection and serves it until it ends; the error says why.
func (r *run) connection(ctx context.Context) error {
	link := dial(ctx, r.cfg.Transport, r.position)
	defer link.stop()
	r.conn = connState{since: time.Now(), welcome: after(wire.DeadAfter)}
	r.requeue()
	err := r.serve(ctx, link)
	if err != nil && r.conn.told != nil {
		err = withReason(err, r.conn.told)
	}
	if r.conn.progress || (r.conn.live && time.Since(r.conn.since) >= steadyAfter) {
		r.attempt, r.step = 0, 0
	}
	r.blame(err)
	return err
}

func (r *run) serve(ctx context.Context, link *link) error {
	alarm := time.NewTimer(time.Hour)
	defer alarm.Stop()
	for {
		out, frame := link.out, r.outgoing()
		if frame == nil {
			out = nil
		}
		alarm.Reset(r.nextAlarm())
		select {
		case <-ctx.Done():
			r.farewell(link)
			return ctx.Err()
		case <-r.signal:
			if r.takeMail() && !r.conn.up && time.Since(r.conn.since) >= wakeEvery {
				r.step = 0
				return errWoken
			}
		case out <- frame:
			r.sent(frame)
		case got := <-link.in:
			if got.err != nil {
				return got.err
			}
			if err := r.receive(got.frame); err != nil {
				return err
			}
		case <-alarm.C:
			if r.answerOverdue() {
				return errNoAnswer
			}
		}
	}
}

// receive acts on a frame; an error ends the connection.
func (r *run) receive(f wire.Frame) error {
	if w, ok := f.(wire.Welcome); ok {
		return r.welcome(w)
	}
	if e, ok := f.(wire.ErrorFrame); ok {
		r.conn.told = &e.Error
		return nil
	}
	if !r.conn.up {
		return fmt.Errorf("%w: %s before welcome", errProtocol, f.Op())
	}
	switch f := f.(type) {
	case wire.Messages:
		if f.Page {
			return r.pageAnswer(f.Messages)
		}
		return r.deliver(f.Messages)
	case Tail:
		r.startAt(f.After)
	case wire.Live:
		return r.caughtUp()
	case wire.Posted:
		if r.answered(f.ID) {
			r.emit(Posted{f})
		}
	case wire.Refused:
		r.refused(f)
	case wire.Seats:
		r.emit(Seats{f.Seats})
	case wire.Repeat:
		r.emit(Repeat{f})
		r.keep(f)
	case wire.Verdict:
		r.emit(Verdict{f})
		r.keep(f)
	default:
		r.cfg.Log.Debug("frame ignored", "op", f.Op())
	}
	return nil
}

func (r *run) welcome(w wire.Welcome) error {
	if r.conn.up {
		return fmt.Errorf("%w: a second welcome", errProtocol)
	}
	if w.Protocol != wire.Protocol {
		return fmt.Errorf("%w: the room speaks version %d, this program %d", ErrNotRoom, w.Protocol, wire.Protocol)
	}
	r.checkEpoch(w)
	r.welcomed, r.conn.up, r.conn.readOnly, r.conn.since = true, true, w.You == nil, time.Now()
	r.conn.end, r.limits = w.LastSequence, w.Limits
	now := r.cfg.Now()
	offset := time.Duration(0)
	if !w.ServerTime.IsZero() {
		offset = w.ServerTime.Sub(now)
	}
	capabilities := append(w.Capabilities[:len(w.Capabilities):len(w.Capabilities)], r.cfg.Transport.Capabilities()...)
	r.emit(Welcomed{Room: w.Room, You: w.You, Seats: w.Seats, LastSequence: w.LastSequence, ServerTime: w.ServerTime, Offset: offset,
		Limits: w.Limits, Capabilities: capabilities, Epoch: w.Epoch})
	r.status(Status{State: StateCatchingUp, Attempt: r.attempt})
	r.takeMail()
	r.dropUnsendable()
	return nil
}

// caughtUp ends the backlog. A room that is live and short of what it announced is asked again; when it stays so, what is
// missing shows itself with the next message.
func (r *run) caughtUp() error {
	if r.position.After < r.conn.end {
		if err := r.askAgain(); err != nil {
			return err
		}
	}
	if !r.conn.live {
		r.conn.live = true
		r.status(Status{State: StateLive, Attempt: r.attempt})
	}
	return nil
}

// farewell sends a have mark that still waits, because an agent that was handed messages may end at once, and lets what was
// handed to the writer go out.
func (r *run) farewell(link *link) {
	r.takeMail()
	if !r.conn.up || r.conn.readOnly {
		return
	}
	var last []wire.Frame
	if r.haveWaits() {
		last = append(last, wire.Have{Sequence: r.have})
	}
	link.flush(goodbye, last...)
}

// takeMail moves what callers left into the run.
func (r *run) takeMail() (wake bool) {
	m := r.collect()
	for _, d := range m.drafts {
		r.queue(d)
	}
	for _, id := range m.dropped {
		r.emit(Failed{id, fmt.Errorf("%w: %d posts wait already", ErrNotSent, r.cfg.MaxPending)})
	}
	for _, p := range m.pages {
		r.pages = addPage(r.pages, p)
	}
	r.have = max(r.have, m.have)
	return m.wake
}

// pause waits before the next try, jittered under a doubling bound, and at least as long as the room asked for.
func (r *run) pause(ctx context.Context, why error) error {
	state := StateReconnecting
	if !r.welcomed {
		state = StateConnecting
	}
	wait := r.backoff(why)
	r.attempt++
	r.step++
	r.status(Status{State: state, Attempt: r.attempt, NextRetry: r.cfg.Now().Add(wait), Err: why})
	timer := time.NewTimer(wait)
	defer timer.Stop()
	for waiting := true; waiting; {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-timer.C:
			waiting = false
		case <-r.signal:
			if r.takeMail() {
				waiting, r.step = false, 0
			}
		}
	}
	r.status(Status{State: state, Attempt: r.attempt, Err: why})
	return nil
}

// backoff gives the wait before the next try: none when a person asks for it, and none when a gap shows for the first time.
func (r *run) backoff(why error) time.Duration {
	if errors.Is(why, errWoken) || errors.Is(why, errGap) && r.gapAsked == 1 {
		return 0
	}
	bound := r.cfg.BackoffMax
	if shift := min(r.step, 30); r.cfg.BackoffMin<<shift > 0 {
		bound = min(bound, r.cfg.BackoffMin<<shift)
	}
	wait := time.Duration(r.cfg.Rand() * float64(bound))
	var closed *CloseError
	if errors.As(why, &closed) && closed.Reason != nil && closed.Reason.RetryAfter > 0 {
		wait = max(wait, min(time.Duration(closed.Reason.RetryAfter)*time.Second, 5*time.Minute))
	}
	return wait
}
