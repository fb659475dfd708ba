package tui_test

import (
	"errors"
	"fmt"
	"maps"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"earshot/client"
	"earshot/client/clienttest"
	"earshot/tui"
	"earshot/tui/tuitest"
)

// seated runs the program on a room of clienttest, as yu. Ids do not begin anew with a run.
func seated(t *testing.T, server *clienttest.Server, id func() string, change ...func(*tui.Options)) *tuitest.Terminal {
	session := client.New(client.Config{Transport: server.Transport("yu")})
	o := tui.Options{Rooms: []tui.Room{{Name: "limiter-room", API: session, Run: session.Run}}, Now: time.Now, NewID: id}
	for _, c := range change {
		c(&o)
	}
	return tuitest.Start(t, tui.New(o), 110, 30)
}

// killed is what a disk holds at a moment.
func (s *store) killed() *store {
	s.mu.Lock()
	defer s.mu.Unlock()
	return &store{drafts: maps.Clone(s.drafts), marks: maps.Clone(s.marks), asides: maps.Clone(s.asides)}
}

func (s *store) keep(o *tui.Options) {
	o.Drafts, o.Marks, o.Asides = draftStore{s}, markStore{s}, asideStore{s}
}

// said counts the messages of a room that hold a text, and the post frames that brought it, by id.
func said(server *clienttest.Server, text string) (stored int, ids map[string]int) {
	ids = make(map[string]int)
	for _, m := range server.Log() {
		stored += strings.Count(m.Content, text)
	}
	for _, p := range server.Posts() {
		if strings.Contains(p.Content, text) {
			ids[p.ID]++
		}
	}
	return stored, ids
}

// Whatever the line does when the program dies before the room's word, and whether the room took the post or not: after the
// next start the message is stored once.
func TestPendingPostIsStoredOnce(t *testing.T) {
	for name, tt := range map[string]struct {
		faults clienttest.Faults
		taken  bool
		gone   time.Duration // between the runs
		how    string        // of what the next run does
	}{
		"taken, never answered":       {clienttest.Faults{Mute: true}, true, time.Minute, "resent"},
		"taken, cut before the word":  {clienttest.Faults{CutDone: 2}, true, time.Minute, "resent"},
		"cut before it was taken":     {clienttest.Faults{CutIn: 2}, false, time.Minute, "resent"},
		"taken, back hours later":     {clienttest.Faults{Mute: true}, true, 5 * time.Hour, "seen"},
		"taken, back days later":      {clienttest.Faults{Mute: true}, true, 50 * time.Hour, "seen"},
		"not taken, back hours later": {clienttest.Faults{CutIn: 2}, false, 5 * time.Hour, "draft"},
		"not taken, back days later":  {clienttest.Faults{CutIn: 2}, false, 50 * time.Hour, "draft"},
	} {
		for _, kill := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s, killed %v", name, kill), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					var again atomic.Bool // the second run
					server := clienttest.NewServer(clienttest.Options{Faults: func(n int) clienttest.Faults {
						switch {
						case again.Load():
							return clienttest.Faults{}
						case n == 1:
							return tt.faults
						}
						return clienttest.Faults{Refuse: errors.New("no way")}
					}})
					defer server.Close()
					id := ids()
					disk, keep := newStore()
					screen := seated(t, server, id, keep)
					compose(screen, "v1 note limiter to all n=1\nonce and only once")
					screen.Press("ctrl+s")
					screen.Shows("pending")
					if stored, _ := said(server, "once and only once"); (stored == 1) != tt.taken {
						t.Fatalf("stored %d times, to be taken: %v", stored, tt.taken)
					}
					left := disk
					if kill {
						left = disk.killed()
					}
					screen.Stop()
					time.Sleep(tt.gone)
					again.Store(true)
					had := len(server.Posts())

					screen = seated(t, server, id, left.keep)
					screen.Wait(3 * time.Second)
					if resent := len(server.Posts()) > had; resent != (tt.how == "resent") {
						t.Fatalf("sent again: %v\n%s", resent, screen.Screen())
					}
					switch tt.how {
					case "seen":
						screen.Shows("the room has the message that was on its way when the program ended: #1")
					case "draft":
						screen.Shows("never confirmed and is old by now; c shows the text")
						screen.Press("c")
						screen.Shows("once and only once")
						screen.Press("ctrl+s")
					}
					screen.Wait(3 * time.Second)
					screen.Lacks("pending")
					stored, ids := said(server, "once and only once")
					if stored != 1 || len(ids) > 1 && tt.gone < 24*time.Hour {
						t.Fatalf("stored %d times, sent under %v\n%s", stored, ids, screen.Screen())
					}
					if kept := left.drafts["limiter-room"]; kept != "" {
						t.Errorf("still kept: %q", kept)
					}
				})
			})
		}
	}
}

// A post that the room never confirmed comes back and is sent again as it is, under its id: the room that has it does not
// store it twice. Changed, it is another post.
func TestUnconfirmedTextKeepsItsID(t *testing.T) {
	for _, change := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			room, screen := watch(t, 100, 30)
			room.Open()
			screen.Settle()
			compose(screen, "v1 note limiter to lead n=1\nkeep this text")
			screen.Press("ctrl+s")
			room.Emit(client.Failed{ID: room.Posts()[0].ID, Err: client.ErrUnconfirmed})
			screen.Settle()
			screen.Press("c")
			if change {
				screen.Type("!")
			}
			screen.Press("ctrl+s")
			posts := room.Posts()
			if len(posts) != 2 || (posts[0].ID == posts[1].ID) == change {
				t.Fatalf("changed %v: posted %+v\n%s", change, posts, screen.Screen())
			}
			room.Refuse("rate_limited", "too fast")
			screen.Settle()
			screen.Press("c", "ctrl+s")
			if posts := room.Posts(); len(posts) != 3 || posts[2].ID == posts[1].ID {
				t.Fatalf("a refused post goes out under the same id: %+v", posts)
			}
		})
	}
}

