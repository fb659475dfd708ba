package sharednet

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"earshot/client"
	"earshot/client/wire"
)

const (
	requestWithin = 12 * time.Second // three of them make a connection, within the session's patience
	postWithin    = 20 * time.Second
	waitSeconds   = 25 // how long the server holds a wait
	waitWithin    = (waitSeconds + 10) * time.Second
	pageMost      = 100      // messages in a page
	answerMost    = 64 << 20 // bytes of an answer; a public link answers with the whole log
)

// api makes requests as one seat.
type api struct {
	base  string // https://sharednet.ai
	token client.Token
	http  *http.Client
}

// newAPI uses a copy of web that does not follow redirects: where the room is, is the user's to say.
func newAPI(base string, token client.Token, web *http.Client) api {
	own := http.Client{}
	if web != nil {
		own = *web
	}
	own.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return api{base, token, &own}
}

// request makes one request and decodes the answer into answer.
func (a api) request(ctx context.Context, within time.Duration, method, path string, query url.Values, header http.Header, body, answer any) error {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	var content io.Reader
	if body != nil {
		data, err := json.Marshal(body)
		if err != nil {
			return fmt.Errorf("encode request: %w", err)
		}
		content = bytes.NewReader(data)
	}
	address := a.base + path
	if len(query) > 0 {
		address += "?" + query.Encode()
	}
	r, err := http.NewRequestWithContext(ctx, method, address, content)
	if err != nil {
		return fmt.Errorf("make request: %w", err)
	}
	for name, values := range header {
		r.Header[name] = values
	}
	if a.token != "" {
		r.Header.Set("Authorization", "Bearer "+a.token.Reveal())
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	r.Header.Set("Accept", "application/json")
	r.Header.Set("User-Agent", "earshot")
	response, err := a.http.Do(r)
	if err != nil {
		return client.ConnectFailed(a.base, a.token == "", err)
	}
	defer response.Body.Close() // it was only read
	if response.StatusCode < 200 || response.StatusCode > 299 {
		return client.ConnectFailed(a.base, a.token == "", client.HTTPError(response))
	}
	data, err := io.ReadAll(io.LimitReader(response.Body, answerMost+1))
	switch {
	case err != nil:
		return client.ConnectFailed(a.base, false, err)
	case len(data) > answerMost:
		return fmt.Errorf("%w: an answer over %d MiB", client.ErrNotRoom, answerMost>>20)
	}
	if err := json.Unmarshal(data, answer); err != nil {
		return fmt.Errorf("%w: %s answers with something else than SharedNet does: %w", client.ErrNotRoom, path, err)
	}
	return nil
}

// get is request for reading. A refusal that is no matter of time ends the session: the same question would be refused again.
func (a api) get(ctx context.Context, within time.Duration, path string, query url.Values, answer any) error {
	err := a.request(ctx, within, http.MethodGet, path, query, nil, nil, answer)
	var closed *client.CloseError
	if errors.As(err, &closed) && !passing(closed) && !errors.Is(err, client.ErrRefused) {
		return fmt.Errorf("%w: %w", client.ErrRefused, err)
	}
	return err
}

// passing tells whether an answer may be another one a little later.
func passing(e *client.CloseError) bool {
	return e.Code >= wire.CloseServerError || e.Code == wire.CloseTimeout || e.Code == wire.CloseFor(http.StatusTooEarly) || e.Code == wire.CloseRateLimited
}

// membership is a seat as SharedNet tells it.
type membership struct {
	MemberID string   `json:"member_id"`
	Kind     string   `json:"kind"`
	Name     *string  `json:"name"`
	Presence string   `json:"presence"`
	JoinedAt wireTime `json:"joined_at"`
	LeftAt   wireTime `json:"left_at"`
}

// wireTime is a time that bears null and what it cannot read, which then is unknown.
type wireTime struct{ time.Time }

// UnmarshalJSON never fails: a seat is worth showing without its times.
func (t *wireTime) UnmarshalJSON(data []byte) error {
	var s string
	if json.Unmarshal(data, &s) == nil {
		t.Time, _ = wire.ParseTime(s) // zero when it is none
	}
	return nil
}

func (m membership) seat() wire.Seat {
	s := wire.Seat{MemberID: m.MemberID, Kind: m.Kind, Presence: m.Presence, JoinedAt: m.JoinedAt.Time, LeftAt: m.LeftAt.Time}
	if m.Name != nil {
		s.Name = *m.Name
	}
	return s
}

// roomAnswer is the room with its seats.
type roomAnswer struct {
	Room        wire.Room    `json:"room"`
	Memberships []membership `json:"memberships"`
}

func (r roomAnswer) seats() []wire.Seat {
	seats := make([]wire.Seat, 0, len(r.Memberships))
	for _, m := range r.Memberships {
		seats = append(seats, m.seat())
	}
	return seats
}

// pageAnswer is a page of messages.
type pageAnswer struct {
	Items   []wire.Message `json:"items"`
	HasMore bool           `json:"has_more"`
}
