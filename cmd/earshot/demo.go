package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
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
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.speed < 0 {
				return usage("--speed is how much faster the room's clock runs and cannot be negative.", "Give 1 or more.")
			}
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
func openDemo(ctx context.Context, p process, o demoOptions) (*demo.Demo, error) {
	d, err := demo.Open(ctx, demo.Config{Speed: o.speed, Seed: o.seed, Now: p.now, NewID: uuid.NewString})
	if err != nil {
		return nil, unreadable(err, sentence(err), "Check that this machine lets programs listen on loopback.")
	}
	return d, nil
}

// demoSession is yu's, over the same websocket as anybody's. Its clock is the room's.
func demoSession(d *demo.Demo) *client.Session {
	return client.New(client.Config{
		Transport: client.WebSocket(client.WebSocketConfig{URL: d.URL(), Token: client.Token(d.Token())}),
		Now:       d.Clock().Now, NewID: uuid.NewString,
	})
}

// demoScreen plays in the terminal interface until the person leaves it.
func demoScreen(ctx context.Context, p process, o demoOptions) error {
	d, err := openDemo(ctx, p, o)
	if err != nil {
		return err
	}
	playing, stop := context.WithCancel(ctx)
	played := make(chan error, 1)
	go func() { played <- d.Play(playing, true) }()
	session := demoSession(d)
	err = runScreen(ctx, p, o.screen, 0, screenClock{now: d.Clock().Now, speed: d.Clock().Speed()},
		[]screenRoom{{name: demo.Room, session: session, run: session.Run}}, false)
	stop()
	if play := <-played; play != nil && !errors.Is(play, context.Canceled) {
		err = errors.Join(err, fmt.Errorf("the demo stopped: %w", play))
	}
	return errors.Join(err, d.Close())
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
	d, err := openDemo(ctx, p, o)
	if err != nil {
		return err
	}
	lines := &lineWriter{
		out: p.out, log: newRoomLog(0, time.Time{}), count: counter.Count, now: d.Clock().Now, zone: time.UTC,
		wanted: func(render.MessageInput) bool { return true }, watched: map[int64]*watched{},
	}
	run := follower{
		from: &opened{name: d.URL(), session: demoSession(d)}, wait: demoPatience, event: lines.event,
		tick: lines.announce, next: lines.next, until: d.Clock().Until,
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

// caughtUp waits until everything that was said has been printed.
type caughtUp struct {
	mu         sync.Mutex
	last, want int64
	at         chan struct{} // closed once last has reached want
}

// told says how many messages have been printed.
func (c *caughtUp) told(last int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last = last
	if c.want > 0 && c.last >= c.want {
		close(c.at)
		c.want = 0
	}
}

// wait returns once want messages have been printed, or when there is no more time.
func (c *caughtUp) wait(ctx context.Context, want int64, patience time.Duration) {
	c.mu.Lock()
	c.want = want
	last := c.last
	c.mu.Unlock()
	c.told(last)
	late := time.NewTimer(patience)
	defer late.Stop()
	select {
	case <-c.at:
	case <-late.C:
	case <-ctx.Done():
	}
}
