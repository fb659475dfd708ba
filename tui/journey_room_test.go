package tui_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"earshot/client"
	"earshot/client/wire"
	"earshot/tui"
	"earshot/tui/tuitest"
)

func TestConnectionLostAndBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		room, screen := watch(t, 100, 24)
		room.Open()
		room.Say("lead", "before")
		screen.Settle()
		room.Emit(client.Status{State: client.StateReconnecting, Since: time.Now(), Attempt: 3, NextRetry: time.Now().Add(4 * time.Second), Err: errors.New("read: connection reset")})
		screen.Settle()
		screen.Shows("reconnecting in 4s (3)", "connection lost", "connection reset", "before")
		screen.Wait(2 * time.Second)
		screen.Shows("reconnecting in 2s (3)")
		screen.Press("ctrl+r")
		if _, woken := room.Seen(); woken != 1 {
			t.Fatalf("asked to connect %d times", woken)
		}
		room.Open()
		room.Say("lead", "after")
		screen.Settle()
		screen.Shows("● live", "before", "after")
		screen.Press("ctrl+r")
		screen.Shows("does nothing here: the connection is live")
	})
}

func TestRefusalAndEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		room, screen := watch(t, 100, 24)
		room.Emit(client.Status{State: client.StateRefused, Since: time.Now(), Err: errors.New("token revoked")})
		room.End(errors.New("the room refuses: token revoked"))
		screen.Settle()
		screen.Shows("refused: token revoked")
		screen.Press("c")
		screen.Shows("does nothing here")
	})
}

func TestGapAndRebuild(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		room, screen := watch(t, 100, 24)
		room.Open()
		room.Say("lead", "one")
		room.Emit(client.Gap{From: 2, To: 4})
		for range 3 {
			room.Message("lead", 0, "lost")
		}
		room.Say("lead", "five")
		screen.Settle()
		screen.Shows("does not hand out #2 to #4", "one", "five")
		rows := screen.Rows()
		if at := rowOf(rows, "hand out"); at < rowOf(rows, "one") || at > rowOf(rows, "five") {
			t.Fatalf("the gap is not where it belongs:\n%s", screen.Screen())
		}
		room.Emit(client.Rebuilt{Reason: "the log was restored"})
		m := room.Message("lead", 0, "another log")
		m.Sequence = 1
		room.Emit(client.Messages{Messages: []wire.Message{m}})
		screen.Settle()
		screen.Shows("the log was restored", "another log")
		screen.Lacks("five")
	})
}

func rowOf(rows []string, text string) int {
	for i, row := range rows {
		if strings.Contains(row, text) {
			return i
		}
	}
	return -1
}

// Older messages that come later take their place; what they oblige counts.
func TestOlderMessagesArrive(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		room, screen := watch(t, 120, 30)
		old := room.Message("lead", 0, "v1 request limiter to yu n=1\nreq open a PR")
		room.Open()
		room.Say("worker", "newer")
		screen.Settle()
		screen.Shows("needs you 0")
		if pages := room.Pages(); len(pages) != 1 || pages[0] != 2 {
			t.Fatalf("older messages were asked for before %v", pages)
		}
		room.Emit(client.Messages{Messages: []wire.Message{old}, Page: true, Before: 2})
		screen.Settle()
		screen.Shows("open a PR", "newer", "needs you 1")
		if rows := screen.Rows(); rowOf(rows, "open a PR") > rowOf(rows, "newer") {
			t.Fatal(screen.Screen())
		}
	})
}

func TestResize(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		room, screen := watch(t, 120, 30)
		room.Open()
		room.Say("lead", proposal(time.Now()))
		screen.Settle()
		for _, size := range [][2]int{{80, 24}, {60, 16}, {45, 12}, {20, 5}, {200, 60}} {
			screen.Resize(size[0], size[1])
			for y, row := range screen.Rows() {
				if len([]rune(row)) > size[0] {
					t.Fatalf("row %d at %v: %q", y, size, row)
				}
			}
			screen.Shows("limiter")
		}
		screen.Resize(19, 5)
		screen.Shows("needs 20×5")
		screen.Resize(100, 4)
		screen.Shows("needs 20×5")
		screen.Resize(120, 30)
		screen.Shows("needs you 1", "how to store counters")
	})
}

func TestSmallScreenShowsTriageFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		room, screen := watch(t, 45, 14)
		room.Open()
		room.Say("lead", proposal(time.Now()))
		screen.Settle()
		screen.Shows("needs you", "ask limiter", "limiter-room")
		screen.Press("enter")
		screen.Shows("▐1 room▌", "how to store")
		screen.Press("2", "a")
		screen.Shows("answer to #1", "v1 decide limiter")
	})
}

