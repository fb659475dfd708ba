package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"earshot/client"
	"earshot/client/sharednet"
	"earshot/client/wire"
	"earshot/convention"
)

// sitting is a seat on its way into the store of seats.
type sitting struct {
	p      process
	o      joinOptions
	source client.Source
	store  *client.Store
}

// take asks the room for the seat, once it is sure that its token can be kept.
func (s sitting) take(ctx context.Context, invite client.Token) error {
	trusted, err := readCertificates(s.o.ca)
	if err != nil {
		return err
	}
	release, err := s.store.Reserve()
	if err != nil {
		return err
	}
	asking, stop := context.WithTimeout(ctx, s.o.wait)
	defer stop()
	seat, token, err := client.Join(asking, client.JoinConfig{
		Source: s.source, Invite: invite, Name: s.o.name, CA: trusted, Proxy: http.ProxyFromEnvironment,
	})
	released := release()
	if err != nil {
		return interrupted(ctx, errors.Join(err, released))
	}
	if err := s.store.Save(s.source.URL, seat, token); err != nil {
		problem := client.Explain(err)
		problem.What += fmt.Sprintf(" The seat %s is taken all the same, and its token is lost.", plainText(seat.Name))
		problem.Do += fmt.Sprintf(" Then have whoever runs the room renew the seat with \"earshot serve --reseat %s\", and hand that token to earshot join.", plainText(seat.Name))
		return &problem
	}
	return s.tell(seat)
}

// renew keeps a new token of a seat that was taken before: the room says whose it is.
func (s sitting) renew(ctx context.Context, token client.Token) error {
	transport, err := s.transport(token)
	if err != nil {
		return err
	}
	var you *wire.Seat
	from := &opened{name: s.source.URL, source: s.source, session: session(s.p, transport, nil)}
	run := follower{from: from, wait: s.o.wait, untilLive: true, event: func(e client.Event) error {
		if welcome, ok := e.(client.Welcomed); ok {
			you = welcome.You
			return errCaughtUp
		}
		return nil
	}}
	if err := run.run(ctx); err != nil && !errors.Is(err, errCaughtUp) {
		return err
	}
	switch {
	case you == nil:
		return usage("That token is of no seat.", "Hand in an invite, which begins with rit_, or the token of a seat.")
	case !convention.SameSeat(you.Name, s.o.name) && !convention.SameSeat(convention.SeatToken(you.Name, you.MemberID), s.o.name):
		return usage(fmt.Sprintf("That token is of the seat %s, not of %s, and was not kept.", plainText(you.Name), s.o.name),
			fmt.Sprintf("Give --name %s.", plainText(you.Name)))
	}
	if err := s.store.Save(s.source.URL, *you, token); err != nil {
		return err
	}
	return s.tell(*you)
}

// transport is the room as the seat of a token sees it.
func (s sitting) transport(token client.Token) (client.Transport, error) {
	o := sourceOptions{ca: s.o.ca}
	if s.source.Kind == client.SharedNet {
		web, err := o.web()
		if err != nil {
			return nil, err
		}
		return sharednet.New(sharednet.Config{Base: s.source.Base, Room: s.source.Room, Token: token, HTTP: web}), nil
	}
	trusted, err := readCertificates(o.ca)
	if err != nil {
		return nil, err
	}
	return client.WebSocket(client.WebSocketConfig{URL: s.source.URL, Token: token, CA: trusted, Proxy: http.ProxyFromEnvironment}), nil
}

// tell says who sits where.
func (s sitting) tell(seat wire.Seat) error {
	_, err := fmt.Fprintf(s.p.out, "%s sits in %s\n", plainText(seat.Name), s.source.URL)
	return untold(err, fmt.Sprintf("The seat %s is taken and its token is kept", plainText(seat.Name)), "There is nothing to do again.")
}
