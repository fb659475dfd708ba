//go:build unix

package main

import (
	"syscall"
	"time"
)

// cpuTime is how long processors have worked for this process: unlike the wall's clock it does not
// count what other programs do.
func cpuTime() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		return 0 // cannot happen with these arguments
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
