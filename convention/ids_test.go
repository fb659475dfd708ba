package convention

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"time"

	"earshot/convention/tokens"
)

// idBodies are bodies of about 32 KiB in which nearly every word is an id, and no
// two are the same: nothing costs a counter of tokens more.
func idBodies() map[string]string {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
	bodies := map[string]string{}
	r := rand.New(rand.NewPCG(1, 2))
	for _, size := range []int{6, 8, 12, 20, 40, 120, 400} {
		for what, end := range map[string]string{"words": " ", "lines": "\n", "times": "\ntime 2026-09-18T09:00:00+02:00 "} {
			var b strings.Builder
			b.WriteString("v1 report limiter to lead n=1\n")
			for b.Len() < MaxBytes-size-len(end) {
				b.WriteString("a1")
				for range size - 2 {
					b.WriteByte(letters[r.IntN(len(letters))])
				}
				b.WriteString(end)
			}
			bodies[fmt.Sprintf("%s with ids of %d bytes", what, size)] = b.String()
		}
	}
	return bodies
}

func tokenContext(t testing.TB) Context {
	t.Helper()
	counter, err := tokens.Load(tokens.O200k)
	if err != nil {
		t.Fatal(err)
	}
	return Context{Tokens: counter.Count}
}

// Not even ids make it slow where tokens are counted.
func TestIDsAreFast(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	c := tokenContext(t)
	for name, body := range idBodies() {
		best := time.Hour
		for range 3 {
			start := cpuTime()
			Check(Parse(body), c)
			if best = min(best, cpuTime()-start); best < hostileLimit/10 {
				break
			}
		}
		if best > hostileLimit {
			t.Errorf("%s: %v", name, best)
		}
	}
}

func BenchmarkIDs(b *testing.B) {
	c := tokenContext(b)
	for name, body := range idBodies() {
		b.Run(name, func(b *testing.B) { measure(b, func() { Check(Parse(body), c) }) })
	}
}

// Each id is counted once, and of a message no more bytes of ids than the bound;
// every one that was counted is spoken of wherever it stands.
func TestIDsAreCountedOnce(t *testing.T) {
	for name, body := range idBodies() {
		counted, size := map[string]int{}, 0
		c := Context{Tokens: func(s string) int {
			if strings.HasPrefix(s, "a1") {
				counted[s]++
				size += len(s)
			}
			return opaqueTokens
		}}
		_, facts, _ := strings.Cut(body, "\n")
		twice := body + "\n" + facts
		spoken := map[string]int{}
		for _, d := range Check(Parse(twice), c) {
			if d.Code == "opaque-id" {
				id := twice[d.Span.Start:d.Span.End]
				spoken[id[:min(len(id), longestCounts)]]++
			}
		}
		if size > maxIDBytes || size < maxIDBytes-longestCounts || len(spoken) != len(counted) {
			t.Errorf("%s: %d bytes of %d ids were counted, %d are spoken of", name, size, len(counted), len(spoken))
		}
		for id, n := range counted {
			if n != 1 || spoken[id] != 2 {
				t.Errorf("%s: %q was counted %d times and spoken of %d times", name, id, n, spoken[id])
				break
			}
		}
	}
}