// A post that comes back while another text is written stays in the room as what it is, refused or failed, until it is taken
// back.
func TestPostThatComesBackWaitsInTheRoom(t *testing.T) {
	for state, back := range map[string]func(*tuitest.Room){
		"refused": func(room *tuitest.Room) { room.Refuse("rate_limited", "too fast") },
		"failed":  func(room *tuitest.Room) { room.Emit(client.Failed{ID: room.Posts()[0].ID, Err: client.ErrUnconfirmed}) },
	} {
		for _, size := range [][2]int{{60, 16}, {80, 24}, {120, 40}} {
			synctest.Test(t, func(t *testing.T) {
				room, screen := watch(t, size[0], size[1])
				room.Open()
				screen.Settle()
				compose(screen, "v1 note limiter to lead n=1\nkeep this text")
				screen.Press("ctrl+s")
				compose(screen, "v1 note limiter to lead n=1\nanother text")
				back(room)
				screen.Settle()
				screen.Shows(state + ": ")
				screen.Press("esc", "esc", "G", "k")
				screen.Shows("#… yu", " "+state, "not sent: ")
				screen.Press("enter")
				screen.Shows("▐message", "keep this text")
			})
		}
	}
}

// failingDrafts cannot keep anything, or hangs.
type failingDrafts struct{ hang chan struct{} }

func (failingDrafts) Load(string) (string, error) { return "", nil }
func (b failingDrafts) Save(string, string) error {
	if b.hang != nil {
		<-b.hang
	}
	return errors.New("the disk is full")
}

// A disk that fails or hangs keeps no message from being sent.
func TestPostGoesOutWhateverTheDiskDoes(t *testing.T) {
	for _, hangs := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			broken := failingDrafts{}
			if hangs {
				broken.hang = make(chan struct{})
			}
			room, screen := watch(t, 100, 30, func(o *tui.Options) { o.Drafts = broken })
			room.Open()
			screen.Settle()
			compose(screen, "v1 note limiter to lead n=1\nout it goes")
			screen.Press("ctrl+s")
			screen.Wait(1100 * time.Millisecond)
			if posts := room.Posts(); len(posts) != 1 {
				t.Errorf("hangs %v: posted %+v\n%s", hangs, posts, screen.Screen())
			}
			if hangs {
				close(broken.hang)
			}
		})
	}
}

// watchedDrafts notes what was posted when something is kept.
type watchedDrafts struct {
	draftStore
	room *tuitest.Room

	mu   sync.Mutex
	seen []int
}

func (w *watchedDrafts) Save(room, text string) error {
	if strings.Contains(text, "pending") {
		w.mu.Lock()
		w.seen = append(w.seen, len(w.room.Posts()))
		w.mu.Unlock()
	}
	return w.draftStore.Save(room, text)
}

// when is how many posts there were each time that one was kept.
func (w *watchedDrafts) when() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return fmt.Sprint(w.seen)
}

// A post is kept before the room gets it: killed in between, the program still knows under what id it went out.
func TestPostIsKeptBeforeItGoesOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, _ := newStore()
		w := &watchedDrafts{draftStore: draftStore{s}}
		room, screen := watch(t, 100, 30, func(o *tui.Options) { o.Drafts = w })
		w.room = room
		room.Open()
		screen.Settle()
		for i := range 3 {
			compose(screen, fmt.Sprintf("v1 note limiter to lead n=1\nnumber %d", i))
			screen.Press("ctrl+s")
		}
		if got := w.when(); got != "[0 1 2]" || len(room.Posts()) != 3 {
			t.Errorf("posted when kept %v, in the end %d", got, len(room.Posts()))
		}
	})
}

// So is one that is sent before the drafts of an earlier run are read, unless that takes longer than a person waits.
func TestPostIsKeptBeforeItGoesOutHoweverEarly(t *testing.T) {
	for read, late := range map[time.Duration]bool{900 * time.Millisecond: false, 5 * time.Second: true} {
		synctest.Test(t, func(t *testing.T) {
			s, _ := newStore()
			s.drafts["limiter-room"] = "v1 note limiter to lead n=1\nfrom before"
			w := &watchedDrafts{draftStore: draftStore{s}}
			room, screen := watch(t, 100, 30, func(o *tui.Options) { o.Drafts = slowDrafts{w, read} })
			w.room = room
			room.Open()
			screen.Send("c\x1b[200~v1 note limiter to lead n=1\nfrom now\x1b[201~" + tuitest.Bytes("ctrl+s"))
			screen.Wait(500 * time.Millisecond)
			if n := len(room.Posts()); n != 0 {
				t.Fatal("it went out before it was kept")
			}
			screen.Wait(600 * time.Millisecond)
			if n := len(room.Posts()); n != 1 {
				t.Fatalf("%d posts after a second\n%s", n, screen.Screen())
			}
			if got := w.when(); got != "[0]" && !late {
				t.Errorf("posted when kept: %v", got)
			}
			screen.Wait(5 * time.Second)
			kept := s.killed().drafts["limiter-room"]
			for _, want := range []string{"from before", "from now", "pending"} {
				if !strings.Contains(kept, want) {
					t.Errorf("what is kept lacks %q: %q", want, kept)
				}
			}
		})
	}
}
