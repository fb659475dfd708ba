package client_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"earshot/client"
	"earshot/client/clienttest"
	"earshot/client/wire"
)

// sitting is a session at work inside a bubble.
type sitting struct {
	*clienttest.Server
	*clienttest.Recorder
	session *client.Session
	stop    context.CancelFunc
	ended   chan error
}

// sit runs a session of seat against a room.
func sit(o clienttest.Options, seat string, change ...func(*client.Config)) *sitting {
	s := &sitting{Server: clienttest.NewServer(o), Recorder: &clienttest.Recorder{}}
	s.start(seat, change...)
	return s
}

func (s *sitting) start(seat string, change ...func(*client.Config)) {
	c := client.Config{Transport: s.Transport(seat), Rand: func() float64 { return 0.5 }}
	for _, f := range change {
		f(&c)
	}
	s.session, s.ended = client.New(c), make(chan error, 1)
	ctx, stop := context.WithCancel(context.Background())
	s.stop = stop
	go func() { s.ended <- s.session.Run(ctx, s.Emit) }()
}

// end stops the session and the room and checks every promise.
func (s *sitting) end(t *testing.T) {
	t.Helper()
	s.stop()
	if err := <-s.ended; err != nil && !errors.Is(err, context.Canceled) && !errors.Is(err, client.ErrRefused) {
		t.Errorf("run ended with %v", err)
	}
	s.Server.Close()
	for _, b := range s.Broken() {
		t.Error("broken promise: " + b)
	}
}

// agree checks that exactly the room's log was delivered.
func (s *sitting) agree(t *testing.T) {
	t.Helper()
	got, want := s.Messages(), s.Log()
	same := func(a, b wire.Message) bool {
		return a.ID == b.ID && a.Sequence == b.Sequence && a.Content == b.Content
	}
	if !slices.EqualFunc(got, want, same) {
		t.Errorf("delivered %d messages, the room has %d\n got %v\nwant %v", len(got), len(want), ids(got), ids(want))
	}
}

// settle lets some minutes pass, enough for every backoff.
func settle() {
	time.Sleep(15 * time.Minute)
	synctest.Wait()
}

func ids(messages []wire.Message) []string {
	var out []string
	for _, m := range messages {
		out = append(out, m.ID)
	}
	return out
}

// exchange is the scripted exchange that the fault tests break: a backlog, posts from here, words from others between.
func exchange(t *testing.T, faults func(connection int) clienttest.Faults) {
	t.Helper()
	s := sit(clienttest.Options{PageMessages: 2, Faults: faults}, "yu")
	for i := range 5 {
		s.Say("lead", fmt.Sprintf("backlog %d", i))
	}
	var posts []string
	for i := range 4 {
		id := fmt.Sprintf("post-%d", i)
		posts = append(posts, id)
		s.session.Post(client.Draft{ID: id, Content: "from here " + id})
		s.session.Have(int64(i))
		time.Sleep(time.Duration(i) * 100 * time.Millisecond)
		s.Say("worker", fmt.Sprintf("live %d", i))
	}
	s.session.Page(4, 2)
	settle()
	s.Cut() // a last frame that was lost shows with the next message or connection
	settle()
	s.agree(t)
	if s.State() != client.StateLive {
		t.Errorf("state %v", s.State())
	}
	var mine []string
	for _, m := range s.Log() {
		if m.Sender.Name == "yu" {
			mine = append(mine, strings.TrimPrefix(m.Content, "from here "))
		}
	}
	if !slices.Equal(mine, posts) {
		t.Errorf("stored %v, posted %v", mine, posts)
	}
	for _, id := range posts {
		if _, ok := s.Answer(id).(client.Posted); !ok {
			t.Errorf("post %s answered by %#v", id, s.Answer(id))
		}
	}
	pages := 0
	for _, m := range clienttest.Of[client.Messages](s.Recorder) {
		if m.Page {
			pages++
			if len(m.Messages) != 2 || m.Messages[0].Sequence != 2 || m.Before != 4 {
				t.Errorf("page before %d: %v", m.Before, ids(m.Messages))
			}
		}
	}
	if pages != 1 {
		t.Errorf("%d answers to one page request", pages)
	}
	s.end(t)
}

