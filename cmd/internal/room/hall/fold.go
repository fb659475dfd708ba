package hall

import (
	"context"

	"github.com/google/uuid"

	"earshot/client/wire"
	"earshot/cmd/internal/room/engine"
	"earshot/convention"
)

// shareOf is how many of the newest messages tell whether a room speaks the convention.
const shareOf = 50

// share counts well-formed messages among the newest.
type share struct {
	v1   [shareOf]bool
	next int
	seen int
}

func (s *share) add(v1 bool) {
	s.v1[s.next] = v1
	s.next = (s.next + 1) % shareOf
	s.seen = min(s.seen+1, shareOf)
}

func (s *share) of() (part float64, seen int) {
	if s.seen == 0 {
		return 0, 0
	}
	n := 0
	for _, v1 := range s.v1[:] {
		if v1 {
			n++
		}
	}
	return float64(n) / float64(s.seen), s.seen
}

// fold takes new entries of the log in, in order. It alone moves the room forward. What was there before
// is recalled first: posts are judged in the order of the log.
func (h *Hall) fold(entries []engine.Entry) {
	select {
	case <-h.ready:
	case <-h.running.Done():
		return
	}
	fresh := make([]*Entry, 0, len(entries))
	for _, e := range entries {
		h.foldOne(e)
		fresh = append(fresh, &Entry{Sequence: e.Sequence, Sent: wire.WithSequence(e.Body, e.Sequence)})
	}
	h.ring.add(fresh...)
	last := entries[len(entries)-1].Sequence
	h.mu.Lock()
	h.applied = last
	for sequence := entries[0].Sequence; len(h.early) > 0 && sequence <= last; sequence++ {
		for _, say := range h.early[sequence] {
			say()
		}
		delete(h.early, sequence)
	}
	h.mu.Unlock()
	h.news.raise()
}

// foldOne folds one new message into everything that follows from the log.
func (h *Hall) foldOne(e engine.Entry) {
	defer h.survive(e.Sequence)
	m, ok := h.decode(e)
	if !ok {
		return
	}
	doc := convention.Parse(m.Content)
	h.book.feed(m, doc, h.foldIndex(e, m, doc))
	if h.look != nil && e.Gateway == h.config.Gateway {
		h.look.offer(m, doc)
	}
}

// foldIndex folds what posts are judged by, and returns the message's count of repeats.
func (h *Hall) foldIndex(e engine.Entry, m wire.Message, doc *convention.Message) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.index.addID(m.ID, e.Sequence)
	h.recent.add(doc.Form == convention.V1)
	h.noteSender(m)
	s := h.member(m.Sender.MemberID)
	if e.Gateway != h.config.Gateway {
		s.bucket.charge(m.CreatedAt, h.config.Rate)
	}
	h.indexPost(s, e, m)
	return h.repeats[e.Sequence].Count
}

// noteSender notes when its sender posted; it is called with the lock held.
func (h *Hall) noteSender(m wire.Message) {
	s := h.member(m.Sender.MemberID)
	s.posted, s.last = latest(s.posted, m.CreatedAt), max(s.last, m.Sequence)
}

// indexPost notes what later posts of the seat are judged by; it is called with the lock held.
func (h *Hall) indexPost(s *seat, e engine.Entry, m wire.Message) {
	age := h.config.Now().Sub(m.CreatedAt)
	if age < wire.RepeatWindow {
		h.index.addBody(bodyKey{s.number, hashBody(m.ReplyTo, convention.Fold(m.Content))}, storedBody{e.Sequence, m.CreatedAt})
	}
	if key, err := uuid.Parse(e.Key); err == nil && age < wire.IdempotencyFor {
		h.index.addPost(postKey{s.number, key}, knownPost{sequence: e.Sequence, at: m.CreatedAt.Unix(), fingerprint: fingerprint(m.ReplyTo, m.Content)})
	}
}

// waitFolded returns when everything up to a sequence is folded.
func (h *Hall) waitFolded(ctx context.Context, sequence int64) error {
	return h.wait(ctx, func() bool { return h.applied >= sequence })
}

// waitOvertaken returns when a newer message of the seat than the given one is folded.
func (h *Hall) waitOvertaken(ctx context.Context, s *seat, last int64) error {
	return h.wait(ctx, func() bool { return s.last > last })
}

// wait returns when the condition holds, which is asked with the lock held.
func (h *Hall) wait(ctx context.Context, until func() bool) error {
	ctx, cancel := context.WithTimeout(ctx, applyTimeout)
	defer cancel()
	for {
		changed := h.news.wait()
		h.mu.Lock()
		holds := until()
		h.mu.Unlock()
		if holds {
			return nil
		}
		select {
		case <-ctx.Done():
			h.config.Log.Warn("room lags behind its log", "room", h.config.Room)
			return busy()
		case <-changed:
		}
	}
}

func (h *Hall) lastOf(s *seat) uint64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	return uint64(s.last)
}
