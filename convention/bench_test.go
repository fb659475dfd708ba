package convention

import (
	"runtime"
	"strings"
	"testing"
	"time"
)

// message400 is a well-formed message of about 400 bytes.
const message400 = `v1 report limiter to lead n=9
ask decide 20260918T0900Z: mock Redis in tests, or skip the route test
default silence past the ask time→skip it
outcome partial
done#1 limiter lib/rate-limit.ts sliding window
ev#1 commit 3f9a2c1 on branch feat/rate-limit
claim unit test passing, 12 cases
todo route test for the 429 path
block vitest lacks a Redis mock, needs UPSTASH_REDIS_REST_URL in test env
cost 61000 tokens`

// measure runs f and reports the processor time of its thread too, which is
// the figure to trust where the machine does other work.
func measure(b *testing.B, f func()) {
	b.Helper()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	b.ReportAllocs()
	start := cpuTime()
	for b.Loop() {
		f()
	}
	b.ReportMetric(float64(cpuTime()-start)/float64(b.N), "cpu-ns/op")
}

func BenchmarkParse(b *testing.B) {
	b.SetBytes(int64(len(message400)))
	measure(b, func() { Parse(message400) })
}

func BenchmarkCheck(b *testing.B) {
	m := Parse(message400)
	measure(b, func() { Check(m, Context{}) })
}

func BenchmarkParseAndCheck(b *testing.B) {
	measure(b, func() { Check(Parse(message400), Context{}) })
}

// A message with findings of several kinds, one of them an unsafe fix that is
// tried.
func BenchmarkParseAndCheckFlagged(b *testing.B) {
	text := strings.Replace(message400, "default silence", "please note that default", 1)
	text = strings.Replace(text, "outcome partial", "- TODO: 2026-09-18T09:00:00Z; must not wait", 1)
	measure(b, func() { Check(Parse(text), Context{}) })
}

func BenchmarkProse(b *testing.B) {
	text := strings.Repeat("The experts listed the stops and gave a count of 8 stops between them. ", 6)
	measure(b, func() { Check(Parse(text), Context{}) })
}

