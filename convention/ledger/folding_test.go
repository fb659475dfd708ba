package ledger

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

// What seats have in hand, and records made in pieces, in a room the fuzzer steers.
func FuzzFolding(f *testing.F) {
	random := rand.New(rand.NewPCG(11, 12))
	for range 40 {
		f.Add(randomBytes(random, 100+random.IntN(1200)))
	}
	f.Fuzz(func(t *testing.T, bytes []byte) {
		if len(bytes) > 4000 {
			return
		}
		m := makeRoom(bytes)
		random := rand.New(rand.NewPCG(uint64(len(bytes)), 1))
		l := m.live(random, slices.Clone(m.sayings(random)))
		for _, now := range []time.Time{m.now.Add(-time.Hour), m.now, m.now.Add(24 * time.Hour)} {
			checkLoads(t, l.At(now))
			checkPieces(t, l.At(now), 1+random.IntN(60))
		}
	})
}

// checkLoads holds what the seats have in hand against the items and claims.
func checkLoads(t *testing.T, v View) {
	want := make(map[Seat]Load)
	for _, it := range v.Live() {
		x := want[it.Owes]
		if !it.State.Settled() {
			x.Owes++
		}
		if it.State == Overdue {
			x.Overdue++
		}
		want[it.Owes] = x
	}
	for _, c := range v.Claims() {
		x := want[c.Seat]
		x.Claims++
		want[c.Seat] = x
	}
	for _, got := range v.Loads() {
		x := want[got.Seat]
		if x.Seat = got.Seat; got != x {
			t.Fatalf("%+v, its items and claims say %+v", got, x)
		}
		delete(want, got.Seat)
	}
	for s, x := range want {
		if x != (Load{}) {
			t.Fatalf("%v has %+v in hand and is not listed", s, x)
		}
	}
}

// checkPieces holds that a record made in pieces is the one made at once.
func checkPieces(t *testing.T, v View, budget int) {
	words := func(s string) int { return len(strings.Fields(s)) }
	for _, topic := range append([]string{"nowhere", ""}, makerTopics...) {
		for _, count := range []func(string) int{nil, words} {
			f := v.Fold(topic, count)
			for f.Step(budget) {
			}
			if got, want := f.Record(), v.Record(topic, count); !reflect.DeepEqual(got, want) {
				t.Fatalf("in pieces of %d:\n%s\nat once:\n%s", budget, got.Text, want.Text)
			}
		}
	}
}

// Whatever may change what a view says makes the revision another one; a look
// that finds nothing changed by time does not.
func TestRevision(t *testing.T) {
	r := newRoom(t)
	was := r.l.At(r.now).Revision()
	changes := func(what string, does bool) {
		t.Helper()
		now := r.l.At(r.now).Revision()
		if (now != was) != does {
			t.Errorf("%s: the revision was %d and is %d", what, was, now)
		}
		was = now
	}
	changes("nothing", false)
	r.say("lead", 0, "v1 request cart to worker n=2\nreq build it\ndeadline "+stamp(r.now.Add(time.Hour)))
	changes("a message", true)
	r.now = r.now.Add(time.Minute)
	changes("a minute", false)
	r.now = r.now.Add(2 * time.Hour)
	changes("a due time that passed", true)
	r.now = r.now.Add(-2 * time.Hour)
	changes("going back", true)
	r.l.Seats([]SeatState{{Seat: Seat{"i_lead", "lead"}, Left: true}})
	changes("a seat that left", true)
	r.l.Repeat(1, 7, r.now)
	changes("a repeat", true)
}
