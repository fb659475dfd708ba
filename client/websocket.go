package client

import (
	"context"
	"crypto/x509"
	"errors"
	"net"
	"net/http"
	"net/url"
	"time"

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
	// HandshakeTimeout bounds dialling, TLS and upgrade; default 10 s.
	HandshakeTimeout time.Duration
}

// WebSocket is the transport to rooms of this protocol.
func WebSocket(c WebSocketConfig) Transport { return webSocket{c} }

type webSocket struct{ cfg WebSocketConfig }

func (w webSocket) Capabilities() wire.Capabilities { return nil }

func (w webSocket) Connect(ctx context.Context, r Resume) (Conn, error) {
	return nil, errors.New("connect: not there yet")
}
