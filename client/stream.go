package client

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"earshot/client/wire"
)

// deliver passes on what is new and next in order. A jump means that something was lost or came out of order: the connection
// is given up and the room asked again from the last good sequence, until it is clear that the room itself has no more.
func (r *run) deliver(messages []wire.Message) error {
	order(messages)
	var batch []wire.Message
	for i, m := range messages {
		last := r.position.After
		if m.Sequence <= last {
			continue
		}
		if m.Sequence > last+1 {
			r.pass(batch, false)
			batch = nil
			if err := r.askAgain(); err != nil {
				return err
			}
			r.emit(Gap{last + 1, m.Sequence - 1})
		}
		r.position.After = m.Sequence
		if batch == nil {
			batch = messages[i:i]
		}
		batch = append(batch, m)
	}
	r.pass(batch, false)
	return nil
}

// order sorts by sequence; what comes from a sound room is sorted already.
func order(messages []wire.Message) {
	by := func(a, b wire.Message) int { return cmp.Compare(a.Sequence, b.Sequence) }
	if !slices.IsSortedFunc(messages, by) {
		slices.SortStableFunc(messages, by)
	}
}

// pass emits a batch and keeps it.
func (r *run) pass(batch []wire.Message, cached bool) {
	if len(batch) == 0 {
		return
	}
	r.conn.progress = true
	r.emit(Messages{Messages: slices.Clip(batch), Backlog: !r.conn.live, Cached: cached})
	if !cached {
		r.keep(wire.Messages{Messages: batch})
	}
}

// keep adds to the history what was emitted.
func (r *run) keep(f wire.Frame) {
	if r.history == nil {
		return
	}
	if err := r.history.Append(r.position.Epoch, f); err != nil {
		r.cfg.Log.Warn("history is not kept any longer", "error", err)
		r.history = nil
	}
}

// askAgain tells to give up the connection for what is missing behind the last good sequence, or nil when it was asked for
// often enough.
func (r *run) askAgain() error {
	missing := r.position.After + 1
	if r.gapAt != missing {
		r.gapAt, r.gapAsked = missing, 0
	}
	if r.gapAsked >= gapTries || !r.cfg.Transport.Capabilities().Has(wire.CanResume) {
		return nil
	}
	r.gapAsked++
	return fmt.Errorf("%w from %d", errGap, missing)
}

// startAt takes a transport's word that the stream starts behind a sequence; what lies between is told as a gap where
// something was delivered before it.
func (r *run) startAt(after int64) {
	if after <= r.position.After {
		return
	}
	if r.position.After > 0 {
		r.emit(Gap{r.position.After + 1, after})
	}
	r.position.After = after
}

// checkEpoch finds out whether the log is still the one that was delivered, and starts over where it is not.
func (r *run) checkEpoch(w wire.Welcome) {
	held := r.position
	switch {
	case held.Epoch == "" || held.After == 0 && held.Epoch != w.Epoch:
		r.position.Epoch = w.Epoch
		if held.After > w.LastSequence {
			r.position.After = 0 // as the room takes it, and nothing was delivered
		}
		if held.Epoch != "" {
			r.forgetSequences()
		}
	case held.Epoch != w.Epoch:
		r.rebuild(w.Epoch, "The room's log was replaced by another one; everything is loaded anew.")
	case held.After > w.LastSequence:
		r.rebuild(w.Epoch, fmt.Sprintf("The room's log ends at #%d and was read up to #%d before: it lost messages; everything is loaded anew.",
			w.LastSequence, held.After))
	}
}

func (r *run) rebuild(epoch, reason string) {
	r.position = Resume{Epoch: epoch}
	r.gapAt, r.have, r.haveSent = 0, 0, 0
	r.pages = nil
	if r.history != nil {
		if err := r.history.Reset(); err != nil {
			r.cfg.Log.Warn("history is not kept any longer", "error", err)
			r.history = nil
		}
	}
	r.emit(Rebuilt{reason})
	r.forgetSequences()
}

// loadHistory delivers what is kept on disk before the room was heard.
func (r *run) loadHistory(ctx context.Context) {
	if r.history == nil {
		return
	}
	resume, err := r.history.Load(func(f wire.Frame) error {
		switch f := f.(type) {
		case wire.Messages:
			r.replay(f.Messages)
		case wire.Repeat:
			r.emit(Repeat{f})
		case wire.Verdict:
			r.emit(Verdict{f})
		}
		return ctx.Err()
	})
	if err == nil {
		r.position = resume
		return
	}
	if ctx.Err() != nil {
		return
	}
	r.cfg.Log.Warn("history on disk cannot be used", "error", err)
	if err := r.history.Reset(); err != nil {
		r.history = nil
	}
	if r.position.After > 0 {
		r.position = Resume{}
		r.emit(Rebuilt{"The history kept on disk is damaged and was dropped; everything is loaded anew."})
	}
}

// replay delivers a batch of the history. What was missing when it was kept was asked for then.
func (r *run) replay(batch []wire.Message) {
	start := 0
	for i, m := range batch {
		if last := r.position.After; last > 0 && m.Sequence > last+1 {
			r.pass(batch[start:i], true)
			r.emit(Gap{last + 1, m.Sequence - 1})
			start = i
		}
		r.position.After = m.Sequence
	}
	r.pass(batch[start:], true)
}

// pageRequest is one call of Page.
type pageRequest struct {
	before int64
	limit  int
	sentAt deadline
}

func addPage(pages []pageRequest, p pageRequest) []pageRequest {
	if p.limit <= 0 || p.limit > wire.PageMessages {
		p.limit = wire.PageMessages
	}
	if slices.ContainsFunc(pages, func(q pageRequest) bool { return q.before == p.before }) {
		return pages
	}
	if len(pages) >= maxPages {
		// The first may be on its way; the one behind it is the oldest that nobody has sent.
		pages = slices.Delete(pages, 1, 2)
	}
	return append(pages, p)
}

// pageAnswer passes on the answer to the page request that was sent; the room answers in order.
func (r *run) pageAnswer(messages []wire.Message) error {
	if len(r.pages) == 0 || !r.pages[0].sentAt.set() {
		return nil // of a request forgotten meanwhile
	}
	before := r.pages[0].before
	r.pages = r.pages[1:]
	order(messages)
	end := len(messages)
	for end > 0 && messages[end-1].Sequence >= before {
		end--
	}
	r.conn.progress = true
	r.emit(Messages{Messages: messages[:end], Page: true, Before: before})
	return nil
}
