package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"earshot/client"
	"earshot/client/wire"
	"earshot/tui"
)

// keepsWith is what a program that is open on a seat keeps with.
func keepsWith(t *testing.T, state string, seat keptSeat) (drafts, screenRoom, string, func() error) {
	t.Helper()
	rooms := []screenRoom{{seat: seat}}
	var options tui.Options
	release, told := keepBetweenRuns(&options, state, true, rooms)
	t.Cleanup(func() { _ = release() })
	return options.Drafts.(drafts), rooms[0], told, release
}

// Two programs on one seat write over nothing of each other's, and what either left comes back, whatever
// ended it, once it has ended and not before.
func TestProgramsOfOneSeatKeepTheirDraftsApart(t *testing.T) {
	state := t.TempDir()
	seat := keptSeat{key: "ws://a/rooms/r as yu"}
	first, one, told, endFirst := keepsWith(t, state, seat)
	if told != "" {
		t.Errorf("alone, it says %q", told)
	}
	second, two, told, endSecond := keepsWith(t, state, seat)
	if one.drafts == two.drafts || !strings.Contains(told, "open in another program") {
		t.Fatalf("both keep under %q, and %q is told", one.drafts, told)
	}
	for d, at := range map[drafts][2]string{first: {one.drafts, "of the first"}, second: {two.drafts, "of the second"}} {
		if err := d.Save(at[0], at[1]); err != nil {
			t.Fatal(err)
		}
	}
	if beside, err := second.Beside(two.drafts); len(beside) > 0 || err != nil {
		t.Fatalf("what a running program keeps is handed over: %q, %v", beside, err)
	}
	for _, end := range []func() error{endFirst, endSecond} { // as the end of a process does
		if err := end(); err != nil {
			t.Fatal(err)
		}
	}

	third, three, _, endThird := keepsWith(t, state, seat)
	own, err := third.Load(three.drafts)
	beside, failed := third.Beside(three.drafts)
	if own != "of the first" || !slices.Equal(beside, []string{"of the second"}) || err != nil || failed != nil {
		t.Fatalf("next it is %q and %q, %v, %v", own, beside, err, failed)
	}
	fourth, four, _, _ := keepsWith(t, state, seat)
	if again, err := fourth.Beside(four.drafts); len(again) > 0 || err != nil {
		t.Errorf("handed over twice: %q, %v", again, err)
	}
	if four.drafts == two.drafts {
		t.Errorf("a place is given away before what stands in it is kept elsewhere")
	}
	if err := third.Save(three.drafts, "both"); err != nil {
		t.Fatal(err)
	}
	if err := endThird(); err != nil {
		t.Fatal(err)
	}
	fifth, five, _, _ := keepsWith(t, state, seat)
	own, err = fifth.Load(five.drafts)
	beside, failed = fifth.Beside(five.drafts)
	if own != "both" || len(beside) > 0 || err != nil || failed != nil {
		t.Fatalf("at last it is %q and %q, %v, %v", own, beside, err, failed)
	}
}

