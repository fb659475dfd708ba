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
		seq := int64(l.posts.n + 1)
		body := fmt.Sprintf("v1 note deploy to %s n=1\nline %d\n", to, seq)
		l.Feed(Message{Sequence: seq, From: Seat{"i_" + name, name}, At: at, Doc: convention.Parse(body)})
		return l.posts.last()
	}
	for _, name := range []string{"ana", "bob", "cleo"} {
		say(name, "lead")
	}
	first, second := say("ana", "all"), say("ana", "all")
	if len(first.to()) != 2 || len(second.to()) != 2 || &first.to()[0] != &second.to()[0] {
		t.Fatalf("two messages to all of one seat do not share one list of two: %v and %v", first.to(), second.to())
	}
	mixed := say("ana", "all,dora")
	say("eve", "lead")
	third := say("ana", "all")
	if len(mixed.to()) != 3 || len(third.to()) != 3 || len(first.to()) != 2 {
		t.Errorf("lists of %d, %d and %d seats, want 3, 3 and 2", len(mixed.to()), len(third.to()), len(first.to()))
	}
	for i, name := range []string{"bob", "cleo"} {
		if first.to()[i].token != name {
			t.Errorf("seat %d of the first message is %q by now, want %q", i, first.to()[i].token, name)
		}
	}
}
