package sharednet

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"earshot/client"
	"earshot/client/wire"
)

// Send takes posts and page requests; have marks are nothing SharedNet knows of.
func (c *conn) Send(ctx context.Context, f wire.Frame) error {
	switch f := f.(type) {
	case wire.Post:
		return c.post(ctx, f)
	case wire.Page:
		return c.page(ctx, f)
	}
	return nil
}

// postBody is exactly what the API takes.
type postBody struct {
	Content string  `json:"content"`
	ReplyTo *string `json:"reply_to_message_id,omitempty"`
}

func (c *conn) post(ctx context.Context, p wire.Post) error {
	body := postBody{Content: p.Content}
	switch {
	case p.ReplyTo != "":
		body.ReplyTo = &p.ReplyTo
	case p.ReplyToSequence > 0:
		id, err := c.idOf(ctx, p.ReplyToSequence)
		if err != nil {
			return err
		}
		if id == "" {
			return c.push(wire.Refused{ID: p.ID, Error: wire.Error{Code: wire.CodeReplyTarget, Message: "There is no message with that number."}})
		}
		body.ReplyTo = &id
	}
	var answer struct {
		Message wire.Message `json:"message"`
	}
	err := c.transport.api.request(ctx, postWithin, http.MethodPost, c.transport.path("/messages"), nil,
		http.Header{"Idempotency-Key": {p.ID}}, body, &answer)
	var closed *client.CloseError
	switch {
	case err == nil:
		return c.push(wire.Posted{ID: p.ID, Sequence: answer.Message.Sequence, MessageID: answer.Message.ID})
	case !errors.As(err, &closed) || passing(closed):
		return err // what became of it is open: it goes out again with the same key
	}
	refused := wire.Refused{ID: p.ID, Error: client.StatusError(closed.Code - wire.CloseFor(0))}
	if closed.Reason != nil {
		refused.Error = *closed.Reason
	}
	if pushed := c.push(refused); pushed != nil {
		return pushed
	}
	switch closed.Code {
	case wire.CloseNoAuth, wire.CloseForbidden, wire.CloseGone: // the seat itself is refused
		return err
	}
	return nil
}

// idOf gives the id of a message by its sequence, "" where there is none.
func (c *conn) idOf(ctx context.Context, sequence int64) (string, error) {
	var page pageAnswer
	query := url.Values{"after": {strconv.FormatInt(sequence-1, 10)}, "limit": {"1"}}
	if err := c.transport.api.get(ctx, requestWithin, c.transport.path("/messages"), query, &page); err != nil {
		return "", err
	}
	if len(page.Items) == 0 || page.Items[0].Sequence != sequence {
		return "", nil
	}
	return page.Items[0].ID, nil
}

func (c *conn) page(ctx context.Context, p wire.Page) error {
	var page pageAnswer
	if p.Before > 1 {
		query := url.Values{"before": {strconv.FormatInt(p.Before, 10)}, "limit": {strconv.Itoa(min(max(1, p.Limit), pageMost))}}
		if err := c.transport.api.get(ctx, requestWithin, c.transport.path("/messages"), query, &page); err != nil {
			return err
		}
	}
	slices.Reverse(page.Items)
	return c.push(wire.Messages{Messages: page.Items, Page: true})
}
