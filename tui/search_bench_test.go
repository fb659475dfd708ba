package tui

import (
	"runtime"
	"strings"
	"testing"
	"time"

	"earshot/tui/timeline"
)

// BenchmarkSearchMillion is the processor time of a search over a million
// messages until its first hit is known, or until it is known that there is
// none: goal under 50 ms. What is looked for stands in the very first message,
// in the middle one, or nowhere; the last of each kind is made of letters that
// every part of the room has, so that nothing can be passed over.
func BenchmarkSearchMillion(b *testing.B) {
	const n = 1_000_000
	log := newStore()
	for page := range pages(n) {
		for i := range page {
			switch page[i].Sequence {
			case 1:
				page[i].Content += "\n~ ^% zqj zebra-crossing ПРИВЕТ 三行目; lib/ and think that"
			case n / 2:
				page[i].Content += "\n§ xzebra-middle; open a look at"
			}
		}
		log.add(page)
	}
	lines := timeline.New(log)
	for _, c := range []struct{ name, pattern string }{
		{"first/1", "~"}, {"first/2", "^%"}, {"first/3", "zqj"}, {"first/10", "zebra-cros"}, {"first/cyrillic", "привет"},
		{"first/han", "三行"}, {"first/common", "lib/ and think that"},
		{"middle/10", "zebra-midd"}, {"middle/common", "open a look at"},
		{"none/1", "`"}, {"none/2", "qq"}, {"none/3", "xyz"}, {"none/10", "xylophones"}, {"none/cyrillic", "однажды"},
		{"none/common", "had a limit of"}, {"last/1", "e"}, {"last/3", "the"},
	} {
		b.Run(c.name, func(b *testing.B) { timeSearch(b, lines, c.pattern, !strings.HasPrefix(c.name, "none")) })
	}
	runtime.KeepAlive(log)
}

func timeSearch(b *testing.B, lines *timeline.Timeline, pattern string, there bool) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var sum, longest time.Duration
	for b.Loop() {
		began := cpuTime()
		scan := lines.Search(pattern)
		for of := 0; scan != nil && of == 0; {
			piece := cpuTime()
			f := timeline.Find(*scan)
			longest = max(longest, cpuTime()-piece)
			lines.Found(f)
			_, of, _ = lines.Hits()
			scan = f.Rest
		}
		sum += cpuTime() - began
		if _, of, _ := lines.Hits(); (of > 0) != there {
			b.Fatalf("%q has %d hits", pattern, of)
		}
	}
	b.ReportMetric(float64(sum.Microseconds())/float64(b.N), "cpu-µs/op")
	b.ReportMetric(float64(longest.Microseconds()), "longest-piece-µs")
}
