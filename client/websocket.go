package client

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"

	"earshot/client/wire"
)

// WebSocketConfig says how to reach a room. Only URL is required; without a Token the room will refuse.
type WebSocketConfig struct {
	URL   string // ws:// or wss://host[:port]/rooms/ROOM
	Token Token
	CA    *x509.CertPool // nil: the system's
	// Proxy chooses the proxy of a request; cmd hands in http.ProxyFromEnvironment. nil: none.
	Proxy func(*http.Request) (*url.URL, error)
	// Dial makes the network connection; nil: a net.Dialer.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
	// HandshakeTimeout bounds dialling, TLS and upgrade together; default 10 s.
	HandshakeTimeout time.Duration
	// UserAgent is told to the server; default "earshot".
	UserAgent string
}

// WebSocket is the transport to rooms of this protocol: text frames of at most wire.MaxFrame bytes, compressed where the room
// can, pings every wire.PingEvery, given up after wire.DeadAfter of silence. The token travels in the Authorization header alone.
func WebSocket(c WebSocketConfig) Transport {
	if c.Dial == nil {
		c.Dial = new(net.Dialer).DialContext
	}
	if c.HandshakeTimeout <= 0 {
		c.HandshakeTimeout = 10 * time.Second
	}
	if c.UserAgent == "" {
		c.UserAgent = "earshot"
	}
	return webSocket{c}
}

type webSocket struct{ cfg WebSocketConfig }

// Capabilities of the protocol itself; a room's welcome adds its own.
func (w webSocket) Capabilities() wire.Capabilities {
	return wire.Capabilities{wire.CanResume, wire.CanPost, wire.CanPage, wire.CanObserve, wire.CanDelivery}
}

// Connect dials, upgrades and says hello. Its errors are ConnectErrors.
func (w webSocket) Connect(ctx context.Context, r Resume) (Conn, error) {
	conn, err := w.dial(ctx)
	if err != nil {
		return nil, ConnectFailed(w.cfg.URL, w.cfg.Token == "", err)
	}
	hello := wire.Hello{Protocol: wire.Protocol, After: r.After, Epoch: r.Epoch}
	if err := conn.Send(ctx, hello); err != nil {
		closeQuietly(conn)
		return nil, &ConnectError{URL: w.cfg.URL, Err: err}
	}
	return conn, nil
}

func (w webSocket) dial(ctx context.Context) (*socket, error) {
	handshake, cancel := context.WithTimeout(ctx, w.cfg.HandshakeTimeout)
	defer cancel()
	var lively atomic.Pointer[livelyConn]
	dialer := websocket.Dialer{
		Proxy:             w.cfg.Proxy,
		TLSClientConfig:   &tls.Config{RootCAs: w.cfg.CA, MinVersion: tls.VersionTLS12},
		EnableCompression: true,
		NetDialContext: func(_ context.Context, network, address string) (net.Conn, error) {
			conn, err := w.cfg.Dial(handshake, network, address)
			if err != nil {
				return nil, err
			}
			lively.Store(&livelyConn{Conn: conn})
			if err := handshake.Err(); err != nil { // it ended before there was anything to interrupt
				_ = conn.Close() // nothing was sent over it
				return nil, err
			}
			return lively.Load(), nil
		},
	}
	// The library watches only the deadline of its context once the network connection stands; this watches its end.
	stop := context.AfterFunc(handshake, func() {
		if c := lively.Load(); c != nil {
			c.interrupt()
		}
	})
	header := http.Header{"User-Agent": {w.cfg.UserAgent}}
	if w.cfg.Token != "" {
		header.Set("Authorization", "Bearer "+w.cfg.Token.Reveal())
	}
	conn, response, err := dialer.DialContext(handshake, w.cfg.URL, header)
	switch {
	case !stop() && ctx.Err() != nil:
		err = errors.Join(ctx.Err(), err)
	case handshake.Err() != nil:
		err = fmt.Errorf("%w after %v", errTimeout, w.cfg.HandshakeTimeout)
	case response != nil && err != nil:
		err = refusedUpgrade(response)
	}
	if err != nil {
		if conn != nil {
			_ = conn.Close() // given up for the reason in err
		}
		return nil, err
	}
	return newSocket(conn, lively.Load()), nil
}
