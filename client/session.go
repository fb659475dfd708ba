package client

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
)

// Config of a Session. Only Transport is required.
type Config struct {
	Transport Transport
	History   History          // nil: nothing kept on disk
	From      Resume           // where to start without a History; zero: everything
	Now       func() time.Time // wall clock of Status and Welcomed; default time.Now
	Rand      func() float64   // in [0,1), for the jitter; default math/rand/v2
	NewID     func() string    // UUIDv4 for drafts without an id; default google/uuid
	Log       *slog.Logger     // default: none
	// The wait before a try is full jitter under a bound that doubles from BackoffMin (250 ms) to BackoffMax (30 s).
	BackoffMin, BackoffMax time.Duration
	// MaxPending bounds the posts that wait for an answer; one more fails at once. Default 1,000.
	MaxPending int
}

func (c Config) withDefaults() Config {
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Rand == nil {
		c.Rand = rand.Float64
	}
	if c.NewID == nil {
		c.NewID = uuid.NewString
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.BackoffMin <= 0 {
		c.BackoffMin = 250 * time.Millisecond
	}
	if c.BackoffMax < c.BackoffMin {
		c.BackoffMax = max(30*time.Second, c.BackoffMin)
	}
	if c.MaxPending <= 0 {
		c.MaxPending = 1000
	}
	return c
}

// Draft is a message to post. ID is made by the caller (UUIDv4), so that it knows the answer; it stays the same however often
// the session has to send it. A reply names a message by ReplyTo (its ID) or by ReplyToSequence.
type Draft struct {
	ID, Content, ReplyTo string
	ReplyToSequence      int64
}

// Session keeps one room. Its methods may be called from any goroutine and never block; Run alone does the work.
type Session struct {
	cfg     Config
	running atomic.Bool

	mu     sync.Mutex
	mail   mail
	signal chan struct{} // holds one token when there is mail
}

// mail is what callers asked for since Run last looked.
type mail struct {
	drafts  []Draft
	dropped []string // ids of drafts beyond MaxPending
	pages   []pageRequest
	have    int64
	wake    bool
}

// maxPages bounds the page requests that wait; the oldest gives way, because what was scrolled past is no longer wanted.
const maxPages = 16

// New makes a session; nothing happens before Run.
func New(c Config) *Session {
	return &Session{cfg: c.withDefaults(), signal: make(chan struct{}, 1)}
}

// Run connects and keeps connected until ctx ends (its error), the room refuses (an error that wraps ErrRefused, ErrNotRoom,
// ErrUntrusted or ErrUnreadable), or a finite source ends (nil). emit is called from this goroutine alone, one event at a time;
// it must return when ctx ends. Posts without an answer fail before Run returns; those queued later wait for the next Run,
// which goes on where this one stopped only by way of a History.
func (s *Session) Run(ctx context.Context, emit func(Event)) error {
	if !s.running.CompareAndSwap(false, true) {
		return errors.New("session runs already")
	}
	defer s.running.Store(false)
	r := &run{Session: s, emit: emit, position: s.cfg.From, history: s.cfg.History}
	err := r.loop(ctx)
	r.finish(err)
	return err
}

// Post queues a draft. It is answered by exactly one of Posted, Refused and Failed; a draft whose ID still waits is not queued
// again.
func (s *Session) Post(d Draft) {
	if d.ID == "" {
		d.ID = s.cfg.NewID()
	}
	s.leave(func(m *mail) {
		if len(m.drafts) >= s.cfg.MaxPending {
			m.dropped = append(m.dropped, d.ID)
			return
		}
		m.drafts = append(m.drafts, d)
	})
}

// Page asks for at most limit messages below before (limit 0 means wire.PageMessages), answered by Messages with Page set.
// Requests still waiting when everything is Rebuilt are forgotten.
func (s *Session) Page(before int64, limit int) {
	s.leave(func(m *mail) { m.pages = addPage(m.pages, pageRequest{before: before, limit: limit}) })
}

// Have marks everything up to sequence as shown to the person or handed to the agent. The mark goes out at most once a second
// and once more when Run ends.
func (s *Session) Have(sequence int64) {
	s.leave(func(m *mail) { m.have = max(m.have, sequence) })
}

// Wake ends a wait between two tries, and a try that hangs: connect now.
func (s *Session) Wake() {
	s.leave(func(m *mail) { m.wake = true })
}

func (s *Session) leave(put func(*mail)) {
	s.mu.Lock()
	put(&s.mail)
	s.mu.Unlock()
	select {
	case s.signal <- struct{}{}:
	default:
	}
}

func (s *Session) collect() mail {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := s.mail
	s.mail = mail{}
	return m
}
