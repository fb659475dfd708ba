package room

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"

	"earshot/client/wire"
	"earshot/cmd/internal/room/engine"
)

// Server serves rooms. It is safe for concurrent use.
type Server struct {
	engine *engine.Engine
}

// Open starts the engine and the rooms. A data folder that another server uses gives
// engine.ErrLocked.
func Open(ctx context.Context, config Config) (*Server, error) {
	e, err := engine.Open(ctx, engine.Config{
		Dir: config.Data, URLs: config.NATS.URLs, Credentials: config.NATS.Credentials, Replicas: config.NATS.Replicas,
		MaxLogBytes: config.MaxRoomBytes, Log: config.Log,
	})
	if err != nil {
		return nil, fmt.Errorf("open the room server: %w", err)
	}
	return &Server{engine: e}, nil
}

// Serve answers on the listener until ctx ends, then stops taking posts, tells the clients and returns.
func (s *Server) Serve(ctx context.Context, listener net.Listener) error {
	return errors.New("not served yet")
}

// Handler answers websocket upgrades and HTTP requests.
func (s *Server) Handler() http.Handler { return http.NotFoundHandler() }

// Rooms tells the rooms with fresh tokens, in the order of the configuration.
func (s *Server) Rooms() []RoomInfo { return nil }

// Join seats somebody from within this process. Role is "person" or "agent".
func (s *Server) Join(room, name, role string) (wire.Seat, string, error) {
	return wire.Seat{}, "", errors.New("not served yet")
}

// Close stops taking posts, tells the clients, and gives the data folder free.
func (s *Server) Close() error { return s.engine.Close() }
