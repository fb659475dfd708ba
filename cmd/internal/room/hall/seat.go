package hall

import (
	"cmp"
	"slices"
	"time"

	"earshot/client/wire"
)

// How long after its last request a seat without an open connection counts as online, and how long
// after it was last seen as away.
const (
	onlineFor = 60 * time.Second
	awayFor   = 10 * time.Minute
)

// kindInstance is the kind of every seat of ours, as a sender shows it.
const kindInstance = "instance"

// seatRecord is what the table keeps of a seat.
type seatRecord struct {
	Member string    `json:"member"`
	Name   string    `json:"name"`
	Kind   string    `json:"kind"`
	Role   string    `json:"role"`
	Joined time.Time `json:"joined"`
	Left   time.Time `json:"left,omitzero"`
	Muted  bool      `json:"muted,omitempty"`
}

// markRecord is what the table keeps of a seat's reading.
type markRecord struct {
	Fetched int64     `json:"fetched"`
	At      time.Time `json:"at"`
}

// seat is one member of the room. The hall's lock guards it, the turn excepted.
type seat struct {
	record seatRecord
	number uint32
	mark   markRecord
	dirty  bool // mark is not in the table yet

	connections int
	asked       time.Time // last request without a connection
	seen        time.Time // last sign of any kind
	posted      time.Time
	last        int64 // newest message of this seat
	bucket      bucket
	counted     countedBucket // from the table, when the hall opened
	told        wire.Seat     // as everybody was told last
	turn        chan struct{} // holds one value while nobody posts as this seat
}

func newSeat(number uint32) *seat {
	s := &seat{number: number, turn: make(chan struct{}, 1)}
	s.turn <- struct{}{}
	return s
}

// countedBucket is a seat's bucket as it was when its newest repeat was counted, and the newest message that
// it had then: counted posts leave no message in the log to charge the seat with after a restart.
type countedBucket struct {
	full time.Time
	last int64
}

// recount takes over what was counted before a message of the seat.
func (s *seat) recount(before int64) {
	if s.counted.last < before {
		s.bucket.full = latest(s.bucket.full, s.counted.full)
	}
}

func (s *seat) left() bool { return !s.record.Left.IsZero() }

func (s *seat) presence(now time.Time, elsewhere sign) string {
	asked, seen := latest(s.asked, elsewhere.Asked), latest(s.seen, elsewhere.Seen)
	switch {
	case s.left():
		return wire.PresenceOffline
	case s.connections > 0 || elsewhere.Connected || now.Sub(asked) < onlineFor:
		return wire.PresenceOnline
	case now.Sub(seen) < awayFor:
		return wire.PresenceAway
	}
	return wire.PresenceOffline
}

func latest(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}

func (h *Hall) wireSeat(s *seat, now time.Time) wire.Seat {
	return wire.Seat{
		MemberID: s.record.Member, Name: s.record.Name, Kind: s.record.Kind, Role: s.record.Role,
		Presence: s.presence(now, h.elsewhere(s.record.Member)),
		JoinedAt: s.record.Joined, LeftAt: s.record.Left,
		Fetched: s.mark.Fetched, FetchedAt: s.mark.At, PostedAt: s.posted,
	}
}

// Seat returns a seat as it is now.
func (h *Hall) Seat(member string) (wire.Seat, bool) {
	now := h.config.Now()
	h.mu.Lock()
	defer h.mu.Unlock()
	s := h.seats[member]
	if s == nil || s.hidden() {
		return wire.Seat{}, false
	}
	return h.wireSeat(s, now), true
}

// Named returns the seat of a name, without regard to case.
func (h *Hall) Named(name string) (wire.Seat, bool) {
	h.mu.Lock()
	member := h.names[foldName(name)]
	h.mu.Unlock()
	return h.Seat(member)
}

// Seats returns all seats, those that left included, in the order in which they joined.
func (h *Hall) Seats() []wire.Seat {
	now := h.config.Now()
	h.mu.Lock()
	defer h.mu.Unlock()
	seats := make([]wire.Seat, 0, len(h.seats))
	for _, s := range h.seats {
		if !s.hidden() {
			seats = append(seats, h.wireSeat(s, now))
		}
	}
	slices.SortFunc(seats, func(a, b wire.Seat) int {
		return cmp.Or(a.JoinedAt.Compare(b.JoinedAt), cmp.Compare(a.MemberID, b.MemberID))
	})
	return seats
}

// presentNames returns the names of the seats that did not leave; it is called with the lock held.
func (h *Hall) presentNames() []string {
	names := make([]string, 0, len(h.seats))
	for _, s := range h.seats {
		if !s.left() && !s.hidden() {
			names = append(names, s.record.Name)
		}
	}
	slices.Sort(names)
	return names
}
