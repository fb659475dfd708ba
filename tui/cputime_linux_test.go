//go:build linux

package tui

import (
	"syscall"
	"time"
)

// cpuTime is how long the calling thread has worked, which other programs on
// the machine and the garbage collector change less than the wall's clock.
func cpuTime() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(1, &used); err != nil { // RUSAGE_THREAD
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