// Where nothing can be locked, drafts are kept all the same.
func TestDraftsAreKeptWithoutLocks(t *testing.T) {
	state := t.TempDir()
	if err := os.WriteFile(filepath.Join(state, "locks"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	d, room, _, _ := keepsWith(t, state, keptSeat{key: "r"})
	if err := d.Save(room.drafts, "text"); err != nil || room.drafts != "r" {
		t.Fatalf("%q: %v", room.drafts, err)
	}
}

// Two seats of a room share nothing; what was kept before seats were told apart goes to the one seat that
// there is, once, and to none where there are two.
func TestSeatsShareNothingThatIsKept(t *testing.T) {
	const url = "ws://127.0.0.1:7788/rooms/main"
	from := &opened{name: url, source: client.Source{Kind: client.Room, URL: url}}
	p, _, _ := bench(strings.NewReader(""))
	p.folders.state = t.TempDir()
	store, err := client.OpenStore(p.folders.seatsFolder())
	if err != nil {
		t.Fatal(err)
	}
	sit := func(name string) {
		if err := store.Save(url, wire.Seat{MemberID: "i_" + name, Name: name}, client.Token("sni_"+strings.Repeat(name[:1], 43))); err != nil {
			t.Fatal(err)
		}
	}
	seatFor := func(as, token string) keptSeat {
		t.Helper()
		p.env = func(name string) string { return map[string]string{tokenEnv: token}[name] }
		k, err := p.keptSeat(from, "", as)
		if err != nil {
			t.Fatal(err)
		}
		return k
	}
	if k := seatFor("", ""); k != (keptSeat{key: url}) {
		t.Errorf("an observer has %+v", k)
	}
	sit("yu")
	want := keptSeat{key: url + " as yu", member: "i_yu", before: url}
	if got := seatFor("", ""); got != want || got != seatFor("yu", "") || got != seatFor("YU", "") {
		t.Errorf("the one seat has %+v", got)
	}
	other := seatFor("", "sni_"+strings.Repeat("z", 43))
	if other.key == want.key || other.key == url || other.before != "" || strings.Contains(other.key, "zzz") {
		t.Errorf("the seat of a token that is given has %+v", other)
	}
	sit("bob")
	yu, bob := seatFor("yu", ""), seatFor("bob", "")
	if yu.key != want.key || yu.before != "" || bob.key == yu.key || bob.before != "" || seatFor("", "sni_"+strings.Repeat("b", 43)) != bob {
		t.Errorf("two seats have %+v and %+v", yu, bob)
	}

	state := t.TempDir()
	old := drafts{kept: kept{filepath.Join(state, "drafts"), ".txt"}}
	if err := old.Save(url, "of before"); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		seat keptSeat
		want string
	}{{bob, ""}, {yu, ""}, {want, "of before"}, {keptSeat{key: "another", before: url}, ""}} {
		d, room, _, end := keepsWith(t, state, tt.seat)
		if text, err := d.Load(room.drafts); text != tt.want || err != nil {
			t.Errorf("%+v finds %q, %v", tt.seat, text, err)
		}
		if err := end(); err != nil {
			t.Fatal(err)
		}
	}
}

// What two programs set aside and send on one seat is kept of both, and what one takes back is gone.
func TestProgramsOfOneSeatKeepEachOthersLists(t *testing.T) {
	dir := t.TempDir()
	k := kept{dir, ".json"}
	a, b := newAsides(k), newAsides(k)
	row := func(id string) tui.Aside { return tui.Aside{ID: id, State: "open"} }
	if err := a.Save("r", []tui.Aside{row("1")}); err != nil {
		t.Fatal(err)
	}
	seen, err := b.Load("r")
	if err != nil || len(seen) != 1 {
		t.Fatal(seen, err)
	}
	for _, save := range []func() error{
		func() error { return a.Save("r", []tui.Aside{row("1"), row("2")}) },
		func() error { return b.Save("r", []tui.Aside{row("1"), row("3")}) },
		func() error { return a.Save("r", []tui.Aside{row("2")}) },
		func() error { return b.Save("r", []tui.Aside{row("1"), row("3"), row("4")}) },
	} {
		if err := save(); err != nil {
			t.Fatal(err)
		}
	}
	got, err := newAsides(k).Load("r")
	ids := ""
	for _, one := range got {
		ids += one.ID
	}
	if ids != "234" || err != nil {
		t.Errorf("in the end %q is set aside, %v", ids, err)
	}
	if err := b.Save("r", nil); err != nil {
		t.Fatal(err)
	}
	if got, err := newAsides(k).Load("r"); len(got) != 1 || got[0] != row("2") || err != nil {
		t.Errorf("when one takes all of its own back, there is %v, %v", got, err)
	}
}
