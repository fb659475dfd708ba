package ledger

import (
	"time"

	"golang.org/x/sys/unix"
)

// cpuTime is the processor time of the whole process, the collector included, so
// that what else the machine does is not counted.
func cpuTime() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &t); err != nil {
		return 0
	}
	return time.Duration(t.Nano())
}
