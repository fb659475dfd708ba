package main

import (
	"context"
	"sync"
	"time"
)

// caughtUp waits until everything that was said has been printed.
type caughtUp struct {
	mu         sync.Mutex
	last, want int64
	at         chan struct{} // closed once last has reached want
}

// told says how many messages have been printed.
func (c *caughtUp) told(last int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last = last
	if c.want > 0 && c.last >= c.want {
		close(c.at)
		c.want = 0
	}
}

// wait returns once want messages have been printed, or when there is no more time.
func (c *caughtUp) wait(ctx context.Context, want int64, patience time.Duration) {
	c.mu.Lock()
	c.want = want
	last := c.last
	c.mu.Unlock()
	c.told(last)
	late := time.NewTimer(patience)
	defer late.Stop()
	select {
	case <-c.at:
	case <-late.C:
	case <-ctx.Done():
	}
}
