package tokens

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode"
)

// report and proposal are the two messages the study prints, with the one
// trailing line feed they were counted with.
const report = `v1 report limiter to lead n=10
ask decide 20260918T0900Z: mock Redis in tests, or skip the route test
outcome partial
done#1 limiter lib/rate-limit.ts sliding window
ev#1 commit 3f9a2c1 on branch feat/rate-limit
claim unit test passing, 12 cases
todo route test for the 429 path
block vitest lacks a Redis mock, needs UPSTASH_REDIS_REST_URL in test env
cost 61000 tokens
eta mock lands→2h to finish, p=0.7
`

const proposal = `v1 propose limiter to yu n=10
ask how to store rate-limit counters, 20260918T0900Z
opt/A Redis sliding window: exact, +1 network hop/req ~3ms, $0 extra (Upstash exists)
opt/B in-memory token bucket per function instance: 0 hops, inexact across instances, limit exceeded by up to N instances
rec A
reason correctness across Fluid Compute instances beats 3ms
risk A Redis outage→endpoint fail closed unless a bypass is added
mit fail open + logged warning when Redis is unreachable
decider yu (CTO)
default silence past the ask time→A with the fail-open
approvals none beyond the decider
`

func load(tb testing.TB, e Encoding) *Counter {
	tb.Helper()
	c, err := Load(e)
	if err != nil {
		tb.Fatal(err)
	}
	return c
}

// The study's own figures, counted with o200k_base: its two worked messages and
// the table of constructs.
func TestStudyFigures(t *testing.T) {
	c := load(t, "")
	for _, row := range []struct {
		text string
		want int
	}{
		{report, 127},
		{strings.TrimSuffix(report, "\n"), 126},
		{proposal, 147},
		{strings.TrimSuffix(proposal, "\n"), 146},
		{"2026-09-19T12:00:00Z", 13},
		{"20260919T1200Z", 7},
		{"job-rl-0917", 6},
		{"limiter", 2},
		{"i_5fBAXDeXWz", 10},
		{"", 0},
	} {
		if got := c.Count(row.text); got != row.want {
			t.Errorf("%.40q: %d tokens, want %d", row.text, got, row.want)
		}
	}
}

// Runs of blank lines with blanks in them, against figures of an independent
// implementation of both encodings (gpt-tokenizer).
func TestBlankLinesAreOnePreToken(t *testing.T) {
	counters := []*Counter{load(t, O200k), load(t, Cl100k)}
	for _, row := range []struct {
		text  string
		o, cl int
	}{
		{"a\n \nb", 3, 3}, {"x\n\n \n  y", 4, 5}, {" \n \n \nx", 3, 3}, {"a.\n \n b", 4, 4},
		{"\r\n \r\nz", 3, 3}, {"\n\t\n\tq", 2, 2}, {strings.Repeat(" \n", 20) + "x", 11, 11}, {"a \n/b", 3, 3},
	} {
		for i, want := range []int{row.o, row.cl} {
			if got := counters[i].Count(row.text); got != want {
				t.Errorf("%s %q: %d tokens, want %d", counters[i].Encoding(), row.text, got, want)
			}
		}
	}
}

func TestLoad(t *testing.T) {
	if c := load(t, ""); c.Encoding() != O200k {
		t.Errorf("the default encoding is %s", c.Encoding())
	}
	if _, err := Load("p50k_base"); err == nil || !strings.Contains(err.Error(), "o200k_base") {
		t.Errorf("an unknown encoding must name the known ones, got %v", err)
	}
}

