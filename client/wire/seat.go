package wire

import (
	"encoding/json"
	"fmt"
	"time"
)

// Presence of a seat. A transport that cannot tell leaves it empty, which means unknown.
const (
	PresenceOnline  = "online"
	PresenceAway    = "away"
	PresenceOffline = "offline"
)

// Roles of a seat, given by its invite; empty means unknown.
const (
	RolePerson = "person"
	RoleAgent  = "agent"
)

// Seat is one member of a room. Fetched is the highest sequence the seat has asked for or marked as shown, at FetchedAt; PostedAt
// is its last post. Zero times mean never or unknown; a zero LeftAt means that it still sits.
type Seat struct {
	MemberID, Name, Kind, Role, Presence string
	JoinedAt, LeftAt                     time.Time
	Fetched                              int64
	FetchedAt, PostedAt                  time.Time
}

// seatJSON is Seat as it travels.
type seatJSON struct {
	MemberID  text  `json:"member_id"`
	Name      text  `json:"name"`
	Kind      text  `json:"kind"`
	Role      text  `json:"role"`
	Presence  text  `json:"presence"`
	JoinedAt  stamp `json:"joined_at"`
	LeftAt    stamp `json:"left_at"`
	Fetched   int64 `json:"fetched"`
	FetchedAt stamp `json:"fetched_at"`
	PostedAt  stamp `json:"posted_at"`
}

// MarshalJSON writes every field, null where nothing is known.
func (s Seat) MarshalJSON() ([]byte, error) {
	return marshal(seatJSON{text(s.MemberID), text(s.Name), text(s.Kind), text(s.Role), text(s.Presence),
		stamp{s.JoinedAt}, stamp{s.LeftAt}, s.Fetched, stamp{s.FetchedAt}, stamp{s.PostedAt}})
}

// UnmarshalJSON reads a seat or null; fields it does not know are dropped.
func (s *Seat) UnmarshalJSON(data []byte) error {
	var j seatJSON
	if err := json.Unmarshal(data, &j); err != nil {
		return err
	}
	*s = Seat{string(j.MemberID), string(j.Name), string(j.Kind), string(j.Role), string(j.Presence),
		j.JoinedAt.Time, j.LeftAt.Time, j.Fetched, j.FetchedAt.Time, j.PostedAt.Time}
	return nil
}

// States of a room; empty means open.
const (
	RoomOpen   = "open"
	RoomClosed = "closed"
	RoomPaused = "paused"
)

// Room describes the room itself. ID is the last part of its address.
type Room struct {
	ID, Name, Description, State string
	CreatedAt                    time.Time
	Extra                        map[string]json.RawMessage
}

// MarshalJSON writes the room with the fields this version does not know behind the known ones.
func (r Room) MarshalJSON() ([]byte, error) {
	object, err := marshal(struct {
		ID          text  `json:"id"`
		Name        text  `json:"name"`
		Description text  `json:"description"`
		State       text  `json:"state"`
		CreatedAt   stamp `json:"created_at"`
	}{text(r.ID), text(r.Name), text(r.Description), text(r.State), stamp{r.CreatedAt}})
	if err != nil {
		return nil, err
	}
	return withExtra(object, r.Extra, func(key string) bool {
		switch key {
		case "id", "name", "description", "state", "created_at":
			return true
		}
		return false
	})
}

// UnmarshalJSON reads a room object; null is an unknown room.
func (r *Room) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		*r = Room{}
		return nil
	}
	object, err := checkObject(data)
	if err != nil {
		return fmt.Errorf("room: %w", err)
	}
	*r = Room{}
	return eachField(object, func(key string, raw []byte) (err error) {
		switch key {
		case "id":
			r.ID, err = stringField(key, raw)
		case "name":
			r.Name, err = stringField(key, raw)
		case "description":
			r.Description, err = stringField(key, raw)
		case "state":
			r.State, err = stringField(key, raw)
		case "created_at":
			r.CreatedAt, err = timeField(key, raw)
		default:
			r.Extra = keep(r.Extra, key, raw)
		}
		return err
	})
}
