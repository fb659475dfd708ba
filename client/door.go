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
	"sync/atomic"
	"time"
)

const (
	doorWithin = 20 * time.Second
	doorMost   = 8 << 20 // bytes of an answer; that to a join holds up to 100 messages
)

// door is a room's HTTP side as one token sees it, for what is asked once.
type door struct {
	source Source
	token  Token
	ca     *x509.CertPool
	proxy  func(*http.Request) (*url.URL, error)
	dial   func(ctx context.Context, network, address string) (net.Conn, error)
}

// ask posts a body and gives the answer's. It is made once: where the answer to a request that went out is lost, the error
// wraps ErrUnconfirmed.
func (d door) ask(ctx context.Context, action string, body any) ([]byte, error) {
	transport := &http.Transport{Proxy: d.proxy, DialContext: d.dial, TLSClientConfig: &tls.Config{RootCAs: d.ca, MinVersion: tls.VersionTLS12},
		DisableKeepAlives: true}
	defer transport.CloseIdleConnections()
	web := &http.Client{Transport: transport, Timeout: doorWithin, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	content, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	var asked atomic.Bool
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{WroteRequest: func(i httptrace.WroteRequestInfo) { asked.Store(i.Err == nil) }})
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, d.source.API()+"/"+action, bytes.NewReader(content))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", "Bearer "+d.token.Reveal())
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("User-Agent", "earshot")
	response, err := web.Do(request)
	if err != nil {
		if asked.Load() {
			err = fmt.Errorf("%w: %w", ErrUnconfirmed, err)
		}
		return nil, err
	}
	defer response.Body.Close() // it was only read
	if response.StatusCode != http.StatusOK && response.StatusCode != http.StatusCreated {
		return nil, HTTPError(response)
	}
	data, err := io.ReadAll(io.LimitReader(response.Body, doorMost+1))
	if err == nil && len(data) > doorMost {
		err = errors.New("the answer is too large")
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnconfirmed, err)
	}
	return data, nil
}
