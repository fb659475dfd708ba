package hall

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

func entries(from, to int64, size int) []*Entry {
	var list []*Entry
	for s := from; s <= to; s++ {
		list = append(list, &Entry{Sequence: s, Sent: make([]byte, size)})
	}
	return list
}

// TestRingHandsOutWhatItHolds walks rings of random sizes from every position.
func TestRingHandsOutWhatItHolds(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		var r ring
		total := int64(0)
		for range random.IntN(20) {
			n := int64(1 + random.IntN(900))
			r.add(entries(total+1, total+n, 1+random.IntN(6000))...)
			total += n
		}
		if r.last() != total {
			t.Fatalf("head %d of %d", r.last(), total)
		}
		if r.bytes > ringBytes && len(r.entries) > 1 || len(r.entries) > ringEntries {
			t.Fatalf("holds %d entries of %d bytes", len(r.entries), r.bytes)
		}
		for range 20 {
			after := random.Int64N(total + 2)
			limit, size := 1+random.IntN(300), 1+random.IntN(50_000)
			found, ok := r.after(after, limit, size)
			holds := after >= total || after+1 >= total-int64(len(r.entries))+1
			if ok != holds {
				t.Fatalf("after %d of %d with %d held: ok %t", after, total, len(r.entries), ok)
			}
			checkPage(t, found, after, total, limit, size, ok)
		}
	}
}

func checkPage(t *testing.T, found []*Entry, after, total int64, limit, size int, ok bool) {
	t.Helper()
	sum := 0
	for i, e := range found {
		if e.Sequence != after+int64(i)+1 {
			t.Fatalf("after %d, position %d: %d", after, i, e.Sequence)
		}
		sum += len(e.Sent)
	}
	if len(found) > limit || (sum > size && len(found) > 1) {
		t.Fatalf("%d entries of %d bytes for a page of %d and %d", len(found), sum, limit, size)
	}
	if ok && after < total && len(found) == 0 {
		t.Fatalf("nothing after %d of %d: one always fits", after, total)
	}
}

func TestReadyIsMadeOnce(t *testing.T) {
	e := &Entry{Sent: []byte("x")}
	made := 0
	for range 3 {
		got := e.Ready(func(b []byte) any { made++; return string(b) })
		if got != "x" {
			t.Fatalf("got %v", got)
		}
	}
	if made != 1 {
		t.Errorf("made %d times", made)
	}
}

func TestSignalWakesEverybodyOnce(t *testing.T) {
	var s signal
	a, b := s.wait(), s.wait()
	s.raise()
	<-a
	<-b
	select {
	case <-s.wait():
		t.Error("woken before the next raise")
	default:
	}
	s.raise()
	s.raise()
}

// TestNoticesAgainstAModel holds random words and listeners against a plain list of all that was said.
func TestNoticesAgainstAModel(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	var n notices
	type word struct{ key, text string }
	var said []word
	listeners := make([]uint64, 5)
	heardUpTo := make([]int, 5)
	for step := range 3000 {
		if random.IntN(3) > 0 {
			key := fmt.Sprint(random.IntN(12))
			text := fmt.Sprint(step)
			said = append(said, word{key, text})
			n.say(key, Notice{Sequence: int64(random.IntN(12)), Frame: []byte(text)})
			continue
		}
		who := random.IntN(len(listeners))
		heard, version := n.since(listeners[who])
		// Wanted: of all that was said since, the last word on each key, in the order of those.
		last := map[string]int{}
		for i := heardUpTo[who]; i < len(said); i++ {
			last[said[i].key] = i
		}
		var want []string
		for i := heardUpTo[who]; i < len(said); i++ {
			if last[said[i].key] == i {
				want = append(want, said[i].text)
			}
		}
		var got []string
		for _, h := range heard {
			got = append(got, string(h.Frame))
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("step %d: heard %v, want %v", step, got, want)
		}
		listeners[who], heardUpTo[who] = version, len(said)
	}
}

func TestNoticesAboutARange(t *testing.T) {
	var n notices
	for i := range 10 {
		n.say(fmt.Sprint(i), Notice{Sequence: int64(i), Frame: []byte(fmt.Sprint(i))}) // 0 stands for a seat
	}
	n.say("2", Notice{Sequence: 2, Frame: []byte("2 again")})
	about := func(after int64, older int) string {
		said, _ := n.about(after, older)
		text := ""
		for _, s := range said {
			text += string(s.Frame) + ","
		}
		return text
	}
	for _, tt := range []struct {
		after int64
		older int
		want  string
	}{{0, 0, "1,3,4,5,6,7,8,9,2 again,"}, {7, 0, "8,9,"}, {7, 1, "8,9,2 again,"}, {7, 2, "7,8,9,2 again,"}, {9, 0, ""}} {
		if got := about(tt.after, tt.older); got != tt.want {
			t.Errorf("after %d with %d older: %s, want %s", tt.after, tt.older, got, tt.want)
		}
	}
}
