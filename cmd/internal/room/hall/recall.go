package hall

import (
	"context"
	"fmt"
	"math"
	"net/http"
	"time"

	"earshot/client/wire"
	"earshot/cmd/internal/room/engine"
	"earshot/convention"
)

const (
	recallPage  = 500     // entries read at once
	recallBytes = 1 << 20 // or so many bytes of them
	recallPause = time.Second
	// recallSkew is by how much times of neighbours in the log may be out of order: servers of one room
	// have clocks of their own.
	recallSkew = time.Hour
)

// recall reads what was stored before the hall opened, in two passes. The first reads only what posts are
// judged by: the messages of the last day, and each seat's newest. When it is done, posts are taken and new
// messages are folded. The second reads everything, for the ledger and for finding messages by id; until it
// is done, who asks for those waits or is told that they are not known yet.
func (h *Hall) recall(ctx context.Context) {
	defer close(h.recalled)
	after := int64(0)
	if !h.insist(ctx, "look for its newest messages", func(ctx context.Context) (err error) {
		after, err = h.recallSenders(ctx)
		return err
	}) {
		return
	}
	if !h.insist(ctx, "read its newest messages", func(ctx context.Context) (err error) {
		after, err = h.recallNewest(ctx, after)
		return err
	}) {
		return
	}
	h.mu.Lock()
	for _, s := range h.seats {
		s.recount(math.MaxInt64)
	}
	h.judging = true
	h.mu.Unlock()
	h.news.raise()
	close(h.ready)
	if h.config.hold != nil {
		select {
		case <-h.config.hold:
		case <-ctx.Done():
		}
	}
	after = 0
	if !h.insist(ctx, "read its messages", func(ctx context.Context) (err error) {
		after, err = h.recallAll(ctx, after)
		return err
	}) {
		return
	}
	h.book.catchUp()
	h.mu.Lock()
	h.whole = true
	h.mu.Unlock()
	h.news.raise()
}

// insist does something until it succeeds, and tells whether it did before ctx ended.
func (h *Hall) insist(ctx context.Context, what string, do func(context.Context) error) bool {
	for {
		err := do(ctx)
		if err == nil {
			return true
		}
		if ctx.Err() == nil {
			h.config.Log.Warn("a room that opened could not "+what, "room", h.config.Room, "error", err)
		}
		if rest(ctx, recallPause) != nil {
			return false
		}
	}
}

// recallSenders notes each seat's newest message and returns a sequence before which nothing is that posts
// are judged by.
func (h *Hall) recallSenders(ctx context.Context) (after int64, err error) {
	found, err := h.log.Latest(ctx)
	if err != nil {
		return 0, err
	}
	for _, e := range found {
		if m, ok := h.decode(e); ok && e.Sequence <= h.opened {
			h.mu.Lock()
			h.noteSender(m)
			h.mu.Unlock()
		}
	}
	return h.newestFrom(ctx)
}

// recallNewest reads on after a sequence what posts are judged by, and returns how far it got.
func (h *Hall) recallNewest(ctx context.Context, after int64) (int64, error) {
	for after < h.opened {
		entries, err := h.log.Read(ctx, after, int(min(recallPage, h.opened-after)), recallBytes)
		if err == nil && len(entries) == 0 {
			err = rest(ctx, lagPause)
		}
		if err != nil {
			return after, err
		}
		for _, e := range entries {
			h.recallOne(e)
			after = e.Sequence
		}
	}
	return after, nil
}

// recallOne folds one of the newest messages into what posts are judged by.
func (h *Hall) recallOne(e engine.Entry) {
	defer h.survive(e.Sequence)
	m, ok := h.decode(e)
	if !ok {
		return
	}
	v1 := e.Sequence > h.opened-shareOf && convention.Parse(m.Content).Form == convention.V1
	h.mu.Lock()
	defer h.mu.Unlock()
	if e.Sequence > h.opened-shareOf {
		h.recent.add(v1)
	}
	h.index.addID(m.ID, e.Sequence)
	h.noteSender(m)
	s := h.member(m.Sender.MemberID)
	s.recount(e.Sequence)
	s.bucket.charge(m.CreatedAt, h.config.Rate)
	h.indexPost(s, e, m)
}

