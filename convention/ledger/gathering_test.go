package ledger

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// What is gathered in pieces from a ledger that stands still is what it has found;
// from one that goes on, nothing is there twice, and nothing is missing that was
// there from the first piece to the last.
func TestGathering(t *testing.T) {
	random := rand.New(rand.NewPCG(13, 14))
	for range 60 {
		m := makeRoom(randomBytes(random, 200+random.IntN(1500)))
		l := m.live(random, slices.Clone(m.sayings(random)))
		v := l.At(m.now)
		var g Gathering
		for n := 1 + random.IntN(9); g.Step(v, n); {
		}
		if got, want := findings(g.Findings()), findings(v.Findings()); !slices.Equal(got, want) {
			t.Fatalf("in pieces\n%q\nat once\n%q", got, want)
		}
		if got, want := v.Newest(3), v.Live(); !slices.EqualFunc(got, newest(want, 3), func(a, b Item) bool { return itemLine(a) == itemLine(b) }) {
			t.Fatalf("newest %v", got)
		}
		checkMoving(t, m.log, random)
	}
}

func newest(list []Item, n int) []Item {
	list = slices.DeleteFunc(list, func(i Item) bool { return i.State.Settled() })
	slices.Reverse(list)
	return list[:min(n, len(list))]
}

// checkMoving gathers while messages come.
func checkMoving(t *testing.T, log []Message, random *rand.Rand) {
	l := New(Options{})
	half := len(log) / 2
	for _, x := range log[:half] {
		l.Feed(x)
	}
	var stayed map[string]bool
	note := func(v View) {
		now := make(map[string]bool)
		for _, f := range places(v.Findings()) {
			now[f] = stayed == nil || stayed[f]
		}
		for f, always := range now {
			if !always {
				delete(now, f)
			}
		}
		stayed = now
	}
	var g Gathering
	v := l.At(log[half].At)
	note(v)
	for i := half; g.Step(v, 1+random.IntN(3)); i++ {
		if i < len(log) {
			l.Feed(log[i])
			v = l.At(log[i].At)
			note(v)
		}
	}
	got := places(g.Findings())
	all := places(Findings{Items: v.Items()})
	for _, x := range got {
		if strings.HasPrefix(x, "item") && !slices.Contains(all, x) {
			t.Fatalf("%s is there too often", x)
		}
	}
	slices.Sort(got)
	if len(slices.Compact(slices.Clone(got))) != len(got) {
		t.Fatalf("something is there twice: %q", got)
	}
	for f := range stayed {
		if _, found := slices.BinarySearch(got, f); !found {
			t.Fatalf("%s is missing in %q", f, got)
		}
	}
}

// places names findings by where they stand.
func places(f Findings) []string {
	var all []string
	seen := make(map[string]int)
	place := func(what string, sequence int64, line int) string {
		name := fmt.Sprint(what, sequence, ":", line)
		seen[name]++
		return fmt.Sprint(name, " ", seen[name]) // a line may open several
	}
	for _, x := range f.Items {
		all = append(all, place("item ", x.Sequence, x.Line))
	}
	for _, x := range f.Claims {
		all = append(all, fmt.Sprint("claim ", x.Sequence, " ", x.Line))
	}
	for _, x := range f.Unaddressed {
		all = append(all, fmt.Sprint("line ", x.Sequence, " ", x.Line))
	}
	for _, x := range f.Data {
		all = append(all, fmt.Sprint("data ", x.Sequence))
	}
	return all
}

func findings(f Findings) []string {
	all := lines(f.Items, itemLine)
	all = append(all, lines(f.Claims, claimLine)...)
	return append(all, fmt.Sprint(f.Unaddressed), fmt.Sprint(f.Data), fmt.Sprint(f.Decisions), fmt.Sprint(f.Repeats), fmt.Sprint(f.Possible))
}
