//go:build !unix

package main

import "time"

// started is what the wall's clock is read against.
var started = time.Now()

// cpuTime is the wall's time where the processors' cannot be had.
func cpuTime() time.Duration { return time.Since(started) }
