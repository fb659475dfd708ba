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

	"earshot/client/wire"
)

// Operator gives orders to a room of this protocol with the operator's token. Each order is made once and never retried; errors
// are Problems, and one that wraps ErrUnconfirmed says that the order may have been carried out.
type Operator struct {
	Source Source
	Token  Token // opr_
	CA     *x509.CertPool
	Proxy  func(*http.Request) (*url.URL, error)
	// Dial makes the network connection; nil: a net.Dialer.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
}

// Stop has the room refuse agents' posts, or with a name those of that seat, until Resume. It gives the message in which the
// room says so to all.
func (o Operator) Stop(ctx context.Context, seat string) (wire.Message, error) {
	return o.announced(ctx, "stop", seat)
}

// Resume undoes Stop.
func (o Operator) Resume(ctx context.Context, seat string) (wire.Message, error) {
	return o.announced(ctx, "resume", seat)
}

func (o Operator) announced(ctx context.Context, order, seat string) (wire.Message, error) {
	var answer struct {
		Message wire.Message `json:"message"`
	}
	err := o.order(ctx, order, map[string]string{"seat": seat}, &answer)
	return answer.Message, err
}

// Invite makes an invite that seats wire.RoleAgent or wire.RolePerson.
func (o Operator) Invite(ctx context.Context, role string) (Token, error) {
	var answer struct {
		Invite string `json:"invite"`
	}
	err := o.order(ctx, "invites", map[string]string{"role": role}, &answer)
	if err == nil && answer.Invite == "" {
		err = o.problem("invites", fmt.Errorf("%w: it answers with something else than an invite", ErrNotRoom))
	}
	return Token(answer.Invite), err
}

func (o Operator) order(ctx context.Context, order string, body, answer any) error {
	if o.Source.Kind != Room {
		return usage("Orders are for rooms of this program, and this is a "+o.Source.Kind.String()+".", "Name the room's address, as in ws://host:7788/rooms/main.")
	}
	d := door{source: o.Source, token: o.Token, ca: o.CA, proxy: o.Proxy, dial: o.Dial}
	data, err := d.ask(ctx, order, body)
	if err == nil && json.Unmarshal(data, answer) != nil {
		err = fmt.Errorf("%w: it answers an order with something else", ErrNotRoom)
	}
	if err != nil {
		return o.problem(order, err)
	}
	return nil
}

// codeNoSeat is the error code of a name that nobody in the room bears.
const codeNoSeat = "seat_not_found"

// problem explains why an order was not carried out.
func (o Operator) problem(order string, err error) error {
	p := Explain(ConnectFailed(o.Source.URL, false, err))
	var closed *CloseError
	switch {
	case errors.Is(err, ErrUnconfirmed):
		p.What, p.Do = "The room was given the order, but its answer was lost; it may be carried out.", "Look into the room, or give the order again: that does no harm."
		if order == "invites" {
			p.Do = "Ask again: an invite that nobody got seats nobody."
		}
	case !errors.As(err, &closed):
	case closed.Reason != nil && closed.Reason.Code == codeNoSeat:
		p.What, p.Do, p.Exit = "There is no seat of that name in the room.", "See who sits there with earshot tail or in the seats view.", ExitUsage
	case closed.Code == wire.CloseNoAuth, closed.Code == wire.CloseForbidden:
		p.Do = "Orders take the operator's token of this room; it begins with opr_ and earshot serve prints it."
	}
	return &p
}
