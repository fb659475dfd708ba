package transcript

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"earshot/client"
	"earshot/client/wire"
)

// quiet is how long a pipe may say nothing before it counts as read up to now.
const quiet = time.Second

// errRewritten ends a connection to a file whose content is another one now.
var errRewritten = errors.New("the file was rewritten")

// conn reads one source in a goroutine of its own, because reading cannot be given up.
type conn struct {
	transport *transport
	in        input
	cancel    context.CancelFunc
	welcome   *wire.Welcome
	frames    chan wire.Frame
	done      chan struct{} // the pump is over, err says why
	err       error
	live      bool
	pages     chan struct{} // page requests that wait for their answer
}

// Receive gives the next frame.
func (c *conn) Receive(ctx context.Context) (wire.Frame, error) {
	if w := c.welcome; w != nil {
		c.welcome = nil
		return *w, nil
	}
	var pause <-chan time.Time
	if !c.live && c.in.prompt() {
		timer := time.NewTimer(quiet)
		defer timer.Stop()
		pause = timer.C
	}
	select {
	case f := <-c.frames:
		if _, ok := f.(wire.Live); ok {
			c.live = true
		}
		return f, nil
	case <-pause:
		c.live = true
		return wire.Live{}, nil
	case <-c.pages:
		return wire.Messages{Page: true}, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-c.done:
	}
	if !c.live && errors.Is(c.err, client.ErrEnded) {
		c.live = true
		return wire.Live{}, nil
	}
	return nil, c.err
}

// Send takes page requests, which are answered with nothing because everything is delivered, and no posts.
func (c *conn) Send(ctx context.Context, f wire.Frame) error {
	if f.Op() != wire.OpPage {
		return fmt.Errorf("%s: %w", f.Op(), client.ErrReadOnly)
	}
	select {
	case c.pages <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Close ends the reading. A read of a pipe that cannot be given up ends when the pipe does.
func (c *conn) Close() error {
	c.cancel()
	return c.in.Close()
}

// pump reads to the end.
func (c *conn) pump(ctx context.Context) {
	defer close(c.done)
	p := &pump{conn: c, ctx: ctx, options: c.transport.options}
	if m := p.options.Map; m != nil && m.Messages != "" {
		c.err = p.document(*m)
	} else {
		c.err = p.lines()
	}
}

// pump turns a source into frames.
type pump struct {
	*conn
	ctx     context.Context
	options Options
	order   order
	batch   []wire.Message
	bytes   int
	started bool
	good    int64
	first   error  // the first thing that was broken
	turning bool   // the file was rotated and is read out
	check   change // what happened to the file before the next message
}

func (p *pump) lines() error {
	decode := wire.DecodeMessage
	if p.options.Map != nil {
		decode = p.options.Map.decodeLine
	}
	l := newLines(p.in, decode)
	for last := !p.options.Follow || p.transport.path == ""; ; {
		e, err := l.next(last)
		switch {
		case err == nil:
			if err := p.take(e); err != nil {
				return err
			}
			if l.idle() && p.in.prompt() && !p.flush(false) {
				return p.ctx.Err()
			}
		case !errors.Is(err, io.EOF):
			return openProblem(p.transport.name, err)
		default:
			if done, err := p.atEnd(l, &last); done {
				return err
			}
		}
	}
}

// atEnd waits for what happens at the end of what can be read; done ends the pump.
func (p *pump) atEnd(l *lines, last *bool) (done bool, err error) {
	if !p.flush(true) {
		return true, p.ctx.Err()
	}
	if p.good == 0 && l.content && (p.first != nil || *last) {
		return true, p.nothing(l.number)
	}
	if p.turning { // the old file is read out now
		p.turning, *last, p.check = false, false, rotated
		l.restart()
		err = p.in.next()
		return err != nil, err
	}
	if p.in.prompt() && !*last && !p.send(wire.Live{}) {
		return true, p.ctx.Err()
	}
	happened, err := p.in.wait(p.ctx)
	switch {
	case err != nil:
		return true, err
	case p.ctx.Err() != nil:
		return true, p.ctx.Err()
	case happened == ended:
		return true, client.ErrEnded
	case happened == truncated:
		p.check = truncated
		l.restart()
		err = p.in.next()
	case happened == rotated:
		p.turning, *last = true, true
	}
	return err != nil, err
}

// take numbers a message and puts it where it belongs.
func (p *pump) take(e entry) error {
	if e.err == nil && p.check != ended {
		n := e.message.Sequence
		gone := p.check == truncated && n <= p.order.last || p.check == rotated && n != 0 && n <= p.order.last
		if p.check = ended; gone && p.order.last > 0 {
			p.transport.rewritten()
			return errRewritten
		}
	}
	before := len(p.batch)
	if e.err == nil {
		p.batch, e.err = p.order.add(e.message, p.batch)
	}
	if e.err != nil {
		if p.first == nil {
			p.first = fmt.Errorf("line %d: %w", e.line, e.err)
		}
		p.options.Broken(e.line, e.err)
		return nil
	}
	p.good++
	for _, m := range p.batch[before:] {
		p.bytes += len(m.Content)
	}
	if len(p.batch) >= wire.PageMessages || p.bytes >= wire.PageBytes {
		if !p.flush(false) {
			return p.ctx.Err()
		}
	}
	return nil
}

// flush hands over what is ready, with all also what was held back; false when nobody listens any more.
func (p *pump) flush(all bool) bool {
	if all {
		p.batch = p.order.flush(p.batch)
	}
	for len(p.batch) > 0 {
		n := min(len(p.batch), wire.PageMessages)
		if first := p.batch[0].Sequence; !p.started && first > 1 && !p.send(client.Tail{After: first - 1}) {
			return false
		}
		p.started = true
		if !p.send(wire.Messages{Messages: p.batch[:n:n]}) {
			return false
		}
		p.batch = p.batch[n:]
	}
	p.batch, p.bytes = nil, 0
	return true
}

func (p *pump) send(f wire.Frame) bool {
	select {
	case p.frames <- f:
		return true
	case <-p.ctx.Done():
		return false
	}
}

// nothing is the Problem of a source without a single message.
func (p *pump) nothing(count int) error {
	what := "holds no message"
	if p.first != nil {
		what = fmt.Sprintf("holds no message: none of its %d lines is one (%v)", count, p.first)
	}
	return unreadable(p.transport.name, what,
		"A transcript is one message of the protocol a line; for the journal of another program name its fields with --map.", p.first)
}