func TestCutAtEveryFrame(t *testing.T) {
	first := func(f clienttest.Faults) func(int) clienttest.Faults {
		return func(n int) clienttest.Faults {
			if n == 1 {
				return f
			}
			return clienttest.Faults{}
		}
	}
	for k := 1; k <= 18; k++ {
		for _, bytes := range []int{0, 1, 25, 1 << 20} {
			t.Run(fmt.Sprintf("from the room %d after %d bytes", k, bytes), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) { exchange(t, first(clienttest.Faults{CutFrame: k, CutBytes: bytes})) })
			})
		}
	}
	for k := 1; k <= 10; k++ {
		t.Run(fmt.Sprintf("to the room %d", k), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { exchange(t, first(clienttest.Faults{CutIn: k})) })
		})
		t.Run(fmt.Sprintf("to the room %d, acted on", k), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { exchange(t, first(clienttest.Faults{CutDone: k})) })
		})
	}
}

func TestEveryConnectionDiesYoung(t *testing.T) {
	for _, k := range []int{2, 3, 4} {
		synctest.Test(t, func(t *testing.T) {
			exchange(t, func(n int) clienttest.Faults {
				if n > 12 {
					return clienttest.Faults{}
				}
				return clienttest.Faults{CutFrame: k, CutBytes: n * 7, CutDone: n % 4}
			})
		})
	}
}

// FuzzFaults breaks the exchange in many ways at once, on many connections, by chance.
func FuzzFaults(f *testing.F) {
	for seed := range uint64(60) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		synctest.Test(t, func(t *testing.T) {
			exchange(t, func(n int) clienttest.Faults {
				if n > 9 {
					return clienttest.Faults{}
				}
				return randomFaults(rand.New(rand.NewPCG(seed, uint64(n))), n)
			})
		})
	})
}

// randomFaults draws the faults of the nth connection. A room that loses messages on more connections in a row than a session
// asks for them is taken at its word, so that only the first three lose any.
func randomFaults(r *rand.Rand, n int) clienttest.Faults {
	f := clienttest.Faults{CutFrame: r.IntN(12), CutBytes: r.IntN(200), CutIn: r.IntN(9), CutDone: r.IntN(9), Mute: r.IntN(4) == 0}
	if r.IntN(5) == 0 {
		f.Refuse = &client.CloseError{Code: wire.CloseUnavailable}
	}
	if r.IntN(4) == 0 {
		f.HoldFrame = 1 + r.IntN(10)
	}
	var held []wire.Frame
	f.Rewrite = func(_ int, frame wire.Frame) []wire.Frame {
		messages, ok := frame.(wire.Messages)
		if !ok || messages.Page {
			return []wire.Frame{frame}
		}
		switch r.IntN(6) {
		case 0: // doubled
			return []wire.Frame{frame, frame}
		case 1: // dropped
			if n <= 3 {
				return nil
			}
		case 2: // late
			if n <= 3 {
				held = append(held, frame)
				return nil
			}
		case 3: // reversed inside
			slices.Reverse(messages.Messages)
		}
		out := append([]wire.Frame{frame}, held...)
		held = nil
		return out
	}
	return f
}

func TestDuplicatesAreDropped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := sit(clienttest.Options{PageMessages: 1, Faults: func(int) clienttest.Faults {
			return clienttest.Faults{Rewrite: func(_ int, f wire.Frame) []wire.Frame { return slices.Repeat([]wire.Frame{f}, copies(f)) }}
		}}, "yu")
		for i := range 4 {
			s.Say("lead", fmt.Sprint(i))
		}
		settle()
		s.agree(t)
		if s.Connections() != 1 {
			t.Errorf("%d connections for what needs none again", s.Connections())
		}
		s.end(t)
	})
}

func copies(f wire.Frame) int {
	if _, ok := f.(wire.Messages); ok {
		return 3
	}
	return 1
}

func TestFramesOutOfOrderArePutInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := sit(clienttest.Options{PageMessages: 2, Faults: func(n int) clienttest.Faults {
			if n > 1 {
				return clienttest.Faults{}
			}
			var held wire.Frame
			return clienttest.Faults{Rewrite: func(_ int, f wire.Frame) []wire.Frame { // the first two pages change places
				m, ok := f.(wire.Messages)
				switch {
				case ok && m.Messages[0].Sequence == 1:
					held = f
					return nil
				case ok && m.Messages[0].Sequence == 3:
					return []wire.Frame{f, held}
				}
				return []wire.Frame{f}
			}}
		}}, "yu")
		for i := range 6 {
			s.Say("lead", fmt.Sprint(i))
		}
		settle()
		s.agree(t)
		if g := clienttest.Of[client.Gap](s.Recorder); len(g) != 0 || s.Connections() != 2 {
			t.Errorf("gaps %v, %d connections", g, s.Connections())
		}
		s.end(t)
	})
}

func TestAGapIsAskedForAgainAndThenTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		lose := func(_ int, f wire.Frame) []wire.Frame { // 3 and 4 never come
			if m, ok := f.(wire.Messages); ok {
				m.Messages = slices.DeleteFunc(m.Messages, func(m wire.Message) bool { return m.Sequence == 3 || m.Sequence == 4 })
				return []wire.Frame{m}
			}
			return []wire.Frame{f}
		}
		s := sit(clienttest.Options{Faults: func(int) clienttest.Faults { return clienttest.Faults{Rewrite: lose} }}, "yu")
		for i := range 6 {
			s.Say("lead", fmt.Sprint(i))
		}
		settle()
		gaps := clienttest.Of[client.Gap](s.Recorder)
		if want := []client.Gap{{From: 3, To: 4}}; !slices.Equal(gaps, want) {
			t.Errorf("gaps %v, want %v", gaps, want)
		}
		if got := len(s.Messages()); got != 4 || s.State() != client.StateLive {
			t.Errorf("%d messages, state %v", got, s.State())
		}
		if asked := s.Hellos(); len(asked) != 4 || asked[1].After != 2 || asked[3].After != 2 {
			t.Errorf("asked %+v, want three times again after 2", asked)
		}
		s.end(t)
	})
}

func TestPagesHoldWhatWasAskedForInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		sloppy := func(_ int, f wire.Frame) []wire.Frame {
			if m, ok := f.(wire.Messages); ok && m.Page {
				m.Messages = append(m.Messages, wire.Message{Sequence: 50}, wire.Message{Sequence: 51})
				slices.Reverse(m.Messages)
				return []wire.Frame{m}
			}
			return []wire.Frame{f}
		}
		s := sit(clienttest.Options{Backlog: 100, Faults: func(int) clienttest.Faults { return clienttest.Faults{Rewrite: sloppy} }}, "yu")
		settle()
		s.session.Page(50, 3)
		s.session.Page(50, 3) // asked twice, answered once
		s.session.Page(1, 0)
		settle()
		var got [][]int64
		for _, m := range clienttest.Of[client.Messages](s.Recorder) {
			page := []int64{m.Before}
			for _, m := range m.Messages {
				page = append(page, m.Sequence)
			}
			got = append(got, page)
		}
		if want := "[[50 47 48 49] [1]]"; fmt.Sprint(got) != want {
			t.Errorf("pages %v, want %s", got, want)
		}
		s.end(t)
	})
}

func TestResumeAsksForWhatIsMissingOnly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := sit(clienttest.Options{Backlog: 1000}, "yu")
		settle()
		s.Cut()
		settle()
		if h := s.Hellos(); len(h) != 2 || h[0] != (wire.Hello{Protocol: 1}) || h[1] != (wire.Hello{Protocol: 1, After: 1000, Epoch: "e1"}) {
			t.Errorf("hellos %+v", h)
		}
		if s.Count() != 1000 {
			t.Errorf("%d messages", s.Count())
		}
		s.end(t)
	})
}

func TestAStartBeyondTheEndIsAStartFromTheBeginning(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := sit(clienttest.Options{}, "yu", func(c *client.Config) { c.From = client.Resume{After: 7} })
		s.Say("lead", "one")
		settle()
		s.agree(t)
		s.end(t)
	})
}

func TestRestartWithItsLogChangesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := sit(clienttest.Options{}, "yu")
		s.Say("lead", "one")
		settle()
		s.Restart(true)
		s.Say("lead", "two")
		settle()
		s.agree(t)
		if r := clienttest.Of[client.Rebuilt](s.Recorder); len(r) != 0 {
			t.Errorf("rebuilt: %v", r)
		}
		s.end(t)
	})
}

func TestAnotherLogIsLoadedAnewAndToldSo(t *testing.T) {
	for name, restart := range map[string]func(*sitting){
		"log lost":  func(s *sitting) { s.Restart(false) },
		"new epoch": func(s *sitting) { s.NewEpoch() },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := sit(clienttest.Options{}, "yu")
				s.Say("lead", "one")
				s.Say("lead", "two")
				settle()
				restart(s)
				s.Say("lead", "three")
				settle()
				s.agree(t)
				if r := clienttest.Of[client.Rebuilt](s.Recorder); len(r) != 1 {
					t.Errorf("rebuilt %v", r)
				}
				s.end(t)
			})
		})
	}
}

