package demo

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"time"

	"golang.org/x/sync/errgroup"

	"earshot/client"
	"earshot/client/wire"
	"earshot/cmd/internal/room"
	"earshot/convention/ledger"
)

// Room is the name of the demo's room.
const Room = "limiter"

// Config sets a demo up. Clock and NewID are required.
type Config struct {
	Clock *Clock           // the room's time
	Seed  uint64           // of how long the seats take to answer
	NewID func() string    // ids of posts
	Log   *slog.Logger     // nil is silent
	Count func(string) int // tokens of a text, for the room's own figures; nil leaves them out
}

// Demo is an embedded room with its scripted seats.
type Demo struct {
	config   Config
	server   *room.Server
	address  string
	token    string // of yu
	director *director
	seats    map[string]*seat
	messages chan wire.Message // what the room says, as lead hears it
	last     int64             // the highest sequence that the seats were given

	stop context.CancelFunc
	work *errgroup.Group
}

// seat is one scripted seat in the room.
type seat struct {
	session *client.Session
	answers chan client.Event // Posted, Refused or Failed
}

// Open starts the room on loopback and seats everybody. Close it.
func Open(ctx context.Context, c Config) (*Demo, error) {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	server, err := room.Open(ctx, room.Config{Rooms: []string{Room}, Now: c.Clock.Now, Log: c.Log, Count: c.Count})
	if err != nil {
		return nil, fmt.Errorf("open the demo's room: %w", err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open the demo's room: %w", err), server.Close())
	}
	running, stop := context.WithCancel(context.WithoutCancel(ctx))
	d := &Demo{
		config: c, server: server, stop: stop, work: new(errgroup.Group),
		address:  "ws://" + listener.Addr().String() + "/rooms/" + Room,
		seats:    map[string]*seat{},
		messages: make(chan wire.Message, 64),
	}
	d.work.Go(func() error { return server.Serve(running, listener) })
	if err := d.sit(running); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	d.director = newDirector(c.Clock.Now(), c.Seed)
	return d, nil
}

// sit seats yu and connects the scripted seats.
func (d *Demo) sit(ctx context.Context) error {
	for _, name := range []string{Lead, Worker, Scout, Runner} {
		_, token, err := d.server.Join(Room, name, wire.RoleAgent)
		if err != nil {
			return fmt.Errorf("seat %s in the demo's room: %w", name, err)
		}
		s := &seat{answers: make(chan client.Event, 1)}
		s.session = client.New(client.Config{
			Transport: client.WebSocket(client.WebSocketConfig{URL: d.address, Token: client.Token(token)}),
			Now:       d.config.Clock.Now, NewID: d.config.NewID, Log: d.config.Log,
		})
		d.seats[name] = s
		ear := name == Lead
		d.work.Go(func() error { return s.session.Run(ctx, func(e client.Event) { d.take(ctx, s, ear, e) }) })
	}
	_, token, err := d.server.Join(Room, Yu, wire.RolePerson)
	if err != nil {
		return fmt.Errorf("seat %s in the demo's room: %w", Yu, err)
	}
	d.token = token
	return nil
}

// take sorts what a seat's session tells: what became of a post, and what lead hears.
func (d *Demo) take(ctx context.Context, s *seat, ear bool, e client.Event) {
	switch e := e.(type) {
	case client.Posted, client.Refused, client.Failed:
		select {
		case s.answers <- e:
		case <-ctx.Done():
		}
	case client.Messages:
		if !ear {
			return
		}
		for _, m := range e.Messages {
			select {
			case d.messages <- m:
			case <-ctx.Done():
				return
			}
		}
	}
}

// URL is the address of the room, Token yu's seat in it.
func (d *Demo) URL() string { return d.address }

// Token is the credential of yu's seat. It must reach no screen, log or error.
func (d *Demo) Token() string { return d.token }

// Last is the highest sequence that a scripted seat was given. Call it once Play has returned.
func (d *Demo) Last() int64 { return d.last }

// Play has the seats speak until everything is said. With stay it goes on after that, so that the
// seats still answer the person, and returns when ctx ends.
func (d *Demo) Play(ctx context.Context, stay bool) error {
	for {
		at, more := d.director.next()
		if !more && !stay {
			return nil
		}
		if !more {
			at = d.config.Clock.Now().Add(time.Hour)
		}
		if err := d.listen(ctx, at); err != nil {
			return err
		}
		line, ok := d.director.take(d.config.Clock.Now())
		if !ok {
			continue
		}
		if err := d.say(ctx, line); err != nil {
			return err
		}
	}
}

// listen hears the room until a moment of its time, or until what was heard brings the next line
// forward.
func (d *Demo) listen(ctx context.Context, until time.Time) error {
	wait, cancel := context.WithCancel(ctx)
	defer cancel()
	due := make(chan error, 1)
	go func() { due <- d.config.Clock.Until(wait, until) }()
	for {
		select {
		case <-due:
			return ctx.Err()
		case m := <-d.messages:
			d.hear(m)
			if at, more := d.director.next(); more && at.Before(until) {
				return nil
			}
		}
	}
}

// say posts a line as its seat and waits for the room's word on it.
func (d *Demo) say(ctx context.Context, l Line) error {
	s := d.seats[l.Seat]
	s.session.Post(client.Draft{ID: d.config.NewID(), Content: l.Text(d.director), ReplyToSequence: d.director.replyTo(l)})
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case m := <-d.messages:
			d.hear(m)
		case answer := <-s.answers:
			return d.answered(l, answer)
		}
	}
}

// answered takes the room's word on a line.
func (d *Demo) answered(l Line, answer client.Event) error {
	switch answer := answer.(type) {
	case client.Posted:
		d.director.stored(l, answer.Sequence)
		d.last = max(d.last, answer.Sequence)
	case client.Refused:
		d.config.Log.Warn("the room refused a line of the demo", "seat", l.Seat, "code", answer.Error.Code)
	case client.Failed:
		return fmt.Errorf("%s speaks in the demo's room: %w", l.Seat, answer.Err)
	}
	return nil
}

func (d *Demo) hear(m wire.Message) {
	d.director.hear(heard{Message: ledger.Message{
		Sequence: m.Sequence, ID: m.ID, ReplyTo: m.ReplyTo, At: m.CreatedAt,
		From: ledger.Seat{ID: m.Sender.MemberID, Name: m.Sender.Name},
	}, Body: m.Content})
}

// Close ends the seats and the room and waits for both.
func (d *Demo) Close() error {
	d.stop()
	err := d.work.Wait()
	if errors.Is(err, context.Canceled) {
		err = nil
	}
	if closing := d.server.Close(); closing != nil {
		err = errors.Join(err, fmt.Errorf("close the demo's room: %w", closing))
	}
	return err
}
