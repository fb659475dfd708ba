package tui_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"earshot/client"
	"earshot/client/clienttest"
	"earshot/tui"
	"earshot/tui/tuitest"
)

// from runs the program on a room of clienttest from a seat, with what is kept under a key.
func from(t *testing.T, server *clienttest.Server, seat, key string, id func() string, keep func(*tui.Options)) *tuitest.Terminal {
	session := client.New(client.Config{Transport: server.Transport(seat)})
	return seated(t, server, id, keep, func(o *tui.Options) {
		o.Rooms = []tui.Room{{Name: "limiter-room", Key: key, API: session, Run: session.Run}}
	})
}

// unanswered is a room that takes nothing in on its first connection, and no other while down.
func unanswered() (server *clienttest.Server, up func()) {
	again := make(chan struct{})
	return clienttest.NewServer(clienttest.Options{Faults: func(n int) clienttest.Faults {
		select {
		case <-again:
			return clienttest.Faults{}
		default:
		}
		if n == 1 {
			return clienttest.Faults{CutIn: 2}
		}
		return clienttest.Faults{Refuse: client.ErrUnconfirmed}
	}}), func() { close(again) }
}

// What one seat wrote is not offered to another seat of the same room, is not sent by it, and is there for its own seat
// whatever the other did meanwhile.
func TestSeatsOfARoomAreKeptApart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server, up := unanswered()
		defer server.Close()
		id := ids()
		disk, keep := newStore()
		screen := from(t, server, "yu", "limiter-room as yu", id, keep)
		compose(screen, "v1 note limiter to all n=1\nsent by yu")
		screen.Press("ctrl+s")
		compose(screen, "v1 note limiter to all n=1\nhalf a thought of yu's")
		screen.Wait(2 * time.Second)
		left := disk.killed()
		screen.Stop()
		up()

		screen = from(t, server, "bob", "limiter-room as bob", id, left.keep)
		screen.Wait(3 * time.Second)
		screen.Lacks("of before", "sent by yu", "of yu's")
		compose(screen, "v1 note limiter to all n=1\nsent by bob")
		screen.Lacks("of yu's")
		screen.Press("ctrl+s")
		compose(screen, "v1 note limiter to all n=1\nhalf a thought of bob's")
		screen.Wait(2 * time.Second)
		screen.Stop()
		if posts := server.Posts(); len(posts) != 1 {
			t.Fatalf("as bob: posted %+v", posts)
		}

		screen = from(t, server, "yu", "limiter-room as yu", id, left.keep)
		screen.Wait(3 * time.Second)
		screen.Lacks("of bob's")
		screen.Press("c")
		screen.Shows("half a thought of yu's")
		if log := server.Log(); len(log) != 2 || log[0].Sender.Name != "bob" || log[1].Sender.Name != "yu" {
			t.Fatalf("in the end the log is %+v", log)
		}
	})
}

// Whatever stands in a file, a post of another seat, or of a seat that it does not name, does not go out by itself.
func TestNoSeatSendsThePostOfAnother(t *testing.T) {
	for _, seat := range []string{"yu", "bob"} {
		synctest.Test(t, func(t *testing.T) {
			server, up := unanswered()
			defer server.Close()
			id := ids()
			disk, keep := newStore()
			screen := from(t, server, "yu", "", id, keep)
			compose(screen, "v1 note limiter to all n=1\nwritten by yu")
			screen.Press("ctrl+s")
			screen.Stop()
			up()
			screen = from(t, server, seat, "", id, disk.keep)
			screen.Wait(3 * time.Second)
			if sent := len(server.Posts()) > 0; sent != (seat == "yu") {
				t.Fatalf("as %s: sent %v\n%s", seat, sent, screen.Screen())
			}
			if seat == "bob" {
				screen.Shows("a message of before was never confirmed, and another seat wrote it")
			}
		})
	}
	synctest.Test(t, func(t *testing.T) {
		disk, keep := newStore()
		disk.drafts["limiter-room"] = "earshot drafts 1\nsent 36\n0b7e0f9e-5d1c-4f6a-9f0e-3f1f6a0c2d11\nsent-at 20\n" + time.Now().UTC().Format(time.RFC3339) +
			"\nstate 7\npending\ntext 43\nv1 note limiter to lead n=1\nof nobody known\n"
		room, screen := watch(t, 110, 30, keep)
		room.Open()
		screen.Wait(3 * time.Second)
		if posts := room.Posts(); len(posts) > 0 {
			t.Fatalf("posted %+v", posts)
		}
		screen.Shows("never confirmed, and it does not say which seat wrote it")
		screen.Press("c")
		screen.Shows("of nobody known")
	})
}

// What one seat has set aside or read is neither to another.
func TestTriageOfSeatsIsApart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, keep := newStore()
		begun := time.Now()
		keyed := func(key string) func(*tui.Options) { return func(o *tui.Options) { o.Rooms[0].Key = key } }
		for _, tt := range []struct {
			key   string
			aside bool
		}{{"limiter-room as yu", false}, {"limiter-room as bob", false}, {"limiter-room as yu", true}} {
			room, screen := watch(t, 120, 30, keep, keyed(tt.key))
			room.Open()
			room.Say("lead", proposal(begun))
			screen.Settle()
			screen.Press("2")
			if tt.aside {
				screen.Shows("x take back", "later")
			} else {
				screen.Lacks("x take back")
			}
			if tt.key == "limiter-room as yu" && !tt.aside {
				screen.Press("x")
				screen.Type("later")
				screen.Press("enter")
			}
			screen.Stop()
		}
	})
}

// leftStore has drafts that other programs left, until the next save.
type leftStore struct {
	draftStore
	left *[]string
}

func (s leftStore) Beside(string) ([]string, error) { return *s.left, nil }

// What another program on the same seat left when it ended is offered beside our own, each text once, and is kept with it
// at once.
func TestDraftsThatAnotherProgramLeftComeBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		disk, _ := newStore()
		disk.drafts["limiter-room"] = "v1 note limiter to lead n=1\nof the first"
		left := []string{"v1 note limiter to lead n=1\nof the second", "v1 note limiter to lead n=1\nof the first"}
		room, screen := watch(t, 120, 30, func(o *tui.Options) { o.Drafts = leftStore{draftStore{disk}, &left} })
		room.Open()
		screen.Settle()
		screen.Shows("2 drafts of before are here")
		for _, want := range []string{"of the first", "of the second"} {
			if kept := disk.killed().drafts["limiter-room"]; strings.Count(kept, want) != 1 {
				t.Errorf("%q is not kept once: %q", want, kept)
			}
		}
		screen.Press("c")
		screen.Shows("of the first")
		screen.Press("ctrl+s", "c")
		screen.Shows("of the second")
	})
}

// The note that sets a row aside says which row; a row that was settled while it was typed is told, and the note stays.
func TestARowThatIsSettledIsNotSetAside(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		disk, keep := newStore()
		room, screen := watch(t, 120, 30, keep)
		room.Open()
		room.Say("lead", proposal(time.Now()))
		room.Say("worker", "v1 report limiter to lead n=1\nclaim it works")
		screen.Settle()
		screen.Press("2", "g", "x")
		screen.Shows("set #1 aside until it changes, note:")
		screen.Type("after lunch")
		room.Reply("yu", 1, "v1 decide limiter to lead n=1\nA Redis sliding window")
		screen.Settle()
		screen.Press("enter")
		screen.Shows("#1 is settled by now", "after lunch")
		screen.Press("esc")
		if len(disk.asides["limiter-room"]) > 0 {
			t.Fatalf("set aside: %+v", disk.asides)
		}
	})
}
