package sharednet

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"sync"
	"time"

	"earshot/client"
	"earshot/client/wire"
)

// Config of a seat's transport. Base, Room and Token are required.
type Config struct {
	Base  string // https://sharednet.ai, a Source's Base
	Room  string // rom_…
	Token client.Token
	HTTP  *http.Client // nil: a plain one; its Timeout must be 0 or over 35 s
	// Tail is how many messages a fresh session starts with, at most 100; what is older comes by Page. 0 starts with the first
	// message, which a program that folds the whole log needs.
	Tail int
	// Members is how often seats and presence are asked for; default 15 s.
	Members time.Duration
}

// New is the transport of a seat.
func New(c Config) client.Transport {
	if c.Members <= 0 {
		c.Members = 15 * time.Second
	}
	c.Tail = min(c.Tail, pageMost)
	return &transport{Config: c, api: newAPI(c.Base, c.Token, c.HTTP)}
}

type transport struct {
	Config
	api api

	mu sync.Mutex
	me string // member id of the token
}

// Capabilities of the API: it keeps order and cursors, and knows who is there.
func (t *transport) Capabilities() wire.Capabilities {
	return wire.Capabilities{wire.CanResume, wire.CanPost, wire.CanPage, wire.CanPresence}
}

func (t *transport) path(rest string) string { return "/api/v1/rooms/" + url.PathEscape(t.Room) + rest }

// Connect reads the room and, where nothing is held yet, its tail.
func (t *transport) Connect(ctx context.Context, r client.Resume) (client.Conn, error) {
	me, err := t.who(ctx)
	if err != nil {
		return nil, err
	}
	var room roomAnswer
	if err := t.api.get(ctx, requestWithin, t.path(""), nil, &room); err != nil {
		return nil, err
	}
	epoch := t.Room + " " + wire.FormatTime(room.Room.CreatedAt)
	if r.Epoch != epoch {
		r.After = 0
	}
	c := &conn{transport: t, room: room, cursor: r.After}
	frames := []wire.Frame{wire.Welcome{Protocol: wire.Protocol, Epoch: epoch, Room: room.Room, You: seatOf(room.seats(), me),
		Seats: room.seats(), LastSequence: r.After, Capabilities: wire.Capabilities{wire.CanPresence}}}
	if r.After == 0 && t.Tail > 0 {
		tail, err := t.tail(ctx)
		if err != nil {
			return nil, err
		}
		if n := len(tail); n > 0 {
			c.cursor = tail[n-1].Sequence
			frames = append(frames, client.Tail{After: tail[0].Sequence - 1}, wire.Messages{Messages: tail})
		}
	}
	c.feed = newFeed(ctx)
	c.start(func() error { return c.read(frames) })
	c.start(c.watch)
	return c, nil
}

// who finds out which seat the token is.
func (t *transport) who(ctx context.Context) (string, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.me != "" {
		return t.me, nil
	}
	var answer struct {
		Instance struct {
			ID    string `json:"id"`
			Other string `json:"instance_id"` // as memberships call it
		} `json:"instance"`
	}
	if err := t.api.get(ctx, requestWithin, "/api/v1/instances/current", nil, &answer); err != nil {
		return "", err
	}
	t.me = cmp.Or(answer.Instance.ID, answer.Instance.Other)
	return t.me, nil
}

// seatOf finds one's own seat. A token that reads the room has one; what the list does not show is at least that.
func seatOf(seats []wire.Seat, me string) *wire.Seat {
	for _, s := range seats {
		if s.MemberID == me {
			return &s
		}
	}
	return &wire.Seat{MemberID: me}
}

// tail reads the latest messages, oldest first.
func (t *transport) tail(ctx context.Context) ([]wire.Message, error) {
	var page pageAnswer
	err := t.api.get(ctx, requestWithin, t.path("/messages"), url.Values{"order": {"desc"}, "limit": {strconv.Itoa(t.Tail)}}, &page)
	slices.Reverse(page.Items)
	return page.Items, err
}

// conn is one connection: as long as the server answers.
type conn struct {
	*feed
	transport *transport
	room      roomAnswer
	cursor    int64 // last sequence read
}

// errChanged ends a connection whose room became another one, so that the session welcomes it anew.
var errChanged = errors.New("the room's own data changed")

// read catches up, then waits for what comes.
func (c *conn) read(first []wire.Frame) error {
	for _, f := range first {
		if err := c.push(f); err != nil {
			return err
		}
	}
	for {
		var page pageAnswer
		query := url.Values{"after": {strconv.FormatInt(c.cursor, 10)}, "limit": {strconv.Itoa(pageMost)}}
		if err := c.transport.api.get(c.ctx, requestWithin, c.transport.path("/messages"), query, &page); err != nil {
			return err
		}
		if err := c.pass(page); err != nil {
			return err
		}
		if !page.HasMore || len(page.Items) == 0 {
			break
		}
	}
	if err := c.push(wire.Live{}); err != nil {
		return err
	}
	for {
		if err := c.wait(); err != nil {
			return err
		}
	}
}

// wait makes one long poll. A server that answers at once with nothing is not asked more than once a second.
func (c *conn) wait() error {
	var page pageAnswer
	begin := time.Now()
	query := url.Values{"after": {strconv.FormatInt(c.cursor, 10)}, "limit": {strconv.Itoa(pageMost)}, "timeout": {strconv.Itoa(waitSeconds)}}
	if err := c.transport.api.get(c.ctx, waitWithin, c.transport.path("/wait"), query, &page); err != nil {
		return err
	}
	if len(page.Items) == 0 {
		return pause(c.ctx, time.Second-time.Since(begin))
	}
	return c.pass(page)
}

// pass hands a page over and moves the cursor.
func (c *conn) pass(page pageAnswer) error {
	if len(page.Items) == 0 {
		return nil
	}
	last := page.Items[len(page.Items)-1].Sequence
	if last <= c.cursor {
		return fmt.Errorf("%w: a page after %d ends at %d", client.ErrNotRoom, c.cursor, last)
	}
	c.cursor = last
	return c.push(wire.Messages{Messages: page.Items})
}

// watch asks for seats and presence on a timer, because no wait tells of them.
func (c *conn) watch() error {
	known := c.room
	for {
		if err := pause(c.ctx, c.transport.Members); err != nil {
			return err
		}
		var now roomAnswer
		if err := c.transport.api.get(c.ctx, requestWithin, c.transport.path(""), nil, &now); err != nil {
			return err
		}
		if now.Room.Name != known.Room.Name || now.Room.State != known.Room.State || now.Room.Description != known.Room.Description {
			return errChanged
		}
		old := known.seats()
		changed := slices.DeleteFunc(now.seats(), func(s wire.Seat) bool { return slices.Contains(old, s) })
		if len(changed) > 0 {
			if err := c.push(wire.Seats{Seats: changed}); err != nil {
				return err
			}
		}
		known = now
	}
}

// pause waits, or gives the reason why there is no more to wait for.
func pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(max(0, d))
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
