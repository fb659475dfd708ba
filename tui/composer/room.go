package composer

import "time"

// Seat is somebody who can be written to.
type Seat struct{ Name, Presence string }

// Number is an open message that a line may refer to as #N.
type Number struct {
	Sequence int64
	Text     string
}

// Room is what the composer knows of the room, as a value.
type Room struct {
	Seats   []Seat
	Topics  []string // latest first
	Numbers []Number // latest first
	Readers int      // seats that will read the message, 0 unknown
	Me      string   // our seat, empty where we have none
	Now     time.Time
	Zone    *time.Location // of the local reading, nil for UTC
	// V1Share and RoomMessages are as in convention.Context.
	V1Share      float64
	RoomMessages int
}
