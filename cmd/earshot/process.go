package main

import (
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/charmbracelet/x/term"
)

// process is the edge of the program: what a command may touch of the world around it.
type process struct {
	in       io.Reader
	out, err io.Writer
	env      func(string) string
	setenv   func(name, value string) error // for this program and what it starts
	now      func() time.Time
	folders  folders
	config   *string // the file given with --config; "" for the one in the config folder
}

// folders are the base folders of the desktop standard; the program's own lie below them. One that is "",
// for want of a home folder, holds nothing, and nothing is kept there.
type folders struct{ config, state, cache string }

func (f folders) configFile() string  { return below(f.config, "config.toml") }
func (f folders) stateFolder() string { return below(f.state) }
func (f folders) seatsFolder() string { return below(f.state, "seats") }
func (f folders) cacheFolder() string { return below(f.cache) }

// below is a path of the program's own in a base folder, "" where there is no base folder: a relative path
// would be one of the folder that the program happens to run in.
func below(base string, names ...string) string {
	if base == "" {
		return ""
	}
	return filepath.Join(append([]string{base, "earshot"}, names...)...)
}

// screen says whether the terminal interface can be drawn and driven: both ends are terminals, and
// not ones that can only print.
func (p process) screen() bool {
	return terminal(p.in) && terminal(p.out) && p.env("TERM") != "dumb"
}

func terminal(stream any) bool {
	file, ok := stream.(*os.File)
	return ok && term.IsTerminal(file.Fd())
}
