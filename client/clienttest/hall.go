package clienttest

import (
	"context"
	"io"
	"log"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
)

// Hall is an HTTP server without a network: Dial is a way into it, whatever the address. It works in a bubble.
type Hall struct {
	// Line is put between both ends of the nth connection, counted from 1; nil: nothing. Set it before the first Dial.
	Line func(n int, c net.Conn) net.Conn

	server *http.Server
	doors  *doors
	dials  atomic.Int32
	wg     sync.WaitGroup
}

// OpenHall starts to serve; what the server has to complain about is dropped.
func OpenHall(h http.Handler) *Hall {
	x := &Hall{doors: &doors{conns: make(chan net.Conn), closed: make(chan struct{})},
		server: &http.Server{Handler: h, ErrorLog: log.New(io.Discard, "", 0)}}
	x.wg.Go(func() { _ = x.server.Serve(x.doors) }) // ends with ErrServerClosed
	return x
}

// Dial opens a connection.
func (h *Hall) Dial(ctx context.Context, _, _ string) (net.Conn, error) {
	near, far := net.Pipe()
	n := int(h.dials.Add(1))
	select {
	case h.doors.conns <- far:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if h.Line != nil {
		return h.Line(n, near), nil
	}
	return near, nil
}

// Dials counts the connections so far.
func (h *Hall) Dials() int { return int(h.dials.Load()) }

// Close cuts every connection that was not taken over by its handler.
func (h *Hall) Close() {
	_ = h.server.Close() // pipes close without errors
	h.wg.Wait()
}

// doors is the listener.
type doors struct {
	conns  chan net.Conn
	closed chan struct{}
	once   sync.Once
}

func (d *doors) Accept() (net.Conn, error) {
	select {
	case c := <-d.conns:
		return c, nil
	case <-d.closed:
		return nil, net.ErrClosed
	}
}

func (d *doors) Close() error {
	d.once.Do(func() { close(d.closed) })
	return nil
}

func (d *doors) Addr() net.Addr { return &net.IPAddr{} }
