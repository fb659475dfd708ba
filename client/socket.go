package client

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"earshot/client/wire"
)

// controlWithin bounds the writing of pings and close frames.
const controlWithin = 250 * time.Millisecond

// livelyConn is a network connection that counts as dead when nothing at all was read for a while, however much is on its
// way, and whose reading and writing can be ended at once.
type livelyConn struct {
	net.Conn
	mu    sync.Mutex
	idle  time.Duration // 0: reads wait for ever
	ended bool
}

// Read renews the deadline, so that a long frame over a slow line is no silence.
func (c *livelyConn) Read(p []byte) (int, error) {
	if err := c.renew(); err != nil {
		return 0, err
	}
	return c.Conn.Read(p)
}

func (c *livelyConn) renew() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.ended:
		return net.ErrClosed
	case c.idle > 0:
		return c.Conn.SetReadDeadline(time.Now().Add(c.idle))
	}
	return nil
}

// watch starts to count silence.
func (c *livelyConn) watch(idle time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.idle = idle
}

// interrupt ends every read and write, now and later.
func (c *livelyConn) interrupt() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ended = true
	_ = c.Conn.SetDeadline(time.Unix(1, 0)) // fails only when closed, which ends them as well
}

// interruptRead ends reads alone, so that a close frame can still go out.
func (c *livelyConn) interruptRead() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ended = true
	_ = c.Conn.SetReadDeadline(time.Unix(1, 0)) // as above
}

// socket is a Conn over a websocket.
type socket struct {
	conn   *websocket.Conn
	lively *livelyConn
	buffer bytes.Buffer
	once   sync.Once
	done   chan struct{}
	pinger sync.WaitGroup
}

func newSocket(conn *websocket.Conn, lively *livelyConn) *socket {
	s := &socket{conn: conn, lively: lively, done: make(chan struct{})}
	conn.SetReadLimit(wire.MaxFrame)
	lively.watch(wire.DeadAfter)
	s.pinger.Go(s.ping)
	return s
}

// ping makes sure that a healthy room is never silent.
func (s *socket) ping() {
	ticker := time.NewTicker(wire.PingEvery)
	defer ticker.Stop()
	for {
		select {
		case <-s.done:
			return
		case <-ticker.C:
			// A ping that cannot be written is no news: the reader finds out whether the connection is dead.
			_ = s.conn.WriteControl(websocket.PingMessage, nil, time.Now().Add(controlWithin))
		}
	}
}

// Receive reads the next frame.
func (s *socket) Receive(ctx context.Context) (wire.Frame, error) {
	stop := context.AfterFunc(ctx, s.lively.interruptRead)
	defer stop()
	kind, reader, err := s.conn.NextReader()
	if err == nil {
		s.buffer.Reset()
		_, err = s.buffer.ReadFrom(io.LimitReader(reader, wire.MaxFrame+1))
	}
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, s.ended(err)
	case kind != websocket.TextMessage:
		return nil, s.protest(websocket.CloseUnsupportedData, errors.New("a frame that is no text"))
	case s.buffer.Len() > wire.MaxFrame: // compressed it was shorter
		return nil, s.protest(websocket.CloseMessageTooBig, errors.New("a frame over 1 MiB"))
	}
	f, err := wire.Decode(s.buffer.Bytes())
	if err != nil {
		return nil, s.protest(wire.CloseBadRequest, err)
	}
	return f, nil
}

// ended says in the session's words why reading ended.
func (s *socket) ended(err error) error {
	var closed *websocket.CloseError
	var timeout net.Error
	switch {
	case errors.As(err, &closed) && closed.Code != websocket.CloseAbnormalClosure:
		return closedWith(closed.Code, closed.Text)
	case errors.As(err, &timeout) && timeout.Timeout(): // the library hides what is below
		return ErrSilent
	case errors.Is(err, websocket.ErrReadLimit):
		return fmt.Errorf("%w: a frame over 1 MiB", errProtocol)
	}
	return fmt.Errorf("%w: %w", errLost, err)
}

// protest tells the room what it did wrong and gives the connection up.
func (s *socket) protest(code int, err error) error {
	message := websocket.FormatCloseMessage(code, "")
	_ = s.conn.WriteControl(websocket.CloseMessage, message, time.Now().Add(controlWithin)) // the error says more
	return fmt.Errorf("%w: %w", errProtocol, err)
}

// Send writes a frame. It is given up with the connection when the room takes nothing for wire.DeadAfter.
func (s *socket) Send(ctx context.Context, f wire.Frame) error {
	data, err := wire.Encode(f)
	if err != nil {
		return err
	}
	if len(data) > wire.MaxFrame {
		return fmt.Errorf("send %s frame: %w", f.Op(), ErrTooLarge)
	}
	stop := context.AfterFunc(ctx, s.lively.interrupt)
	defer stop()
	if err := s.conn.SetWriteDeadline(time.Now().Add(wire.DeadAfter)); err != nil {
		return fmt.Errorf("send %s frame: %w", f.Op(), err)
	}
	if err := s.conn.WriteMessage(websocket.TextMessage, data); err != nil {
		return fmt.Errorf("send %s frame: %w: %w", f.Op(), errLost, err)
	}
	return nil
}

// Close says goodbye if that goes quickly, and closes.
func (s *socket) Close() error {
	var err error
	s.once.Do(func() {
		close(s.done)
		message := websocket.FormatCloseMessage(websocket.CloseNormalClosure, "")
		_ = s.conn.WriteControl(websocket.CloseMessage, message, time.Now().Add(controlWithin)) // the room may be gone
		err = s.conn.Close()
		s.pinger.Wait()
	})
	return err
}
