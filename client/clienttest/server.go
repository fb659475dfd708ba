package clienttest

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"earshot/client"
	"earshot/client/wire"
)

// Options of a Server; the zero value is a room "main" of epoch "e1".
type Options struct {
	Room, Epoch string
	Now         func() time.Time // default time.Now, which a bubble fakes
	// Backlog messages stand in the log from the start, made by Make when they are sent, so that a million cost nothing.
	Backlog int64
	Make    func(sequence int64) wire.Message
	// PageMessages is how many messages go in one backlog frame; default wire.PageMessages.
	PageMessages int
	// Faults says what goes wrong on the nth connection, counted from 1; nil: nothing ever.
	Faults func(connection int) Faults
}

// Faults of one connection. Frames are counted from 1 on each side; 0 means never.
type Faults struct {
	Refuse    error // Connect fails with it
	CutFrame  int   // the connection is cut instead of sending this frame …
	CutBytes  int   // … after so many of its bytes
	CutIn     int   // the connection is cut when this frame of the client arrives, before anything is done about it
	CutDone   int   // the same, after it was acted on and before it is answered
	HoldFrame int   // from this frame on nothing is sent, and nothing read: half open
	Mute      bool  // posts are never answered
	// Rewrite replaces the nth frame by any others: none drops it, two double it.
	Rewrite func(n int, f wire.Frame) []wire.Frame
}

// Server is a room. All methods may be called from any goroutine.
type Server struct {
	opt Options

	mu          sync.Mutex
	epoch       string
	backlog     int64
	log         []wire.Message // behind the backlog
	seats       []wire.Seat
	posted      map[string]wire.Posted
	posts       []wire.Post // every post frame that was read
	haves       []int64
	hellos      []wire.Hello
	connections int
	open        map[*serverConn]bool
	revoked     map[string]bool
	refuse      map[string]wire.Error // answers to posts of that content
	changed     chan struct{}         // closed and replaced whenever something is new
	wg          sync.WaitGroup
}

// NewServer makes a room.
func NewServer(o Options) *Server {
	if o.Room == "" {
		o.Room = "main"
	}
	if o.Epoch == "" {
		o.Epoch = "e1"
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.PageMessages <= 0 {
		o.PageMessages = wire.PageMessages
	}
	if o.Faults == nil {
		o.Faults = func(int) Faults { return Faults{} }
	}
	return &Server{opt: o, epoch: o.Epoch, backlog: o.Backlog, posted: map[string]wire.Posted{}, open: map[*serverConn]bool{},
		revoked: map[string]bool{}, refuse: map[string]wire.Error{}, changed: make(chan struct{})}
}

// Say stores a message of a seat, which sits down if it does not yet, and tells everybody.
func (s *Server) Say(seat, content string) wire.Message { return s.Reply(seat, content, "") }

// Reply is Say with a reply reference.
func (s *Server) Reply(seat, content, replyTo string) wire.Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.store(seat, content, replyTo)
}

func (s *Server) store(seat, content, replyTo string) wire.Message {
	sender := s.sit(seat)
	n := s.last() + 1
	m := wire.Message{Sequence: n, ID: fmt.Sprintf("msg_%s_%d", s.epoch, n), RoomID: s.opt.Room,
		Sender: wire.Sender{MemberID: sender.MemberID, Kind: "instance", Name: sender.Name}, Type: wire.TypeMessage,
		Content: content, ReplyTo: replyTo, CreatedAt: s.opt.Now().UTC().Truncate(time.Millisecond)}
	s.log = append(s.log, m)
	s.wake()
	return m
}

func (s *Server) sit(name string) wire.Seat {
	for _, seat := range s.seats {
		if strings.EqualFold(seat.Name, name) {
			return seat
		}
	}
	seat := wire.Seat{MemberID: "i_" + name, Name: name, Kind: "instance", Role: wire.RoleAgent, Presence: wire.PresenceOnline,
		JoinedAt: s.opt.Now().UTC().Truncate(time.Millisecond)}
	s.seats = append(s.seats, seat)
	return seat
}

