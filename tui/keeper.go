package tui

import (
	"cmp"
	"context"
)

// kept is what a room keeps between runs.
type kept struct {
	// saved are the values handed to the keeper last.
	savedDraft string
	savedMark  int64
	loaded     bool // before that, nothing is saved over
	unsafe     bool // what was kept could be neither read nor set aside: it is never saved over
	due        bool // a save of the draft is planned
}

// key is under what the room's things are kept: those of its seats are apart.
func (r *room) key() string {
	switch {
	case r.cfg.Key != "":
		return r.cfg.Key
	case r.cfg.As != "":
		return r.cfg.Name + " as " + r.cfg.As
	}
	return r.cfg.Name
}

// draftKey is under what unsent text is kept.
func (r *room) draftKey() string { return cmp.Or(r.cfg.DraftKey, r.key()) }

// keep is one thing to be written.
type keep struct {
	room  string // the key
	draft *string
	mark  *int64
	aside []Aside
	sent  []string
	then  any // message to be sent once it is written, or could not be; nil for none
}

// keeper writes drafts and marks outside of the loop, one after the other, so
// that an older one never overwrites a newer one.
type keeper struct {
	drafts Drafts
	marks  Marks
	asides Asides
	sent   Sent
	queue  chan keep
}

func newKeeper(d Drafts, m Marks, a Asides, s Sent) *keeper {
	// The queue holds more than a person types in the time a disk takes; when
	// it is full the loop tries again a second later.
	return &keeper{drafts: d, marks: m, asides: a, sent: s, queue: make(chan keep, 64)}
}

// offer queues without waiting and reports whether there was room.
func (k *keeper) offer(what keep) bool {
	select {
	case k.queue <- what:
		return true
	default:
		return false
	}
}

// run writes until ctx ends; what is queued then is written by [keeper.drain].
// It tells of failures, and what it was asked to tell.
func (k *keeper) run(ctx context.Context, tell func(msg any)) {
	for {
		select {
		case <-ctx.Done():
			return
		case what := <-k.queue:
			if msg := k.write(what); msg.err != nil {
				tell(msg)
			}
			if what.then != nil {
				tell(what.then)
			}
		}
	}
}

// drain writes what is queued, after run has returned.
func (k *keeper) drain() error {
	var first error
	for {
		select {
		case what := <-k.queue:
			if msg := k.write(what); msg.err != nil && first == nil {
				first = msg.err
			}
		default:
			return first
		}
	}
}

func (k *keeper) write(what keep) savedMsg {
	if what.draft != nil && k.drafts != nil {
		if err := k.drafts.Save(what.room, *what.draft); err != nil {
			return savedMsg{"the draft", err}
		}
	}
	if what.mark != nil && k.marks != nil {
		if err := k.marks.Save(what.room, *what.mark); err != nil {
			return savedMsg{"the unread mark", err}
		}
	}
	if what.aside != nil && k.asides != nil {
		if err := k.asides.Save(what.room, what.aside); err != nil {
			return savedMsg{"what is set aside", err}
		}
	}
	if what.sent != nil && k.sent != nil {
		if err := k.sent.Save(what.room, what.sent); err != nil {
			return savedMsg{"what was sent", err}
		}
	}
	return savedMsg{}
}

// unsent is all text of the room's that nobody but us holds, as it is kept:
// posts that the room has not confirmed, parked drafts, and last what stands in
// the composer.
func (r *room) unsent() string { return encodeDrafts(r.drafts()) }

// texts are those of what is unsent.
func (r *room) texts() []string {
	var all []string
	for _, u := range r.drafts() {
		all = append(all, u.Text)
	}
	return all
}

func (r *room) drafts() []unsent {
	all := r.out.unconfirmed()
	for _, p := range r.parked {
		all = append(all, p.unsent)
	}
	if !r.composer.Empty() {
		all = append(all, r.draft())
	}
	return all
}

// keepDraft hands the unsent text to the keeper where it changed. It reports
// false where that has to be tried again: what was kept before is not read yet
// and must not be written over, or the keeper has its hands full.
func (r *room) keepDraft(k *keeper) bool {
	if k.drafts == nil || r.kept.unsafe {
		return true
	}
	if !r.kept.loaded {
		return false
	}
	text := r.unsent()
	if text == r.kept.savedDraft {
		return true
	}
	if !k.offer(keep{room: r.draftKey(), draft: &text}) {
		return false
	}
	r.kept.savedDraft = text
	return true
}

// keepMark hands the reader's mark to the keeper where it moved.
func (r *room) keepMark(k *keeper) {
	mark := r.timeline.Mark()
	if mark == r.kept.savedMark {
		return
	}
	if k.offer(keep{room: r.key(), mark: &mark}) {
		r.kept.savedMark = mark
	}
}
