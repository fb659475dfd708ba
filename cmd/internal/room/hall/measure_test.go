package hall

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"earshot/client/wire"
	"earshot/cmd/internal/room/engine"
)

// lines is a log that is written from anywhere.
type lines struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *lines) String() string { l.mu.Lock(); defer l.mu.Unlock(); return l.text.String() }

// TestRoomThatIsNearlyFullWarns fills a room up and holds when the server's log first warns.
func TestRoomThatIsNearlyFullWarns(t *testing.T) {
	const limit = 256 << 10
	e, err := engine.Open(t.Context(), engine.Config{MaxLogBytes: limit})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() })
	clock := &handClock{now: time.Date(2026, 9, 18, 8, 0, 0, 0, time.UTC)}
	var said lines
	h := openHall(t, e, clock, "a", func(c *Config) { c.Log = slog.New(slog.NewTextHandler(&said, nil)) })
	lead := seatIn(t, h, "lead", wire.RoleAgent)
	defer h.Close()
	for i := range 100 {
		size, err := h.log.Size(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		h.measure(t.Context())
		if warned, full := strings.Contains(said.String(), "nearly full"), size.Bytes >= limit*8/10; warned != full {
			t.Fatalf("%d bytes of %d: %q", size.Bytes, limit, said.String())
		} else if full {
			return
		}
		clock.advance(time.Minute)
		if _, err := h.Post(t.Context(), lead, Post{Content: fmt.Sprintf("%d %s", i, strings.Repeat("x", 5000))}); err != nil {
			t.Fatal(err)
		}
	}
	t.Error("the room did not fill")
}
