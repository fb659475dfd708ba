package convention

import (
	"syscall"
	"time"
)

// cpuTime is the processor time of this thread, so that what else the machine
// does is not counted.
func cpuTime() time.Duration {
	const thread = 1 // RUSAGE_THREAD
	var u syscall.Rusage
	if err := syscall.Getrusage(thread, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