func TestALogThatBecameShorterIsToldSo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		shorter := func(n int) clienttest.Faults {
			if n == 1 {
				return clienttest.Faults{}
			}
			return clienttest.Faults{Rewrite: func(_ int, f wire.Frame) []wire.Frame {
				if w, ok := f.(wire.Welcome); ok {
					w.LastSequence = 1
					return []wire.Frame{w, wire.Messages{Messages: []wire.Message{{Sequence: 1, Content: "one"}}}}
				}
				return []wire.Frame{f}
			}}
		}
		s := sit(clienttest.Options{Faults: shorter}, "yu")
		s.Say("lead", "one")
		s.Say("lead", "two")
		settle()
		s.Cut()
		settle()
		if r := clienttest.Of[client.Rebuilt](s.Recorder); len(r) != 1 || !strings.Contains(r[0].Reason, "#1") {
			t.Errorf("rebuilt %v", r)
		}
		if s.Count() != 1 {
			t.Errorf("%d messages", s.Count())
		}
		s.end(t)
	})
}

func TestPostsAcrossALostLog(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		// The first connection takes the posts and dies before it answers; then the log is lost.
		s := sit(clienttest.Options{Faults: func(n int) clienttest.Faults { return clienttest.Faults{Mute: n == 1} }}, "yu")
		s.Say("lead", "one")
		settle()
		s.session.Post(client.Draft{ID: "a", Content: "stored in the lost log"})
		s.session.Post(client.Draft{ID: "b", Content: "a reply by number", ReplyToSequence: 1})
		time.Sleep(time.Second)
		s.Restart(false)
		settle()
		s.agree(t)
		if _, ok := s.Answer("a").(client.Posted); !ok {
			t.Errorf("a: %#v", s.Answer("a"))
		}
		if f, ok := s.Answer("b").(client.Failed); !ok || !errors.Is(f.Err, client.ErrNotSent) || !errors.Is(f.Err, client.ErrHistoryChanged) {
			t.Errorf("b: %#v", s.Answer("b"))
		}
		if len(s.Log()) != 1 {
			t.Errorf("log %v", ids(s.Log()))
		}
		s.end(t)
	})
}

func TestARevokedTokenEndsTheSession(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := sit(clienttest.Options{}, "yu")
		s.Say("lead", "one")
		settle()
		s.Revoke("yu")
		err := <-s.ended
		if !errors.Is(err, client.ErrRefused) || !strings.Contains(err.Error(), wire.CodeBadCredential) {
			t.Errorf("run: %v", err)
		}
		if s.State() != client.StateRefused || s.Connections() != 1 {
			t.Errorf("state %v after %d connections", s.State(), s.Connections())
		}
		s.ended <- nil
		s.end(t)
	})
}

func TestCloseCodes(t *testing.T) {
	for code, final := range map[int]bool{4401: true, 4403: true, 4404: true, 4409: true, 4410: true, 4400: false, 4408: false, 4429: false,
		4500: false, 4503: false, 1001: false, 1009: false, 1011: false} {
		t.Run(fmt.Sprint(code), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := sit(clienttest.Options{}, "yu")
				settle()
				s.session.Post(client.Draft{ID: "sent", Content: "x"})
				synctest.Wait()
				s.CloseAll(code, "")
				settle()
				want := client.StateLive
				if final {
					want = client.StateRefused
				}
				if s.State() != want {
					t.Errorf("state %v, want %v", s.State(), want)
				}
				s.end(t)
			})
		})
	}
}