// hostile are 32 KiB bodies of things that a careless scanner is slow on.
func hostile() map[string]string {
	fill := func(unit string) string { return strings.Repeat(unit, MaxBytes/len(unit)+1)[:MaxBytes] }
	under := func(unit string) string {
		const header = "v1 report limiter to lead n=1\n"
		return (header + fill(unit))[:MaxBytes]
	}
	bodies := map[string]string{}
	for name, unit := range map[string]string{
		"letters": "x", "spaces": " ", "no-break spaces": "\u00a0", "line feeds": "\n", "returns": "\r", "commas": ",", "semicolons": ";", "dots": ". ",
		"done": "done#1\n", "done and ev": "done#1\nev#1 x\n", "done, own and shared ev": "done#1 12/12\nev x\nev#1 pr 4\n", "many ids": "done#%d\n", "ev alone": "ev#1 x\n",
		"instants": "20260918T0900Z ", "joined instants": "20260918T0900Z/", "half instants": "20260918T", "T": "T", "digits": "0", "1T1": "1T1",
		"asks": "ask x\n", "ask times": "ask 2026-09-18T09:00:00Z\n", "deadlines": "deadline 2026-09-18T09:00:00Z\n", "deciders": "decider yu\n", "decider a": "decider a\n",
		"options": "opt/A x\n", "recs": "opt/A\nrec B\n", "arrows": "→B ", "risks": "risk B\nopt/A\n",
		"fences": "```\n", "nested fences": "nested", "tildes": "~~~\n", "backticks": "`", "code": "`a` ", "quotes": "\"", "stars": "*", "spaced stars": "* ", "bullets": "- ", "nested marks": "> \"**[", "numbers": "1. ",
		"near": "must not x\n", "please": "please x\n", "option": "option A\n", "bulleted": "- ask x\n", "labels": "TODO: x\n", "mixed": "req x; must not y\n", "clauses": "; may x", "req clauses": "req x; may y; may z\n",
		"fillers": "just basically ", "filler lines": "just x\n", "kind of": "kind of ", "in order to": "in order to ", "as discussed": "as discussed, ", "pls": "pls ", "dl": "dl tomorrow ", "w/": "w/ ", "maybe": "maybe ",
		"tomorrow": "req tomorrow\n", "req tomorrows": "tomorrow ", "clocks": "9:00 ", "in": "in 2 ", "next": "next ",
		"json": "json", "json deep": "deep", "json arrays": "[", "braces": "{\"a\":", "scp": "P1:", "scp letters": "aaaa",
		"tokens": "rit_", "jwt": "eyJ", "jwt parts": "eyJ-", "keys": "-----BEGIN ", "private keys": "-----BEGIN PRIVATE KEY-----\n", "ends": "-----BEGIN PRIVATE KEY-----\n-----END x\n", "sk": "sk-ant-",
		"invalid": "\xff", "half runes": "\xe2\x82", "emoji": "🚀", "emoji lines": "🚀 x\n", "keycaps": "1\ufe0f\u20e3", "marks": "e\u0301", "cjk": "限",
		"slashes": "a/", "ratios": "1/1 ", "hashes": "3f9a2c1 ", "urls": "https://a/pull/", "paths": "path lib/x.ts\n", "ids": "i_5fBAXDeXWz ", "decided": "yu decided ", "decision by": "decision by ", "numbers alone": "150000\n",
		"to": "to ", "n=": "n=1 ", "blank runs": "x\n\n", "bare": "18 Sep\n", "apostrophes": "don't ", "must": "must ", "not": "must not ", "nul": "\x00", "bom": bom,
	} {
		bodies[name] = fill(unit)
		bodies[name+" under a header"] = under(unit)
	}
	bodies["seats"] = "v1 report limiter to " + fill("a,")[:MaxBytes-100] + " n=1\ndecider b"
	bodies["seats and deciders"] = "v1 report limiter to " + fill("a,")[:MaxBytes/2] + "a n=1\n" + fill("decider b\n")[:MaxBytes/2-100]
	bodies["seats apart"] = "v1 report limiter to " + fill("a, ")[:MaxBytes-100] + " n=1"
	bodies["header words"] = "v1 " + fill("a ")[:MaxBytes-10] + "\nx"
	bodies["v and digits"] = "v" + fill("1")[:MaxBytes-10] + " to x\ny"
	bodies["count"] = "v1 report limiter to lead n=" + fill("1")[:MaxBytes-40] + "\nx"
	bodies["late headers"] = "x\n" + fill("v1 a b c to d n=x\n")[:MaxBytes-10]
	bodies["json wide"] = "[" + strings.Repeat("1,", MaxBytes/2-2) + "1]"
	bodies["json deep"] = strings.Repeat("[", 9000) + strings.Repeat("]", 9000)
	bodies["json keys"] = strings.Repeat(`{"aaaa":`, 3500) + "1" + strings.Repeat("}", 3500)
	bodies["json strings"] = `{"a":"` + fill("may not; ")[:MaxBytes-20] + `"}`
	var nested strings.Builder
	for n := 170; n >= 3; n-- {
		nested.WriteString(strings.Repeat("`", n) + "\n")
	}
	text := nested.String()
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for i := len(lines) - 1; i >= 0; i-- {
		text += lines[i] + "\n"
	}
	bodies["nested fences"] = text
	return bodies
}

// hostileLimit is generous: the goal is 10 ms, and the machine may be busy.
const hostileLimit = slowdown * 60 * time.Millisecond

// No input makes it slow.
func TestHostileBodiesAreFast(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	seats := make([]string, 50)
	for i := range seats {
		seats[i] = strings.Repeat("s", i%7+1) + string(rune('a'+i%26))
	}
	contexts := lawContexts()
	contexts[1].Seats = seats
	slowest, worst := "", time.Duration(0)
	for name, body := range hostile() {
		if len(body) > MaxBytes {
			t.Fatalf("%s has %d bytes", name, len(body))
		}
		for _, c := range contexts {
			best := time.Hour
			for range 4 {
				start := cpuTime()
				Check(Parse(body), c)
				best = min(best, cpuTime()-start)
				if best < hostileLimit/10 {
					break
				}
			}
			if best > hostileLimit {
				t.Errorf("%s: %v", name, best)
			}
			if best > worst {
				slowest, worst = name, best
			}
			if best > 8*time.Millisecond {
				t.Logf("%s: %v", name, best)
			}
		}
	}
	t.Logf("slowest: %s, %v", slowest, worst)
}

func BenchmarkHostile(b *testing.B) {
	for name, body := range hostile() {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				Check(Parse(body), Context{})
			}
		})
	}
}

// Fixing is not slow either, and ends in the bounds that it promises.
func TestHostileBodiesAreFixedFast(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for name, body := range hostile() {
		start := cpuTime()
		fixed, _ := FixSafe(body, Context{})
		if took := cpuTime() - start; took > 6*hostileLimit {
			t.Errorf("%s: %v", name, took)
		}
		for _, d := range Check(Parse(fixed), Context{}) {
			if d.Fix != nil && d.Fix.Safe {
				t.Errorf("%s: %s is left", name, d.Code)
				break
			}
		}
	}
}
