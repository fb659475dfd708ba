package editor

import (
	"time"

	"golang.org/x/sys/unix"
)

// processorTime is what the calling thread has used of a processor, so that a key is not charged for
// what else the machine does.
func processorTime() time.Duration {
	var t unix.Timespec
	if unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t) != nil {
		return 0
	}
	return time.Duration(t.Nano())
}
