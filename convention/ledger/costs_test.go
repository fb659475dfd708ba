package ledger

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"earshot/convention"
	"earshot/convention/tokens"
)

func counter(tb testing.TB) func(string) int {
	tb.Helper()
	c, err := tokens.Load(tokens.O200k)
	if err != nil {
		tb.Fatal(err)
	}
	return c.Count
}

// The study's table of constructs, as the account of a room finds them in a body:
// 13, 7, 6, 2 and 10 tokens.
func TestMarkTokens(t *testing.T) {
	count := counter(t)
	for _, row := range []struct {
		body       string
		times, ids int
	}{
		{"due 2026-09-19T12:00:00Z", 13, 0},
		{"due 20260919T1200Z", 7, 0},
		{"ticket job-rl-0917", 0, 6},
		{"topic limiter", 0, 0},
		{"by i_5fBAXDeXWz", 0, 10},
		{"v1 note limiter to lead n=1\nask i_5fBAXDeXWz about job-rl-0917, 20260919T1200Z", 7, 16},
		{"{\n  \"timestamp\": \"2026-09-19T12:00:00Z\",\n  \"ticket\": \"job-rl-0917\"\n}", 13, 6},
		{"ev commit 3f9a2c1 in lib/rate-limit-2.ts, 60000ms, https://ci.example.test/runs/a1-b2", 0, 0},
		{"", 0, 0},
	} {
		if times, ids := MarkTokens(row.body, count); times != row.times || ids != row.ids {
			t.Errorf("%q: %d in times and %d in ids, want %d and %d", row.body, times, ids, row.times, row.ids)
		}
	}
	if n := count("limiter"); n != 2 {
		t.Errorf("limiter costs %d", n)
	}
}

// read_tokens = Σ tokens × readers; dedup = tokens of repeats × (1 + readers);
// state_record = (log − record) per newcomer; grammar = convention tokens × seats.
func TestCostsByHand(t *testing.T) {
	words := func(s string) int { return len(strings.Fields(s)) } // a count anyone can check
	r := newRoom(t)
	r.say("lead", 0, "v1 request limiter to worker n=", "ask ready, 20260917T0930Z", "default no") // 7+3+2 = 11 fields
	r.say("worker", 1, "yes ready now")                                                            // 3
	r.say("worker", 0, "v1 status limiter to lead n=", "block no redis job-rl-0917")               // 10
	r.say("worker", 0, "v1 status limiter to lead n=", "block no redis job-rl-0917")               // 10, a repeat
	r.say("yu", 0, "v1 report limiter to lead n=", "done tests pass")                              // 9, not clean: no evidence
	r.l.Repeat(3, 5, r.now)
	c := r.l.At(r.now).Costs(Assumptions{Readers: 2, Convention: 100}, words)
	want := map[string][8]int{ // messages, tokens, repeats, repeat tokens, deduplicated, replies, v1, clean
		"lead":   {1, 11, 0, 0, 0, 0, 1, 1},
		"worker": {3, 23, 1, 10, 4, 1, 2, 2},
		"yu":     {1, 9, 0, 0, 0, 0, 1, 0},
	}
	for _, s := range c.Seats {
		got := [8]int{s.Messages, s.Tokens, s.Repeats, s.RepeatTokens, s.Deduplicated, s.Replies, s.V1, s.CleanV1}
		if got != want[s.Name] {
			t.Errorf("%s: %v, want %v", s.Name, got, want[s.Name])
		}
	}
	if c.Tokens != 43 || c.ReadTokens != 86 || c.Savings.Dedup != 10*3 || c.Messages != 5 {
		t.Errorf("%+v", c)
	}
	if s := c.Seats[1]; s.AnswerTime != time.Minute || s.Unanswered != 0 || s.IDTokens != 2 || math.Abs(s.CleanShare()-2.0/3) > 1e-9 {
		t.Errorf("worker %+v", s)
	}
	if got := words(r.l.At(r.now).Record("", words).Text); c.RecordTokens != got || c.Savings.StateRecord != 43-got {
		t.Errorf("record %d, saved %d, want %d", c.RecordTokens, c.Savings.StateRecord, 43-got)
	}
	if c.Grammar.Tokens != 300 {
		t.Errorf("grammar %+v", c.Grammar)
	}
}

// cache = read_tokens − Σ over reads of (fresh at 1; a write at 1.25 or 2; a hit at
// 0.1 if the prefix is at least 1,024 tokens and was read within the lifetime).
func TestCacheByHand(t *testing.T) {
	words := func(s string) int { return len(strings.Fields(s)) }
	l := New(Options{})
	for i, n := range []int{1000, 24, 100} { // prefixes of 1000, 1024 and 1124 tokens
		l.Feed(Message{Sequence: int64(i + 1), From: Seat{"i_a", "a"}, Doc: convention.Parse(strings.Repeat("w ", n-1) + fmt.Sprint(i))})
	}
	v := l.At(time.Time{})
	for _, row := range []struct {
		a    Assumptions
		want float64 // what the reads cost through the cache
	}{
		{Assumptions{Readers: 5}, 1000*5 + 124*1.25 + 124*0.1*4},
		{Assumptions{Readers: 5, Write: 2, Lifetime: time.Hour}, 1000*5 + 124*2 + 124*0.1*4},
		{Assumptions{Readers: 5, ReadWithin: 6 * time.Minute}, 1000*5 + 124*1.25*5},
		{Assumptions{Readers: 5, ReadWithin: 6 * time.Minute, Lifetime: time.Hour, Write: 2}, 1000*5 + 124*2 + 124*0.1*4},
		{Assumptions{Readers: 1}, 1000 + 124*1.25},
		{Assumptions{Readers: 5, Prefix: 2000}, 1124 * 5},
	} {
		c := v.Costs(row.a, words)
		if want := 1124*row.a.Readers - int(math.Round(row.want)); c.Savings.Cache != want {
			t.Errorf("%+v saves %d, want %d", row.a, c.Savings.Cache, want)
		}
	}
}

// The grammar has paid for itself after so many messages as it takes their saving
// against JSON, written once and read by every reader, to reach it.
func TestGrammarPays(t *testing.T) {
	count := counter(t)
	l := New(Options{})
	for _, m := range transcript(t, "testdata/limiter.jsonl") {
		l.Feed(m)
	}
	v := l.At(instant(t, "20260919T1300Z"))
	c := v.Costs(Assumptions{}, count)
	if c.Readers != 4 || c.ConventionTokens != count(convention.Text()) || c.Grammar.Tokens != 5*c.ConventionTokens {
		t.Errorf("%+v", c)
	}
	v1 := 0
	for _, s := range c.Seats {
		v1 += s.V1
	}
	each := float64(c.JSONTokens-c.V1Tokens) * 5 / float64(v1-3) // three of them are repeats
	if each <= 0 || c.Grammar.PaidAfter != int(math.Ceil(float64(c.Grammar.Tokens)/each)) {
		t.Errorf("%.1f saved a message, paid after %d", each, c.Grammar.PaidAfter)
	}
	pretty := v.Costs(Assumptions{PrettyJSON: true}, count)
	if pretty.JSONTokens <= c.JSONTokens || pretty.Grammar.PaidAfter >= c.Grammar.PaidAfter {
		t.Errorf("pretty JSON %+v against compact %+v", pretty.Grammar, c.Grammar)
	}
}
