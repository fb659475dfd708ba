package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"earshot/client"
	"earshot/cmd/internal/demo"
	"earshot/convention/tokens"
	"earshot/render"
)

// demoPatience is how long the room on loopback may take to answer.
const demoPatience = 10 * time.Second

// headlessSpeed is how fast the room's clock runs where nobody watches: the play takes seconds.
const headlessSpeed = 20

// demoOptions are the flags of demo.
type demoOptions struct {
	speed    float64
	headless bool
	seed     uint64
	screen   screenOptions
}

func newDemo(p process) *cobra.Command {
	var o demoOptions
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Watch a room that plays by itself, seated as its decider",
		Long: `demo opens a room on loopback with the scripted seats lead, worker, scout and runner, and seats you as yu,
who decides. Lead asks you how to store the counters; answer, or stay silent and see the default come
into force. No network beyond loopback, and no file is left behind.`,
		Args: takes(0, 0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.headless || !p.screen() {
				return demoHeadless(cmd.Context(), p, o)
			}
			return demoScreen(cmd.Context(), p, o)
		},
	}
	flags := cmd.Flags()
	flags.Float64Var(&o.speed, "speed", 0, "how many seconds of the room pass in one (default 1, headless 20)")
	flags.BoolVar(&o.headless, "headless", false, "run the play without a screen, print its lines with their flags, and end")
	flags.Uint64Var(&o.seed, "seed", 1, "of how long the seats take to answer")
	o.screen.flags(flags)
	return cmd
}

// openDemo opens the room and its seats.
func openDemo(ctx context.Context, clock *demo.Clock, o demoOptions) (*demo.Demo, error) {
	d, err := demo.Open(ctx, demo.Config{Clock: clock, Seed: o.seed, NewID: uuid.NewString})
	if err != nil {
		return nil, unreadable(err, sentence(err), "Check that this machine lets programs listen on loopback.")
	}
	return d, nil
}

// sitAsYu is the way to yu's seat, over the same websocket as anybody's.
func sitAsYu(d *demo.Demo) client.Transport {
	return client.WebSocket(client.WebSocketConfig{URL: d.URL(), Token: client.Token(d.Token())})
}

// demoScreen plays in the terminal interface until the person leaves it. The room is opened once the
// interface asks for it, so that the first frame does not wait.
func demoScreen(ctx context.Context, p process, o demoOptions) error {
	clock := demo.NewClock(p.now, o.speed)
	stage := &demoStage{open: func(ctx context.Context) (*demo.Demo, error) { return openDemo(ctx, clock, o) }}
	session := client.New(client.Config{Transport: stage, Now: clock.Now, NewID: uuid.NewString})
	err := runScreen(ctx, p, o.screen, 0, screenClock{now: clock.Now, speed: clock.Speed()},
		[]screenRoom{{name: demo.Room, session: session, run: session.Run}}, false)
	return errors.Join(err, stage.close())
}

// demoHeadless plays without a screen and prints what a person would see, as lines.
func demoHeadless(ctx context.Context, p process, o demoOptions) error {
	if o.speed == 0 {
		o.speed = headlessSpeed
	}
	counter, err := tokens.Load(tokens.O200k)
	if err != nil {
		return fmt.Errorf("load the token counter: %w", err)
	}
	clock := demo.NewClock(p.now, o.speed)
	d, err := openDemo(ctx, clock, o)
	if err != nil {
		return err
	}
	session := client.New(client.Config{Transport: sitAsYu(d), Now: clock.Now, NewID: uuid.NewString})
	lines := &lineWriter{
		out: p.out, log: newRoomLog(0, time.Time{}), count: counter.Count, now: clock.Now, zone: time.UTC,
		wanted: func(render.MessageInput) bool { return true },
	}
	run := follower{
		from: &opened{name: d.URL(), session: session}, wait: demoPatience, event: lines.event,
		tick: lines.announce, next: lines.next, until: clock.Until,
	}
	caught := &caughtUp{at: make(chan struct{})}
	run.event = func(e client.Event) error {
		defer func() { caught.told(int64(lines.log.count)) }()
		return lines.event(e)
	}
	watching, stop := context.WithCancel(ctx)
	printed := make(chan error, 1)
	go func() { printed <- run.run(watching) }()
	err = d.Play(ctx, false)
	if err == nil {
		caught.wait(ctx, d.Last(), demoPatience)
	}
	stop()
	if watched := <-printed; watched != nil && !errors.Is(watched, context.Canceled) {
		err = errors.Join(err, watched)
	}
	return errors.Join(err, d.Close())
}
