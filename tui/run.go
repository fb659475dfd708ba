package tui

import (
	"context"
	"errors"
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"
)

const (
	// framesPerSecond bounds what a key waits for its frame: one tick, 17 ms.
	framesPerSecond = 60
	// endWithin is how long the end of the program waits for its goroutines.
	endWithin = 2 * time.Second
)

// ErrPanic says that the program ended by a fault of its own. The terminal was
// given back before it is returned.
var ErrPanic = errors.New("the program failed")

// Run runs the program until the person quits, ctx ends or something fails.
// The terminal is given back and unsent text is kept in every case. That ctx
// ended is no error; what is returned is for standard error.
func Run(ctx context.Context, m *Model, opts ...tea.ProgramOption) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	filter := &inputFilter{}
	base := []tea.ProgramOption{
		tea.WithContext(ctx), tea.WithoutSignalHandler(), tea.WithFPS(framesPerSecond), tea.WithFilter(filter.Filter),
	}
	p := tea.NewProgram(m, append(base, opts...)...)
	b := &bridge{send: func(msg any) { p.Send(msg) }}
	for i, room := range m.opts.Rooms {
		b.start(ctx, i, room)
	}
	b.guard(func() { m.keeper.run(ctx, func(msg any) { p.Send(msg) }) })
	_, err := p.Run()
	ended := ctx.Err() != nil
	cancel()
	waited := b.waitFor(endWithin)
	return errors.Join(m.verdict(err, ended), m.keepAll(waited))
}

// verdict is what the end of the program's loop means.
func (m *Model) verdict(err error, ended bool) error {
	switch {
	case m.fatal != nil:
		return m.fatal
	case errors.Is(err, tea.ErrProgramPanic):
		return fmt.Errorf("%w: %w", ErrPanic, err)
	case err == nil, ended, errors.Is(err, tea.ErrInterrupted):
		return nil
	}
	return fmt.Errorf("run the terminal: %w", err)
}

// keepAll keeps what is unsent once the loop has ended. Where the keeper's
// goroutine still hangs in a write, only an error is left to give.
func (m *Model) keepAll(waited bool) (err error) {
	if !waited {
		return errors.New("keep the drafts: the disk does not answer")
	}
	defer func() {
		if r := recover(); r != nil { // the model may be what failed
			err = fmt.Errorf("keep the drafts: %w: %v", ErrPanic, r)
		}
	}()
	first := m.keeper.drain()
	var lost []string
	for _, r := range m.rooms {
		text := r.unsent()
		switch {
		case text == r.kept.savedDraft || m.keeper.drafts == nil:
		case !r.kept.loaded || r.kept.unsafe:
			lost = append(lost, r.texts()...)
			first = errors.Join(first, errors.New("what was kept before could not be read, and is not written over"))
		default:
			if msg := m.keeper.write(keep{room: r.draftKey(), draft: &text}); msg.err != nil {
				lost = append(lost, r.texts()...)
				first = errors.Join(first, msg.err)
			}
		}
	}
	if len(lost) > 0 {
		first = &Unkept{Texts: lost, Err: first}
	}
	if first != nil {
		return fmt.Errorf("keep the drafts: %w", first)
	}
	return nil
}

// Unkept says that texts could not be kept and are lost unless the caller shows
// them.
type Unkept struct {
	Texts []string // as written
	Err   error
}

func (u *Unkept) Error() string { return u.Err.Error() }
func (u *Unkept) Unwrap() error { return u.Err }
