package room

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/gorilla/websocket"

	"earshot/client/wire"
	"earshot/cmd/internal/room/hall"
)

const (
	compressFrom = 1024                  // bytes from which packing a frame pays
	answerGrace  = 20 * time.Millisecond // for the answer to a post that was taken just before the end
)

// write sends the welcome, the backlog and then what comes, until there is a reason to end.
func (c *connection) write(ctx context.Context, hello wire.Hello) error {
	after := hello.After
	if hello.Epoch != "" && hello.Epoch != c.hall.Epoch() {
		after = 0
	}
	if err := c.hall.Reach(ctx, after); err != nil {
		return c.failed(err)
	}
	reader, seats := c.hall.Reader(after)
	c.hall.Fetched(c.who, reader.Position())
	if err := c.welcome(seats); err != nil {
		return err
	}
	ping := time.NewTicker(wire.PingEvery)
	defer ping.Stop()
	for live := false; ; {
		changed := reader.Changed()
		said, upTo := reader.Notices()
		if err := c.catchUp(ctx, reader, upTo, ping.C); err != nil {
			return err
		}
		if err := c.say(said); err != nil {
			return err
		}
		if !live {
			if err := c.send(wire.Live{}); err != nil {
				return err
			}
			live = true
		}
		if err := c.serveUntil(changed, ping.C); err != nil {
			return err
		}
	}
}

func (c *connection) welcome(seats []wire.Seat) error {
	w := wire.Welcome{
		Protocol: wire.Protocol, Epoch: c.hall.Epoch(), Room: c.hall.Room(), Seats: seats, LastSequence: c.hall.Last(),
		ServerTime: c.server.config.Now(), Limits: c.server.limits(), Capabilities: capabilities(),
	}
	if seat, found := c.hall.Seat(c.who.Member); found {
		w.You = &seat
	}
	return c.send(w)
}

// catchUp sends messages up to a sequence. A long backlog is interrupted for whatever else comes.
func (c *connection) catchUp(ctx context.Context, reader *hall.Reader, upTo int64, ping <-chan time.Time) error {
	for reader.Position() < upTo {
		if err := c.serveUntil(c.always, ping); err != nil {
			return err
		}
		entries, err := reader.Next(ctx)
		if err != nil {
			return c.failed(err)
		}
		if len(entries) == 1 {
			err = c.sendPrepared(entries[0])
		} else {
			c.frame = wire.AppendMessages(c.frame[:0], false, objects(entries)...)
			err = c.sendBytes(c.frame)
		}
		if err != nil {
			return err
		}
	}
	if cap(c.frame) > keepFrame {
		c.frame = nil
	}
	return nil
}

// failed makes a failure of the room's the end of the connection: the client comes back and resumes.
func (c *connection) failed(err error) error {
	c.server.config.Log.Warn("room could not be read", "room", c.room, "error", err)
	return refusal(http.StatusServiceUnavailable, wire.CodeUnavailable, "The room cannot be read just now. Come back in a moment.")
}

// keepFrame is how large a buffer a connection keeps while nothing happens.
const keepFrame = 16 << 10

// serveUntil sends answers and pings until the channel is closed. The error is why the connection
// has to end.
func (c *connection) serveUntil(done <-chan struct{}, ping <-chan time.Time) error {
	for {
		select {
		case <-done:
			return nil
		case answer := <-c.answers:
			if err := c.sendBytes(answer); err != nil {
				return err
			}
		case <-ping:
			if err := c.ws.WriteControl(websocket.PingMessage, nil, time.Now().Add(frameTimeout)); err != nil {
				return fmt.Errorf("ping: %w", err)
			}
		case why := <-c.session.Kicked():
			return why
		case <-c.server.stopping:
			return c.lastAnswers()
		case err := <-c.ended:
			return err
		}
	}
}

// lastAnswers sends the answers to posts that were taken before the server ended, and says that it
// does.
func (c *connection) lastAnswers() error {
	grace := time.After(answerGrace)
	for {
		select {
		case answer := <-c.answers:
			if err := c.sendBytes(answer); err != nil {
				return err
			}
		case <-grace:
			why := refusal(http.StatusServiceUnavailable, wire.CodeUnavailable, "The room is closing. Come back in a moment.")
			why.RetryAfter = time.Second
			return why
		}
	}
}

// say sends notices in the order in which they were said, seats together.
func (c *connection) say(said []hall.Notice) error {
	var seats []wire.Seat
	for _, n := range said {
		if n.Seat != nil {
			seats = append(seats, *n.Seat)
		} else if err := c.sendBytes(n.Frame); err != nil {
			return err
		}
	}
	if len(seats) == 0 {
		return nil
	}
	return c.send(wire.Seats{Seats: seats})
}

func (c *connection) send(f wire.Frame) error {
	data, err := wire.Encode(f)
	if err != nil {
		return err
	}
	return c.sendBytes(data)
}

// sendBytes writes one frame within its time. A client that does not take it in that time is gone; it
// resumes where it was.
func (c *connection) sendBytes(frame []byte) error {
	c.ws.EnableWriteCompression(len(frame) >= compressFrom)
	if err := c.ws.SetWriteDeadline(time.Now().Add(frameTimeout)); err != nil {
		return fmt.Errorf("write a frame: %w", err)
	}
	if err := c.ws.WriteMessage(websocket.TextMessage, frame); err != nil {
		return fmt.Errorf("write a frame: %w", err)
	}
	return nil
}

// sendPrepared writes the frame of one message, which is made, and packed, once for all readers.
func (c *connection) sendPrepared(e *hall.Entry) error {
	prepared, ok := e.Ready(prepare).(*websocket.PreparedMessage)
	if !ok {
		return c.sendBytes(wire.AppendMessages(nil, false, e.Sent))
	}
	c.ws.EnableWriteCompression(len(e.Sent) >= compressFrom)
	if err := c.ws.SetWriteDeadline(time.Now().Add(frameTimeout)); err != nil {
		return fmt.Errorf("write a frame: %w", err)
	}
	if err := c.ws.WritePreparedMessage(prepared); err != nil {
		return fmt.Errorf("write a frame: %w", err)
	}
	return nil
}

func prepare(sent []byte) any {
	prepared, err := websocket.NewPreparedMessage(websocket.TextMessage, wire.AppendMessages(nil, false, sent))
	if err != nil {
		return nil
	}
	return prepared
}

// end tells the client why, where there is something to tell.
func (c *connection) end(err error) {
	g := bye(err)
	if g == nil {
		c.server.config.Log.Debug("connection ended", "room", c.room, "error", err)
		_ = c.ws.Close() // wakes the reading goroutine
		return
	}
	reason := ""
	if g.why != nil {
		reason = g.why.Code
		e := g.why.Wire()
		e.RequestID = c.server.requestID()
		_ = c.send(wire.ErrorFrame{Error: e}) // who does not hear it gets the close code, or nothing
	}
	_ = c.ws.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(g.code, reason), time.Now().Add(lingerFor))
}

// linger reads on until the client has closed as well: a connection that is cut while its peer still
// sends takes the goodbye with it.
func (c *connection) linger() {
	for {
		_, _, err := c.ws.NextReader()
		if errors.Is(err, websocket.ErrReadLimit) { // reading ended inside a frame: the rest of it is in the way
			_, _ = io.Copy(io.Discard, io.LimitReader(c.ws.NetConn(), lingerBytes))
			return
		}
		if err != nil {
			return
		}
	}
}
