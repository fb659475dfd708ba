package ledger

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"earshot/convention"
)

// bodies are messages of about 400 bytes as a busy room has them: requests,
// answers by reply, reports that prove, claims, blocks and repeats.
type traffic struct {
	n   int64
	now time.Time
}

var trafficSeats = [...]string{"lead", "worker", "yu", "scout", "runner", "ana", "bob", "cleo"}

func (t *traffic) next() (body, from, replyTo string) {
	n := t.n
	topic := fmt.Sprint("topic", n/40%500)
	due := t.now.Add(30 * time.Minute).Format("20060102T1504Z")
	worker := trafficSeats[1+n/8%7]
	switch n % 8 {
	case 0:
		return fmt.Sprintf("v1 request %s to %s n=6\nreq rate limit %d requests/min on POST /api/messages, 429 when exceeded\nreq counters in the existing Redis of part %d\n"+
			"ask accept or decline %d, %s\ndefault silence past the ask time→lead takes the job back\nbudget 150000 tokens\nmust-not push to main or add dependencies to part %d of the repository\n", topic, worker, n, n, n, due, n), "lead", ""
	case 1:
		return fmt.Sprintf("v1 accept %s to lead n=2\naccepted, start now with part %d of it and tell when it is done\nplan sliding window in lib/rate-limit-%d.ts, then the route test for the 429 path, then the mock, then the pull request\n", topic, n-1, n-1), worker, "m" + fmt.Sprint(n-1)
	case 2:
		return fmt.Sprintf("v1 report %s to lead n=6\ndone#1 rate limit %d requests/min on POST, 429 when exceeded\nev#1 commit 3f9a2c1 on branch feat/rate-limit-%d\nclaim unit test %d passing, 12 cases\n"+
			"todo route test for the 429 path\nblock vitest lacks a Redis mock, needs UPSTASH_REDIS_REST_URL in the test env\ncost 61000 tokens\n", topic, n-2, n, n), worker, "m" + fmt.Sprint(n-2)
	case 3:
		return fmt.Sprintf("v1 propose %s to yu n=7\nask how to store rate-limit counters %d, %s\nopt/A Redis sliding window: exact, +1 network hop/req ~3ms\nopt/B in-memory token bucket per function instance: 0 hops\nrec A\n"+
			"decider yu\ndefault silence past the ask time→A with the fail-open\nrisk A Redis outage→endpoint fail closed unless a bypass is added for %d\n", topic, n, due, n), "lead", ""
	case 4:
		return fmt.Sprintf("v1 decide %s to lead n=2\n%s for number %d, Redis is being moved this week and the window is exact enough for what we need\nmit accept an inexact limit across instances until the move is through, then look at it again with figures\n", topic, []string{"A", "B"}[n/8%2], n), "yu", "m" + fmt.Sprint(n-1)
	case 5:
		return fmt.Sprintf("v1 report %s to lead n=4\ndone#1 unit test %d passing, 12 cases, and counters in the existing Redis of part %d\nev#1 run https://ci.example.test/acme/api/actions/runs/%d\ndone#2 PR open for part %d\nev#2 pr %d\n", topic, n-3, n-5, n, n-5, n), worker, ""
	case 6:
		return fmt.Sprintf("Looking at the upload endpoint, which gets hammered too. I would rather keep this for number %d and go on with what we have; the numbers of the last hour show that nothing else comes near it, and the mock is not there yet. More when the run is through and the others have looked at it as well.", n), "scout", ""
	}
	return "v1 status deploy to lead n=1\nblock connection refused by 10.0.0.7:6379, retrying until the other side answers or the deadline has come\n", "runner", ""
}

func (t *traffic) message() Message {
	t.now = t.now.Add(20 * time.Second)
	body, from, reply := t.next()
	body = filled(body)
	m := Message{Sequence: t.n + 1, ID: "m" + fmt.Sprint(t.n), ReplyTo: reply, From: Seat{"i_" + from, from}, At: t.now, Doc: convention.Parse(body)}
	t.n++
	return m
}

// filled brings a body to about 400 bytes with plain lines, and n with it.
func filled(body string) string {
	for len(body) < 360 {
		body += "reason correctness across the instances of the function beats 3ms of latency\n"
	}
	if header, facts, _ := strings.Cut(body, "\n"); strings.HasPrefix(header, "v1 ") {
		head, _, _ := strings.Cut(header, " n=")
		return fmt.Sprintf("%s n=%d\n%s", head, strings.Count(facts, "\n"), facts)
	}
	return body
}

func newTraffic() *traffic { return &traffic{now: time.Date(2026, 9, 17, 9, 0, 0, 0, time.UTC)} }

// The cost of one message to the ledger alone in rooms of a thousand, a hundred
// thousand and a million messages: those that come after them are timed.
func BenchmarkFeed(b *testing.B) {
	for _, size := range []int64{1_000, 100_000, 1_000_000} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			if testing.Short() && size > 100_000 {
				return
			}
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			l, t := New(Options{}), newTraffic()
			for t.n < size {
				m := t.message()
				l.Feed(m)
				if t.n%64 == 0 {
					l.At(m.At)
				}
			}
			runtime.GC()
			runtime.ReadMemStats(&after)
			b.ReportAllocs()
			feed := make([]Message, 0, 1024)
			spent, since := time.Duration(0), cpuTime()
			for b.Loop() {
				if len(feed) == 0 {
					b.StopTimer()
					spent += cpuTime() - since
					for range 1024 {
						feed = append(feed, t.message())
					}
					since = cpuTime()
					b.StartTimer()
				}
				l.Feed(feed[0])
				feed = feed[1:]
				if len(feed)%64 == 0 {
					l.At(t.now)
				}
			}
			spent += cpuTime() - since
			b.ReportMetric(float64(spent.Nanoseconds())/float64(b.N), "cpu-ns/message")
			b.ReportMetric((float64(after.HeapAlloc)-float64(before.HeapAlloc))/float64(size), "B/message")
		})
	}
}

// Parse, check and ledger of messages of about 400 bytes, on one core. The texts
// are made before the clock starts, and nothing parsed is kept between messages but
// what the ledger keeps.
func BenchmarkParseCheckFeed(b *testing.B) {
	t := newTraffic()
	type raw struct {
		Message
		body string
	}
	list := make([]raw, 20_000)
	bytes := 0
	for i := range list {
		m := t.message()
		list[i] = raw{m, m.Doc.Source}
		list[i].Doc = nil
		bytes += len(m.Doc.Source)
	}
	b.SetBytes(int64(bytes / len(list)))
	b.ReportAllocs()
	var checker convention.Checker
	l, i, start := New(Options{}), 0, cpuTime()
	for b.Loop() {
		if i == len(list) {
			l, i = New(Options{}), 0
		}
		m := list[i].Message
		m.Doc = convention.Parse(list[i].body)
		checker.Check(m.Doc, convention.Context{Now: m.At})
		l.Feed(m)
		i++
	}
	b.ReportMetric(float64(b.N)/(cpuTime()-start).Seconds(), "messages/cpu-s")
	b.ReportMetric(float64(bytes)/float64(len(list)), "B/body")
}

func BenchmarkMessageState(b *testing.B) {
	l, t := New(Options{}), newTraffic()
	for t.n < 100_000 {
		l.Feed(t.message())
	}
	v := l.At(t.now)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		v.Message(int64(i%100_000 + 1))
	}
}
