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

// TestRepliesAreNotForgottenWhileTheLogIsRead has a message of today answer one that a hall has not read yet:
// whom it is for is not known then, and must not be answered as if it were for nobody.
func TestRepliesAreNotForgottenWhileTheLogIsRead(t *testing.T) {
	clock := &handClock{now: time.Date(2026, 9, 18, 8, 0, 0, 0, time.UTC)}
	e := memory(t)
	h := openHall(t, e, clock, "a")
	lead, yu := seatIn(t, h, "lead", wire.RoleAgent), seatIn(t, h, "yu", wire.RolePerson)
	say := func(c Credential, p Post) Posted {
		t.Helper()
		posted, err := h.Post(t.Context(), c, p)
		if err != nil {
			t.Fatal(err)
		}
		return posted
	}
	old := say(yu, Post{Content: "which day?"})
	for i := range 450 {
		clock.advance(10 * time.Minute)
		say(lead, Post{Content: fmt.Sprintf("meanwhile %d", i)})
	}
	answer := say(lead, Post{Content: "monday", ReplyTo: old.MessageID})
	h.Close()

	hold := make(chan struct{})
	h = openHall(t, e, clock, "b", func(c *Config) { c.hold = hold })
	defer h.Close()
	m, err := h.Message(t.Context(), answer.Sequence)
	if err != nil {
		t.Fatal(err)
	}
	brief, stop := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer stop()
	if found, err := h.Addressed(brief, yu.Member, answer.Sequence-1, 10); outcome(Posted{}, err) != "service_unavailable, wait 1s" {
		t.Errorf("an answer to a message that is not read: %d found, %d left out, %v", len(found.Entries), found.LeftOut, err)
	}
	if sequence, err := h.Answered(brief, m); outcome(Posted{}, err) != "service_unavailable, wait 1s" {
		t.Errorf("an answer to a message that is not read: to #%d, %v", sequence, err)
	}
	close(hold)
	if found, err := h.Addressed(t.Context(), yu.Member, answer.Sequence-1, 10); err != nil || len(found.Entries) != 1 {
		t.Errorf("when all is read: %d found, %d left out, %v", len(found.Entries), found.LeftOut, err)
	}
	if sequence, err := h.Answered(t.Context(), m); err != nil || sequence != old.Sequence {
		t.Errorf("when all is read: to #%d, %v", sequence, err)
	}
	if sequence, err := h.Answered(t.Context(), wire.Message{ReplyTo: "msg_elsewhere"}); err != nil || sequence != 0 {
		t.Errorf("to a message of another room: #%d, %v", sequence, err)
	}
}

// twins are two halls that are asked the same, one of which is opened anew all the time.
type twins struct {
	t         *testing.T
	random    *mathrand.Rand
	clock     *handClock
	engine    *engine.Engine // of the second
	a, b      *Hall
	ca, cb    []Credential
	held      bool // the second never reads its log for the ledger: it is always in the time after a start
	keys      []string
	restarted int
}

func newTwins(t *testing.T, seed uint64, held bool) *twins {
	w := &twins{t: t, random: mathrand.New(mathrand.NewPCG(seed, 7)), held: held, engine: memory(t)}
	w.clock = &handClock{now: time.Date(2026, 9, 18, 8, 0, 0, 0, time.UTC)}
	w.a, w.b = openHall(t, memory(t), w.clock, "a", w.config), openHall(t, w.engine, w.clock, "b", w.config)
	for i := range 3 {
		name, role := fmt.Sprintf("seat%d", i), []string{wire.RoleAgent, wire.RolePerson}[i%2]
		w.ca, w.cb = append(w.ca, seatIn(t, w.a, name, role)), append(w.cb, seatIn(t, w.b, name, role))
	}
	for range 4 {
		w.keys = append(w.keys, uuid.NewString())
	}
	return w
}

func (w *twins) config(c *Config) {
	c.RefuseErrors = true
	if w.held && w.restarted > 0 {
		c.hold = make(chan struct{})
	}
}

