package demo

import (
	"context"
	"time"
)

// Clock is the room's time: it starts with the wall's and runs Speed times as fast.
type Clock struct {
	wall  func() time.Time
	start time.Time
	speed float64
}

// NewClock starts a clock now. A speed that is not positive is 1.
func NewClock(wall func() time.Time, speed float64) *Clock {
	if speed <= 0 {
		speed = 1
	}
	return &Clock{wall: wall, start: wall(), speed: speed}
}

// Now is the room's time. It is safe for use by several goroutines where the wall's clock is.
func (c *Clock) Now() time.Time {
	passed := c.wall().Sub(c.start)
	return c.start.Add(time.Duration(float64(passed) * c.speed))
}

// Speed is how many seconds of the room pass in one of the wall.
func (c *Clock) Speed() float64 { return c.speed }

// Until waits for a moment of the room's time; it returns at once for one that has passed.
func (c *Clock) Until(ctx context.Context, at time.Time) error {
	timer := time.NewTimer(time.Duration(float64(at.Sub(c.Now())) / c.speed))
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
