package clienttest

import (
	"io"
	"slices"
	"time"

	"earshot/client/wire"
)

// write welcomes the client, then sends what it lacks and what is new until the connection is over. Nothing is queued for it
// but a position in the log, so that a slow client slows only itself.
func (c *serverConn) write(h wire.Hello) {
	next, welcome := c.welcome(h)
	if c.send(welcome) != nil {
		return
	}
	live := false
	for {
		batch, extra, end, changed := c.pending(next)
		for _, f := range extra {
			if c.send(f) != nil {
				return
			}
		}
		if len(batch) > 0 {
			next += int64(len(batch))
			if c.send(wire.Messages{Messages: batch}) != nil {
				return
			}
			continue
		}
		if !live {
			live = true
			if c.send(wire.Live{}) != nil {
				return
			}
			continue
		}
		if end != nil {
			c.close(*end)
			return
		}
		select {
		case <-changed:
		case <-time.After(wire.PingEvery):
			if _, err := io.WriteString(c.pipe, "\n"); err != nil {
				return
			}
		case <-c.done:
			return
		}
	}
}

func (c *serverConn) welcome(h wire.Hello) (next int64, w wire.Welcome) {
	s := c.server
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hellos = append(s.hellos, h)
	w = wire.Welcome{Protocol: wire.Protocol, Epoch: s.epoch, Room: wire.Room{ID: s.opt.Room, Name: s.opt.Room},
		LastSequence: s.last(), ServerTime: s.opt.Now().UTC().Truncate(time.Millisecond),
		Capabilities: wire.Capabilities{wire.CanResume, wire.CanPresence}}
	if c.seat != "" {
		you := s.sit(c.seat)
		w.You = &you
	}
	w.Seats = slices.Clone(s.seats)
	if next = h.After + 1; h.Epoch != s.epoch || h.After > s.last() {
		next = 1
	}
	return next, w
}

// pending gives the next batch from the log, frames of other kinds, how to end, and what to wait on when there is nothing.
func (c *serverConn) pending(next int64) (batch []wire.Message, extra []wire.Frame, end *closing, changed <-chan struct{}) {
	s := c.server
	s.mu.Lock()
	defer s.mu.Unlock()
	for n := next; n <= s.last() && len(batch) < s.opt.PageMessages; n++ {
		batch = append(batch, s.at(n))
	}
	extra, c.extra = c.extra, nil
	return batch, extra, c.closing, s.changed
}

// send writes a frame, or does to it what the test asked for.
func (c *serverConn) send(f wire.Frame) error {
	c.out++
	frames := []wire.Frame{f}
	if c.faults.Rewrite != nil {
		frames = c.faults.Rewrite(c.out, f)
	}
	if c.faults.HoldFrame > 0 && c.out >= c.faults.HoldFrame {
		<-c.done
		return io.ErrClosedPipe
	}
	for _, f := range frames {
		data, err := wire.Encode(f)
		if err != nil {
			return err
		}
		data = append(data, '\n')
		if c.out == c.faults.CutFrame {
			_, err := c.pipe.Write(data[:min(c.faults.CutBytes, len(data)-1)])
			return orElse(err, io.ErrClosedPipe)
		}
		if _, err := c.pipe.Write(data); err != nil {
			return err
		}
	}
	return nil
}

func orElse(err, other error) error {
	if err != nil {
		return err
	}
	return other
}

// close tells why and ends the connection.
func (c *serverConn) close(end closing) {
	if end.code != "" && c.send(wire.ErrorFrame{Error: wire.Error{Code: end.code, Message: "told by the test"}}) != nil {
		return
	}
	_, _ = io.WriteString(c.pipe, closeLine(end.closeCode)) // the client may be gone already
}
