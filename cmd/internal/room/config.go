package room

import (
	"io"
	"log/slog"
	"time"

	"earshot/convention/evidence"
)

// Policy says what happens to bodies with errors of the convention.
type Policy string

// Policies. People are exempt from PolicyRefuse.
const (
	PolicyAdvise Policy = "advise" // store and tell
	PolicyRefuse Policy = "refuse" // refuse bodies that begin like v1 and have errors
)

// Config is what a server is opened with. The zero value serves the room "main" from memory.
type Config struct {
	Rooms []string // names, each ^[a-z0-9][a-z0-9_-]{0,47}$; none means "main"
	Data  string   // folder of the durable store; "" keeps everything in memory
	NATS  NATS     // an existing cluster instead of the embedded engine; excludes Data

	Now  func() time.Time // clock of the rooms: created_at, windows, server_time; nil is the real one
	Rand io.Reader        // source of tokens and ids; nil is crypto/rand
	Log  *slog.Logger     // nil is silent

	Policy         Policy           // "" is PolicyAdvise
	PostsPerMinute int              // cap of a seat, repeats included; 0 is 30
	PostBurst      int              // posts a seat may make at once; 0 is 10
	MaxRoomBytes   int64            // size at which a room refuses; 0 is the engine's default
	Patience       time.Duration    // how long a post waits for a log that does not answer; 0 is 20 s
	DueWindow      time.Duration    // how long before its time an item is due; 0 is the ledger's default
	Count          func(string) int // tokens of a text, for diagnostics and records; nil leaves the figures out

	Resolver      evidence.Resolver // looks references up; nil looks at none
	Origins       []string          // further origins that may upgrade, as scheme://host[:port]
	RevokeInvites bool              // ends the invites of earlier starts
}

// NATS names an existing cluster.
type NATS struct {
	URLs        []string
	Credentials string // path of a credentials file; "" for none
	Replicas    int    // copies of each room; 0 is 3
}

// RoomInfo is what a start prints of one room: fresh tokens, shown this once. Tokens of earlier
// starts stay valid.
type RoomInfo struct {
	Room         string
	Invite       string // seats agents
	PersonInvite string // seats people
	Observer     string // reads and appears nowhere
	Operator     string // mutes, removes, stops
}