func TestSearchAndFilter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		room, screen := watch(t, 100, 20)
		room.Open()
		for i := range 60 {
			seat := []string{"lead", "worker"}[i%2]
			room.Say(seat, fmt.Sprintf("v1 note topic%d to yu n=1\nthe number %d", i%3, i))
		}
		screen.Settle()
		screen.Press("/")
		screen.Type("NUMBER 7")
		screen.Shows("the number 7", "hit 1 of 1")
		screen.Press("enter", "G", "n")
		screen.Shows("the number 7")
		screen.Press("esc", "G", "f")
		screen.Type("seat:lead topic:topic2")
		screen.Press("enter")
		screen.Shows("filter seat:lead topic:topic2 10/60")
		screen.Lacks("worker →")
		room.Say("lead", "v1 note topic2 to yu n=1\none more")
		room.Say("worker", "v1 note topic2 to yu n=1\nnot this")
		screen.Settle()
		screen.Shows("one more", "11/62")
		screen.Lacks("not this")
		screen.Press("/")
		screen.Type("number 2")
		screen.Shows("hit 3 of 3", "the number 26", "filter seat:lead") // 2, 20 and 26, and none of the hidden ones
		screen.Press("enter", "esc", "esc", "G")
		screen.Shows("not this")
		screen.Lacks("filter seat")
		screen.Press("f")
		screen.Type("colour:red")
		screen.Press("enter")
		screen.Shows("unknown key")
		screen.Press("esc")
	})
}

// A filter for states follows them as time passes.
func TestFilterFollowsTheLedger(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		room, screen := watch(t, 100, 20)
		room.Open()
		room.Say("lead", "v1 request limiter to worker n=1\nreq open a PR "+time.Now().Add(10*time.Minute).UTC().Format("20060102T1504Z"))
		screen.Press("f")
		screen.Type("is:overdue")
		screen.Press("enter")
		screen.Shows("no message passes the filter")
		screen.Wait(11 * time.Minute)
		screen.Shows("OVERDUE", "open a PR", "1 of 1")
	})
}

func TestRepeatsFold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		room, screen := watch(t, 100, 30)
		room.Open()
		for range 7 {
			room.Say("worker", "v1 status deploy to lead n=1\nblock no connection")
		}
		room.Say("lead", "after the loop")
		screen.Settle()
		screen.Shows("REPEAT ×7", "repeats #1 ×7", "LOOP", "after the loop")
		if n := strings.Count(screen.Screen(), "no connection"); n != 1 {
			t.Fatalf("the body is shown %d times:\n%s", n, screen.Screen())
		}
		screen.Press("k", "k", "space")
		if n := strings.Count(screen.Screen(), "no connection"); n != 7 {
			t.Fatalf("unfolded, the body is shown %d times:\n%s", n, screen.Screen())
		}
		screen.Press("space")
		if n := strings.Count(screen.Screen(), "no connection"); n != 1 {
			t.Fatalf("folded again, the body is shown %d times:\n%s", n, screen.Screen())
		}
	})
}

func TestFollowAndNewCount(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		room, screen := watch(t, 100, 16)
		room.Open()
		for i := range 40 {
			room.Say("lead", fmt.Sprintf("message number %d", i))
		}
		screen.Settle()
		screen.Shows("number 39")
		screen.Press("pgup", "pgup")
		screen.Lacks("number 39")
		before := screen.Rows()[3]
		for i := 40; i < 45; i++ {
			room.Say("lead", fmt.Sprintf("message number %d", i))
		}
		screen.Settle()
		screen.Shows("5 new below")
		if screen.Rows()[3] != before {
			t.Fatalf("the eye was moved:\n%s", screen.Screen())
		}
		screen.Press("G")
		screen.Shows("number 44")
		screen.Lacks("new below")
	})
}

// store keeps what the program keeps between runs.
type store struct {
	mu     sync.Mutex
	drafts map[string]string
	marks  map[string]int64
	asides map[string][]tui.Aside
}

type draftStore struct{ *store }
type markStore struct{ *store }
type asideStore struct{ *store }

func (s draftStore) Load(room string) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.drafts[room], nil
}

func (s draftStore) Save(room, text string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.drafts[room] = text
	return nil
}

func (s markStore) Load(room string) (int64, error) { return s.marks[room], nil }
func (s markStore) Save(room string, seq int64) error {
	s.marks[room] = seq
	return nil
}

func (s asideStore) Load(room string) ([]tui.Aside, error) { return s.asides[room], nil }
func (s asideStore) Save(room string, all []tui.Aside) error {
	s.asides[room] = all
	return nil
}

func newStore() (*store, func(*tui.Options)) {
	s := &store{drafts: make(map[string]string), marks: make(map[string]int64), asides: make(map[string][]tui.Aside)}
	return s, func(o *tui.Options) { o.Drafts, o.Marks, o.Asides = draftStore{s}, markStore{s}, asideStore{s} }
}

func TestDraftOutlivesTheProgram(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, keep := newStore()
		room, screen := watch(t, 100, 24, keep)
		room.Open()
		screen.Settle()
		compose(screen, "v1 note limiter to lead n=1\nhalf a thought")
		screen.Wait(2 * time.Second)
		if !strings.Contains(s.drafts["limiter-room"], "half a thought") {
			t.Fatalf("after two seconds the draft is %q", s.drafts["limiter-room"])
		}
		screen.Type(" and more")
		screen.Stop() // as a hang-up does, within the second
		if !strings.HasSuffix(s.drafts["limiter-room"], "half a thought and more") {
			t.Fatalf("the kept draft is %q", s.drafts["limiter-room"])
		}

		room, screen = watch(t, 100, 24, keep)
		room.Open()
		screen.Settle()
		screen.Shows("a draft of before is here")
		screen.Press("c")
		screen.Shows("half a thought and more")
		screen.Press("ctrl+s")
		room.Accept()
		screen.Wait(2 * time.Second)
		if s.drafts["limiter-room"] != "" {
			t.Fatalf("once it is sent, the draft is %q", s.drafts["limiter-room"])
		}
	})
}

