package hall

import (
	"context"
	"fmt"

	"earshot/client/wire"
	"earshot/convention"
)

// scanMost bounds how many messages one filtered read looks at.
const scanMost = 2048

// Found is what a filtered read found.
type Found struct {
	Entries  []*Entry
	Position int64 // where to go on: everything up to it was looked at
	More     bool
	LeftOut  int // messages of others that were not for the seat
}

// Addressed returns messages after a sequence that are for a seat: addressed to it or to all, or
// replies to one of its own. Its own messages are neither returned nor counted.
func (h *Hall) Addressed(ctx context.Context, member string, after int64, limit int) (Found, error) {
	seat, _ := h.Seat(member)
	f := Found{Position: after}
	for looked := 0; looked < scanMost; {
		entries, err := h.After(ctx, f.Position, wire.PageMessages, wire.PageBytes)
		if err != nil {
			return Found{}, err
		}
		if len(entries) == 0 {
			return f, nil
		}
		for _, e := range entries {
			if len(f.Entries) == limit {
				f.More = true
				return f, nil
			}
			if err := h.sift(ctx, &f, e, seat); err != nil {
				return Found{}, err
			}
			f.Position = e.Sequence
			looked++
		}
	}
	f.More = f.Position < h.Last()
	return f, nil
}

// sift puts one message into the answer or counts it as left out.
func (h *Hall) sift(ctx context.Context, f *Found, e *Entry, seat wire.Seat) error {
	m, err := wire.DecodeMessage(e.Sent)
	if err != nil {
		return fmt.Errorf("read message %d of room %s: %w", e.Sequence, h.config.Room, err)
	}
	if m.Sender.MemberID == seat.MemberID {
		return nil
	}
	mine, err := h.isFor(ctx, m, seat)
	if err != nil {
		return err
	}
	if mine {
		f.Entries = append(f.Entries, e)
	} else {
		f.LeftOut++
	}
	return nil
}

func (h *Hall) isFor(ctx context.Context, m wire.Message, seat wire.Seat) (bool, error) {
	doc := convention.Parse(m.Content)
	if doc.Header != nil {
		if doc.AddressedToAll() {
			return true, nil
		}
		for _, to := range doc.Header.To {
			if convention.SameSeat(to.Text, seat.Name) {
				return true, nil
			}
		}
	}
	sequence, err := h.Answered(ctx, m)
	if err != nil || sequence == 0 {
		return false, err
	}
	answered, err := h.Message(ctx, sequence)
	return answered.Sender.MemberID == seat.MemberID, err
}
