//go:build linux

package tui

import (
	"time"

	"golang.org/x/sys/unix"
)

// cpuTime is how long the calling thread has worked, which other programs on
// the machine and the garbage collector change less than the wall's clock.
func cpuTime() time.Duration {
	var used unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &used); err != nil {
		return 0
	}
	return time.Duration(used.Nano())
}
