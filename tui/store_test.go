package tui

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"earshot/client/wire"
)

func wireMessage(seq int64, replyTo int64) wire.Message {
	m := wire.Message{
		Sequence: seq, ID: fmt.Sprintf("msg_%d", seq), Type: "message", Sender: wire.Sender{MemberID: "i_1", Name: "lead"},
		Content: fmt.Sprintf("v1 note t%d to all n=1\nfact %d", seq%5, seq), CreatedAt: time.UnixMilli(seq * 1000),
	}
	if replyTo > 0 {
		m.ReplyTo = fmt.Sprintf("msg_%d", replyTo)
	}
	return m
}

// In whatever order and however often messages come, the store ends up holding
// each once, in order, with its replies resolved.
func TestStoreHoldsEachOnceInOrder(t *testing.T) {
	for seed := range uint64(3) {
		rnd := rand.New(rand.NewPCG(seed, 1))
		const n = 700 // more than a chunk
		first := int64(1 + rnd.IntN(3))
		s := newStore()
		missing := make(map[int64]bool)
		for seq := first; seq < first+n; seq++ {
			missing[seq] = true
		}
		reply := func(seq int64) int64 {
			if seq%7 == 0 {
				return seq - 5
			}
			return 0
		}
		for len(missing) > 0 {
			from := first + rnd.Int64N(n)
			var batch []wire.Message
			for seq := from; seq < min(from+1+rnd.Int64N(200), first+n); seq++ {
				batch = append(batch, wireMessage(seq, reply(seq)))
				delete(missing, seq)
			}
			before := s.Len()
			if c := s.add(batch); !c.disordered && s.Len() != before+c.appended {
				t.Fatalf("seed %d: %d came, %d are told", seed, s.Len()-before, c.appended)
			}
		}
		checkStore(t, s, first, n, reply)
	}
}

func checkStore(t *testing.T, s *store, first, n int64, reply func(int64) int64) {
	t.Helper()
	if int64(s.Len()) != n || s.Last() != first+n-1 {
		t.Fatalf("%d messages up to #%d, want %d", s.Len(), s.Last(), n)
	}
	for i := range s.Len() {
		seq := first + int64(i)
		m := s.At(i)
		want := reply(seq)
		if want < first {
			want = 0
		}
		if m.Sequence != seq || m.ReplyTo != want || m.From != "lead" || m.Body != wireMessage(seq, 0).Content || m.At.UnixMilli() != seq*1000 {
			t.Fatalf("message %d is %+v, want #%d in reply to #%d", i, m, seq, want)
		}
		if at, ok := s.Index(seq); !ok || at != i {
			t.Fatalf("#%d is at %d, %v", seq, at, ok)
		}
		if got := s.topics.values[s.Topic(i)]; got != fmt.Sprintf("t%d", seq%5) {
			t.Fatalf("#%d has topic %q", seq, got)
		}
	}
	if _, ok := s.Index(first + n); ok {
		t.Fatal("a message that never came is here")
	}
	if got := len(s.topicCounts()); got != 5 {
		t.Fatalf("%d topics", got)
	}
}

// A snapshot goes on reading what it held while the store grows at both ends.
func TestSnapshotHolds(t *testing.T) {
	s := newStore()
	var all []wire.Message
	for seq := int64(1001); seq <= 2000; seq++ {
		all = append(all, wireMessage(seq, 0))
	}
	s.add(all)
	snap := s.Bodies()
	s.add([]wire.Message{wireMessage(999, 0)})
	s.add([]wire.Message{wireMessage(1000, 0)})
	s.add([]wire.Message{wireMessage(2001, 0)})
	if snap.Len() != 1000 {
		t.Fatalf("the snapshot has %d", snap.Len())
	}
	for i := range snap.Len() {
		if seq, body := snap.Body(i); seq != int64(1001+i) || body != all[i].Content {
			t.Fatalf("place %d of the snapshot is #%d", i, seq)
		}
	}
	if s.Len() != 1003 {
		t.Fatalf("%d messages", s.Len())
	}
}

func TestRepliesTo(t *testing.T) {
	s := newStore()
	s.add([]wire.Message{wireMessage(1, 0), wireMessage(2, 1), wireMessage(3, 0), wireMessage(4, 1)})
	if got := s.repliesTo(1, 10); !slices.Equal(got, []int64{2, 4}) {
		t.Fatalf("replies %v", got)
	}
}
