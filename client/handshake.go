package client

import (
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"syscall"
	"unicode"

	"earshot/client/wire"
)

var (
	errTimeout = errors.New("no answer")
	errLost    = errors.New("connection lost")
)

// ConnectError is why no connection to URL came about. Anonymous tells that no token was given.
type ConnectError struct {
	URL       string
	Anonymous bool
	Err       error
}

// ConnectFailed is the ConnectError of a network error, marked where the next try could not mend it.
func ConnectFailed(address string, anonymous bool, err error) error {
	return &ConnectError{URL: address, Anonymous: anonymous, Err: classifyDial(err)}
}

// Error names the address.
func (e *ConnectError) Error() string {
	return "connect to " + Redact(e.URL) + ": " + Redact(e.Err.Error())
}

// Unwrap gives the cause.
func (e *ConnectError) Unwrap() error { return e.Err }

// HTTPError reads an HTTP answer that is no success. What a room says in the protocol's own words is a CloseError with 4000 +
// the status, and so are refusals and troubles that need no words; anything else shows that no room is there (ErrNotRoom).
func HTTPError(r *http.Response) error {
	reason := readReason(r)
	if reason != nil && reason.Code != "" {
		return &CloseError{Code: wire.CloseFor(r.StatusCode), Reason: reason}
	}
	return answered(r, reason)
}

// refusedUpgrade is HTTPError for an answer that should have been an upgrade: where trying again could not help, even the
// protocol's own words are no room.
func refusedUpgrade(r *http.Response) error {
	if r.StatusCode == http.StatusSwitchingProtocols {
		return fmt.Errorf("%w: it switches protocols, but not to a websocket", ErrNotRoom)
	}
	return answered(r, readReason(r))
}

func answered(r *http.Response, reason *wire.Error) error {
	status := r.StatusCode
	switch {
	case status >= 500, wire.Final(wire.CloseFor(status)), status == http.StatusRequestTimeout, status == http.StatusTooEarly,
		status == http.StatusTooManyRequests:
		return &CloseError{Code: wire.CloseFor(status), Reason: reason}
	case status >= 300 && status < 400:
		return fmt.Errorf("%w: it redirects to %s", ErrNotRoom, printable(r.Header.Get("Location")))
	case reason != nil && strings.Contains(reason.Message, "HTTPS server"):
		return fmt.Errorf("%w: it speaks TLS, use wss://", ErrNotRoom)
	case reason != nil:
		return fmt.Errorf("%w: it answers %d, %s", ErrNotRoom, status, printable(reason.Error()))
	}
	return fmt.Errorf("%w: it answers %d %s", ErrNotRoom, status, http.StatusText(status))
}

// classifyDial marks the failures that the next try would not mend, and hang-ups.
func classifyDial(err error) error {
	var record tls.RecordHeaderError
	var verify *tls.CertificateVerificationError
	switch {
	case errors.As(err, &record):
		return fmt.Errorf("%w: %w", ErrNotRoom, err)
	case errors.As(err, &verify):
		return fmt.Errorf("%w: %w", ErrUntrusted, err)
	case speaksOther(err):
		return fmt.Errorf("%w: it does not speak HTTP", ErrNotRoom)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, syscall.ECONNRESET):
		return fmt.Errorf("%w: %w", errLost, err)
	}
	return err
}

// speaksOther tells whether the answer was something else than HTTP, and not just the torn beginning of it. net/http has no
// type for that, only a text which quotes the first line.
func speaksOther(err error) bool {
	_, line, ok := strings.Cut(err.Error(), `malformed HTTP response "`)
	return ok && len(line) > len("HTTP/") && !strings.HasPrefix(line, "HTTP/")
}

// readReason reads the error that came with a refusal: the protocol's JSON, or the first line of plain text.
func readReason(r *http.Response) *wire.Error {
	body, err := io.ReadAll(io.LimitReader(r.Body, 4<<10))
	if err != nil && len(body) == 0 {
		return nil
	}
	var answer struct {
		Error *wire.Error `json:"error"`
	}
	reason := &wire.Error{}
	if json.Unmarshal(body, &answer) == nil && answer.Error != nil {
		reason = answer.Error
	} else if strings.HasPrefix(r.Header.Get("Content-Type"), "text/plain") || r.Header.Get("Content-Type") == "" {
		reason.Message, _, _ = strings.Cut(strings.TrimSpace(string(body)), "\n")
	}
	if wait, err := strconv.Atoi(r.Header.Get("Retry-After")); err == nil && wait > 0 {
		reason.RetryAfter = wait
	}
	if *reason == (wire.Error{}) {
		return nil
	}
	return reason
}

// printable makes text from outside fit for a sentence: one line, nothing that moves a cursor or turns the direction, no
// token, 200 runes at most.
func printable(s string) string {
	const most = 200
	var b strings.Builder
	n := 0
	for _, r := range Redact(s) {
		if n++; n > most {
			b.WriteString("…")
			break
		}
		if !unicode.IsPrint(r) {
			r = ' '
		}
		b.WriteRune(r)
	}
	return strings.TrimSpace(b.String())
}
