package room

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"regexp"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"

	"earshot/client/wire"
	"earshot/cmd/internal/room/engine"
	"earshot/cmd/internal/room/hall"
)

const (
	headerTimeout  = 5 * time.Second // for the whole head of a request
	idleTimeout    = 2 * time.Minute
	goodbyeTimeout = 3 * time.Second // for clients to be told that the server ends
	maxHeaderBytes = 16 << 10
)

// Server serves rooms. It is safe for concurrent use.
type Server struct {
	config   Config
	engine   *engine.Engine
	halls    map[string]*hall.Hall
	rooms    []RoomInfo
	tries    tries
	upgrader websocket.Upgrader

	strangers   atomic.Int64 // upgraded connections that have not shown a credential
	connections crowd
	stopOnce    sync.Once
	closeOnce   sync.Once
	closeError  error
	stopping    chan struct{} // closed when the server ends
}

// lockedReader makes a source of randomness safe for concurrent use.
type lockedReader struct {
	mu sync.Mutex
	r  io.Reader
}

func (l *lockedReader) Read(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.r.Read(p)
}

func (c Config) withDefaults() (Config, error) {
	if len(c.Rooms) == 0 {
		c.Rooms = []string{"main"}
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Rand == nil {
		c.Rand = rand.Reader
	} else {
		c.Rand = &lockedReader{r: c.Rand}
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Policy == "" {
		c.Policy = PolicyAdvise
	}
	if c.Policy != PolicyAdvise && c.Policy != PolicyRefuse {
		return c, fmt.Errorf("policy %q is neither advise nor refuse", c.Policy)
	}
	if c.Data != "" && len(c.NATS.URLs) > 0 {
		return c, errors.New("a data folder and a cluster exclude each other: the cluster stores")
	}
	if c.PostsPerMinute < 0 || c.PostBurst < 0 {
		return c, errors.New("the cap of a seat cannot be negative")
	}
	seen := make(map[string]bool)
	for _, name := range c.Rooms {
		if !validRoom(name) {
			return c, fmt.Errorf("room name %q: 1 to 48 of a-z 0-9 _ -, the first a letter or digit", name)
		}
		if seen[name] {
			return c, fmt.Errorf("room %s is named twice", name)
		}
		seen[name] = true
	}
	return c, nil
}

func (c Config) engine() engine.Config {
	return engine.Config{
		Dir: c.Data, URLs: c.NATS.URLs, Credentials: c.NATS.Credentials, Replicas: c.NATS.Replicas,
		MaxLogBytes: c.MaxRoomBytes, Patience: c.Patience, Log: c.Log,
	}
}

func validRoom(name string) bool {
	return regexp.MustCompile(`^[a-z0-9][a-z0-9_-]{0,47}$`).MatchString(name)
}

// Open starts the engine and the rooms. A data folder that another server uses gives an error that
// wraps engine.ErrLocked.
func Open(ctx context.Context, config Config) (*Server, error) {
	config, err := config.withDefaults()
	if err != nil {
		return nil, fmt.Errorf("open the room server: %w", err)
	}
	e, err := engine.Open(ctx, config.engine())
	if err != nil {
		return nil, fmt.Errorf("open the room server: %w", err)
	}
	s := &Server{config: config, engine: e, halls: make(map[string]*hall.Hall), stopping: make(chan struct{})}
	s.tries.now = config.Now
	s.upgrader = newUpgrader(s.allowOrigin)
	if err := s.openRooms(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

func (s *Server) openRooms(ctx context.Context) error {
	gateway := make([]byte, 8)
	if _, err := io.ReadFull(s.config.Rand, gateway); err != nil {
		return fmt.Errorf("name this server: %w", err)
	}
	for _, name := range s.config.Rooms {
		h, err := hall.Open(ctx, hall.Config{
			Room: name, Engine: s.engine, Gateway: fmt.Sprintf("%x", gateway),
			Now: s.config.Now, Rand: s.config.Rand, Log: s.config.Log,
			RefuseErrors: s.config.Policy == PolicyRefuse,
			Rate:         hall.Rate{PerMinute: s.config.PostsPerMinute, Burst: s.config.PostBurst},
			DueWindow:    s.config.DueWindow, Count: s.config.Count, Resolver: s.config.Resolver,
		})
		if err != nil {
			return fmt.Errorf("open room %s: %w", name, err)
		}
		s.halls[name] = h
		if s.config.RevokeInvites {
			if err := h.RevokeInvites(ctx); err != nil {
				return fmt.Errorf("end the invites of room %s: %w", name, err)
			}
		}
		info, err := freshTokens(ctx, h)
		if err != nil {
			return fmt.Errorf("issue tokens of room %s: %w", name, err)
		}
		s.rooms = append(s.rooms, info)
	}
	return nil
}

func freshTokens(ctx context.Context, h *hall.Hall) (RoomInfo, error) {
	info := RoomInfo{Room: h.Name()}
	for _, t := range []struct {
		into  *string
		class hall.Class
		role  string
	}{
		{&info.Invite, hall.Invite, wire.RoleAgent},
		{&info.PersonInvite, hall.Invite, wire.RolePerson},
		{&info.Observer, hall.Observer, ""},
		{&info.Operator, hall.Operator, ""},
	} {
		token, err := h.Issue(ctx, t.class, t.role, "")
		if err != nil {
			return RoomInfo{}, err
		}
		*t.into = token
	}
	return info, nil
}

// Rooms tells the rooms with the tokens that this start made, in the order of the configuration.
func (s *Server) Rooms() []RoomInfo { return append([]RoomInfo(nil), s.rooms...) }

// Join seats somebody from within this process. Role is "person" or "agent". A name that is bad or
// taken gives a *hall.Refusal.
func (s *Server) Join(room, name, role string) (wire.Seat, string, error) {
	h := s.halls[room]
	if h == nil {
		return wire.Seat{}, "", fmt.Errorf("join: no room %q here", room)
	}
	return h.Join(context.Background(), name, role)
}

// Reseat gives a seat that lost its token a new one and ends the old ones.
func (s *Server) Reseat(room, name string) (wire.Seat, string, error) {
	h := s.halls[room]
	if h == nil {
		return wire.Seat{}, "", fmt.Errorf("reseat: no room %q here", room)
	}
	return h.Reseat(context.Background(), name)
}

// Serve answers on the listener until ctx ends, then stops taking posts, tells the clients and
// returns nil. Close is still to be called.
func (s *Server) Serve(ctx context.Context, listener net.Listener) error {
	server := &http.Server{
		Handler:           s.Handler(),
		ReadHeaderTimeout: headerTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeaderBytes,
		ErrorLog:          slog.NewLogLogger(s.config.Log.Handler(), slog.LevelDebug),
	}
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	select {
	case err := <-served:
		return fmt.Errorf("serve rooms: %w", err)
	case <-ctx.Done():
	}
	s.stop()
	goodbye, cancel := context.WithTimeout(context.WithoutCancel(ctx), goodbyeTimeout)
	defer cancel()
	if err := server.Shutdown(goodbye); err != nil {
		_ = server.Close() // who did not listen is cut off
	}
	return nil
}

// stop takes no more posts, waits for those under way, and tells everybody.
func (s *Server) stop() {
	s.stopOnce.Do(func() {
		ctx, cancel := context.WithTimeout(context.Background(), goodbyeTimeout)
		defer cancel()
		for _, h := range s.halls {
			h.Drain(ctx)
		}
		close(s.stopping)
	})
	select {
	case <-s.connections.gone():
	case <-time.After(goodbyeTimeout):
	}
}

// crowd counts the open websockets, which http.Server knows nothing of.
type crowd struct {
	mu     sync.Mutex
	inside int
	empty  chan struct{} // made when nobody new is let in; closed when the last one has left
}

// enter lets a connection in, unless the doors are closed.
func (c *crowd) enter() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.empty != nil {
		return false
	}
	c.inside++
	return true
}

func (c *crowd) leave() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.inside--; c.inside == 0 && c.empty != nil {
		close(c.empty)
	}
}

// gone closes the doors and returns what is closed when everybody has left.
func (c *crowd) gone() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.empty == nil {
		c.empty = make(chan struct{})
		if c.inside == 0 {
			close(c.empty)
		}
	}
	return c.empty
}

// Close stops taking posts, tells the clients, writes everything down and gives the data folder free.
func (s *Server) Close() error {
	s.closeOnce.Do(func() {
		s.stop()
		for _, h := range s.halls {
			h.Close()
		}
		if err := s.engine.Close(); err != nil {
			s.closeError = fmt.Errorf("close the room server: %w", err)
		}
	})
	return s.closeError
}
