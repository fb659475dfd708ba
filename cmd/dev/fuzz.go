package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"time"
)

// target is one fuzz function and the package it lives in.
type target struct{ name, pkg string }

// fuzz runs every fuzz target of the repository for the same time each. The targets are found by
// asking the test binaries, so that a new one is fuzzed from the day it is written.
func fuzz(ctx context.Context, o *output, args []string) error {
	flags := flag.NewFlagSet("fuzz", flag.ContinueOnError)
	flags.SetOutput(o.err)
	each := flags.Duration("time", 5*time.Second, "how long each target runs")
	only := flags.String("only", "", "a part of the names of the targets to run")
	if err := flags.Parse(args); err != nil {
		return err
	}
	listing, err := o.capture(ctx, "go", "test", "-list", "^Fuzz", "./...")
	if err != nil {
		return err
	}
	targets := listed(listing)
	if len(targets) == 0 {
		return errors.New("no fuzz target was found")
	}
	var failed []error
	ran := 0
	for _, t := range targets {
		if strings.Contains(t.name, *only) {
			ran++
			failed = append(failed, fuzzOne(ctx, o, t, *each))
		}
	}
	fmt.Fprintf(o.out, "fuzzed %d of %d targets for %v each\n", ran, len(targets), *each)
	return errors.Join(failed...)
}

// listed reads what `go test -list` prints: the names of a package, then a line that names it.
func listed(listing string) []target {
	var targets []target
	var names []string
	for line := range strings.Lines(listing) {
		fields := strings.Fields(line)
		switch {
		case len(fields) == 1 && strings.HasPrefix(fields[0], "Fuzz"):
			names = append(names, fields[0])
		case len(fields) >= 2 && fields[0] == "ok":
			for _, name := range names {
				targets = append(targets, target{name, fields[1]})
			}
			names = nil
		}
	}
	return targets
}

// fuzzOne runs one target. The fuzzing engine at times reports its own time limit as a failure
// ("context deadline exceeded" with no failing input); such a run is tried once more.
func fuzzOne(ctx context.Context, o *output, t target, each time.Duration) error {
	var err error
	for range 2 {
		var said bytes.Buffer
		seen := &output{io.MultiWriter(o.out, &said), io.MultiWriter(o.err, &said)}
		err = seen.step(ctx, "go", "test", "-run", "^$", "-fuzz", "^"+t.name+"$", "-fuzztime", each.String(), t.pkg)
		if err == nil || strings.Contains(said.String(), "Failing input") || !strings.Contains(said.String(), "context deadline exceeded") {
			return err
		}
	}
	return err
}
