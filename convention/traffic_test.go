package convention

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// traffic writes the messages of a working room, about 400 bytes each: requests,
// reports, proposals, decisions, and some prose.
type traffic struct {
	n   int64
	now time.Time
}

var trafficSeats = [...]string{"lead", "worker", "yu", "scout", "runner", "ana", "bob", "cleo"}

func (t *traffic) next() string {
	n := t.n
	topic := fmt.Sprint("topic", n/40%500)
	due := t.now.Add(30 * time.Minute).Format("20060102T1504Z")
	worker := trafficSeats[1+n/8%7]
	switch n % 8 {
	case 0:
		return fmt.Sprintf("v1 request %s to %s n=6\nreq rate limit %d requests/min on POST /api/messages, 429 when exceeded\nreq counters in the existing Redis of part %d\n"+
			"ask accept or decline %d, %s\ndefault silence past the ask time→lead takes the job back\nbudget 150000 tokens\nmust-not push to main or add dependencies to part %d of the repository\n", topic, worker, n, n, n, due, n)
	case 1:
		return fmt.Sprintf("v1 accept %s to lead n=2\naccepted, start now with part %d of it and tell when it is done\nplan sliding window in lib/rate-limit-%d.ts, then the route test for the 429 path, then the mock, then the pull request\n", topic, n-1, n-1)
	case 2:
		return fmt.Sprintf("v1 report %s to lead n=6\ndone#1 rate limit %d requests/min on POST, 429 when exceeded\nev#1 commit 3f9a2c1 on branch feat/rate-limit-%d\nclaim unit test %d passing, 12 cases\n"+
			"todo route test for the 429 path\nblock vitest lacks a Redis mock, needs UPSTASH_REDIS_REST_URL in the test env\ncost 61000 tokens\n", topic, n-2, n, n)
	case 3:
		return fmt.Sprintf("v1 propose %s to yu n=7\nask how to store rate-limit counters %d, %s\nopt/A Redis sliding window: exact, +1 network hop/req ~3ms\nopt/B in-memory token bucket per function instance: 0 hops\nrec A\n"+
			"decider yu\ndefault silence past the ask time→A with the fail-open\nrisk A Redis outage→endpoint fail closed unless a bypass is added for %d\n", topic, n, due, n)
	case 4:
		return fmt.Sprintf("v1 decide %s to lead n=2\n%s for number %d, Redis is being moved this week and the window is exact enough for what we need\nmit accept an inexact limit across instances until the move is through, then look at it again with figures\n", topic, []string{"A", "B"}[n/8%2], n)
	case 5:
		return fmt.Sprintf("v1 report %s to lead n=4\ndone#1 unit test %d passing, 12 cases, and counters in the existing Redis of part %d\nev#1 run https://ci.example.test/acme/api/actions/runs/%d\ndone#2 PR open for part %d\nev#2 pr %d\n", topic, n-3, n-5, n, n-5, n)
	case 6:
		return fmt.Sprintf("Looking at the upload endpoint, which gets hammered too. I would rather keep this for number %d and go on with what we have; the numbers of the last hour show that nothing else comes near it, and the mock is not there yet. More when the run is through and the others have looked at it as well.", n)
	}
	return "v1 status deploy to lead n=1\nblock connection refused by 10.0.0.7:6379, retrying until the other side answers or the deadline has come\n"
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

// trafficBodies writes the first n messages of the room.
func trafficBodies(n int) []string {
	t := newTraffic()
	bodies := make([]string, n)
	for i := range bodies {
		t.now = t.now.Add(20 * time.Second)
		bodies[i] = filled(t.next())
		t.n++
	}
	return bodies
}

// BenchmarkTraffic measures what one message of the room costs to parse, to parse
// and check, and to do so with one checker, without token counts.
func BenchmarkTraffic(b *testing.B) {
	bodies := trafficBodies(20_000)
	i := 0
	next := func() string {
		i++
		return bodies[i%len(bodies)]
	}
	now := Context{Now: time.Date(2026, 9, 17, 9, 0, 0, 0, time.UTC)}
	b.Run("Parse", func(b *testing.B) { measure(b, func() { Parse(next()) }) })
	b.Run("ParseAndCheck", func(b *testing.B) { measure(b, func() { Check(Parse(next()), now) }) })
	for _, seen := range []int{1_000, 1_000_000} {
		b.Run(fmt.Sprint("ParseAndChecker/", seen), func(b *testing.B) {
			if testing.Short() && seen > 1_000 {
				return
			}
			var k Checker
			for range seen {
				k.Check(Parse(next()), now)
			}
			measure(b, func() { k.Check(Parse(next()), now) })
		})
	}
}
