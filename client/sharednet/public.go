package sharednet

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"sync"
	"time"

	"earshot/client"
	"earshot/client/wire"
)

// PublicConfig of a public read-only link. Base and Link are required.
type PublicConfig struct {
	Base string       // https://sharednet.ai, a Source's Base
	Link client.Token // shr_…, a Source's Secret
	HTTP *http.Client // nil: a plain one
	// Poll is how often the document is fetched; default 4 s. It is stretched where fetching takes long, because every answer is
	// the whole log.
	Poll time.Duration
}

// Public is the transport of a public link: it reads, and appears in no list.
func Public(c PublicConfig) client.Transport {
	if c.Poll <= 0 {
		c.Poll = 4 * time.Second
	}
	return &public{PublicConfig: c, api: newAPI(c.Base, "", c.HTTP)}
}

type public struct {
	PublicConfig
	api api

	mu         sync.Mutex
	generation int // how often the log became shorter
}

// Capabilities of a document: it can be read on, and nothing else.
func (p *public) Capabilities() wire.Capabilities {
	return wire.Capabilities{wire.CanResume, wire.CanObserve}
}

// document is the whole room as the link gives it. Ids are stripped; unknown fields of messages are kept.
type document struct {
	Room struct {
		Name        string   `json:"name"`
		Description *string  `json:"description"`
		Status      string   `json:"status"`
		Last        int64    `json:"latest_sequence"`
		SharedAt    wireTime `json:"shared_at"`
	} `json:"room"`
	Members  []person        `json:"members"`
	Messages []publicMessage `json:"messages"`
}

// person is a sender or member without ids.
type person struct {
	Label  *string `json:"label"`
	Handle *string `json:"handle"`
	Name   *string `json:"name"`
	Kind   string  `json:"kind"`
}

// name is what tells the person apart best.
func (p person) name() string { return cmp.Or(deref(p.Handle), deref(p.Label), deref(p.Name)) }

func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// publicMessage is a message of the document; like the protocol's otherwise.
type publicMessage struct{ wire.Message }

// UnmarshalJSON makes up the ids that the document leaves out from the sequences.
func (m *publicMessage) UnmarshalJSON(data []byte) error {
	var named struct {
		Sender  person `json:"sender"`
		ReplyTo *int64 `json:"reply_to_sequence"`
	}
	if err := json.Unmarshal(data, &named); err != nil {
		return err
	}
	message, err := wire.DecodeMessage(data)
	if err != nil {
		return err
	}
	message.ID = idFor(message.Sequence)
	message.Sender.MemberID, message.Sender.Name = named.Sender.name(), named.Sender.name()
	if named.ReplyTo != nil {
		message.ReplyTo = idFor(*named.ReplyTo)
	}
	delete(message.Extra, "reply_to_sequence")
	m.Message = message
	return nil
}

func idFor(sequence int64) string { return "msg_" + strconv.FormatInt(sequence, 10) }

func (p *public) fetch(ctx context.Context) (document, error) {
	var d document
	err := p.api.get(ctx, waitWithin, "/api/sharednet/shared/"+url.PathEscape(p.Link.Reveal()), nil, &d)
	return d, err
}

// Connect fetches the document.
func (p *public) Connect(ctx context.Context, r client.Resume) (client.Conn, error) {
	d, err := p.fetch(ctx)
	if err != nil {
		return nil, err
	}
	p.mu.Lock()
	epoch := "shared " + wire.FormatTime(d.Room.SharedAt.Time) + " " + strconv.Itoa(p.generation)
	p.mu.Unlock()
	if r.Epoch != epoch {
		r.After = 0
	}
	c := &publicConn{feed: newFeed(ctx), public: p, cursor: r.After}
	welcome := wire.Welcome{Protocol: wire.Protocol, Epoch: epoch, LastSequence: max(r.After, d.Room.Last),
		Room: wire.Room{Name: d.Room.Name, Description: deref(d.Room.Description), State: d.Room.Status}}
	for _, m := range d.Members {
		welcome.Seats = append(welcome.Seats, wire.Seat{MemberID: m.name(), Name: m.name(), Kind: m.Kind})
	}
	c.start(func() error { return c.read(welcome, d) })
	return c, nil
}

type publicConn struct {
	*feed
	public *public
	cursor int64
}

// Send answers page requests with nothing: everything is delivered.
func (c *publicConn) Send(_ context.Context, f wire.Frame) error {
	switch f.(type) {
	case wire.Page:
		return c.push(wire.Messages{Page: true})
	case wire.Have:
		return nil
	}
	return client.ErrReadOnly
}

func (c *publicConn) read(welcome wire.Welcome, d document) error {
	if err := c.push(welcome); err != nil {
		return err
	}
	live := false
	took := time.Duration(0)
	for {
		if err := c.pass(d); err != nil {
			return err
		}
		if !live {
			live = true
			if err := c.push(wire.Live{}); err != nil {
				return err
			}
		}
		if err := pause(c.ctx, max(c.public.Poll, 10*took)); err != nil {
			return err
		}
		begin := time.Now()
		next, err := c.public.fetch(c.ctx)
		if err != nil {
			return err
		}
		took, d = time.Since(begin), next
	}
}

// pass hands over what is new in pages.
func (c *publicConn) pass(d document) error {
	if d.Room.Last > 0 && d.Room.Last < c.cursor {
		c.public.mu.Lock()
		c.public.generation++
		c.public.mu.Unlock()
		return errChanged
	}
	var batch []wire.Message
	for _, m := range d.Messages {
		if m.Sequence > c.cursor {
			batch = append(batch, m.Message)
		}
	}
	for len(batch) > 0 {
		n := min(len(batch), wire.PageMessages)
		c.cursor = batch[n-1].Sequence
		if err := c.push(wire.Messages{Messages: batch[:n:n]}); err != nil {
			return err
		}
		batch = batch[n:]
	}
	return nil
}
