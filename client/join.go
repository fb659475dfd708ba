package client

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

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

const (
	joinWithin = 20 * time.Second
	joinMost   = 8 << 20 // bytes of an answer; it holds up to 100 messages
)

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
	transport := &http.Transport{Proxy: c.Proxy, DialContext: c.Dial, TLSClientConfig: &tls.Config{RootCAs: c.CA, MinVersion: tls.VersionTLS12},
		DisableKeepAlives: true}
	defer transport.CloseIdleConnections()
	web := &http.Client{Transport: transport, Timeout: joinWithin, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	body, err := json.Marshal(map[string]string{"name": c.Name})
	if err != nil {
		return wire.Seat{}, "", err
	}
	var asked atomic.Bool
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{WroteRequest: func(i httptrace.WroteRequestInfo) { asked.Store(i.Err == nil) }})
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.Source.apiBase()+"/api/v1/rooms/"+url.PathEscape(c.Source.Room)+"/join", bytes.NewReader(body))
	if err != nil {
		return wire.Seat{}, "", err
	}
	request.Header.Set("Authorization", "Bearer "+c.Invite.Reveal())
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("User-Agent", "earshot")
	response, err := web.Do(request)
	if err != nil {
		if asked.Load() {
			err = fmt.Errorf("%w: %w", ErrUnconfirmed, err)
		}
		return wire.Seat{}, "", err
	}
	defer response.Body.Close() // it was only read
	return readSeat(response)
}

// readSeat reads the answer to a join.
func readSeat(response *http.Response) (wire.Seat, Token, error) {
	if response.StatusCode != http.StatusOK && response.StatusCode != http.StatusCreated {
		return wire.Seat{}, "", HTTPError(response)
	}
	data, err := io.ReadAll(io.LimitReader(response.Body, joinMost))
	if err != nil {
		return wire.Seat{}, "", fmt.Errorf("%w: %w", ErrUnconfirmed, err)
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
