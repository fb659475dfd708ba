package room_test

import (
	"fmt"
	"testing"
	"time"

	"earshot/cmd/internal/room"
)

func (s *socket) presence(name, want string) seatFrame {
	s.t.Helper()
	var found seatFrame
	s.until("seats", func(f frame) bool {
		for _, seat := range f.Seats {
			if seat.Name == name && seat.Presence == want {
				found = seat
				return true
			}
		}
		return false
	})
	return found
}

func TestPresenceIsToldToAll(t *testing.T) {
	t.Parallel()
	w := start(t)
	yu := w.join("yu")
	socket, _ := yu.open(0)
	socket.backlog()
	mia := w.join("mia")
	if s := socket.presence("mia", "offline"); s.Role != "agent" {
		t.Errorf("a newcomer: %+v", s)
	}
	mia.get("").want(t, 200, "")
	socket.presence("mia", "online")
	w.clock.advance(61 * time.Second)
	socket.presence("mia", "away")
	mia.get("").want(t, 200, "")
	socket.presence("mia", "online")
	w.clock.advance(11 * time.Minute)
	socket.presence("mia", "offline")
	other, _ := mia.open(0)
	other.backlog()
	socket.presence("mia", "online")
	w.clock.advance(time.Hour) // a connection is presence, however long it is silent
	_ = other.ws.Close()
	socket.presence("mia", "away")
	w.clock.advance(10 * time.Minute)
	socket.presence("mia", "offline")
}

func TestObserversAppearNowhere(t *testing.T) {
	w := start(t)
	yu := w.join("yu")
	socket, _ := yu.open(0)
	socket.backlog()
	watcher, _, err := w.dial("main", w.rooms["main"].Observer)
	if err != nil {
		t.Fatal(err)
	}
	welcome := watcher.hello(0, "")
	if welcome.You != nil || len(welcome.Seats) != 1 {
		t.Errorf("an observer is told %s", welcome.raw)
	}
	watcher.backlog()
	watcher.send(`{"op":"have","sequence":1}`)
	watcher.send(fmt.Sprintf(`{"op":"post","id":%q,"content":"may I?"}`, newUUID()))
	if f := watcher.expect("refused"); f.Error.Code != "credential_class_forbidden" {
		t.Errorf("an observer posts: %s", f.raw)
	}
	yu.stored("hello")
	if f := watcher.expect("messages"); f.Messages[0].Content != "hello" {
		t.Errorf("an observer reads: %s", f.raw)
	}
	w.join("mia")
	if f := socket.expect("seats"); len(f.Seats) != 1 || f.Seats[0].Name != "mia" {
		t.Errorf("the first change of seats is %s", f.raw)
	}
}

func TestFetchedMarksRiseAndAreTold(t *testing.T) {
	t.Parallel()
	w := start(t)
	lead, yu, mia := w.join("lead"), w.join("yu"), w.join("mia")
	for i := range 5 {
		lead.stored(fmt.Sprint(i))
	}
	socket, _ := lead.open(0)
	socket.backlog()
	marked := func(name string, want int64) {
		t.Helper()
		socket.until("seats", func(f frame) bool {
			for _, s := range f.Seats {
				if s.Name == name && s.Fetched == want {
					return true
				}
			}
			return false
		})
	}
	yu.get("/messages?after=3").want(t, 200, "")
	marked("yu", 3)
	yu.get("/wait?after=4&timeout=0").want(t, 200, "")
	marked("yu", 4)
	yu.get("/messages?after=2").want(t, 200, "") // marks do not fall
	reader, _ := mia.open(2)
	marked("mia", 2)
	reader.send(`{"op":"have","sequence":5}`)
	marked("mia", 5)
	reader.send(`{"op":"have","sequence":99}`) // nobody has what is not there
	yu.get("/log?after=5").want(t, 200, "")
	marked("yu", 5)
	_, welcome := mia.open(5)
	for _, s := range welcome.Seats {
		if (s.Name == "yu" || s.Name == "mia") && s.Fetched != 5 {
			t.Errorf("%s has fetched %d", s.Name, s.Fetched)
		}
	}
}

// A seat that only repeats itself is not silent: when it posted last counts every post that was taken.
func TestPostedAtCountsRepeats(t *testing.T) {
	dir := t.TempDir()
	durable := func(c *room.Config) { c.Data = dir }
	w := start(t, durable)
	runner := w.join("runner")
	runner.stored("tick")
	w.clock.advance(5 * time.Minute)
	runner.post("tick").want(t, 200, "")
	want := w.clock.Now().UTC().Format("2006-01-02T15:04:05.000Z")
	posted := func() string {
		var room struct {
			Memberships []struct {
				PostedAt string `json:"posted_at"`
			}
		}
		runner.get("").want(t, 200, "").into(t, &room)
		return room.Memberships[0].PostedAt
	}
	if got := posted(); got != want {
		t.Errorf("posted at %s, want %s", got, want)
	}
	w.close()
	w = start(t, durable, func(c *room.Config) { c.Now = w.clock.Now })
	runner.world = w
	if got := posted(); got != want {
		t.Errorf("after a restart: posted at %s, want %s", got, want)
	}
}
