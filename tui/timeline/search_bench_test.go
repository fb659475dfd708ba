package timeline

import (
	"math/rand/v2"
	"syscall"
	"testing"
	"time"
)

// slab is a million bodies of some 150 bytes, cut from one text; the pattern
// "needle" stands in the first of them alone.
type slab struct{ text string }

const slabBody = 150

func newSlab(n int) slab {
	const letters = "etaoin shrdlu cmfwyp vbgk jqxz e t a o i n "
	r := rand.New(rand.NewPCG(1, 2))
	text := make([]byte, n*slabBody)
	for i := range text {
		text[i] = letters[r.IntN(len(letters))]
	}
	copy(text[10:], "needle")
	return slab{string(text)}
}

func (s slab) Len() int                        { return len(s.text) / slabBody }
func (s slab) Run(i int) (int, string, *Sieve) { return i, s.text[i*slabBody : (i+1)*slabBody], nil }
func (s slab) Body(i int) (int64, string) {
	return int64(i + 1), s.text[i*slabBody : (i+1)*slabBody]
}

// BenchmarkSearchMillion times how long a search over a million messages takes
// until its first hit is known: where that is near the end, as with what one
// has just read, and where it is the very first message.
func BenchmarkSearchMillion(b *testing.B) {
	bodies := newSlab(1_000_000)
	for name, pattern := range map[string]string{"near": "eta", "far": "needle"} {
		b.Run(name, func(b *testing.B) {
			longest, before := time.Duration(0), cpuTime(b)
			for b.Loop() {
				scan := &Scan{Pattern: pattern, bodies: bodies, next: bodies.Len() - 1}
				for hits := 0; hits == 0; {
					if scan == nil {
						b.Fatal("not found")
					}
					start := time.Now()
					f := Find(*scan)
					longest = max(longest, time.Since(start))
					hits, scan = len(f.hits), f.Rest
				}
			}
			b.ReportMetric(float64((cpuTime(b)-before).Microseconds())/float64(b.N), "cpu-µs/op")
			b.ReportMetric(float64(longest.Microseconds()), "longest-piece-µs")
		})
	}
}

// cpuTime is how long processors have worked for this process, which other
// programs on the machine change less than the wall's clock.
func cpuTime(tb testing.TB) time.Duration {
	tb.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		tb.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
