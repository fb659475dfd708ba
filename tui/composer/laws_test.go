package composer

import (
	"math/rand/v2"
	"testing"
)

// sizes are those of the composer in terminals of 40×16, 60×16, 80×24, 120×40
// and 200×60.
var sizes = [][2]int{{40, 9}, {60, 9}, {80, 14}, {120, 14}, {200, 14}}

// TestEverythingIsUndone: whatever was done to a text, undoing all of it gives
// the text that it began with, and doing it again the text that it ended with.
func TestEverythingIsUndone(t *testing.T) {
	for seed := range uint64(25) {
		r := rand.New(rand.NewPCG(seed, 3))
		size := sizes[seed%uint64(len(sizes))]
		d := newDriver(t, size[0], size[1])
		s := ask()
		s.Kind = Kind(r.IntN(int(Handover) + 1))
		if r.IntN(3) == 0 {
			s = Start{Text: typed[r.IntN(len(typed)-2)]}
		}
		d.c.Open(s)
		begun := d.c.Text()
		for range 40 {
			op := byte(r.Uint32())
			if op%8 == 6 {
				d.c.SetSize(size[0]-r.IntN(20), size[1]-r.IntN(5)) // Open and Sent begin anew; a resize does not
				continue
			}
			d.step(op, byte(r.Uint32()))
		}
		d.all("alt+r") // an undo among them can be done again
		ended := d.c.Text()
		d.all("ctrl+_")
		if got := d.c.Text(); got != begun {
			t.Fatalf("seed %d: undone it is %q, began as %q, after %v", seed, got, begun, d.log)
		}
		d.all("alt+r")
		if got := d.c.Text(); got != ended {
			t.Fatalf("seed %d: done again it is %q, was %q, after %v", seed, got, ended, d.log)
		}
	}
}

// all presses a key until it has nothing left to do.
func (d *driver) all(name string) {
	d.t.Helper()
	for range 2000 {
		act, _ := d.c.HandleKey(key(name))
		d.check(true)
		if n, ok := act.(Notice); ok && n.Level == Info {
			return
		}
	}
	d.t.Fatalf("%s never ends, after %v", name, d.log)
}

// TestLeavingLosesNothing: esc at any moment leaves the text as it is, and the
// text can be opened again as a draft.
func TestLeavingLosesNothing(t *testing.T) {
	for seed := range uint64(25) {
		r := rand.New(rand.NewPCG(seed, 5))
		size := sizes[seed%uint64(len(sizes))]
		d := newDriver(t, size[0], size[1])
		for range 30 {
			d.step(byte(r.Uint32()), byte(r.Uint32()))
			if r.IntN(4) > 0 {
				continue
			}
			before := d.c.Text()
			for range 2 { // the list, then the composer
				if act, _ := d.c.HandleKey(key("esc")); act == (Leave{}) {
					break
				}
			}
			draft := Start{Text: d.c.Text(), ByHand: d.c.ByHand()}
			if draft.Text != before {
				t.Fatalf("seed %d: left with %q, was %q, after %v", seed, draft.Text, before, d.log)
			}
			if draft.Text == "" || d.c.Empty() {
				continue
			}
			d.c.Open(draft)
			if draft.ByHand && d.c.Text() != draft.Text {
				t.Fatalf("seed %d: the draft %q is opened as %q, after %v", seed, draft.Text, d.c.Text(), d.log)
			}
		}
	}
}
