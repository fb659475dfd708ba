package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// staticcheck is pinned, so that a new release of the checker cannot fail an old commit.
const staticcheck = "honnef.co/go/tools/cmd/staticcheck@v0.8.2"

// check runs everything that has to pass before a change lands, bar the journeys in tmux and the
// fuzzing, which have recipes of their own. It stops at nothing: one run names all that is wrong.
func check(ctx context.Context, o *output, _ []string) error {
	failed := []error{
		formatted(ctx, o),
		o.step(ctx, "go", "mod", "tidy", "-diff"),
		o.step(ctx, "go", "vet", "./..."),
		o.step(ctx, "go", "vet", "-tags", "e2e", "./cmd/..."),
		o.step(ctx, "go", "run", staticcheck, "./..."),
		o.step(ctx, "go", "test", "./..."),
		o.step(ctx, "go", "test", "-race", "-shuffle=on", "./..."),
	}
	return errors.Join(failed...)
}

// formatted fails when gofmt would change a file that git knows.
func formatted(ctx context.Context, o *output) error {
	files, err := o.capture(ctx, "git", "ls-files", "--cached", "--others", "--exclude-standard", "*.go")
	if err != nil {
		return err
	}
	names := strings.Fields(files)
	if len(names) == 0 {
		return errors.New("git names no Go file: is this a clone of the repository?")
	}
	fmt.Fprintf(o.out, "== gofmt -l, %d files\n", len(names))
	unformatted, err := o.capture(ctx, "gofmt", append([]string{"-l"}, names...)...)
	if err != nil {
		return err
	}
	if unformatted != "" {
		return fmt.Errorf("gofmt would change:\n%s", unformatted)
	}
	return nil
}

// e2e runs the journeys on the real binary. They need tmux and say so where it is missing.
func e2e(ctx context.Context, o *output, args []string) error {
	return o.step(ctx, "go", append([]string{"test", "-tags", "e2e", "-count=1", "./cmd/earshot/e2e/..."}, args...)...)
}
