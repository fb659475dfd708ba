package hall

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	mathrand "math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"earshot/client/wire"
	"earshot/cmd/internal/room/engine"
)

// handClock is a clock that is moved by hand.
type handClock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *handClock) Now() time.Time { c.mu.Lock(); defer c.mu.Unlock(); return c.now }

func (c *handClock) advance(d time.Duration) { c.mu.Lock(); c.now = c.now.Add(d); c.mu.Unlock() }

func memory(t *testing.T) *engine.Engine {
	t.Helper()
	e, err := engine.Open(t.Context(), engine.Config{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() })
	return e
}

// opens counts the halls of a test, so that each has a gateway of its own name as each start has.
func openHall(t *testing.T, e *engine.Engine, clock *handClock, gateway string, change ...func(*Config)) *Hall {
	t.Helper()
	config := Config{Room: "main", Engine: e, Gateway: gateway, Now: clock.Now, Rand: rand.Reader, Log: slog.New(slog.DiscardHandler)}
	for _, c := range change {
		c(&config)
	}
	h, err := Open(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// seatIn takes a seat and returns what it posts with.
func seatIn(t *testing.T, h *Hall, name, role string) Credential {
	t.Helper()
	_, token, err := h.Join(t.Context(), name, role)
	if err != nil {
		t.Fatal(err)
	}
	c, standing := h.Authenticate(token)
	if standing != Good {
		t.Fatalf("%s is %v", name, standing)
	}
	return c
}

// outcome is what became of a post, in words that two halls can be compared by.
func outcome(p Posted, err error) string {
	var refused *Refusal
	switch {
	case errors.As(err, &refused):
		return fmt.Sprintf("%s, wait %s", refused.Code, refused.RetryAfter)
	case err != nil:
		return err.Error()
	}
	return fmt.Sprintf("#%d repeats #%d, count %d, replayed %t, %d found, owes %d", p.Sequence, p.RepeatOf, p.Count, p.Replayed, len(p.Diagnostics), len(p.Owed))
}

// TestPostsAreTakenBeforeTheLogIsRead holds what a hall knows while it still reads its log.
func TestPostsAreTakenBeforeTheLogIsRead(t *testing.T) {
	clock := &handClock{now: time.Date(2026, 9, 18, 8, 0, 0, 0, time.UTC)}
	e := memory(t)
	h := openHall(t, e, clock, "a")
	lead, yu := seatIn(t, h, "lead", wire.RoleAgent), seatIn(t, h, "yu", wire.RolePerson)
	post := func(c Credential, p Post) Posted {
		t.Helper()
		posted, err := h.Post(t.Context(), c, p)
		if err != nil {
			t.Fatal(err)
		}
		return posted
	}
	old := post(lead, Post{Content: "v1 request plan to yu n=1\nask which day, by 20260928T0900Z"})
	for i := range 250 { // so many that the first is not among the newest
		clock.advance(10 * time.Minute)
		post(lead, Post{Content: fmt.Sprintf("old %d", i)})
	}
	clock.advance(30 * time.Hour)
	key := uuid.NewString()
	young := post(lead, Post{Key: key, Content: "said today"})
	for range 11 { // the last ones are over the cap
		if _, err := h.Post(t.Context(), lead, Post{Content: "said today"}); err != nil {
			break
		}
	}
	if _, err := h.Stop(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	h.Close()

	hold := make(chan struct{})
	h = openHall(t, e, clock, "b", func(c *Config) { c.hold = hold })
	defer h.Close()
	if got := outcome(h.Post(t.Context(), lead, Post{Content: "more"})); got != "room_paused, wait 0s" {
		t.Errorf("in the stopped room: %s", got)
	}
	if posted, err := h.Post(t.Context(), lead, Post{Key: key, Content: "said today"}); err != nil || !posted.Replayed || posted.Sequence != young.Sequence || !posted.OwedUnknown {
		t.Errorf("the same post again: %+v, %v", posted, err)
	}
	if got := outcome(h.Post(t.Context(), lead, Post{Key: key, Content: "another"})); got != "idempotency_conflict, wait 0s" {
		t.Errorf("another post with the key: %s", got)
	}
	if _, err := h.Resume(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	if got := outcome(h.Post(t.Context(), lead, Post{Content: "said today"})); got != "rate_limited, wait 2s" {
		t.Errorf("over the cap, counted repeats included: %s", got)
	}
	clock.advance(time.Minute)
	if posted, err := h.Post(t.Context(), lead, Post{Content: "said today"}); err != nil || posted.RepeatOf != young.Sequence || posted.Count != 11 {
		t.Errorf("a repeat: %+v, %v", posted, err)
	}
	posted, err := h.Post(t.Context(), yu, Post{Content: "to the young one", ReplyTo: young.MessageID})
	if err != nil || posted.Sequence != 255 || !posted.OwedUnknown || len(posted.Owed) > 0 {
		t.Errorf("a reply to a message of today: %+v, %v", posted, err)
	}
	if seat, _ := h.Named("lead"); !seat.PostedAt.Equal(clock.Now()) {
		t.Errorf("lead posted at %s", seat.PostedAt)
	}
	brief, stop := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer stop()
	if _, err := h.State(brief, ""); outcome(Posted{}, err) != "service_unavailable, wait 1s" {
		t.Errorf("the state of a log that is not read: %v", err)
	}
	if _, err := h.SequenceOf(brief, old.MessageID); outcome(Posted{}, err) != "service_unavailable, wait 1s" {
		t.Errorf("an id of a log that is not read: %v", err)
	}
	close(hold)
	if sequence, err := h.SequenceOf(t.Context(), old.MessageID); err != nil || sequence != old.Sequence {
		t.Errorf("an old id: %d, %v", sequence, err)
	}
	posted, err = h.Post(t.Context(), yu, Post{Content: "and now"})
	if err != nil || posted.OwedUnknown || len(posted.Owed) != 1 || posted.Owed[0].Sequence != old.Sequence {
		t.Errorf("when all is read: %+v, %v", posted, err)
	}
	if _, err := h.Post(t.Context(), yu, Post{Content: "v1 note plan to lead n=1\ntake monday", ReplyTo: old.MessageID}); err != nil {
		t.Error(err)
	}
	if owed, known := h.Owed(yu.Member); !known || len(owed) != 0 {
		t.Errorf("yu answered and owes %+v", owed)
	}
}

// TestRestartsChangeNoAnswer has two halls take the same posts, one of which is opened anew all the time:
// what posters are told must not depend on it.
func TestRestartsChangeNoAnswer(t *testing.T) {
	for seed := range uint64(2) {
		random := mathrand.New(mathrand.NewPCG(seed, 7))
		clock := &handClock{now: time.Date(2026, 9, 18, 8, 0, 0, 0, time.UTC)}
		steady := memory(t)
		restarted := memory(t)
		a, b := openHall(t, steady, clock, "a"), openHall(t, restarted, clock, "b0")
		var seatsA, seatsB []Credential
		for i := range 3 {
			role := []string{wire.RoleAgent, wire.RolePerson}[i%2]
			seatsA = append(seatsA, seatIn(t, a, fmt.Sprintf("seat%d", i), role))
			seatsB = append(seatsB, seatIn(t, b, fmt.Sprintf("seat%d", i), role))
		}
		keys := []string{"", uuid.NewString(), uuid.NewString(), uuid.NewString(), uuid.NewString()}
		for n := range 200 {
			clock.advance([]time.Duration{0, 0, 0, time.Millisecond, time.Second, 40 * time.Second, 4 * time.Minute, 11 * time.Minute, 7 * time.Hour}[random.IntN(9)])
			if random.IntN(8) == 0 {
				b.Close()
				b = openHall(t, restarted, clock, fmt.Sprintf("b%d", n))
				if err := b.waitWhole(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			who := random.IntN(len(seatsA))
			p := Post{Content: fmt.Sprintf("v1 request topic%d to seat%d n=1\nask number %d", random.IntN(2), random.IntN(3), random.IntN(4))}
			if random.IntN(4) == 0 {
				p.Key = keys[random.IntN(len(keys))]
			}
			if random.IntN(5) == 0 && a.Last() > 0 {
				p.ReplyToSequence = 1 + random.Int64N(a.Last())
			}
			wantPosted, wantErr := a.Post(t.Context(), seatsA[who], p)
			gotPosted, gotErr := b.Post(t.Context(), seatsB[who], p)
			want, got := outcome(wantPosted, wantErr), outcome(gotPosted, gotErr)
			if want != got {
				t.Fatalf("seed %d, post %d at %s of seat%d, %+v:\n%s\nand after restarts\n%s", seed, n, clock.Now(), who, p, want, got)
			}
		}
		a.Close()
		b.Close()
	}
}
