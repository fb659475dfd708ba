//go:build unix

package main

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"

	"golang.org/x/sys/unix"
)

// lookEvery is how often, in milliseconds, it is seen whether the wait for a reader's leaving is to end.
const lookEvery = 500

// readerLeaves blocks until the reader of a pipe has gone (true) or ctx ends (false).
func readerLeaves(ctx context.Context, pipe *os.File) bool {
	watched := []unix.PollFd{{Fd: int32(pipe.Fd())}} // no event asked for: errors are always told
	for ctx.Err() == nil {
		n, err := unix.Poll(watched, lookEvery)
		switch {
		case err != nil && !errors.Is(err, unix.EINTR):
			return false // it shows when something is written
		case n > 0:
			return watched[0].Revents&(unix.POLLERR|unix.POLLHUP) != 0
		}
	}
	return false
}

// writeErrors has writes to a pipe that nobody reads fail instead of ending the program, until restore.
func writeErrors() (restore func()) {
	broken := make(chan os.Signal, 1)
	signal.Notify(broken, syscall.SIGPIPE)
	return func() { signal.Stop(broken) }
}
