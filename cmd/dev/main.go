// Command dev holds the recipes of everybody who works on the program: what has to pass before a
// change lands, the journeys on the real binary, fuzzing, figures, generated text and the picture.
//
// It knows the repository's folders and the tools to run over them. It must never know what the
// program means: a recipe runs tests, it does not contain them.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
)

// recipe is one sub-command. Its arguments are what followed its name.
type recipe struct {
	name, does string
	run        func(ctx context.Context, out *output, args []string) error
}

func recipes() []recipe {
	return []recipe{
		{"check", "format, vet, staticcheck, tidy modules, fresh generated text, tests, tests under the race detector", check},
		{"e2e", "journeys on the real binary in tmux", e2e},
		{"fuzz", "every fuzz target for a while: -time 5s, -only NAME", fuzz},
		{"bench", "the figures: start to first frame, key to screen, memory; then the benchmarks", bench},
		{"gen", "write the generated tables of README.md anew", gen},
		{"shots", "draw the pictures of the real screen under .github/", shots},
	}
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// run carries out one recipe and returns the exit code: 0 fine, 1 the recipe failed, 2 wrong usage.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	if len(args) > 0 {
		for _, r := range recipes() {
			if r.name != args[0] {
				continue
			}
			if err := r.run(ctx, &output{stdout, stderr}, args[1:]); err != nil {
				fmt.Fprintf(stderr, "dev %s: %v\n", r.name, err)
				return 1
			}
			return 0
		}
	}
	fmt.Fprintln(stderr, "usage: go run ./cmd/dev RECIPE")
	for _, r := range recipes() {
		fmt.Fprintf(stderr, "  %-6s %s\n", r.name, r.does)
	}
	return 2
}
