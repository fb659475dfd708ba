package hall

import "time"

// Rate caps the posts of a seat, repeats included.
type Rate struct {
	PerMinute int // 0 means 30
	Burst     int // 0 means 10
}

func (r Rate) withDefaults() Rate {
	if r.PerMinute == 0 {
		r.PerMinute = 30
	}
	if r.Burst == 0 {
		r.Burst = 10
	}
	return r
}

// bucket counts posts against a rate: full is the time at which all of the burst is free again.
type bucket struct{ full time.Time }

// take charges one post at now. Without room it charges nothing and tells how long to wait.
func (b *bucket) take(now time.Time, r Rate) (wait time.Duration) {
	interval := time.Minute / time.Duration(r.PerMinute)
	full := b.full
	if full.Before(now) {
		full = now
	}
	full = full.Add(interval)
	if wait := full.Sub(now) - interval*time.Duration(r.Burst); wait > 0 {
		return wait
	}
	b.full = full
	return 0
}

// charge counts a post that another server took.
func (b *bucket) charge(at time.Time, r Rate) {
	if b.full.Before(at) {
		b.full = at
	}
	b.full = b.full.Add(time.Minute / time.Duration(r.PerMinute))
}

// over tells how far beyond its burst a bucket is, which only charges can bring about.
func (b *bucket) over(now time.Time, r Rate) time.Duration {
	return max(0, b.full.Sub(now)-time.Minute/time.Duration(r.PerMinute)*time.Duration(r.Burst))
}