func TestByLine(t *testing.T) {
	for _, e := range Encodings() {
		c := load(t, e)
		for _, row := range []struct {
			text  string
			lines int
		}{
			{"", 1}, {"a", 1}, {"a\n", 2}, {"a\r\nb", 2}, {"a\rb\r", 3},
			{"x.\n\n\n/y", 4}, {report, 11}, {proposal, 12}, {"a\xff\n\xfe", 2},
		} {
			got := c.ByLine(row.text)
			if len(got) != row.lines {
				t.Errorf("%s %.20q: %d lines, want %d", e, row.text, len(got), row.lines)
			}
			if sum(got) != c.Count(row.text) {
				t.Errorf("%s %.20q: lines sum to %d, the whole is %d", e, row.text, sum(got), c.Count(row.text))
			}
		}
	}
	lines := load(t, O200k).ByLine(proposal)
	if lines[0] != 10 || lines[11] != 0 {
		t.Errorf("the proposal's header costs %d tokens (want 10), the empty rest %d", lines[0], lines[11])
	}
}

func sum(ns []int) int {
	total := 0
	for _, n := range ns {
		total += n
	}
	return total
}

// An incremental count never differs from the whole count, whatever the text
// and whatever was counted before.
func FuzzIncremental(f *testing.F) {
	f.Add(report, proposal)
	f.Add("x.\n/y\nz", "x.\n\n/y\n1")
	f.Add("a  \n\u00a0\nb", "a \r\n \n\n 9\nB")
	f.Add("\n\u0301x\n\u0661\nǅ's", "it'\ns\n's\nS")
	f.Add("\xff\n\xfea", "a\u2028\nb\u0085\nc")
	counters := []*Counter{load(f, O200k), load(f, Cl100k)}
	f.Fuzz(func(t *testing.T, first, second string) {
		for _, c := range counters {
			in := c.Incremental()
			for _, text := range []string{first, second, first + second, second, "\n" + first, first + "\n" + second} {
				if got, want := in.Update(text), c.Count(text); got != want || in.Tokens() != want {
					t.Fatalf("%s: incremental %d, whole %d for %q", c.Encoding(), got, want, text)
				}
				if got := sum(c.ByLine(text)); got != c.Count(text) {
					t.Fatalf("%s: by line %d, whole %d for %q", c.Encoding(), got, c.Count(text), text)
				}
			}
		}
	})
}

// The cut rule against short texts over the characters that the encodings'
// patterns single out, drawn at random but always the same.
func TestCutsHoldForAwkwardText(t *testing.T) {
	alphabet := []rune("aZ'sé中ǅʰ\u0301٣5½ \t\u00a0\u3000\u2028\u0085\n\r\n\n//.!→👍\ufffd")
	random := rand.New(rand.NewPCG(1, 2))
	for _, e := range Encodings() {
		c := load(t, e)
		in := c.Incremental()
		for range 5000 {
			text := make([]rune, 1+random.IntN(14))
			for i := range text {
				text[i] = alphabet[random.IntN(len(alphabet))]
			}
			if got, want := in.Update(string(text)), c.Count(string(text)); got != want {
				t.Fatalf("%s: incremental %d, whole %d for %q", e, got, want, string(text))
			}
		}
	}
}

// An edit of one line recounts that line's segment alone.
func TestUpdateRecountsOnlyWhatChanged(t *testing.T) {
	c := load(t, O200k)
	in := c.Incremental()
	in.Update(strings.Repeat(proposal, 20))
	before := slices.Clone(in.segments)
	text := strings.Replace(strings.Repeat(proposal, 20), "beats 3ms", "beats 30ms", 1)
	if got := in.Update(text); got != c.Count(text) {
		t.Fatalf("incremental %d, whole %d", got, c.Count(text))
	}
	changed := 0
	for i := range before {
		if before[i] != in.segments[i] {
			changed++
		}
	}
	if len(before) != 20*11 || changed != 1 {
		t.Errorf("%d of %d segments changed, want 1 of %d", changed, len(before), 20*11)
	}
}

func TestConcurrentCounts(t *testing.T) {
	c := load(t, O200k)
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 50 {
				if n := c.Count(report); n != 127 {
					t.Errorf("counted %d", n)
				}
				if n := sum(c.ByLine(proposal)); n != 147 {
					t.Errorf("counted %d by line", n)
				}
			}
		})
	}
	group.Wait()
}

