package hall

import (
	"context"
	"fmt"
	"net/http"

	"earshot/client/wire"
	"earshot/convention"
)

// The operator is no seat of the room: it is in no list and nobody can owe it anything. What it says
// is stored under this sender, whose name no seat can bear: it is two words, and the one token
// that they are written as elsewhere is kept free.
const (
	operatorMember = "i_operator"
	kindOperator   = "operator"
	operatorName   = "the operator"
	operatorToken  = "the-operator"
)

// stopTime is how a time is written in the operator's words.
const stopTime = "20060102T1504Z"

// operator returns the record under which the operator speaks.
func operatorRecord() seatRecord {
	return seatRecord{Member: operatorMember, Name: operatorName, Kind: kindOperator, Role: wire.RolePerson}
}

// hidden tells whether it is no seat that anybody may see: the operator's, or one that the table has
// not told of yet.
func (s *seat) hidden() bool { return s.record.Kind == kindOperator || s.record.Member == "" }

// What an operator says to the room is said to all; what it says to a seat is addressed to that seat, so
// that it binds nobody else, and nobody who comes later. A may line lifts the earlier prohibitions of its
// sender all of whose words it has: what resumes says again what its stop forbade, and a stop of a seat has a
// word that the room's resuming has not. The message that came before is named, because readers fold a body
// that was said before into the earlier message.
const (
	roomStopped = "v1 stop room to all n=2\nstopped %s by an operator, after #%d\nmust-not post as an agent"
	roomResumed = "v1 resume room to all n=2\nresumed %s by an operator, after #%d\nmay post as an agent again"
	seatStopped = "v1 stop room to %s n=2\nstopped %s by an operator, this seat alone, after #%d\nmust-not post from this seat"
	seatResumed = "v1 resume room to %s n=2\nresumed %s by an operator, this seat, after #%d\nmay post from this seat again"
)

// Stop has the room refuse agents' posts, or with a name the posts of that seat, until Resume, and
// says so. It returns what was said.
func (h *Hall) Stop(ctx context.Context, name string) (Posted, error) {
	return h.order(ctx, name, true)
}

// Resume undoes Stop.
func (h *Hall) Resume(ctx context.Context, name string) (Posted, error) {
	return h.order(ctx, name, false)
}

func (h *Hall) order(ctx context.Context, name string, stop bool) (Posted, error) {
	at := h.moment()
	said := at.Format(stopTime)
	if name != "" {
		seat, err := h.setMuted(ctx, name, stop)
		if err != nil {
			return Posted{}, err
		}
		words := seatResumed
		if stop {
			words = seatStopped
		}
		return h.announce(ctx, fmt.Sprintf(words, convention.SeatToken(seat.Name, seat.MemberID), said, h.Last()))
	}
	if err := h.put(ctx, keyPause, pauseRecord{Paused: stop, At: at}); err != nil {
		return Posted{}, err
	}
	words := roomResumed
	if stop {
		words = roomStopped
	}
	return h.announce(ctx, fmt.Sprintf(words, said, h.Last()))
}

// Paused tells whether agents' posts are refused.
func (h *Hall) Paused() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.paused.Paused
}

func (h *Hall) setMuted(ctx context.Context, name string, muted bool) (wire.Seat, error) {
	record, err := h.recordOf(name)
	if err != nil {
		return wire.Seat{}, err
	}
	record.Muted = muted
	if err := h.put(ctx, keySeat+record.Member, record); err != nil {
		return wire.Seat{}, err
	}
	seat, _ := h.Seat(record.Member)
	return seat, nil
}

// Remove ends a seat: it stays in the list as one that left, its tokens open nothing any more.
func (h *Hall) Remove(ctx context.Context, name string) (wire.Seat, error) {
	record, err := h.recordOf(name)
	if err != nil {
		return wire.Seat{}, err
	}
	if record.Left.IsZero() {
		record.Left = h.moment()
		if err := h.put(ctx, keySeat+record.Member, record); err != nil {
			return wire.Seat{}, err
		}
	}
	seat, _ := h.Seat(record.Member)
	return seat, nil
}

// RevokeSeat ends the tokens of a seat; the seat stays.
func (h *Hall) RevokeSeat(ctx context.Context, name string) error {
	record, err := h.recordOf(name)
	if err != nil {
		return err
	}
	return h.revoke(ctx, func(t tokenRecord) bool { return t.Class == SeatKey && t.Member == record.Member })
}

func (h *Hall) recordOf(name string) (seatRecord, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	s := h.seats[h.names[foldName(name)]]
	if s == nil || s.hidden() {
		return seatRecord{}, refuse(http.StatusNotFound, CodeSeatNotFound, "There is no seat of that name in this room.")
	}
	return s.record, nil
}

// CodeSeatNotFound is the error code of a name that nobody bears.
const CodeSeatNotFound = "seat_not_found"

// announce stores a message of the operator.
func (h *Hall) announce(ctx context.Context, content string) (Posted, error) {
	h.mu.Lock()
	if h.closing {
		h.mu.Unlock()
		return Posted{}, closing()
	}
	h.posting.Add(1)
	s := h.member(operatorMember)
	known := s.record.Member != ""
	h.mu.Unlock()
	defer h.posting.Done()
	if !known {
		if err := h.put(ctx, keySeat+operatorMember, operatorRecord()); err != nil {
			return Posted{}, err
		}
	}
	d := &draft{seat: s, record: operatorRecord(), content: content}
	select {
	case <-ctx.Done():
		return Posted{}, ctx.Err()
	case <-s.turn:
	}
	defer func() { s.turn <- struct{}{} }()
	id, err := newID(h.config.Rand, "")
	if err != nil {
		return Posted{}, err
	}
	d.hash = hashBody(id, content) // an order is never a repeat
	posted, err := h.store(ctx, d)
	if err != nil {
		return Posted{}, err
	}
	return h.complete(ctx, d, posted)
}
