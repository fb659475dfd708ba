package hall

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"

	"earshot/client/wire"
	"earshot/cmd/internal/room/engine"
)

const (
	repeatEvery = time.Second // a message's count is told at most this often
	repeatKeys  = 64          // posts remembered with a count, so that a retry of one is not counted again
)

// repeatRecord is how often a stored message was posted.
type repeatRecord struct {
	Sequence int64      `json:"sequence"`
	Member   string     `json:"member"`
	Count    int        `json:"count"` // the stored one included
	Last     time.Time  `json:"last"`
	By       string     `json:"by,omitempty"`     // the server that counted last
	Keys     []countKey `json:"keys,omitempty"`   // of the newest repeats, oldest first
	Full     time.Time  `json:"full,omitzero"`    // the seat's bucket after the newest one
	Posted   int64      `json:"posted,omitempty"` // the seat's newest message at that time
	told     toldRepeat // not stored
}

// countKey is the idempotency key of a counted post.
type countKey struct {
	Key         uuid.UUID `json:"key"`
	Fingerprint uint64    `json:"fingerprint"`
	At          int64     `json:"at"` // seconds since 1970
}

// toldRepeat is when a count was last told, and whether telling the newest one is arranged for.
type toldRepeat struct {
	at      time.Time
	pending bool
}

// repeat counts a post of a body that is stored already. The count is written down before it is
// answered.
func (h *Hall) repeat(ctx context.Context, d *draft, stored storedBody) (Posted, error) {
	for range storeAttempts {
		record, revision := h.nextCount(d, stored.sequence)
		err := h.swap(ctx, keyRepeat+strconv.FormatInt(stored.sequence, 10), record, revision)
		if errors.Is(err, engine.ErrConflict) {
			if err := h.recount(ctx, d, stored.sequence); err != nil {
				return Posted{}, err
			}
			continue
		}
		if errors.Is(err, engine.ErrUnsure) {
			return Posted{}, busy()
		}
		if err != nil {
			return Posted{}, err
		}
		return Posted{Sequence: stored.sequence, RepeatOf: stored.sequence}, nil
	}
	return Posted{}, busy()
}

func (h *Hall) nextCount(d *draft, sequence int64) (repeatRecord, uint64) {
	now := h.moment()
	h.mu.Lock()
	defer h.mu.Unlock()
	record, found := h.repeats[sequence]
	if !found {
		record = repeatRecord{Sequence: sequence, Member: d.record.Member, Count: 1}
	}
	record.Count++
	record.Last, record.By, record.Full = now, h.config.Gateway, d.seat.bucket.full
	record.Posted = d.seat.last
	if d.keyed {
		record.Keys = append(slices.Clone(record.Keys), countKey{d.key, d.fingerprint, now.Unix()})
		record.Keys = record.Keys[max(0, len(record.Keys)-repeatKeys):]
	}
	return record, h.revisions[keyRepeat+strconv.FormatInt(sequence, 10)]
}

// recount takes over what another server counted meanwhile. A seat that is over its cap by that is
// refused.
func (h *Hall) recount(ctx context.Context, d *draft, sequence int64) error {
	if err := rest(ctx, lagPause); err != nil { // a replica may not have it yet
		return err
	}
	item, found, err := h.table.Get(ctx, keyRepeat+strconv.FormatInt(sequence, 10))
	if err != nil {
		return fmt.Errorf("read a count of room %s: %w", h.config.Room, err)
	}
	if found {
		h.apply([]engine.Item{item})
	}
	return h.withinCap(d.seat)
}

// applyRepeat takes a count over and sees to it that everybody hears of it; it is called with the
// lock held.
func (h *Hall) applyRepeat(r repeatRecord) {
	s := h.member(r.Member)
	for _, k := range r.Keys {
		h.index.addPost(postKey{s.number, k.Key}, knownPost{sequence: r.Sequence, at: k.At, fingerprint: k.Fingerprint, repeat: true})
	}
	before := h.repeats[r.Sequence]
	r.told = before.told
	switch {
	case !h.judging:
		if r.Full.After(s.counted.full) {
			s.counted = countedBucket{full: r.Full, last: r.Posted}
		}
	case r.By != h.config.Gateway:
		for range r.Count - max(before.Count, 1) {
			s.bucket.charge(r.Last, h.config.Rate)
		}
	}
	h.repeats[r.Sequence] = r
	s.posted = latest(s.posted, r.Last) // a seat that repeats itself is not silent
	h.sayAbout(r.Sequence, func() { h.tellRepeat(r.Sequence) })
}

// tellRepeat tells a count, now or when a second has passed since it was told last, so that the last
// word is always the right one. It is called with the lock held.
func (h *Hall) tellRepeat(sequence int64) {
	r := h.repeats[sequence]
	if r.told.pending {
		return
	}
	if wait := repeatEvery - time.Since(r.told.at); wait > 0 {
		r.told.pending = true
		h.repeats[sequence] = r
		time.AfterFunc(wait, func() {
			h.mu.Lock()
			defer h.mu.Unlock()
			r := h.repeats[sequence]
			r.told = toldRepeat{}
			h.repeats[sequence] = r
			h.tellRepeat(sequence)
			h.news.raise()
		})
		return
	}
	r.told.at = time.Now()
	h.repeats[sequence] = r
	frame, err := wire.Encode(wire.Repeat{Sequence: sequence, Seat: h.member(r.Member).record.Name, Count: r.Count, LastAt: r.Last})
	if err != nil {
		h.config.Log.Error("encode a count", "error", err)
		return
	}
	h.notices.say(keyRepeat+strconv.FormatInt(sequence, 10), Notice{Sequence: sequence, Frame: frame})
}
