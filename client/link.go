package client

import (
	"context"
	"errors"
	"time"

	"earshot/client/wire"
)

const (
	// linkBuffer is how many frames may wait between the connection and emit; with wire.MaxFrame it bounds the session's memory.
	linkBuffer = 4
	// stallAfter is how long a frame may wait for emit. Beyond it the connection is given up, before the room has to, and is
	// made anew from the last delivered message when emit returns.
	stallAfter = wire.DeadAfter / 2
	// readOutFor is how long a connection whose writing failed may still be read, for the reason why the room closed it.
	readOutFor = 2 * time.Second
)

var errStalled = errors.New("messages were not taken in time, connection given up meanwhile")

// inbound is a frame or the error that ended the connection; nothing comes after an error.
type inbound struct {
	frame wire.Frame
	err   error
}

// link runs one connection: a goroutine that connects and reads, and one that writes, so that neither can hold up the session.
type link struct {
	in     chan inbound
	out    chan wire.Frame // a nil frame is a barrier: taken when what came before is sent
	cancel context.CancelCauseFunc
	quit   chan struct{} // the session listens no more
	done   chan struct{} // both goroutines are gone
	resume bool          // the transport can make the connection again
}

// dial starts a connection. The link outlives ctx until stop, for the sake of last frames.
func dial(ctx context.Context, t Transport, at Resume) *link {
	ctx, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	l := &link{in: make(chan inbound, linkBuffer), out: make(chan wire.Frame), cancel: cancel, quit: make(chan struct{}),
		done: make(chan struct{}), resume: t.Capabilities().Has(wire.CanResume)}
	go l.run(ctx, t, at)
	return l
}

// stop ends the connection and waits until both goroutines are gone.
func (l *link) stop() {
	close(l.quit)
	l.cancel(context.Canceled)
	<-l.done
}

// flush sends last frames and waits, at most for limit, until they and what was handed over before are out.
func (l *link) flush(limit time.Duration, last ...wire.Frame) {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	for _, f := range append(last, nil) {
		select {
		case l.out <- f:
		case <-timer.C:
			return
		case <-l.done:
			return
		}
	}
}

func (l *link) run(ctx context.Context, t Transport, at Resume) {
	defer close(l.done)
	conn, err := t.Connect(ctx, at)
	if err != nil {
		l.put(inbound{err: err}, nil)
		return
	}
	written := make(chan struct{})
	go func() {
		defer close(written)
		l.write(ctx, conn)
	}()
	l.read(ctx, conn)
	l.cancel(context.Canceled)
	closeQuietly(conn)
	<-written
}

// closeQuietly closes a connection that may be dead already: there is nobody to tell and nothing to do.
func closeQuietly(conn Conn) { _ = conn.Close() }

// read passes frames on until the connection ends, then tells why.
func (l *link) read(ctx context.Context, conn Conn) {
	for {
		f, err := conn.Receive(ctx)
		if err != nil {
			if cause := context.Cause(ctx); cause != nil {
				err = cause
			}
			l.put(inbound{err: err}, nil)
			return
		}
		if !l.put(inbound{frame: f}, conn) {
			l.put(inbound{err: errStalled}, nil)
			return
		}
	}
}

// put hands an item to the session, however long that takes. When it takes too long, conn is closed meanwhile and the answer
// is false.
func (l *link) put(item inbound, conn Conn) bool {
	select {
	case l.in <- item:
		return true
	default:
	}
	var stalled <-chan time.Time
	if conn != nil && l.resume {
		timer := time.NewTimer(stallAfter)
		defer timer.Stop()
		stalled = timer.C
	}
	for ok := true; ; ok = false {
		select {
		case l.in <- item:
			return ok
		case <-l.quit:
			return ok
		case <-stalled:
			closeQuietly(conn)
			stalled = nil
		}
	}
}

func (l *link) write(ctx context.Context, conn Conn) {
	for {
		select {
		case <-ctx.Done():
			return
		case f := <-l.out:
			if f == nil {
				continue
			}
			if err := conn.Send(ctx, f); err != nil {
				timer := time.AfterFunc(readOutFor, func() { l.cancel(err) })
				<-ctx.Done()
				timer.Stop()
				return
			}
		}
	}
}
