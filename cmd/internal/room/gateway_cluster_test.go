package room_test

import (
	"fmt"
	"testing"
	"time"

	"earshot/cmd/internal/room"
)

// openThere opens a connection at a server that another one seated the seat at: it hears of that in a moment.
func (s *sitter) openThere() *socket {
	s.t.Helper()
	for deadline := time.Now().Add(wait); ; {
		socket, _, err := s.dial(s.room, s.token)
		if err == nil {
			socket.hello(0, "")
			return socket
		}
		if time.Now().After(deadline) {
			s.t.Fatalf("the other server never heard of %s: %v", s.name, err)
		}
	}
}

// TestDeadServersSeatsFadeAway kills one of two servers, and then a node that does not lead the log: whoever
// was seen by the server alone is away soon, and posts go on as if nothing had been.
func TestDeadServersSeatsFadeAway(t *testing.T) {
	t.Parallel()
	c := startCluster(t)
	w := start(t, fast, wall, func(config *room.Config) { config.NATS = room.NATS{URLs: c.urls} })
	doomed := startChild(t, child{URLs: c.urls})
	lead, there := w.join("lead"), *w.join("there")
	there.world = &world{t: t, addr: doomed.Addr}
	own, _ := lead.open(0)
	own.backlog()
	there.openThere().backlog()
	own.presence("there", "online")
	began := time.Now()
	doomed.kill(t)
	own.presence("there", "away")
	t.Logf("away after %s", time.Since(began).Round(time.Millisecond))
	there.world = w
	if _, welcome := there.open(0); welcome.You.Presence != "online" {
		t.Errorf("at the server that is left: %s", welcome.raw)
	}
	own.presence("there", "online")

	leader := c.leader(t)
	for name, node := range c.nodes {
		if name != leader {
			node.kill(t)
			break
		}
	}
	for i := range 20 {
		lead.stored(fmt.Sprintf("as if nothing had been %d", i))
	}
	readInOrder(t, own, 20)
}
