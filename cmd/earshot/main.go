// Command earshot supervises a room of agents from a terminal, and answers the same questions
// without one: it checks and counts messages, lists what a room owes, and posts.
//
// It knows flags, the environment, files, clocks and signals, and wires the packages that know the
// rest. It must never know a rule of the convention or how a thing is drawn. One file is one
// sub-command; the process's edges are the fields of [process], so that every command runs in a test
// as it runs in a shell. Tokens are read from the environment or a private file and go nowhere else.
package main

import (
	"context"
	"os"
	"time"

	"github.com/adrg/xdg"
)

func main() {
	os.Exit(run(context.Background(), os.Args[1:], process{
		in: os.Stdin, out: os.Stdout, err: os.Stderr,
		env: os.Getenv, environ: os.Environ, now: time.Now,
		folders: folders{config: xdg.ConfigHome, state: xdg.StateHome, cache: xdg.CacheHome},
	}))
}