// A post that nobody confirmed is not lost with the program.
func TestPendingPostOutlivesTheProgram(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, keep := newStore()
		room, screen := watch(t, 100, 24, keep)
		room.Open()
		screen.Settle()
		compose(screen, "v1 note limiter to lead n=1\nnever confirmed")
		screen.Press("ctrl+s")
		screen.Press("ctrl+c")
		if err := screen.Ended(); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(s.drafts["limiter-room"], "never confirmed") {
			t.Fatalf("the kept draft is %q", s.drafts["limiter-room"])
		}
	})
}

func TestUnreadMark(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, keep := newStore()
		s.marks["limiter-room"] = 3
		room, screen := watch(t, 120, 16, keep)
		room.Open()
		for i := range 30 {
			room.Say("lead", fmt.Sprintf("message number %d", i+1))
		}
		screen.Settle()
		screen.Shows("unread 27")
		screen.Press("u")
		screen.Shows("unread from here", "message number 4")
		screen.Press("m")
		screen.Lacks("unread 27", "unread from here")
		if s.marks["limiter-room"] != 30 {
			t.Fatalf("the mark is %d", s.marks["limiter-room"])
		}
	})
}

func TestSetAside(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, keep := newStore()
		room, screen := watch(t, 120, 30, keep)
		room.Open()
		room.Say("worker", "v1 report limiter to lead n=1\nclaim it works")
		screen.Press("2", "x")
		screen.Type("known")
		screen.Press("enter")
		screen.Shows("set aside", "known", "x take back")
		if len(s.asides["limiter-room"]) != 1 {
			t.Fatalf("kept %+v", s.asides)
		}
		screen.Press("x")
		screen.Lacks("known")
		if len(s.asides["limiter-room"]) != 0 {
			t.Fatalf("kept %+v", s.asides)
		}
	})
}

func TestTwoRooms(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		one, two := tuitest.NewRoom(time.Now, "yu", "lead"), tuitest.NewRoom(time.Now, "yu", "mia")
		screen := tuitest.Start(t, tui.New(tui.Options{Rooms: []tui.Room{one.Watched("one"), two.Watched("two")}, Now: time.Now, NewID: ids()}), 100, 20)
		one.Open()
		two.Open()
		one.Say("lead", "in the first")
		two.Say("mia", "in the second")
		screen.Settle()
		screen.Shows("(1 of 2)", "in the first")
		screen.Press("ctrl+n")
		screen.Shows("(2 of 2)", "in the second")
		screen.Lacks("in the first")
	})
}

// A fault in a room's goroutine ends the program in order, with an error.
func TestPanicInARoomEndsTheProgram(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		room := tuitest.NewRoom(time.Now, "yu")
		screen := tuitest.Start(t, tui.New(tui.Options{Rooms: []tui.Room{room.Watched("one")}, Now: time.Now, NewID: ids()}), 100, 20)
		room.Break("broken source")
		if err := screen.Ended(); !errors.Is(err, tui.ErrPanic) {
			t.Fatalf("it ended with %v", err)
		}
	})
}

// While nothing happens nothing is written, but for the clock in the header.
func TestIdleWritesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		room, screen := watch(t, 120, 30)
		room.Open()
		room.Say("lead", "v1 note limiter to yu n=1\nnothing is due")
		screen.Wait(time.Minute - 2*time.Second)
		before := screen.Written()
		screen.Wait(time.Second)
		if got := screen.Written() - before; got != 0 {
			t.Fatalf("%d bytes were written while nothing happened", got)
		}
		screen.Wait(10 * time.Minute)
		if got := screen.Written() - before; got > 11*40 {
			t.Fatalf("%d bytes were written in ten idle minutes", got)
		}
		before = screen.Written()
		screen.Press("z")
		if got := screen.Written() - before; got > 600 {
			t.Fatalf("a key cost %d bytes", got)
		}
	})
}

// As long as nobody chose a row of triage the first one is meant; a chosen row
// stays chosen.
func TestTriagePointsAtWhatMattersMost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		room, screen := watch(t, 120, 30)
		room.Open()
		room.Say("worker", "v1 report limiter to lead n=1\nclaim it works")
		screen.Settle()
		screen.Shows("▸ claim limiter")
		room.Say("lead", proposal(time.Now()))
		screen.Settle()
		screen.Shows("▸ ask limiter")
		screen.Press("2", "j")
		screen.Shows("▸ claim limiter")
		room.Say("lead", "v1 request x to yu n=1\nreq look at it")
		screen.Settle()
		screen.Shows("▸ claim limiter")
	})
}
