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
	"os/user"
	"runtime"
	"time"

	"github.com/adrg/xdg"
)

func main() {
	findHome()
	os.Exit(run(context.Background(), os.Args[1:], process{
		in: os.Stdin, out: os.Stdout, err: os.Stderr,
		env: os.Getenv, setenv: os.Setenv, now: time.Now,
		folders: foldersOfUser(),
	}))
}

// foldersOfUser are the base folders that the environment names, or those of the home folder.
func foldersOfUser() folders {
	found := folders{config: xdg.ConfigHome, state: xdg.StateHome, cache: xdg.CacheHome}
	if os.Getenv("HOME") != "" || runtime.GOOS == "windows" {
		return found
	}
	for variable, folder := range map[string]*string{"XDG_CONFIG_HOME": &found.config, "XDG_STATE_HOME": &found.state, "XDG_CACHE_HOME": &found.cache} {
		if os.Getenv(variable) == "" {
			*folder = "" // it would lie in the root folder
		}
	}
	return found
}

// findHome looks the home folder up where the environment does not name it, so that nothing is kept in
// the root folder.
func findHome() {
	if os.Getenv("HOME") != "" || runtime.GOOS == "windows" {
		return
	}
	if who, err := user.Current(); err == nil && who.HomeDir != "" && os.Setenv("HOME", who.HomeDir) == nil {
		xdg.Reload()
	}
}
