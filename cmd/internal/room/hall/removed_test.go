package hall

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"earshot/client/wire"
)

// TestRemovedSeatsPostThatWaits has an operator remove a seat while a post of it waits for its turn: it is
// not stored any more, and what was stored before is still answered as stored.
func TestRemovedSeatsPostThatWaits(t *testing.T) {
	h := openHall(t, memory(t), &handClock{now: time.Date(2026, 9, 18, 8, 0, 0, 0, time.UTC)}, "a")
	defer h.Close()
	c := seatIn(t, h, "worker", wire.RoleAgent)
	key := uuid.NewString()
	if _, err := h.Post(t.Context(), c, Post{Key: key, Content: "in time"}); err != nil {
		t.Fatal(err)
	}
	waiting := func(p Post) *draft {
		t.Helper()
		d, err := h.begin(c)
		if err != nil {
			t.Fatal(err)
		}
		d.content = p.Content
		if err := d.check(p); err != nil {
			t.Fatal(err)
		}
		if err := h.resolveReply(t.Context(), d, p); err != nil {
			t.Fatal(err)
		}
		return d
	}
	again, late := waiting(Post{Key: key, Content: "in time"}), waiting(Post{Content: "too late"})
	defer h.posting.Done()
	defer h.posting.Done()
	if _, err := h.Remove(t.Context(), "worker"); err != nil {
		t.Fatal(err)
	}
	if posted, err := h.take(t.Context(), again); err != nil || posted.Sequence != 1 {
		t.Errorf("what was stored: %+v, %v", posted, err)
	}
	if got := outcome(h.take(t.Context(), late)); got != "room_membership_required, wait 0s" {
		t.Errorf("what was not: %s", got)
	}
	if h.Last() != 1 {
		t.Errorf("%d messages are stored", h.Last())
	}
}
