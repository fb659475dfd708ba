package room

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
	"unicode/utf8"

	"github.com/gorilla/websocket"

	"earshot/client/wire"
	"earshot/cmd/internal/room/hall"
)

// connection is one websocket. Two goroutines serve it: one reads and acts on what the client sends,
// the other alone writes; the first hands its answers to the second, and waits when that is slow.
//
//	client ──frames──▶ read ──posts, marks──▶ hall
//	                    │ answers, end                ring, notices
//	                    ▼                                  │
//	client ◀──frames── write ◀─────────────────────────────┘
type connection struct {
	server   *Server
	room     string
	remote   string
	stranger bool
	ws       *websocket.Conn
	hall     *hall.Hall
	who      hall.Credential
	session  *hall.Session
	answers  chan []byte
	ended    chan error    // why reading ended
	frame    []byte        // reused by the writer
	always   chan struct{} // closed: for not waiting
}

// answersWaiting is how many answers wait for a slow client before its next frame is not read.
const answersWaiting = 4

func (c *connection) serve() {
	defer func() { _ = c.ws.Close() }()
	defer func() {
		if p := recover(); p != nil {
			c.server.config.Log.Error("connection failed", "room", c.room, "panic", fmt.Sprint(p))
		}
	}()
	c.ws.SetReadLimit(wire.MaxFrame)
	c.answers, c.ended = make(chan []byte, answersWaiting), make(chan error, 1)
	c.always = make(chan struct{})
	close(c.always)
	hello, err := c.greet()
	if err == nil {
		c.known()
		c.session, err = c.hall.Enter(c.who)
	}
	if err != nil {
		defer time.AfterFunc(lingerFor, func() { _ = c.ws.Close() }).Stop()
		c.end(err)
		c.linger()
		return
	}
	defer c.session.Leave()
	ctx, cancel := context.WithCancel(context.Background())
	c.keepAlive()
	reading := make(chan struct{})
	go func() {
		defer close(reading)
		c.ended <- c.read(ctx)
	}()
	err = c.write(ctx, hello)
	cancel()
	defer time.AfterFunc(lingerFor, func() { _ = c.ws.Close() }).Stop()
	c.end(err)
	<-reading
	c.linger()
}

// greet reads the hello and, where the upgrade carried none, the credential in it.
func (c *connection) greet() (wire.Hello, error) {
	frame, err := c.next(wire.HelloWithin)
	var g *goodbye
	if err != nil && !errors.As(err, &g) {
		return wire.Hello{}, badFrame("A hello frame must come within 4 seconds.")
	}
	if err != nil {
		return wire.Hello{}, err
	}
	hello, ok := frame.(wire.Hello)
	switch {
	case !ok:
		return hello, badFrame("The first frame must be a hello.")
	case hello.Protocol != wire.Protocol:
		return hello, badFrame(fmt.Sprintf("This room speaks protocol %d.", wire.Protocol))
	case hello.After < 0:
		return hello, badFrame("The hello's after must not be negative.")
	case c.hall != nil:
		return hello, nil
	case hello.Token == "":
		return hello, noCredential()
	}
	if refused := c.admit(hello.Token); refused != nil {
		return hello, refused
	}
	return hello, nil
}

// keepAlive has every sign of life put the end of the connection off.
func (c *connection) keepAlive() {
	alive := func() { _ = c.ws.SetReadDeadline(time.Now().Add(wire.DeadAfter)) }
	c.ws.SetPongHandler(func(string) error { alive(); return nil })
	answer := c.ws.PingHandler()
	c.ws.SetPingHandler(func(data string) error { alive(); return answer(data) })
}

