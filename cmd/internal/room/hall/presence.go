package hall

import (
	"context"
	"encoding/json"
	"time"
)

// peerFor is how long the last beat of another server holds.
const peerFor = 5 * time.Second

// sign is what one server knows of a seat's presence.
type sign struct {
	Connected bool      `json:"connected,omitempty"`
	Asked     time.Time `json:"asked,omitzero"`
	Seen      time.Time `json:"seen,omitzero"`
}

// beat is what a server tells the others of the same room: presence is never stored.
type beat struct {
	Gateway string          `json:"gateway"`
	Signs   map[string]sign `json:"signs"`
}

// peer is the last beat of another server.
type peer struct {
	heard time.Time // by the real clock: how long a server is silent has nothing to do with the room's
	signs map[string]sign
}

func (h *Hall) beatSubject() string { return "presence." + h.config.Room }

// listen takes the beats of other servers in.
func (h *Hall) listen(ctx context.Context) error {
	if !h.config.Engine.Shared() {
		return nil
	}
	return h.config.Engine.Listen(ctx, h.beatSubject(), func(data []byte) {
		var b beat
		if err := json.Unmarshal(data, &b); err != nil || b.Gateway == h.config.Gateway {
			return
		}
		h.mu.Lock()
		h.peers[b.Gateway] = peer{heard: time.Now(), signs: b.Signs}
		h.mu.Unlock()
		h.refresh()
	})
}

// beat tells the other servers who is here.
func (h *Hall) beat() {
	if !h.config.Engine.Shared() {
		return
	}
	b := beat{Gateway: h.config.Gateway, Signs: make(map[string]sign)}
	h.mu.Lock()
	for member, s := range h.seats {
		if s.connections > 0 || !s.seen.IsZero() {
			b.Signs[member] = sign{Connected: s.connections > 0, Asked: s.asked, Seen: s.seen}
		}
	}
	for name, p := range h.peers {
		if time.Since(p.heard) > peerFor {
			h.retire(name, p)
		}
	}
	h.mu.Unlock()
	data, err := json.Marshal(b)
	if err == nil {
		err = h.config.Engine.Publish(h.beatSubject(), data)
	}
	if err != nil {
		h.config.Log.Debug("tell who is here", "room", h.config.Room, "error", err)
	}
}

// retire keeps of a silent server when it saw the seats last; it is called with the lock held.
func (h *Hall) retire(name string, p peer) {
	for member, g := range p.signs {
		if s := h.seats[member]; s != nil {
			s.asked, s.seen = latest(s.asked, g.Asked), latest(s.seen, g.Seen)
		}
	}
	delete(h.peers, name)
}

// elsewhere sums up what other servers know of a seat; it is called with the lock held.
func (h *Hall) elsewhere(member string) sign {
	var sum sign
	for _, p := range h.peers {
		g := p.signs[member]
		if g.Connected && time.Since(p.heard) <= peerFor {
			sum.Connected = true
		}
		sum.Asked, sum.Seen = latest(sum.Asked, g.Asked), latest(sum.Seen, g.Seen)
	}
	return sum
}
