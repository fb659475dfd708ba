package ledger

import (
	"fmt"
	"runtime"
	"testing"

	"earshot/convention"
)

// held returns how many bytes a ledger holds of each of n messages beside their
// texts and ids, which are whoever's feeds it.
func held(n int64) float64 {
	t := newTraffic()
	list := make([]Message, 0, n)
	bodies := make([]string, 0, n)
	for t.n < n {
		m := t.message()
		bodies = append(bodies, m.Doc.Source)
		m.Doc = nil
		list = append(list, m)
	}
	before := heapInUse()
	l := New(Options{})
	for i, m := range list {
		m.Doc = convention.Parse(bodies[i])
		l.Feed(m)
		l.At(m.At)
	}
	after := heapInUse()
	runtime.KeepAlive(list)
	runtime.KeepAlive(bodies)
	runtime.KeepAlive(l)
	return (float64(after) - float64(before)) / float64(n)
}

func heapInUse() uint64 {
	var s runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&s)
	return s.HeapAlloc
}

// mostHeld is what a ledger may hold of a message, with much to spare: it measures
// about 620 bytes where nine messages in ten ask, report or decide something.
const mostHeld = 900

// A ledger holds little of a message and none of its parsed form, which alone is
// larger, and as much of each however long the room is.
func TestBytesHeldOfAMessage(t *testing.T) {
	for _, n := range []int64{2_000, 8_000} {
		if got := held(n); got > mostHeld {
			t.Errorf("%d messages: %.0f bytes each, at most %d wanted", n, got, mostHeld)
		}
	}
}

func BenchmarkBytesHeld(b *testing.B) {
	for _, n := range []int64{10_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				b.ReportMetric(held(n), "B/message")
			}
		})
	}
}