func TestBackoffDoublesUnderItsBoundAndStartsAnewAfterProgress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var down atomic.Bool
		down.Store(true)
		s := sit(clienttest.Options{Faults: func(int) clienttest.Faults {
			if down.Load() {
				return clienttest.Faults{Refuse: errors.New("nobody there")}
			}
			return clienttest.Faults{}
		}}, "yu", func(c *client.Config) { c.Rand = func() float64 { return 0.999999999 } })
		time.Sleep(4 * time.Minute)
		waits := func() []time.Duration {
			var out []time.Duration
			for _, st := range clienttest.Of[client.Status](s.Recorder) {
				if !st.NextRetry.IsZero() {
					out = append(out, time.Until(st.NextRetry).Round(time.Millisecond))
				}
			}
			return out
		}
		statuses := clienttest.Of[client.Status](s.Recorder)
		var gaps []time.Duration
		var last time.Time
		for _, st := range statuses {
			if st.NextRetry.IsZero() {
				continue
			}
			if !last.IsZero() {
				gaps = append(gaps, st.NextRetry.Sub(last).Round(50*time.Millisecond))
			}
			last = st.NextRetry
		}
		want := []time.Duration{500 * time.Millisecond, time.Second, 2 * time.Second, 4 * time.Second, 8 * time.Second, 16 * time.Second,
			30 * time.Second, 30 * time.Second, 30 * time.Second}
		if len(gaps) < len(want) || !slices.Equal(gaps[:len(want)], want) {
			t.Errorf("waits grow as %v, want %v", gaps, want)
		}
		if st := statuses[len(statuses)-1]; st.Attempt < 9 || st.State != client.StateConnecting || st.Err == nil || !st.Since.Equal(statuses[0].Since) {
			t.Errorf("last status %+v", st)
		}
		down.Store(false)
		settle()
		s.Say("lead", "progress")
		settle()
		down.Store(true)
		s.Cut()
		synctest.Wait()
		statuses = clienttest.Of[client.Status](s.Recorder)
		if st := statuses[len(statuses)-1]; st.Attempt != 1 || st.State != client.StateReconnecting {
			t.Errorf("after progress and a cut: %+v", st)
		}
		if w := waits(); w[len(w)-1] > 250*time.Millisecond {
			t.Errorf("first wait after progress is %v", w[len(w)-1])
		}
		s.end(t)
	})
}

func TestAFlappingConnectionIsTriedLessOftenUnlessItBringsSomething(t *testing.T) {
	for name, c := range map[string]struct {
		cut         int // frame of each connection
		least, most int // connections in three minutes
	}{
		"it is only welcomed": {2, 10, 20},
		"a message each time": {3, 200, 10_000},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := sit(clienttest.Options{PageMessages: 1, Backlog: 100_000, Faults: func(int) clienttest.Faults { return clienttest.Faults{CutFrame: c.cut} }},
					"yu", func(c *client.Config) { c.Rand = func() float64 { return 0.999 } })
				time.Sleep(3 * time.Minute)
				synctest.Wait()
				if n := s.Connections(); n < c.least || n > c.most {
					t.Errorf("%d connections in three minutes, want %d to %d", n, c.least, c.most)
				}
				s.end(t)
			})
		})
	}
}

func TestWakeEndsTheWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var down atomic.Bool
		down.Store(true)
		s := sit(clienttest.Options{Faults: func(int) clienttest.Faults {
			if down.Load() {
				return clienttest.Faults{Refuse: errors.New("nobody there")}
			}
			return clienttest.Faults{}
		}}, "yu", func(c *client.Config) { c.Rand = func() float64 { return 0.99 } })
		time.Sleep(2*time.Minute + 10*time.Second)
		synctest.Wait()
		before := s.Connections()
		down.Store(false)
		s.session.Wake()
		synctest.Wait()
		if s.Connections() != before+1 || s.State() != client.StateLive {
			t.Errorf("%d connections more, state %v", s.Connections()-before, s.State())
		}
		s.end(t)
	})
}

// hanging is a transport whose first connection never comes about.
type hanging struct {
	client.Transport
	tries atomic.Int32
}

func (h *hanging) Connect(ctx context.Context, r client.Resume) (client.Conn, error) {
	if h.tries.Add(1) == 1 {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	return h.Transport.Connect(ctx, r)
}

func TestWakeEndsATryThatHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var h hanging
		s := sit(clienttest.Options{}, "yu", func(c *client.Config) { h.Transport, c.Transport = c.Transport, &h })
		time.Sleep(3 * time.Second)
		s.session.Wake()
		synctest.Wait()
		if s.State() != client.StateLive || h.tries.Load() != 2 {
			t.Errorf("state %v after %d tries", s.State(), h.tries.Load())
		}
		s.session.Wake() // of no effect on a connection that stands
		settle()
		if h.tries.Load() != 2 {
			t.Errorf("%d tries", h.tries.Load())
		}
		s.end(t)
	})
}

func TestTheRoomsWaitIsKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begin := time.Now()
		second := make(chan time.Time, 9)
		s := sit(clienttest.Options{Faults: func(n int) clienttest.Faults {
			if n == 1 {
				return clienttest.Faults{Refuse: &client.CloseError{Code: wire.CloseRateLimited, Reason: &wire.Error{Code: wire.CodeRateLimited, RetryAfter: 42}}}
			}
			second <- time.Now()
			return clienttest.Faults{}
		}}, "yu")
		settle()
		if got := (<-second).Sub(begin); got != 42*time.Second {
			t.Errorf("tried again after %v, the room asked for 42 s", got)
		}
		s.end(t)
	})
}

