package client

import (
	"context"
	"log/slog"
	"time"
)

// Config of a Session. Only Transport is required.
type Config struct {
	Transport Transport
	History   History          // nil: nothing kept on disk
	From      Resume           // where to start without a History; zero: everything
	Now       func() time.Time // default time.Now
	Rand      func() float64   // in [0,1), for the jitter; default math/rand/v2
	NewID     func() string    // UUIDv4 for drafts without an id
	Log       *slog.Logger     // default: none
	// Backoff is full jitter under a bound that doubles from BackoffMin (250 ms) to BackoffMax (30 s).
	BackoffMin, BackoffMax time.Duration
	// MaxPending bounds the posts that wait for an answer; one more fails at once. Default 1,000.
	MaxPending int
}

// Draft is a message to post. ID is made by the caller (UUIDv4), so that it knows the answer; it stays the same however often
// the session has to send it. A reply names a message by ReplyTo (its ID) or by ReplyToSequence.
type Draft struct {
	ID, Content, ReplyTo string
	ReplyToSequence      int64
}

// Session keeps one room. Its methods may be called from any goroutine and never block; Run alone does the work.
type Session struct{ cfg Config }

// New makes a session; nothing happens before Run.
func New(c Config) *Session { return &Session{cfg: c} }

// Run connects and keeps connected until ctx ends (its error), the room refuses (an error that wraps ErrRefused or ErrNotRoom),
// or a finite source ends (nil). emit is called from this goroutine alone, one event at a time; it must return when ctx ends.
func (s *Session) Run(ctx context.Context, emit func(Event)) error {
	<-ctx.Done()
	return ctx.Err()
}

// Post queues a draft. It is answered by exactly one of Posted, Refused and Failed.
func (s *Session) Post(d Draft) {}

// Page asks for at most limit messages below before (limit 0 means wire.PageMessages), answered by Messages with Page set.
func (s *Session) Page(before int64, limit int) {}

// Have marks everything up to sequence as shown to the person or handed to the agent.
func (s *Session) Have(sequence int64) {}

// Wake ends a wait between two tries: connect now.
func (s *Session) Wake() {}
