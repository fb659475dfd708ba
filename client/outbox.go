package client

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"earshot/client/wire"
)

// deadline is a moment of the monotonic clock, or none.
type deadline time.Time

func after(d time.Duration) deadline { return deadline(time.Now().Add(d)) }

func (d deadline) set() bool         { return !time.Time(d).IsZero() }
func (d deadline) in() time.Duration { return time.Until(time.Time(d)) }
func (d deadline) past() bool        { return d.set() && d.in() <= 0 }
func (d deadline) ahead() bool       { return d.set() && d.in() > 0 }

// bound gives the time until d where that is shorter than wait.
func (d deadline) bound(wait time.Duration) time.Duration {
	if !d.set() {
		return wait
	}
	return min(wait, max(0, d.in()))
}

// boundUntil is bound while d lies ahead.
func (d deadline) boundUntil(wait time.Duration) time.Duration {
	if !d.ahead() {
		return wait
	}
	return d.bound(wait)
}

// pendingPost is a draft without an answer. Posts go out one at a time, each after the answer to the one before, so that a
// retry cannot overtake.
type pendingPost struct {
	draft    Draft
	sent     bool     // at least once, on any connection
	answer   deadline // set while it is on its way on the present connection
	hold     deadline // not to be sent before, after a refusal that leaves its fate open
	holds    int
	rejected int // connections that the room closed over it
}

// maxRejected is how many connections a post may cost before it is blamed.
const maxRejected = 3

// unanswered is the error of a post that nobody will answer.
func (p *pendingPost) unanswered(why error) error {
	kind := ErrNotSent
	if p.sent {
		kind = ErrUnconfirmed
	}
	if why == nil {
		why = ErrEnded
	}
	return fmt.Errorf("%w: %w", kind, why)
}

// queue takes a draft unless it is certain that it cannot be delivered.
func (r *run) queue(d Draft) {
	if slices.ContainsFunc(r.posts, func(p *pendingPost) bool { return p.draft.ID == d.ID }) {
		return
	}
	if err := r.unsendable(d); err != nil {
		r.emit(Failed{d.ID, fmt.Errorf("%w: %w", ErrNotSent, err)})
		return
	}
	r.posts = append(r.posts, &pendingPost{draft: d})
}

func (r *run) unsendable(d Draft) error {
	limit := wire.MaxContent
	if r.limits.MaxContent > 0 {
		limit = r.limits.MaxContent
	}
	size := len(strings.ToValidUTF8(d.Content, "\uFFFD"))
	switch {
	case strings.TrimSpace(d.Content) == "":
		return ErrBlank
	case size > limit:
		return fmt.Errorf("%w: %d bytes of at most %d", ErrTooLarge, size, limit)
	case r.conn.up && r.conn.readOnly:
		return ErrReadOnly
	case len(r.posts) >= r.cfg.MaxPending:
		return fmt.Errorf("%d posts wait already", len(r.posts))
	}
	return nil
}

// dropUnsendable fails the posts that the room just welcomed to cannot take.
func (r *run) dropUnsendable() {
	if r.conn.readOnly {
		r.failWhere(func(*pendingPost) bool { return true }, ErrReadOnly)
	}
}

// forgetSequences fails posts that reply by sequence: under another log the number names another message, and a reply to the
// wrong one could answer what nobody answered.
func (r *run) forgetSequences() {
	r.failWhere(func(p *pendingPost) bool { return p.draft.ReplyTo == "" && p.draft.ReplyToSequence > 0 }, ErrHistoryChanged)
}

func (r *run) failWhere(match func(*pendingPost) bool, why error) {
	kept := r.posts[:0]
	for _, p := range r.posts {
		if match(p) {
			r.emit(Failed{p.draft.ID, p.unanswered(why)})
		} else {
			kept = append(kept, p)
		}
	}
	r.posts = kept
}

