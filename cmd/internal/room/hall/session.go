package hall

import (
	"net/http"

	"earshot/client/wire"
)

// How many connections and requests may be open at once with one token; a waiting request counts twice.
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
	if err := h.occupy(c); err != nil {
		return nil, err
	}
	if s := h.seats[c.Member]; s != nil {
		if s.left() {
			h.vacate(c)
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
	return session, nil
}

// occupy counts what is open with a token and refuses beyond its bound: what a client makes the server
// hold in memory is bounded by it. It is called with the lock held, and so is vacate.
func (h *Hall) occupy(c Credential) error {
	most := sharedConnections
	if c.Class == SeatKey {
		most = seatConnections
	}
	if h.open[c.hash] >= most {
		return refuse(http.StatusTooManyRequests, wire.CodeRateLimited, "This token has %d open connections and requests already.", most)
	}
	h.open[c.hash]++
	return nil
}

func (h *Hall) vacate(c Credential) {
	if h.open[c.hash]--; h.open[c.hash] == 0 {
		delete(h.open, c.hash)
	}
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
	h.vacate(s.credential)
	if seat := h.seats[s.credential.Member]; seat != nil {
		seat.connections--
		seat.seen = now
		if h.tell(seat, now) {
			h.news.raise()
		}
	}
}

// Ask notes a request that is made without a connection. Done must be called at its end.
func (h *Hall) Ask(c Credential) (done func(), err error) {
	now := h.config.Now()
	h.mu.Lock()
	defer h.mu.Unlock()
	if err := h.occupy(c); err != nil {
		return nil, err
	}
	if s := h.seats[c.Member]; s != nil {
		s.asked, s.seen = now, now
		if h.tell(s, now) {
			h.news.raise()
		}
	}
	return func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.vacate(c)
	}, nil
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
