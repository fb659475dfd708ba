package hall

import (
	"net/http"

	"earshot/client/wire"
)

// How many connections and waiting requests may be open with one token.
const (
	seatConnections   = 64
	sharedConnections = 1024 // of an observer or an operator, whose token many may hold
)

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
	most := sharedConnections
	if c.Class == SeatKey {
		most = seatConnections
	}
	if h.open[c.hash] >= most {
		return nil, refuse(http.StatusTooManyRequests, wire.CodeRateLimited, "This token has %d open connections already.", most)
	}
	if s := h.seats[c.Member]; s != nil {
		if s.left() {
			return nil, kickRemoved()
		}
		s.connections++
		s.seen = now
		if h.tell(s, now) {
			defer h.news.raise()
		}
	}
	session := &Session{hall: h, credential: c, kicked: make(chan *Refusal, 1)}
	h.sessions[session] = struct{}{}
	h.open[c.hash]++
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
	if h.open[s.credential.hash]--; h.open[s.credential.hash] == 0 {
		delete(h.open, s.credential.hash)
	}
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