func (s *Server) last() int64 { return s.backlog + int64(len(s.log)) }

func (s *Server) wake() {
	close(s.changed)
	s.changed = make(chan struct{})
}

// at gives the message of a sequence that exists.
func (s *Server) at(n int64) wire.Message {
	if n > s.backlog {
		return s.log[n-s.backlog-1]
	}
	if s.opt.Make != nil {
		return s.opt.Make(n)
	}
	return wire.Message{Sequence: n, ID: fmt.Sprintf("msg_%d", n), RoomID: s.opt.Room, Type: wire.TypeMessage,
		Sender: wire.Sender{MemberID: "i_lead", Kind: "instance", Name: "lead"}, Content: fmt.Sprintf("message %d", n)}
}

// Send puts a frame before every connected client.
func (s *Server) Send(f wire.Frame) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for c := range s.open {
		c.extra = append(c.extra, f)
	}
	s.wake()
}

// Cut breaks every connection without a word.
func (s *Server) Cut() { s.end(func(c *serverConn) { c.cut() }) }

// CloseAll ends every connection with a close code and, where code is given, an error frame.
func (s *Server) CloseAll(closeCode int, code string) {
	s.end(func(c *serverConn) { c.closing = &closing{closeCode, code} })
}

func (s *Server) end(f func(*serverConn)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for c := range s.open {
		f(c)
	}
	s.wake()
}

// Restart cuts every connection; without its log the room comes back empty under a new epoch and has forgotten every post.
func (s *Server) Restart(keepLog bool) {
	s.mu.Lock()
	if !keepLog {
		s.epoch += "+"
		s.backlog, s.log, s.posted = 0, nil, map[string]wire.Posted{}
	}
	s.mu.Unlock()
	s.Cut()
}

// NewEpoch keeps log and posts under a new epoch, as after a scrub.
func (s *Server) NewEpoch() {
	s.mu.Lock()
	s.epoch += "+"
	s.mu.Unlock()
	s.Cut()
}

// Revoke ends a seat's token: its connections close with 4401 and new ones are refused.
func (s *Server) Revoke(seat string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.revoked[seat] = true
	for c := range s.open {
		if c.seat == seat {
			c.closing = &closing{wire.CloseNoAuth, wire.CodeBadCredential}
		}
	}
	s.wake()
}

// RefuseContent makes the room refuse posts of that content from now on; a code of "" takes them again.
func (s *Server) RefuseContent(content, code string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if delete(s.refuse, content); code != "" {
		s.refuse[content] = wire.Error{Code: code, Message: "refused by the test"}
	}
}

// Log is what is stored behind the backlog.
func (s *Server) Log() []wire.Message {
	return locked(s, func() []wire.Message { return slices.Clone(s.log) })
}

// Posts are all post frames that were read, repeated ones too.
func (s *Server) Posts() []wire.Post {
	return locked(s, func() []wire.Post { return slices.Clone(s.posts) })
}

// Haves are all have marks that were read.
func (s *Server) Haves() []int64 { return locked(s, func() []int64 { return slices.Clone(s.haves) }) }

// Hellos are all hello frames that were read.
func (s *Server) Hellos() []wire.Hello {
	return locked(s, func() []wire.Hello { return slices.Clone(s.hellos) })
}

// Connections counts the connections tried so far.
func (s *Server) Connections() int { return locked(s, func() int { return s.connections }) }

// Open counts the connections that stand.
func (s *Server) Open() int { return locked(s, func() int { return len(s.open) }) }

func locked[T any](s *Server, f func() T) T {
	s.mu.Lock()
	defer s.mu.Unlock()
	return f()
}

// Close cuts everything and waits for the room's goroutines.
func (s *Server) Close() {
	s.Cut()
	s.wg.Wait()
}

// Transport gives a seat's way into the room; "" is an observer.
func (s *Server) Transport(seat string) client.Transport { return transport{s, seat} }
