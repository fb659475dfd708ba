package tui

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"earshot/client/wire"
	"earshot/tui/timeline"
)

// The store holds what came, whatever it is: sequences with holes, times far
// apart, ids that are missing, long or used twice, empty bodies and large ones,
// replies to what comes later; in whatever order it comes.
func TestStoreIsWhatCame(t *testing.T) {
	for seed := range uint64(3) {
		rnd := rand.New(rand.NewPCG(seed, 5))
		all := oddMessages(rnd, 1600)
		s, came := newStore(), make(map[int64]wire.Message)
		var snaps []timeline.Bodies
		for len(came) < len(all) {
			from := rnd.IntN(len(all))
			if rnd.IntN(3) > 0 { // most often what comes next, at either end
				from = nextToCome(all, came, rnd)
			}
			batch := all[from:min(from+1+rnd.IntN(300), len(all))]
			s.add(batch)
			for _, m := range batch {
				came[m.Sequence] = m
			}
			for range 50 {
				s.setTokens(rnd.IntN(s.Len()), rnd.Int32N(1000))
			}
			if rnd.IntN(40) == 0 {
				snaps = append(snaps, s.Bodies())
			}
		}
		compareStore(t, s, came)
		compareSums(t, s)
		for _, snap := range append(snaps, s.Bodies()) {
			checkRuns(t, snap, came)
		}
	}
}

// oddMessages makes messages with everything that a room may hand out.
func oddMessages(rnd *rand.Rand, n int) []wire.Message {
	seq, at := rnd.Int64N(1000)+1, time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	all := make([]wire.Message, n)
	for i := range all {
		body := fmt.Sprintf("v1 note t%d to all n=1\nfact %d", i%7, i)
		switch rnd.IntN(40) {
		case 0:
			body = ""
		case 1:
			body = strings.Repeat("a long line, ", 1+rnd.IntN(800))
		case 2:
			seq += rnd.Int64N(1 << 40) // a hole wider than 32 bits
		case 3:
			at = at.Add(time.Duration(rnd.Int64N(100*24)) * time.Hour)
		}
		m := wireMessage(seq, 0)
		m.Content, m.CreatedAt, m.Sender.Name = body, at, fmt.Sprintf("seat%d", i%5)
		switch rnd.IntN(60) {
		case 0:
			m.ID = ""
		case 1:
			m.ID = strings.Repeat("x", rnd.IntN(500)) + m.ID
		}
		if to := rnd.IntN(n); i > 0 && rnd.IntN(3) == 0 {
			m.ReplyTo = all[rnd.IntN(i)].ID
			if to > i {
				m.ReplyTo = fmt.Sprintf("msg_%d", seq+int64(to-i))
			}
		}
		all[i] = m
		seq, at = seq+1, at.Add(time.Duration(rnd.IntN(5000))*time.Millisecond)
	}
	return all
}

// nextToCome is where the next message that has not come stands, from the end
// or from the front of what has.
func nextToCome(all []wire.Message, came map[int64]wire.Message, rnd *rand.Rand) int {
	missing := func(m wire.Message) bool { _, ok := came[m.Sequence]; return !ok }
	if len(came) == 0 {
		return len(all) / 2
	}
	last := slices.Max(slices.Collect(maps.Keys(came)))
	if i := slices.IndexFunc(all, func(m wire.Message) bool { return m.Sequence > last }); i >= 0 && rnd.IntN(2) == 0 {
		return i
	}
	return slices.IndexFunc(all, missing)
}

// compareStore checks every message of the store against what came.
func compareStore(t *testing.T, s *store, came map[int64]wire.Message) {
	t.Helper()
	order := slices.Sorted(maps.Keys(came))
	bySequence := make(map[string]int64)
	for _, seq := range order {
		bySequence[came[seq].ID] = seq
	}
	if s.Len() != len(order) {
		t.Fatalf("%d messages, want %d", s.Len(), len(order))
	}
	for i, seq := range order {
		got, want := s.At(i), came[seq]
		if got.Sequence != seq || got.ID != want.ID || got.Body != want.Content || got.From != want.Sender.Name ||
			got.At.UnixMilli() != want.CreatedAt.UnixMilli() {
			t.Fatalf("message %d is #%d %q %q of %s at %v, want %+v", i, got.Sequence, got.ID, got.Body, got.From, got.At, want)
		}
		if size, lines := s.Size(i); size != len(want.Content) || lines != min(strings.Count(want.Content, "\n"), math.MaxUint16) {
			t.Fatalf("#%d has %d bytes and %d line feeds", seq, size, lines)
		}
		if at, ok := s.Index(seq); !ok || at != i {
			t.Fatalf("#%d is at %d, %v", seq, at, ok)
		}
		if to := bySequence[want.ReplyTo]; want.ReplyTo == "" && got.ReplyTo != 0 || want.ReplyTo != "" && got.ReplyTo != to {
			t.Fatalf("#%d replies to #%d, want #%d (%q)", seq, got.ReplyTo, to, want.ReplyTo)
		}
		if fed := s.ledgerMessage(i); fed.Sequence != seq || fed.ID != want.ID || fed.ReplyTo != want.ReplyTo || fed.Doc.Source != want.Content {
			t.Fatalf("the ledger is fed %+v, want %+v", fed, want)
		}
	}
}