// next reads one frame. Its size is bounded as it comes over the wire and again as it unpacks.
func (c *connection) next(within time.Duration) (wire.Frame, error) {
	if err := c.ws.SetReadDeadline(time.Now().Add(within)); err != nil {
		return nil, fmt.Errorf("read a frame: %w", err)
	}
	kind, r, err := c.ws.NextReader()
	if err != nil {
		return nil, readError(err)
	}
	data, err := io.ReadAll(io.LimitReader(r, wire.MaxFrame+1))
	switch {
	case err != nil:
		return nil, readError(err)
	case len(data) > wire.MaxFrame:
		return nil, &goodbye{code: wire.CloseTooBig}
	case kind != websocket.TextMessage:
		return nil, badFrame("Frames are text: one JSON object each.")
	case !utf8.Valid(data): // it would be stored as something else than what was sent
		return nil, badFrame("The frame is not UTF-8.")
	}
	frame, err := wire.Decode(data)
	switch {
	case errors.Is(err, wire.ErrNotObject):
		return nil, badFrame("The frame is no JSON object.")
	case err != nil:
		return nil, badFrame("The frame has a field of the wrong kind.")
	}
	return frame, nil
}

func readError(err error) error {
	if errors.Is(err, websocket.ErrReadLimit) {
		return &goodbye{code: wire.CloseTooBig}
	}
	return fmt.Errorf("read a frame: %w", err)
}

// read acts on the client's frames until the connection ends.
func (c *connection) read(ctx context.Context) (err error) {
	defer func() {
		if p := recover(); p != nil {
			c.server.config.Log.Error("frame failed", "room", c.room, "panic", fmt.Sprint(p))
			err = &goodbye{code: wire.CloseServerError, why: refusal(http.StatusInternalServerError, wire.CodeInternal, "The room server failed.")}
		}
	}()
	for {
		frame, err := c.next(wire.DeadAfter)
		if err != nil {
			return err
		}
		if ctx.Err() != nil { // the goodbye is on its way: nothing counts any more
			return nil
		}
		answer, err := c.act(ctx, frame)
		if err != nil {
			return err
		}
		if answer == nil {
			continue
		}
		select {
		case c.answers <- answer:
		case <-ctx.Done():
		}
	}
}

// act does what one frame asks for and returns the answer, nil where there is none.
func (c *connection) act(ctx context.Context, frame wire.Frame) ([]byte, error) {
	switch f := frame.(type) {
	case wire.Post:
		return wire.Encode(c.post(ctx, f))
	case wire.Page:
		limit := f.Limit
		if limit <= 0 || limit > wire.PageMessages {
			limit = wire.PageMessages
		}
		entries, err := c.hall.Before(ctx, f.Before, limit, frameBytes)
		if err != nil {
			return nil, c.failed(err)
		}
		return wire.AppendMessages(nil, true, objects(entries)...), nil
	case wire.Have:
		c.hall.Fetched(c.who, f.Sequence)
	}
	return nil, nil // what is not known is ignored
}

// frameBytes is what the messages of one frame may take, so that with its brackets it is a page.
const frameBytes = wire.PageBytes - 1024

func objects(entries []*hall.Entry) [][]byte {
	list := make([][]byte, len(entries))
	for i, e := range entries {
		list[i] = e.Sent
	}
	return list
}

func (c *connection) post(ctx context.Context, f wire.Post) wire.Frame {
	if f.ID == "" {
		return wire.Refused{Error: wire.Error{Code: wire.CodeMissingKey, Message: "A post needs an id: a UUID of version 4."}}
	}
	posted, err := c.hall.Post(ctx, c.who, hall.Post{Key: f.ID, Content: f.Content, ReplyTo: f.ReplyTo, ReplyToSequence: f.ReplyToSequence})
	if err == nil {
		return wire.Posted{ID: f.ID, Sequence: posted.Sequence, MessageID: posted.MessageID, RepeatOf: posted.RepeatOf,
			Diagnostics: posted.Diagnostics, Owed: posted.Owed, OwedUnknown: posted.OwedUnknown}
	}
	var refused *hall.Refusal
	if errors.As(err, &refused) {
		return wire.Refused{ID: f.ID, Error: refused.Wire(), Diagnostics: refused.Diagnostics}
	}
	id := c.server.requestID()
	c.server.config.Log.Error("post failed", "request_id", id, "room", c.room, "error", err)
	return wire.Refused{ID: f.ID, Error: wire.Error{Code: wire.CodeInternal, RequestID: id,
		Message: "The room server failed. Its log knows more under this request id."}}
}