func TestHalfOpenConnectionIsGivenUpWhenAnAnswerIsOverdue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := sit(clienttest.Options{Faults: func(n int) clienttest.Faults {
			if n == 1 {
				return clienttest.Faults{HoldFrame: 3} // welcome and live come, then nothing ever
			}
			return clienttest.Faults{}
		}}, "yu")
		synctest.Wait()
		s.session.Post(client.Draft{ID: "a", Content: "heard, not answered"})
		begin := time.Now()
		for s.Answer("a") == nil && time.Since(begin) < time.Hour {
			time.Sleep(time.Second)
		}
		if took := time.Since(begin); took > 32*time.Second {
			t.Errorf("answered after %v", took)
		}
		s.agree(t)
		if len(s.Posts()) != 2 || len(s.Log()) != 1 {
			t.Errorf("posted %d times, stored %d", len(s.Posts()), len(s.Log()))
		}
		s.end(t)
	})
}

func TestASlowReaderLosesNothingAndTheConnectionIsGivenBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server := clienttest.NewServer(clienttest.Options{PageMessages: 1})
		rec := &clienttest.Recorder{}
		var slow atomic.Bool
		slow.Store(true)
		s := &sitting{Server: server, Recorder: rec}
		session := client.New(client.Config{Transport: server.Transport("yu"), Rand: func() float64 { return 0.5 }})
		ctx, stop := context.WithCancel(context.Background())
		s.session, s.stop, s.ended = session, stop, make(chan error, 1)
		go func() {
			s.ended <- session.Run(ctx, func(e client.Event) {
				rec.Emit(e)
				if _, ok := e.(client.Messages); ok && slow.Load() {
					time.Sleep(10 * time.Minute)
				}
			})
		}()
		for i := range 40 {
			s.Say("lead", fmt.Sprint(i))
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		if got := s.Count(); got != 1 || s.Open() != 0 {
			t.Errorf("%d messages in the first minute, %d connections still open", got, s.Open())
		}
		slow.Store(false)
		settle()
		settle()
		settle()
		s.agree(t)
		if s.Connections() < 2 {
			t.Error("the stalled connection was kept")
		}
		s.end(t)
	})
}

// endless is a transport with a backlog of n messages that exist only when they are read.
type endless struct{ n, next int64 }

func (e *endless) Capabilities() wire.Capabilities { return wire.Capabilities{wire.CanResume} }

func (e *endless) Connect(_ context.Context, r client.Resume) (client.Conn, error) {
	e.next = r.After
	return &endlessConn{endless: e}, nil
}

type endlessConn struct {
	*endless
	welcomed bool
}

func (e *endlessConn) Receive(ctx context.Context) (wire.Frame, error) {
	if !e.welcomed {
		e.welcomed = true
		return wire.Welcome{Protocol: 1, LastSequence: e.n}, nil
	}
	if e.next == e.n {
		return nil, client.ErrEnded
	}
	var f wire.Messages
	for len(f.Messages) < wire.PageMessages && e.next < e.n {
		e.next++
		f.Messages = append(f.Messages, wire.Message{Sequence: e.next, Content: strings.Repeat("x", 500)})
	}
	return f, ctx.Err()
}

func (e *endlessConn) Send(context.Context, wire.Frame) error { return nil }
func (e *endlessConn) Close() error                           { return nil }

func TestAMillionMessagesOfBacklogInFlatMemory(t *testing.T) {
	const n = 1_000_000
	var before, m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	rec := &clienttest.Recorder{Forget: true}
	peak, batches := uint64(0), 0
	err := client.New(client.Config{Transport: &endless{n: n}}).Run(t.Context(), func(e client.Event) {
		rec.Emit(e)
		if batches++; batches%1500 == 0 {
			runtime.GC()
			runtime.ReadMemStats(&m)
			peak = max(peak, m.HeapAlloc)
		}
	})
	if err != nil || rec.Count() != n || rec.State() != client.StateEnded {
		t.Errorf("run %v, %d messages, state %v", err, rec.Count(), rec.State())
	}
	if peak > before.HeapAlloc+8<<20 {
		t.Errorf("the session holds %d KB with a million messages behind it", (peak-before.HeapAlloc)>>10)
	}
	for _, b := range rec.Broken() {
		t.Error(b)
	}
}

func TestPostsThatCannotBeDeliveredFailAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := sit(clienttest.Options{}, "yu")
		settle()
		s.session.Post(client.Draft{ID: "blank", Content: " \n\t"})
		s.session.Post(client.Draft{ID: "large", Content: strings.Repeat("é", wire.MaxContent/2+1)})
		synctest.Wait()
		s.session.Post(client.Draft{ID: "fits", Content: strings.Repeat("é", wire.MaxContent/2)})
		settle()
		for id, want := range map[string]error{"blank": client.ErrBlank, "large": client.ErrTooLarge} {
			f, ok := s.Answer(id).(client.Failed)
			if !ok || !errors.Is(f.Err, want) || !errors.Is(f.Err, client.ErrNotSent) {
				t.Errorf("%s: %#v", id, s.Answer(id))
			}
		}
		if _, ok := s.Answer("fits").(client.Posted); !ok {
			t.Errorf("fits: %#v", s.Answer("fits"))
		}
		s.end(t)
	})
}

func TestMoreThanMayWaitFailsAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := sit(clienttest.Options{Faults: func(int) clienttest.Faults { return clienttest.Faults{Mute: true} }}, "yu",
			func(c *client.Config) { c.MaxPending = 2 })
		for i := range 4 {
			s.session.Post(client.Draft{ID: fmt.Sprint("flood", i), Content: "x"})
		}
		synctest.Wait()
		failed := 0
		for i := range 4 {
			if f, ok := s.Answer(fmt.Sprint("flood", i)).(client.Failed); ok && errors.Is(f.Err, client.ErrNotSent) {
				failed++
			}
		}
		if failed != 2 {
			t.Errorf("%d of 4 failed where 2 may wait", failed)
		}
		s.end(t)
	})
}

func TestAnObserverReadsOnly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := sit(clienttest.Options{}, "")
		s.session.Post(client.Draft{ID: "before", Content: "x"})
		s.Say("lead", "one")
		settle()
		s.session.Post(client.Draft{ID: "after", Content: "x"})
		s.session.Have(1)
		settle()
		for _, id := range []string{"before", "after"} {
			if f, ok := s.Answer(id).(client.Failed); !ok || !errors.Is(f.Err, client.ErrReadOnly) || !errors.Is(f.Err, client.ErrNotSent) {
				t.Errorf("%s: %#v", id, s.Answer(id))
			}
		}
		if w := clienttest.Of[client.Welcomed](s.Recorder); len(w) != 1 || w[0].You != nil {
			t.Errorf("welcomed %+v", w)
		}
		if len(s.Posts())+len(s.Haves()) != 0 {
			t.Error("an observer sent something")
		}
		s.end(t)
	})
}

func TestRefusalsArePassedOnAndOpenFatesRetried(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := sit(clienttest.Options{}, "yu")
		settle()
		s.RefuseContent("bad", wire.CodeValidation)
		s.RefuseContent("open fate", wire.CodeUnavailable)
		s.session.Post(client.Draft{ID: "bad", Content: "bad"})
		s.session.Post(client.Draft{ID: "open", Content: "open fate"})
		s.session.Post(client.Draft{ID: "behind", Content: "waits for the one before"})
		settle()
		if r, ok := s.Answer("bad").(client.Refused); !ok || r.Refused.Error.Code != wire.CodeValidation {
			t.Errorf("bad: %#v", s.Answer("bad"))
		}
		if s.Answer("open") != nil || s.Answer("behind") != nil {
			t.Errorf("open: %#v, behind: %#v", s.Answer("open"), s.Answer("behind"))
		}
		s.RefuseContent("open fate", "")
		settle()
		if got := ids(s.Log()); len(got) != 2 {
			t.Errorf("log %v", got)
		}
		s.agree(t)
		s.end(t)
	})
}

func TestAPostThatBreaksConnectionsIsGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		poison := func(int) clienttest.Faults { return clienttest.Faults{} }
		s := sit(clienttest.Options{Faults: poison}, "yu", func(c *client.Config) {
			c.Transport = poisoned{c.Transport}
		})
		s.session.Post(client.Draft{ID: "poison", Content: "poison"})
		s.session.Post(client.Draft{ID: "good", Content: "good"})
		settle()
		if f, ok := s.Answer("poison").(client.Failed); !ok || !errors.Is(f.Err, client.ErrUnconfirmed) {
			t.Errorf("poison: %#v", s.Answer("poison"))
		}
		if _, ok := s.Answer("good").(client.Posted); !ok {
			t.Errorf("good: %#v", s.Answer("good"))
		}
		s.end(t)
	})
}

// poisoned is a transport whose room closes with 4400 over one certain post.
type poisoned struct{ client.Transport }