// compareSums holds what was summed up against a walk over every message.
func compareSums(t *testing.T, s *store) {
	t.Helper()
	topics, last := make(map[string]topicCount), make(map[string]lastWord)
	for i := range s.Len() {
		name := s.topics.values[s.Topic(i)]
		topics[name] = topicCount{name, topics[name].messages + 1, s.Sequence(i)}
		last[strings.ToLower(s.senders.values[s.senderOf(i)].name)] = lastWord{s.Sequence(i), s.sentAt(i)}
	}
	delete(topics, "")
	counts := s.topicCounts()
	for _, c := range counts {
		if topics[c.name] != c {
			t.Fatalf("topic %q: %+v, want %+v", c.name, c, topics[c.name])
		}
	}
	if len(counts) != len(topics) || !maps.Equal(s.lastWords(), last) {
		t.Fatalf("%d topics, want %d; last words %v, want %v", len(counts), len(topics), s.lastWords(), last)
	}
	for _, span := range [][2]int{{0, s.Len()}, {3, s.Len() - 5}, {chunkSize - 1, chunkSize + 1}, {700, 702}} {
		sum, counted := 0, 0
		for i := span[0]; i < span[1]; i++ {
			if n := s.entry(i).tokens; n >= 0 {
				sum, counted = sum+int(n), counted+1
			}
		}
		if gotSum, gotCounted := s.tokensOf(span[0], span[1]); gotSum != sum || gotCounted != counted {
			t.Fatalf("messages %v have %d tokens in %d, want %d in %d", span, gotSum, gotCounted, sum, counted)
		}
	}
	var seats seatSum
	for _, w := range s.sums.seats {
		seats.messages, seats.counted, seats.tokens = seats.messages+w.messages, seats.counted+w.counted, seats.tokens+w.tokens
	}
	if sum, counted := s.tokensOf(0, s.Len()); seats.messages != s.Len() || seats.counted != counted || seats.tokens != sum {
		t.Fatalf("the seats have %+v, the log %d tokens in %d of %d messages", seats, sum, counted, s.Len())
	}
}

// checkRuns holds a snapshot to what a search asks of one: each run is the
// bodies that it says, joined.
func checkRuns(t *testing.T, snap timeline.Bodies, came map[int64]wire.Message) {
	t.Helper()
	var sieves int
	for i := 0; i < snap.Len(); i += 11 {
		first, text, sieve := snap.Run(i)
		var joined strings.Builder
		for k := first; k <= i; k++ {
			seq, body := snap.Body(k)
			if want := came[seq].Content; body != want {
				t.Fatalf("body %d of #%d is %q, want %q", k, seq, body, want)
			}
			joined.WriteString(body)
		}
		if joined.String() != text {
			t.Fatalf("the run %d…%d has %d bytes, its bodies %d", first, i, len(text), joined.Len())
		}
		if sieve != nil {
			sieves++
		}
	}
	if snap.Len() >= 3*chunkSize && sieves < chunkSize/11 {
		t.Fatalf("%d of %d messages are behind a sieve", 11*sieves, snap.Len())
	}
}

// A log that comes in order stands in long runs, which is what a search is
// fast by.
func TestBodiesInOrderStandInLongRuns(t *testing.T) {
	s := newStore()
	for seq := int64(1); seq <= 4*chunkSize; seq++ {
		s.add([]wire.Message{wireMessage(seq, 0)})
	}
	snap, runs := s.Bodies(), 0
	for i := snap.Len() - 1; i >= 0; runs++ {
		first, _, _ := snap.Run(i)
		i = first - 1
	}
	if runs > 10 {
		t.Fatalf("%d messages stand in %d runs", snap.Len(), runs)
	}
}

// FuzzIDTable compares the table with a map, for any ids in any order.
func FuzzIDTable(f *testing.F) {
	f.Add("a b c a d", uint8(1))
	f.Add(strings.Repeat("abcdefghij klmnop qrstuvwxyz 0123456789 ", 20), uint8(3))
	f.Fuzz(func(t *testing.T, text string, cut uint8) {
		table, want := newIDTable(), make(map[string]uint32)
		ids := []string{""} // by number
		idOf := func(number uint32) string { return ids[number] }
		for from := range len(text) {
			id := text[from:min(len(text), from+1+int(cut%8))]
			if table.find(id, idOf) != want[id] {
				t.Fatalf("%q is %d, want %d", id, table.find(id, idOf), want[id])
			}
			ids = append(ids, id)
			want[id] = uint32(len(ids) - 1)
			table.put(id, want[id], idOf)
		}
		for id, number := range want {
			if got := table.find(id, idOf); got != number {
				t.Fatalf("%q is %d, want %d", id, got, number)
			}
		}
		if got := table.find(text+"?", idOf); got != 0 {
			t.Fatalf("what was never put is %d", got)
		}
	})
}
