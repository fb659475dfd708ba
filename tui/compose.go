package tui

import (
	"context"
	"errors"
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"earshot/convention/tokens"
	"earshot/render"
)

// ComposeOptions configure [Compose]. Now is required, the rest may be zero.
type ComposeOptions struct {
	// Name is what the title calls the message: a file name, say.
	Name string
	// Text is what the message begins with; without it a new one is begun, to
	// the seats in To.
	Text string
	To   []string
	// Earlier is a text that was left unwritten before: the history has it.
	Earlier string
	// Seats are the names in the room; nil for not known.
	Seats []string

	Now         func() time.Time
	Zone        *time.Location // of readings, nil for UTC
	Palette     string         // one of render.Palettes; "" means "auto"
	Emoji       render.Emoji   // which are drawn as they are
	LoadCounter func() (*tokens.Counter, error)
	Editor      EditText
	Templates   map[string]string
	Keys        map[string][]string
	Banner      string // shown once at the start
	// Write hands the finished message over. Where it fails the composer stays
	// open and says why, so that the text can go elsewhere. It is called outside
	// of the program's loop and may block; nil leaves it to the caller.
	Write func(text string) error
	// Keep stores the text within a second of each change, and at the end where
	// it was not written. It is called outside of the program's loop, never
	// twice at once, and may block on a disk. nil keeps nothing.
	Keep func(text string) error
}

// Composed is how the composer was left.
type Composed struct {
	// Text is the message where it was written, else the text as it stood.
	Text string
	// Written says that the person finished the message.
	Written bool
	// Unkept says that the text is not the one begun with and that nobody has it.
	Unkept bool
}

// Compose runs the composer alone until the person finishes the message or
// leaves it, ctx ends or something fails; the latter is the error. The terminal is
// given back and Composed holds the text in every case.
func Compose(ctx context.Context, o ComposeOptions, opts ...tea.ProgramOption) (Composed, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	m := newComposeModel(o)
	filter := &inputFilter{}
	base := []tea.ProgramOption{
		tea.WithContext(ctx), tea.WithoutSignalHandler(), tea.WithFPS(framesPerSecond), tea.WithFilter(filter.Filter),
	}
	_, err := tea.NewProgram(m, append(base, opts...)...).Run()
	switch {
	case errors.Is(err, tea.ErrProgramPanic):
		err = fmt.Errorf("%w: %w", ErrPanic, err)
	case err != nil && (ctx.Err() != nil || errors.Is(err, tea.ErrInterrupted)):
		err = nil
	case err != nil:
		err = fmt.Errorf("run the terminal: %w", err)
	}
	result, keeping := m.result()
	return result, errors.Join(err, keeping)
}
