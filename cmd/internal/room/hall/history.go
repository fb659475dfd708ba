package hall

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"earshot/client/wire"
	"earshot/cmd/internal/room/engine"
)

// lagPause is how long to wait for a replica that does not have yet what the room has.
const lagPause = 20 * time.Millisecond

// backStep is how many messages a read backwards asks for at once: few enough that large bodies stay
// within bounds.
const backStep = 32

// After returns up to limit messages after a sequence, fewer where they pass maxBytes (one always
// fits). An empty answer means that there is none yet.
func (h *Hall) After(ctx context.Context, after int64, limit, maxBytes int) ([]*Entry, error) {
	after = max(after, 0)
	if entries, ok := h.ring.after(after, limit, maxBytes); ok {
		return entries, nil
	}
	ctx, cancel := context.WithTimeout(ctx, applyTimeout)
	defer cancel()
	for {
		found, err := h.log.Bodies(ctx, after, limit, maxBytes)
		if err != nil {
			return nil, fmt.Errorf("read room %s: %w", h.config.Room, err)
		}
		if len(found) > 0 {
			return fitting(found, maxBytes), nil
		}
		if err := rest(ctx, lagPause); err != nil {
			return nil, fmt.Errorf("read room %s: %w", h.config.Room, err)
		}
	}
}

// fitting makes entries of as many stored ones as maxBytes take, of one at least.
func fitting(found []engine.Entry, maxBytes int) []*Entry {
	entries := make([]*Entry, 0, len(found))
	size := 0
	for _, e := range found {
		sent := wire.WithSequence(e.Body, e.Sequence)
		if size += len(sent); size > maxBytes && len(entries) > 0 {
			break
		}
		entries = append(entries, &Entry{Sequence: e.Sequence, Sent: sent})
	}
	return entries
}

func rest(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// Before returns up to limit messages below a sequence, the newest that fit into maxBytes (one
// always fits), oldest first. A sequence beyond the end means the end.
func (h *Hall) Before(ctx context.Context, before int64, limit, maxBytes int) ([]*Entry, error) {
	if last := h.Last(); before <= 0 || before > last+1 {
		before = last + 1
	}
	var found []*Entry // newest first
	size := 0
	for before > 1 && len(found) < limit {
		step := min(int64(backStep), before-1, int64(limit-len(found)))
		entries, err := h.between(ctx, before-1-step, before-1)
		if err != nil {
			return nil, err
		}
		for i := len(entries) - 1; i >= 0; i-- {
			if size += len(entries[i].Sent); size > maxBytes && len(found) > 0 {
				return reverse(found), nil
			}
			found = append(found, entries[i])
		}
		before -= step
	}
	return reverse(found), nil
}

// between returns all messages after one sequence up to another, which must be stored.
func (h *Hall) between(ctx context.Context, after, to int64) ([]*Entry, error) {
	var found []*Entry
	for after < to {
		entries, err := h.After(ctx, after, int(to-after), wire.PageBytes)
		if err != nil {
			return nil, err
		}
		if len(entries) == 0 {
			return nil, fmt.Errorf("read room %s: message %d is missing", h.config.Room, after+1)
		}
		found = append(found, entries...)
		after = entries[len(entries)-1].Sequence
	}
	return found, nil
}

func reverse(entries []*Entry) []*Entry {
	for i, j := 0, len(entries)-1; i < j; i, j = i+1, j-1 {
		entries[i], entries[j] = entries[j], entries[i]
	}
	return entries
}

// Message returns one stored message.
func (h *Hall) Message(ctx context.Context, sequence int64) (wire.Message, error) {
	if sequence < 1 || sequence > h.Last() {
		return wire.Message{}, refuse(http.StatusUnprocessableEntity, wire.CodeReplyTarget, "There is no message #%d in this room.", sequence)
	}
	entries, err := h.between(ctx, sequence-1, sequence)
	if err != nil {
		return wire.Message{}, err
	}
	m, err := wire.DecodeMessage(entries[0].Sent)
	if err != nil {
		return wire.Message{}, fmt.Errorf("read message %d of room %s: %w", sequence, h.config.Room, err)
	}
	return m, nil
}

// SequenceOf finds a message by its id.
func (h *Hall) SequenceOf(ctx context.Context, id string) (int64, error) {
	if sequence, found, err := h.find(ctx, id); found || err != nil {
		return sequence, err
	}
	if err := h.waitWhole(ctx); err != nil {
		return 0, err
	}
	if err := h.catchUp(ctx); err != nil {
		return 0, err
	}
	sequence, found, err := h.find(ctx, id)
	if err == nil && !found {
		err = refuse(http.StatusUnprocessableEntity, wire.CodeReplyTarget, "There is no message of that id in this room.")
	}
	return sequence, err
}

// Reach returns when a sequence is here, where the log has got that far: another server of the room may have
// told somebody of a message that has not come here yet.
func (h *Hall) Reach(ctx context.Context, sequence int64) error {
	if sequence <= h.Last() {
		return nil
	}
	return h.catchUp(ctx)
}

// catchUp returns when everything is here that the log holds. A server that is alone has it always.
func (h *Hall) catchUp(ctx context.Context) error {
	if !h.config.Engine.Shared() {
		return nil
	}
	size, err := h.log.Size(ctx)
	if err != nil {
		h.config.Log.Warn("the log does not say how far it has got", "room", h.config.Room, "error", err)
		return busy()
	}
	return h.waitFolded(ctx, size.Last)
}

// isUnknownMessage tells whether an error says that the room has no such message.
func isUnknownMessage(err error) bool {
	var refused *Refusal
	return errors.As(err, &refused) && refused.Code == wire.CodeReplyTarget
}

// Answered returns the sequence of the message that another one is a reply to, 0 where it is none or what it
// answers is no message of this room. An error is never a word on that: a hall that has just opened may not
// know yet.
func (h *Hall) Answered(ctx context.Context, m wire.Message) (int64, error) {
	if m.ReplyTo == "" {
		return 0, nil
	}
	sequence, err := h.SequenceOf(ctx, m.ReplyTo)
	if isUnknownMessage(err) {
		return 0, nil
	}
	return sequence, err
}

// find looks for a message among those that are folded.
func (h *Hall) find(ctx context.Context, id string) (sequence int64, found bool, err error) {
	h.mu.Lock()
	sequence, found = h.index.byID(id)
	h.mu.Unlock()
	if !found {
		return 0, false, nil
	}
	m, err := h.Message(ctx, sequence)
	return sequence, err == nil && m.ID == id, err
}
