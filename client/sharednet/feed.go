package sharednet

import (
	"context"
	"sync"

	"earshot/client/wire"
)

// feed carries frames from the goroutines that ask the server to the session.
type feed struct {
	ctx    context.Context
	cancel context.CancelCauseFunc
	frames chan wire.Frame
	wg     sync.WaitGroup
}

func newFeed(ctx context.Context) *feed {
	ctx, cancel := context.WithCancelCause(ctx)
	return &feed{ctx: ctx, cancel: cancel, frames: make(chan wire.Frame)}
}

// start runs f in a goroutine; its error, or its end, ends the connection.
func (f *feed) start(run func() error) { f.wg.Go(func() { f.cancel(run()) }) }

// push hands a frame over; false when nobody listens any more.
func (f *feed) push(frame wire.Frame) error {
	select {
	case f.frames <- frame:
		return nil
	case <-f.ctx.Done():
		return context.Cause(f.ctx)
	}
}

// Receive gives the next frame.
func (f *feed) Receive(ctx context.Context) (wire.Frame, error) {
	select {
	case frame := <-f.frames:
		return frame, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-f.ctx.Done():
		return nil, context.Cause(f.ctx)
	}
}

// Close ends the asking and waits for it.
func (f *feed) Close() error {
	f.cancel(context.Canceled)
	f.wg.Wait()
	return nil
}