// requeue forgets what was on its way: a new connection starts from the head of the outbox.
func (r *run) requeue() {
	for _, p := range r.posts {
		p.answer = deadline{}
	}
	for i := range r.pages {
		r.pages[i].sentAt = deadline{}
	}
	r.haveSent = 0
}

// outgoing gives the frame that should go out next, or nil.
func (r *run) outgoing() wire.Frame {
	if !r.conn.up {
		return nil
	}
	if len(r.posts) > 0 && !r.posts[0].answer.set() && !r.posts[0].hold.ahead() {
		d := r.posts[0].draft
		p := wire.Post{ID: d.ID, Content: d.Content, ReplyTo: d.ReplyTo}
		if d.ReplyTo == "" {
			p.ReplyToSequence = d.ReplyToSequence
		}
		return p
	}
	if len(r.pages) > 0 && !r.pages[0].sentAt.set() {
		return wire.Page{Before: r.pages[0].before, Limit: r.pages[0].limit}
	}
	if r.haveWaits() && !r.haveNext.ahead() {
		return wire.Have{Sequence: r.have}
	}
	return nil
}

func (r *run) haveWaits() bool { return r.conn.up && !r.conn.readOnly && r.have > r.haveSent }

// sent notes that a frame was handed to the connection.
func (r *run) sent(f wire.Frame) {
	switch f := f.(type) {
	case wire.Post:
		r.posts[0].sent, r.posts[0].answer = true, after(answerWithin)
	case wire.Page:
		r.pages[0].sentAt = after(answerWithin)
	case wire.Have:
		r.haveSent, r.haveNext = f.Sequence, after(haveEvery)
	}
}

// nextAlarm is how long serve may sleep before it has to look again. What could go out already waits for the writer, not for
// time.
func (r *run) nextAlarm() time.Duration {
	wait := time.Hour
	if !r.conn.up {
		return r.conn.welcome.bound(wait)
	}
	if len(r.posts) > 0 {
		wait = r.posts[0].answer.bound(wait)
		wait = r.posts[0].hold.boundUntil(wait)
	}
	if len(r.pages) > 0 {
		wait = r.pages[0].sentAt.bound(wait)
	}
	if r.haveWaits() {
		wait = r.haveNext.boundUntil(wait)
	}
	return wait
}

// answerOverdue tells whether the room owes an answer for too long: a welcome, or one to a post or page.
func (r *run) answerOverdue() bool {
	if !r.conn.up {
		return r.conn.welcome.past()
	}
	return len(r.posts) > 0 && r.posts[0].answer.past() || len(r.pages) > 0 && r.pages[0].sentAt.past()
}

// answered takes a post out of the outbox; false when it does not wait for an answer (any more).
func (r *run) answered(id string) bool {
	i := slices.IndexFunc(r.posts, func(p *pendingPost) bool { return p.draft.ID == id })
	if i < 0 {
		return false
	}
	r.posts = slices.Delete(r.posts, i, i+1)
	r.conn.progress = true
	return true
}

// refused passes a refusal on, or holds the post for another try where the room could not tell what became of it.
func (r *run) refused(f wire.Refused) {
	if wire.Transient(f.Error.Code) && len(r.posts) > 0 && r.posts[0].draft.ID == f.ID {
		p := r.posts[0]
		wait := max(time.Duration(f.Error.RetryAfter)*time.Second, min(r.cfg.BackoffMax, time.Second<<min(p.holds, 10)))
		p.holds++
		p.answer, p.hold = deadline{}, after(wait)
		return
	}
	if r.answered(f.ID) {
		r.emit(Refused{f})
	}
}

// blame gives up a post that made the room close several connections, so that one bad post cannot keep the room away for ever.
func (r *run) blame(err error) {
	var closed *CloseError
	if len(r.posts) == 0 || !r.posts[0].answer.set() || !errors.As(err, &closed) || !closed.overFrame() {
		return
	}
	p := r.posts[0]
	if p.rejected++; p.rejected >= maxRejected {
		r.posts = r.posts[1:]
		r.emit(Failed{p.draft.ID, p.unanswered(err)})
	}
}
