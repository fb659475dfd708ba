package ledger

import (
	"fmt"
	"testing"
	"time"

	"earshot/convention"
)

// What "to all" reached is one list while the seats of the room stay the same,
// and a new one, with the old left as it was, once they change.
func TestEveryoneIsShared(t *testing.T) {
	l, at := New(Options{}), time.Date(2026, 9, 17, 9, 0, 0, 0, time.UTC)
	say := func(name, to string) *post {
		seq := int64(len(l.posts) + 1)
		body := fmt.Sprintf("v1 note deploy to %s n=1\nline %d\n", to, seq)
		l.Feed(Message{Sequence: seq, From: Seat{"i_" + name, name}, At: at, Doc: convention.Parse(body)})
		return l.posts[seq-1]
	}
	for _, name := range []string{"ana", "bob", "cleo"} {
		say(name, "lead")
	}
	first, second := say("ana", "all"), say("ana", "all")
	if len(first.addressed) != 2 || len(second.addressed) != 2 || &first.addressed[0] != &second.addressed[0] {
		t.Fatalf("two messages to all of one seat do not share one list of two: %v and %v", first.addressed, second.addressed)
	}
	mixed := say("ana", "all,dora")
	say("eve", "lead")
	third := say("ana", "all")
	if len(mixed.addressed) != 3 || len(third.addressed) != 3 || len(first.addressed) != 2 {
		t.Errorf("lists of %d, %d and %d seats, want 3, 3 and 2", len(mixed.addressed), len(third.addressed), len(first.addressed))
	}
	for i, name := range []string{"bob", "cleo"} {
		if first.addressed[i].token != name {
			t.Errorf("seat %d of the first message is %q by now, want %q", i, first.addressed[i].token, name)
		}
	}
}
