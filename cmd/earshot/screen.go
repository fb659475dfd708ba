package main

import (
	"context"
	"path/filepath"
	"time"

	"github.com/google/uuid"
	"github.com/spf13/pflag"

	"earshot/client"
	"earshot/convention/tokens"
	"earshot/tui"
)

// screenOptions are the flags of every command that draws the terminal interface.
type screenOptions struct{ config string }

func (o *screenOptions) flags(flags *pflag.FlagSet) {
	flags.StringVar(&o.config, "config", "", "another config `FILE`")
}

// screenClock is the rooms' time.
type screenClock struct {
	now   func() time.Time
	speed float64
}

// screenRoom is one room to show.
type screenRoom struct {
	name, as string
	session  *client.Session
	readOnly bool
}

// runScreen draws the terminal interface over some rooms until the person leaves it. With keep, drafts
// and read marks are kept between runs.
func runScreen(ctx context.Context, p process, o screenOptions, clock screenClock, rooms []screenRoom, keep bool) error {
	s, problem := loadSettings(p.configPath(o.config))
	options := tui.Options{
		Now: clock.now, Speed: clock.speed, Zone: time.Local, Palette: s.Theme.name, NewID: uuid.NewString,
		LoadCounter: func() (*tokens.Counter, error) { return tokens.Load(s.Encoding.name) },
		Keys:        s.Keys, NoMouse: !s.Mouse, Editor: p.editText,
	}
	if keep {
		options.Drafts = drafts{kept{filepath.Join(p.folders.stateFolder(), "drafts"), ".txt"}}
		options.Marks = marks{kept{filepath.Join(p.folders.stateFolder(), "marks"), ".txt"}}
	}
	if problem != nil {
		options.Banner = problem.Error()
	}
	for _, r := range rooms {
		options.Rooms = append(options.Rooms, tui.Room{Name: r.name, API: r.session, Run: r.session.Run, As: r.as, ReadOnly: r.readOnly})
	}
	err := tui.Run(ctx, tui.New(options))
	if ended := signalOf(ctx); ended != nil && err == nil {
		return errSignal{ended}
	}
	return err
}
