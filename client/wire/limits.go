package wire

import (
	"slices"
	"time"
)

// Figures of the room protocol.
const (
	Protocol       = 1         // version that both ends speak
	MaxContent     = 32_768    // bytes of UTF-8 in a message's content
	MaxFrame       = 1 << 20   // bytes of a frame; a longer one closes with CloseTooBig
	PageMessages   = 256       // messages in one messages frame
	PageBytes      = 512 << 10 // bytes in one messages frame; one message always fits
	HelloWithin    = 4 * time.Second
	PingEvery      = 20 * time.Second
	DeadAfter      = 45 * time.Second // silence that means a dead connection
	RepeatWindow   = 10 * time.Minute // in which the same body of the same seat is counted, not stored
	IdempotencyFor = 24 * time.Hour   // how long a post's id is remembered
)

// Limits are the room's own figures as its welcome tells them; 0 means not told.
type Limits struct {
	MaxContent     int `json:"max_content_bytes,omitempty"`
	MaxFrame       int `json:"max_frame_bytes,omitempty"`
	PageMessages   int `json:"page_messages,omitempty"`
	PageBytes      int `json:"page_bytes,omitempty"`
	PostsPerMinute int `json:"posts_per_minute,omitempty"`
	PostBurst      int `json:"post_burst,omitempty"`
}

// Capabilities name what a room or a transport can do. What is not named is unknown, never forbidden.
type Capabilities []string

// Names of capabilities.
const (
	CanResume   = "resume"   // goes on after a sequence without sending what is held already
	CanRepeat   = "repeat"   // counts repeats instead of storing them
	CanEvidence = "evidence" // has references looked up and sends verdicts
	CanPresence = "presence" // knows who is online
	CanState    = "state"    // folds state records
	CanDelivery = "delivery" // knows what each seat has fetched
	CanObserve  = "observer" // can be read without taking a seat
	CanPost     = "post"     // takes posts
	CanPage     = "page"     // hands out older messages on demand
)

// Has tells whether a capability is named.
func (c Capabilities) Has(name string) bool { return slices.Contains(c, name) }
