package clienttest

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strconv"
	"time"

	"earshot/client"
	"earshot/client/wire"
)

// ErrCut is what a client sees when a connection breaks without a word.
var ErrCut = errors.New("connection cut")

type transport struct {
	server *Server
	seat   string
}

func (t transport) Capabilities() wire.Capabilities {
	return wire.Capabilities{wire.CanResume, wire.CanPost, wire.CanPage, wire.CanObserve}
}

// Connect opens a pipe to the room and says hello.
func (t transport) Connect(ctx context.Context, r client.Resume) (client.Conn, error) {
	s := t.server
	s.mu.Lock()
	s.connections++
	faults := s.opt.Faults(s.connections)
	if s.revoked[t.seat] {
		faults.Refuse = &client.CloseError{Code: wire.CloseNoAuth, Reason: &wire.Error{Code: wire.CodeBadCredential}}
	}
	if faults.Refuse != nil {
		s.mu.Unlock()
		return nil, faults.Refuse
	}
	near, far := net.Pipe()
	c := &serverConn{server: s, seat: t.seat, faults: faults, pipe: far, done: make(chan struct{})}
	s.open[c] = true
	s.wg.Add(1)
	s.mu.Unlock()
	go c.serve()
	conn := &pipeConn{pipe: near, lines: bufio.NewReaderSize(near, 64<<10)}
	return conn, conn.Send(ctx, wire.Hello{Protocol: wire.Protocol, After: r.After, Epoch: r.Epoch})
}

// pipeConn is the client's end.
type pipeConn struct {
	pipe  net.Conn
	lines *bufio.Reader
}

// Receive reads a line; "!4401" ends the connection with that close code, an empty line is a ping. Silence of wire.DeadAfter
// is a dead connection.
func (c *pipeConn) Receive(ctx context.Context) (wire.Frame, error) {
	stop := context.AfterFunc(ctx, func() { _ = c.pipe.Close() })
	defer stop()
	line := []byte("\n")
	var err error
	for err == nil && len(line) == 1 {
		_ = c.pipe.SetReadDeadline(time.Now().Add(wire.DeadAfter)) // fails only when closed, and then so does the reading
		line, err = c.lines.ReadBytes('\n')
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return nil, client.ErrSilent
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCut, err)
	}
	if code, ok := bytes.CutPrefix(line, []byte("!")); ok {
		n, err := strconv.Atoi(string(bytes.TrimSpace(code)))
		if err != nil {
			return nil, err
		}
		return nil, &client.CloseError{Code: n}
	}
	return wire.Decode(line)
}

// Send writes a line.
func (c *pipeConn) Send(ctx context.Context, f wire.Frame) error {
	data, err := wire.Encode(f)
	if err != nil {
		return err
	}
	stop := context.AfterFunc(ctx, func() { _ = c.pipe.Close() })
	defer stop()
	if _, err := c.pipe.Write(append(data, '\n')); err != nil {
		return fmt.Errorf("%w: %w", ErrCut, err)
	}
	return nil
}

// Close breaks the pipe.
func (c *pipeConn) Close() error { return c.pipe.Close() }

type closing struct {
	closeCode int
	code      string
}

// serverConn is the room's end of one connection.
type serverConn struct {
	server *Server
	seat   string
	faults Faults
	pipe   net.Conn
	done   chan struct{} // closed when the connection is over

	// Under server.mu.
	extra   []wire.Frame
	closing *closing
	over    bool

	out int // frames sent; the writing goroutine's own
	in  int // frames read; the reading goroutine's own
}

// cut breaks the pipe; server.mu is held.
func (c *serverConn) cut() {
	if c.over {
		return
	}
	c.over = true
	delete(c.server.open, c)
	_ = c.pipe.Close() // net.Pipe's Close cannot fail
	close(c.done)
}

func (c *serverConn) cutNow() {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	c.cut()
}

// serve reads what the client says; a second goroutine writes.
func (c *serverConn) serve() {
	defer c.server.wg.Done()
	defer c.cutNow()
	lines := bufio.NewReader(c.pipe)
	hello, err := c.read(lines)
	if err != nil {
		return
	}
	h, ok := hello.(wire.Hello)
	if !ok {
		return
	}
	written := make(chan struct{})
	go func() {
		defer close(written)
		defer c.cutNow()
		c.write(h)
	}()
	for {
		f, err := c.read(lines)
		if err != nil || !c.act(f) {
			break
		}
	}
	c.cutNow()
	<-written
}

func (c *serverConn) read(lines *bufio.Reader) (wire.Frame, error) {
	line, err := lines.ReadBytes('\n')
	if err != nil {
		return nil, err
	}
	if c.in++; c.in == c.faults.CutIn {
		return nil, io.ErrUnexpectedEOF
	}
	return wire.Decode(line)
}

// act does what a frame asks for; false ends the connection.
func (c *serverConn) act(f wire.Frame) bool {
	s := c.server
	s.mu.Lock()
	defer s.mu.Unlock()
	switch f := f.(type) {
	case wire.Post:
		s.posts = append(s.posts, f)
		answer := s.take(c.seat, f)
		if c.faults.Mute {
			return true
		}
		if c.in != c.faults.CutDone {
			c.extra = append(c.extra, answer)
		}
	case wire.Page:
		c.extra = append(c.extra, s.page(f))
	case wire.Have:
		s.haves = append(s.haves, f.Sequence)
	}
	s.wake()
	return c.in != c.faults.CutDone
}

// take stores a post, once for each id.
func (s *Server) take(seat string, p wire.Post) wire.Frame {
	if seat == "" {
		return wire.Refused{ID: p.ID, Error: wire.Error{Code: wire.CodeWrongCredential}}
	}
	if e, ok := s.refuse[p.Content]; ok {
		return wire.Refused{ID: p.ID, Error: e}
	}
	if posted, ok := s.posted[p.ID]; ok {
		return posted
	}
	replyTo := p.ReplyTo
	if n := p.ReplyToSequence; n > 0 {
		if n > s.last() {
			return wire.Refused{ID: p.ID, Error: wire.Error{Code: wire.CodeReplyTarget}}
		}
		replyTo = s.at(n).ID
	}
	m := s.store(seat, p.Content, replyTo)
	s.posted[p.ID] = wire.Posted{ID: p.ID, Sequence: m.Sequence, MessageID: m.ID}
	return s.posted[p.ID]
}

func (s *Server) page(p wire.Page) wire.Messages {
	answer := wire.Messages{Page: true}
	end := min(p.Before, s.last()+1)
	for n := max(1, end-int64(min(p.Limit, s.opt.PageMessages))); n < end; n++ {
		answer.Messages = append(answer.Messages, s.at(n))
	}
	return answer
}
