package room

import (
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"earshot/client/wire"
	"earshot/cmd/internal/room/hall"
)

const (
	handshakeTimeout = 5 * time.Second
	frameTimeout     = 10 * time.Second // for a client to take one frame
	strangersMost    = 256              // connections at once that have not shown a credential
	lingerFor        = 2 * time.Second  // for a client to take its close frame
	lingerBytes      = 16 << 20
)

func newUpgrader(allow func(*http.Request) bool) websocket.Upgrader {
	return websocket.Upgrader{
		HandshakeTimeout:  handshakeTimeout,
		ReadBufferSize:    4096,
		WriteBufferSize:   32 << 10, // from the pool, held only while a frame is written
		WriteBufferPool:   &sync.Pool{},
		CheckOrigin:       allow,
		EnableCompression: true,
	}
}

// upgrade opens a websocket. A credential in the header is judged before; without one the client has
// to show it in its hello.
func (s *Server) upgrade(r *request, room string) {
	if r.Method != http.MethodGet {
		r.w.Header().Set("Allow", http.MethodGet)
		s.fail(r, refusal(http.StatusMethodNotAllowed, wire.CodeMethodNotAllowed, "This address takes GET with an upgrade to a websocket."))
		return
	}
	if !websocket.IsWebSocketUpgrade(r.Request) {
		r.w.Header().Set("Upgrade", "websocket")
		s.fail(r, refusal(http.StatusUpgradeRequired, "upgrade_required", "This address is a websocket. The same room over HTTP is /api/v1/rooms/"+room+"."))
		return
	}
	if !s.allowOrigin(r.Request) {
		s.fail(r, refusal(http.StatusForbidden, wire.CodeOrigin, "Pages of this origin may not open the room."))
		return
	}
	c := &connection{server: s, room: room, remote: r.RemoteAddr}
	if token, given := bearer(r.Request); given {
		if refused := c.admit(token); refused != nil {
			s.fail(r, refused)
			return
		}
	} else {
		if s.strangers.Add(1) > strangersMost {
			s.strangers.Add(-1)
			s.fail(r, refusal(http.StatusServiceUnavailable, wire.CodeUnavailable, "Too many connections without a credential. Send it with the upgrade."))
			return
		}
		c.stranger = true
	}
	s.connect(r, c)
}

func (s *Server) connect(r *request, c *connection) {
	defer c.known()
	if !s.connections.enter() {
		s.fail(r, refusal(http.StatusServiceUnavailable, wire.CodeUnavailable, "The room is closing. Come back in a moment."))
		return
	}
	defer s.connections.leave()
	upgrader := s.upgrader
	upgrader.Error = func(_ http.ResponseWriter, _ *http.Request, status int, reason error) {
		s.fail(r, refusal(status, wire.CodeInvalidRequest, fmt.Sprintf("The upgrade failed: %s.", reason)))
	}
	ws, err := upgrader.Upgrade(r.w, r.Request, nil)
	if err != nil {
		return // answered
	}
	c.ws = ws
	c.serve()
}

// admit judges the client's token.
func (c *connection) admit(token string) *hall.Refusal {
	h, who, refused := c.server.admit(c.room, token, c.remote)
	if refused == nil {
		refused = fits(who, "")
	}
	if refused != nil {
		return refused
	}
	c.hall, c.who = h, who
	return nil
}

// known ends the connection's time as a stranger.
func (c *connection) known() {
	if c.stranger {
		c.stranger = false
		c.server.strangers.Add(-1)
	}
}

// goodbye is why a connection ends: an error frame where there is something to say, and a close code.
type goodbye struct {
	code int
	why  *hall.Refusal // nil says nothing
}

func (g *goodbye) Error() string {
	if g.why == nil {
		return fmt.Sprintf("close %d", g.code)
	}
	return g.why.Error()
}

// bye makes an error the end of a connection. What is no refusal and no goodbye is the network's end.
func bye(err error) *goodbye {
	var g *goodbye
	var refused *hall.Refusal
	switch {
	case errors.As(err, &g):
		return g
	case errors.As(err, &refused):
		return &goodbye{code: wire.CloseFor(refused.Status), why: refused}
	}
	return nil
}

func badFrame(message string) error {
	return &goodbye{code: wire.CloseBadRequest, why: refusal(http.StatusBadRequest, wire.CodeInvalidRequest, message)}
}
