package hall

import (
	"net/http"

	"earshot/client/wire"
)

// seatConnections is how many connections and waiting requests one seat may have open.
const seatConnections = 64

// Session is one open connection of a credential. The hall ends it when the credential ends.
type Session struct {
	hall       *Hall
	credential Credential
	kicked     chan *Refusal
}

func kickRemoved() *Refusal {
	return refuse(http.StatusForbidden, wire.CodeNotMember, "This seat is no member of the room any more.")
}

func kickRevoked() *Refusal {
	return refuse(http.StatusUnauthorized, wire.CodeBadCredential, "This token was revoked.")
}

// Enter opens a session: a seat counts as online while it has one. Leave must be called at its end.
// A credential that ended since it was looked up is refused.
func (h *Hall) Enter(c Credential) (*Session, error) {
	now := h.config.Now()
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.tokens[c.hash].Revoked {
		return nil, kickRevoked()
	}
	if s := h.seats[c.Member]; s != nil {
		switch {
		case s.left():
			return nil, kickRemoved()
		case s.connections >= seatConnections:
			return nil, refuse(http.StatusTooManyRequests, wire.CodeRateLimited, "This seat has %d open connections already.", s.connections)
		}
		s.connections++
		s.seen = now
		if h.tell(s, now) {
			defer h.news.raise()
		}
	}
	session := &Session{hall: h, credential: c, kicked: make(chan *Refusal, 1)}
	h.sessions[session] = struct{}{}
	return session, nil
}

// Kicked receives why the session has to end before its time.
func (s *Session) Kicked() <-chan *Refusal { return s.kicked }

// Leave ends the session.
func (s *Session) Leave() {
	h := s.hall
	now := h.config.Now()
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.sessions, s)
	if seat := h.seats[s.credential.Member]; seat != nil {
		seat.connections--
		seat.seen = now
		if h.tell(seat, now) {
			h.news.raise()
		}
	}
}

// Asked notes a request that a seat made without a connection.
func (h *Hall) Asked(c Credential) {
	now := h.config.Now()
	h.mu.Lock()
	defer h.mu.Unlock()
	if s := h.seats[c.Member]; s != nil {
		s.asked, s.seen = now, now
		if h.tell(s, now) {
			h.news.raise()
		}
	}
}

// kickSeat and kickToken end sessions; they are called with the lock held.
func (h *Hall) kickSeat(member string, why func() *Refusal) {
	for session := range h.sessions {
		if session.credential.Member == member {
			session.kick(why())
		}
	}
}

func (h *Hall) kickToken(hash tokenHash) {
	for session := range h.sessions {
		if session.credential.hash == hash {
			session.kick(kickRevoked())
		}
	}
}

func (s *Session) kick(why *Refusal) {
	select {
	case s.kicked <- why:
	default: // it is on its way out already
	}
}