func (p poisoned) Connect(ctx context.Context, r client.Resume) (client.Conn, error) {
	c, err := p.Transport.Connect(ctx, r)
	return &poisonedConn{Conn: c, over: make(chan struct{})}, err
}

type poisonedConn struct {
	client.Conn
	over chan struct{}
}

func (c *poisonedConn) Send(ctx context.Context, f wire.Frame) error {
	if p, ok := f.(wire.Post); ok && p.Content == "poison" {
		close(c.over)
		return c.Close()
	}
	return c.Conn.Send(ctx, f)
}

func (c *poisonedConn) Receive(ctx context.Context) (wire.Frame, error) {
	f, err := c.Conn.Receive(ctx)
	select {
	case <-c.over:
		return nil, &client.CloseError{Code: wire.CloseBadRequest}
	default:
		return f, err
	}
}

func TestTheEndAnswersWhatWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := sit(clienttest.Options{Faults: func(int) clienttest.Faults { return clienttest.Faults{Mute: true} }}, "yu")
		settle()
		s.session.Post(client.Draft{ID: "sent", Content: "x"})
		s.session.Post(client.Draft{ID: "waits", Content: "y"})
		synctest.Wait()
		s.stop()
		if err := <-s.ended; !errors.Is(err, context.Canceled) {
			t.Errorf("run: %v", err)
		}
		if f, ok := s.Answer("sent").(client.Failed); !ok || !errors.Is(f.Err, client.ErrUnconfirmed) {
			t.Errorf("sent: %#v", s.Answer("sent"))
		}
		if f, ok := s.Answer("waits").(client.Failed); !ok || !errors.Is(f.Err, client.ErrNotSent) {
			t.Errorf("waits: %#v", s.Answer("waits"))
		}
		s.ended <- nil
		s.end(t)
	})
}

func TestHaveMarksAreFewAndTheLastOneGoesOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := sit(clienttest.Options{Backlog: 100}, "yu")
		settle()
		for i := range 100 {
			s.session.Have(int64(i + 1))
			time.Sleep(20 * time.Millisecond)
		}
		s.stop()
		<-s.ended
		s.Server.Close()
		haves := s.Haves()
		if len(haves) < 2 || len(haves) > 5 || haves[len(haves)-1] != 100 || !slices.IsSorted(haves) {
			t.Errorf("marks in two seconds: %v", haves)
		}
		s.ended <- nil
		s.end(t)
	})
}

func TestStatusesStandInOrderWithMessages(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := sit(clienttest.Options{Backlog: 3}, "yu")
		settle()
		s.Cut()
		settle()
		var got []string
		for _, e := range s.Events() {
			switch e := e.(type) {
			case client.Status:
				got = append(got, e.State.String())
			case client.Welcomed:
				got = append(got, "welcomed")
			}
		}
		want := []string{"connecting", "welcomed", "catching up", "live", "reconnecting", "reconnecting", "welcomed", "catching up", "live"}
		if !slices.Equal(got, want) {
			t.Errorf("got  %v\nwant %v", got, want)
		}
		s.end(t)
	})
}

func TestTheRoomsClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ahead := func() time.Time { return time.Now().Add(90 * time.Second) }
		s := sit(clienttest.Options{Now: ahead}, "yu")
		settle()
		if w := clienttest.Of[client.Welcomed](s.Recorder); len(w) != 1 || w[0].Offset.Round(time.Second) != 90*time.Second {
			t.Errorf("welcomed %+v", w)
		}
		s.end(t)
	})
}

func TestFramesOfOtherKindsArePassedOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := sit(clienttest.Options{}, "yu")
		settle()
		for _, f := range []wire.Frame{wire.Repeat{Sequence: 1, Count: 2}, wire.Verdict{Sequence: 1, Result: "found"},
			wire.Seats{Seats: []wire.Seat{{Name: "new"}}}, wire.Unknown{Name: "future", Raw: []byte(`{"op":"future"}`)},
			wire.Posted{ID: "never asked"}, wire.Refused{ID: "never asked"}} {
			s.Send(f)
		}
		settle()
		if len(clienttest.Of[client.Repeat](s.Recorder)) != 1 || len(clienttest.Of[client.Verdict](s.Recorder)) != 1 ||
			len(clienttest.Of[client.Seats](s.Recorder)) != 1 {
			t.Errorf("events %v", s.Events())
		}
		if s.Answer("never asked") != nil || s.Connections() != 1 {
			t.Errorf("answer %v, %d connections", s.Answer("never asked"), s.Connections())
		}
		s.end(t)
	})
}