// hostile are bodies of a size in the shapes that are slowest to split or to merge.
// A room takes 32,768 bytes at most.
func hostile(size int) map[string]string {
	fill := func(s string) string { return strings.Repeat(s, size/len(s)) }
	return map[string]string{
		"letters": fill("a"), "capitals": fill("A"), "mixed": fill("aB"), "blanks": fill(" "), "feeds": fill("\n"),
		"blank feeds": fill(" \n"), "blanks then letter": fill(" ")[1:] + "x", "stops": fill("."), "slashes": fill("/"),
		"marks": fill("\u0301"), "capital marks": fill("A\u0301"), "han": fill("中"), "emoji": fill("👩‍👩‍👧"), "digits": fill("7"),
		"quotes": fill("'s"), "invalid": fill("\xff"), "nul": fill("\x00"), "nbsp": fill("\u00a0"), "random letters": letters(size), "prose": fill(proposal),
	}
}

func letters(n int) string {
	random := rand.New(rand.NewPCG(3, 4))
	b := make([]byte, n)
	for i := range b {
		b[i] = byte('a' + random.IntN(26))
	}
	return string(b)
}

// The library never sees white space with two groups of line ends, on which its
// matcher is quadratic (and wrong): whatever the text, those runs are cut out.
func TestTheLibraryNeverSeesBlankLines(t *testing.T) {
	alphabet := []rune("a.1 \t\u00a0\n\r/é\u0301")
	random := rand.New(rand.NewPCG(5, 6))
	texts := slices.Collect(maps.Values(hostile(1024)))
	for range 3000 {
		text := make([]rune, random.IntN(24))
		for i := range text {
			text[i] = alphabet[random.IntN(len(alphabet))]
		}
		texts = append(texts, string(text))
	}
	for _, e := range Encodings() {
		c := load(t, e)
		for _, text := range texts {
			text = valid(text)
			whole := ""
			for part, blank := range c.parts(text) {
				whole += part
				for _, run := range strings.FieldsFunc(part, func(r rune) bool { return !unicode.IsSpace(r) }) {
					// A first group after punctuation belongs to that.
					if !blank && groups(run) > 2 {
						t.Fatalf("%s: %q is left in %q", e, run, text)
					}
				}
			}
			if whole != text {
				t.Fatalf("%s: the parts of %q are %q", e, text, whole)
			}
		}
	}
}

// No body of the largest size is hopeless. The bound is lax, because a machine may
// be busy; the benchmark has the figures.
func TestHostileBodiesAreNotSlow(t *testing.T) {
	c := load(t, O200k)
	for name, text := range hostile(32768) {
		start := time.Now()
		c.Count(text)
		if took := time.Since(start); took > 20*time.Second {
			t.Errorf("32 KiB of %s took %v", name, took)
		}
	}
}

func BenchmarkCount(b *testing.B) {
	for _, e := range Encodings() {
		c := load(b, e)
		b.Run(string(e)+"/proposal", func(b *testing.B) {
			b.SetBytes(int64(len(proposal)))
			b.ReportAllocs()
			for b.Loop() {
				c.Count(proposal)
			}
		})
		for name, text := range hostile(32768) {
			b.Run(string(e)+"/32KiB "+name, func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					c.Count(text)
				}
			})
		}
	}
}

// Bodies on every core that there is, by the library alone and by the counter: it
// adds little to the library, and no lock keeps cores from counting side by side.
func BenchmarkCountSideBySide(b *testing.B) {
	c := load(b, O200k)
	for name, count := range map[string]func(string){
		"library": func(text string) { _, _ = c.codec.Count(text) },
		"counter": func(text string) { c.Count(text) },
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(report)+len(proposal)) / 2)
			b.ReportAllocs()
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					count(report)
					if pb.Next() {
						count(proposal)
					}
				}
			})
		})
	}
}

func BenchmarkIncrementalKey(b *testing.B) {
	in := load(b, O200k).Incremental()
	texts := []string{strings.Repeat(proposal, 20) + "x", strings.Repeat(proposal, 20) + "xy"}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		in.Update(texts[i%2])
	}
}
