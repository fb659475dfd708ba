package room_test

import (
	"fmt"
	"testing"
)

func TestWebsocketHelloBacklogLiveAndPosts(t *testing.T) {
	w := start(t)
	lead, yu := w.join("lead"), w.join("yu")
	for i := range 3 {
		lead.stored(fmt.Sprintf("note %d", i))
	}
	socket, welcome := yu.open(1)
	if welcome.You == nil || welcome.You.Name != "yu" || welcome.LastSequence != 3 || welcome.Epoch == "" || len(welcome.Seats) != 2 {
		t.Fatalf("welcome: %s", welcome.raw)
	}
	if got, _ := socket.backlog(); fmt.Sprint(got) != "[2 3]" {
		t.Fatalf("backlog after 1: %v", got)
	}
	id := newUUID()
	socket.send(fmt.Sprintf(`{"op":"post","id":%q,"content":"hello from yu","reply_to_sequence":2}`, id))
	var posted, live frame
	for posted.Op == "" || live.Op == "" { // their order is free
		f, err := socket.next()
		if err != nil {
			t.Fatal(err)
		}
		switch f.Op {
		case "posted":
			posted = f
		case "messages":
			live = f
		}
	}
	if posted.ID != id || posted.Sequence != 4 {
		t.Errorf("posted: %s", posted.raw)
	}
	m := live.Messages[0]
	if m.Sequence != 4 || m.Content != "hello from yu" || m.Sender.Name != "yu" || m.ReplyTo == nil || m.ID != posted.MessageID {
		t.Errorf("live: %s", live.raw)
	}
}
