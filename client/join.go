package client

import (
	"context"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"

	"earshot/client/wire"
)

// JoinConfig says which seat to take where.
type JoinConfig struct {
	Source Source // a room of this protocol or of SharedNet
	Invite Token  // rit_; empty: the Source's own, of an invite text
	Name   string // of the seat
	CA     *x509.CertPool
	Proxy  func(*http.Request) (*url.URL, error)
	// Dial makes the network connection; nil: a net.Dialer.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
}

// Join takes a seat with an invite. Every call that arrives makes a seat, so that it is never retried: save the token at once.
// Errors are Problems; one that wraps ErrUnconfirmed says that a seat may have been taken whose token is lost.
func Join(ctx context.Context, c JoinConfig) (wire.Seat, Token, error) {
	if c.Invite == "" {
		c.Invite = c.Source.Secret
	}
	if c.Source.Kind != Room && c.Source.Kind != SharedNet {
		return wire.Seat{}, "", usage("Seats are taken in rooms, and this is a "+c.Source.Kind.String()+".", "Name the room's address, as in ws://host:7788/rooms/main.")
	}
	if c.Invite == "" {
		return wire.Seat{}, "", usage("Without an invite no seat can be taken.", "Ask whoever runs the room for one; it begins with rit_.")
	}
	seat, token, err := c.join(ctx)
	switch {
	case errors.Is(err, ErrUnconfirmed):
		return wire.Seat{}, "", &Problem{What: "The room was asked for a seat, but its answer was lost; the seat may be taken.",
			Do: "Look who sits there before you try again; whoever runs the room can give that seat a new token.", Err: err, Exit: ExitRoom}
	case err != nil:
		p := Explain(ConnectFailed(c.Source.URL, false, err))
		return wire.Seat{}, "", &p
	}
	return seat, token, nil
}

// join makes the request and reads the answer.
func (c JoinConfig) join(ctx context.Context) (wire.Seat, Token, error) {
	d := door{source: c.Source, token: c.Invite, ca: c.CA, proxy: c.Proxy, dial: c.Dial}
	data, err := d.ask(ctx, "join", map[string]string{"name": c.Name})
	if err != nil {
		return wire.Seat{}, "", err
	}
	var answer struct {
		Membership wire.Seat `json:"membership"`
		Token      string    `json:"member_token"`
	}
	err = json.Unmarshal(data, &answer)
	if err != nil || answer.Token == "" {
		return wire.Seat{}, "", fmt.Errorf("%w: it answers a join with something else", ErrNotRoom)
	}
	return answer.Membership, Token(answer.Token), nil
}

// apiBase is where the HTTP side of a room stands.
func (s Source) apiBase() string {
	if s.Kind == SharedNet || s.Kind == PublicLink {
		return s.Base
	}
	base, _, _ := strings.Cut(s.URL, "/rooms/")
	return "http" + strings.TrimPrefix(base, "ws")
}

// API is the address of the room's HTTP side, as in https://host/api/v1/rooms/main; empty for what is no room.
func (s Source) API() string {
	if s.Room == "" {
		return ""
	}
	return s.apiBase() + "/api/v1/rooms/" + url.PathEscape(s.Room)
}