// pause lets some time pass, so that the twins see several days, of which the last holds many messages.
func (w *twins) pause() {
	pauses := []time.Duration{0, time.Millisecond, time.Second, 4 * time.Second, 40 * time.Second, 4 * time.Minute}
	w.clock.advance(pauses[w.random.IntN(len(pauses))])
	switch w.random.IntN(100) {
	case 0:
		w.clock.advance(7 * time.Hour)
	case 1, 2:
		w.clock.advance(11 * time.Minute)
	}
}

func (w *twins) restart() {
	w.b.Close()
	w.restarted++
	w.b = openHall(w.t, w.engine, w.clock, fmt.Sprintf("b%d", w.restarted), w.config)
	if w.held {
		return
	}
	if err := w.b.waitWhole(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
}

// ask does one thing in both and holds the outcomes against each other.
func (w *twins) ask(what string, do func(*Hall, []Credential) (Posted, error)) {
	w.t.Helper()
	want, wantErr := do(w.a, w.ca)
	got, gotErr := do(w.b, w.cb)
	if w.held {
		want.Owed, got.Owed = nil, nil // not known
	}
	if want, got := outcome(want, wantErr), outcome(got, gotErr); want != got {
		w.t.Fatalf("%s at %s:\n%s\nand after restarts\n%s", what, w.clock.Now(), want, got)
	}
}

// order has the operator stop or resume the room, or a seat.
func (w *twins) order() {
	name := []string{"", "seat0", "seat1"}[w.random.IntN(3)]
	if w.random.IntN(3) == 0 {
		w.ask("stop "+name, func(h *Hall, _ []Credential) (Posted, error) { return h.Stop(w.t.Context(), name) })
		return
	}
	w.ask("resume "+name, func(h *Hall, _ []Credential) (Posted, error) { return h.Resume(w.t.Context(), name) })
}

func (w *twins) post(who int, content string) {
	p := Post{Content: content}
	if w.random.IntN(4) == 0 {
		p.Key = w.keys[w.random.IntN(len(w.keys))]
	}
	if w.random.IntN(5) == 0 && w.a.Last() > 0 {
		p.ReplyToSequence = 1 + w.random.Int64N(w.a.Last())
	}
	wrong := w.random.IntN(8) == 0
	if wrong {
		p.Content += "\none line more than it says"
	}
	w.ask(fmt.Sprintf("seat%d posts %+v", who, p), func(h *Hall, c []Credential) (Posted, error) { return h.Post(w.t.Context(), c[who], p) })
	if wrong { // what was refused counts for the cap until a restart
		w.clock.advance(time.Minute)
	}
}

func (w *twins) content() string {
	n := w.random.IntN(8)
	if w.random.IntN(6) == 0 {
		return fmt.Sprintf("in prose, number %d", n)
	}
	return fmt.Sprintf("v1 request topic%d to seat%d n=1\nask number %d", w.random.IntN(2), w.random.IntN(3), n)
}

// burst has a seat post as fast as it can, the same or something else each time, and a restart on the way.
func (w *twins) burst(who int) {
	same, content, at := w.random.IntN(2) == 0, w.content(), w.random.IntN(16)
	for i := range 14 {
		if i == at {
			w.restart()
		}
		if !same {
			content = w.content()
		}
		w.post(who, content)
	}
}

// TestRestartsChangeNoAnswer has two halls take the same posts and orders, one of which is opened anew all
// the time: what posters are told must not depend on it, nor on how much of the log is read by then, what
// they owe excepted.
func TestRestartsChangeNoAnswer(t *testing.T) {
	for seed := range uint64(2) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			w := newTwins(t, seed, seed%2 == 1)
			for range 400 {
				w.pause()
				if w.random.IntN(15) == 0 {
					w.restart()
				}
				if w.random.IntN(20) == 0 {
					w.order()
				}
				who := w.random.IntN(len(w.ca))
				if w.random.IntN(10) == 0 {
					w.burst(who)
				}
				w.post(who, w.content())
			}
			if w.a.Last() < 4*shareOf || w.restarted < 10 {
				t.Errorf("%d messages, %d restarts", w.a.Last(), w.restarted)
			}
			w.a.Close()
			w.b.Close()
		})
	}
}
