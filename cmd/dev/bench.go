package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"earshot/cmd/internal/screen"
)

// bench prints the figures that a person feels, then runs the benchmarks of every package.
func bench(ctx context.Context, o *output, args []string) error {
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.SetOutput(o.err)
	runs := flags.Int("runs", 10, "how often the program is started")
	size := flags.Int("messages", 100_000, "the size of the room in which keys are timed; a million take a minute and some gigabytes")
	pattern := flags.String("bench", ".", "the benchmarks to run; - for none")
	if err := flags.Parse(args); err != nil {
		return err
	}
	binary, clean, err := built(ctx, o)
	if err != nil {
		return err
	}
	defer clean()
	failed := []error{
		firstFrames(ctx, o, binary, *runs),
		keyToBytes(ctx, o, binary),
		keyToView(ctx, o, max(*size, 1)),
	}
	if *pattern != "-" {
		var printed bytes.Buffer
		both := &output{io.MultiWriter(o.out, &printed), o.err}
		failed = append(failed,
			both.step(ctx, "go", "test", "-run", "^$", "-bench", *pattern, "-benchmem", "-timeout", "30m", "./..."),
			besidePrototype(o.out, &printed))
	}
	return errors.Join(failed...)
}

// firstFrames starts the demo in a pseudo-terminal again and again, and says how long it took from
// exec to the first visible cell.
func firstFrames(ctx context.Context, o *output, binary string, runs int) error {
	var took []time.Duration
	for range runs {
		d, err := firstFrame(ctx, binary)
		if err != nil {
			return err
		}
		took = append(took, d)
	}
	figure(o, "exec to first painted frame (goal under 100 ms)", took)
	return nil
}

func firstFrame(ctx context.Context, binary string) (time.Duration, error) {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	program, err := screen.Start(ctx, demoCommand(ctx, binary), 120, 40)
	if err != nil {
		return 0, err
	}
	defer program.Stop()
	if err := program.Await(ctx, func(text string) bool { return strings.TrimSpace(text) != "" }); err != nil {
		return 0, err
	}
	return program.FirstPaint(), nil
}

// keyToBytes presses a key that changes the screen again and again, and says how long it took until
// the program sent something to its terminal.
func keyToBytes(ctx context.Context, o *output, binary string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	program, err := screen.Start(ctx, demoCommand(ctx, binary), 120, 40)
	if err != nil {
		return err
	}
	defer program.Stop()
	if err := program.Await(ctx, func(text string) bool { return strings.Contains(text, "#2") }); err != nil {
		return err
	}
	var took []time.Duration
	for i := range 60 {
		key := "k" // to the message above, then below, and so on
		if i > 0 && i%2 == 0 {
			key = "j"
		}
		before := program.Picture().Text()
		began := time.Now()
		if err := program.Send(key); err != nil {
			return err
		}
		if err := program.Await(ctx, func(text string) bool { return text != before }); err != nil {
			return err
		}
		took = append(took, time.Since(began))
	}
	figure(o, "key to bytes out, through a pseudo-terminal", took)
	return nil
}

// figure prints the middle, the 99th percentile and the largest of some durations.
func figure(o *output, what string, took []time.Duration) {
	slices.Sort(took)
	at := func(share float64) time.Duration { return took[min(len(took)-1, int(share*float64(len(took))))] }
	fmt.Fprintf(o.out, "%s: p50 %v  p99 %v  max %v  (%d runs)\n", what,
		at(0.5).Round(10*time.Microsecond), at(0.99).Round(10*time.Microsecond), took[len(took)-1].Round(10*time.Microsecond), len(took))
}