// newestFrom finds a sequence before which nothing is that posts are judged by.
func (h *Hall) newestFrom(ctx context.Context) (int64, error) {
	rate := h.config.Rate
	refill := time.Minute / time.Duration(rate.PerMinute) * time.Duration(rate.Burst)
	horizon := h.config.Now().Add(-max(wire.IdempotencyFor, refill) - recallSkew)
	for back := int64(4 * shareOf); back < h.opened; back *= 2 {
		m, err := h.Message(ctx, h.opened-back)
		if err != nil {
			return 0, err
		}
		if m.CreatedAt.Before(horizon) {
			return h.opened - back, nil
		}
	}
	return 0, nil
}

// recallAll reads on after a sequence, up to what was there when the hall opened, and returns how far it
// got. The next page is read while one is folded.
func (h *Hall) recallAll(ctx context.Context, after int64) (int64, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	pages := make(chan []engine.Entry, 1)
	failed := make(chan error, 1)
	go func() {
		defer close(pages)
		for from := after; from < h.opened; {
			entries, err := h.log.Bodies(ctx, from, int(min(recallPage, h.opened-from)), recallBytes)
			if err == nil && len(entries) == 0 {
				err = rest(ctx, lagPause)
			}
			if err != nil {
				failed <- err
				return
			}
			if len(entries) == 0 {
				continue
			}
			from = entries[len(entries)-1].Sequence
			select {
			case pages <- entries:
			case <-ctx.Done():
				failed <- ctx.Err()
				return
			}
		}
	}()
	for entries := range pages {
		for _, e := range entries {
			h.recordOne(e)
		}
		after = entries[len(entries)-1].Sequence
	}
	select {
	case err := <-failed:
		return after, err
	default:
		return after, nil
	}
}

// recordOne folds one message of before into the ledger and into what finds messages.
func (h *Hall) recordOne(e engine.Entry) {
	defer h.survive(e.Sequence)
	m, ok := h.decode(e)
	if !ok {
		return
	}
	doc := convention.Parse(m.Content)
	h.book.recall(m, doc, h.noteMessage(m))
	if h.look != nil && h.config.Now().Sub(m.CreatedAt) < lookupFor {
		h.look.offer(m, doc)
	}
}

// noteMessage notes where a message is and who sent it, and returns its count of repeats.
func (h *Hall) noteMessage(m wire.Message) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.index.addID(m.ID, m.Sequence)
	h.noteSender(m)
	return h.repeats[m.Sequence].Count
}

// decode reads a stored message.
func (h *Hall) decode(e engine.Entry) (wire.Message, bool) {
	m, err := wire.DecodeMessage(e.Body)
	if err != nil {
		h.config.Log.Error("stored message cannot be read", "room", h.config.Room, "sequence", e.Sequence, "error", err)
		return wire.Message{}, false
	}
	m.Sequence = e.Sequence
	return m, true
}

// survive keeps a message that cannot be folded from ending the server: it is still in the log and sent to
// everybody.
func (h *Hall) survive(sequence int64) {
	if r := recover(); r != nil {
		h.config.Log.Error("message could not be folded", "room", h.config.Room, "sequence", sequence, "panic", fmt.Sprint(r))
	}
}

// waitReady returns when posts can be judged.
func (h *Hall) waitReady(ctx context.Context) error {
	return h.wait(ctx, func() bool { return h.judging })
}

// waitWhole returns when everything that was stored before the hall opened is folded.
func (h *Hall) waitWhole(ctx context.Context) error {
	if h.wait(ctx, func() bool { return h.whole }) != nil {
		return &Refusal{Status: http.StatusServiceUnavailable, Code: wire.CodeUnavailable, RetryAfter: time.Second,
			Message: "The room was just started and still reads its log. Ask again in a moment."}
	}
	return nil
}
