package timeline

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// A body of thousands of lines shows its start, says how much there is, and
// leaves the rest of the room on the screen.
func TestLongBodiesAreFolded(t *testing.T) {
	lines := make([]string, 5000)
	for i := range lines {
		lines[i] = fmt.Sprintf("line %d", i)
	}
	for name, body := range map[string]string{
		"prose":    strings.Join(lines, "\n"),
		"v1":       "v1 report x to all n=5000\n" + strings.Join(lines, "\n"),
		"one line": strings.Repeat("word ", 6000),
		"JSON":     `{"a":[` + strings.Repeat("1,\n", 4000) + `1]}`,
	} {
		w := newWorld(t)
		w.SetSize(90, 60)
		w.say("lead|before", "worker|"+body, "lead|after")
		w.shows("enter shows all")
		w.shows("before")
		w.shows("after")
		rows := w.screen()
		if n := strings.Count(strings.TrimRight(rows, "\n"), "\n") + 1; n > foldTo+8 {
			t.Errorf("%s takes %d rows", name, n)
		}
		if (name == "v1" || name == "prose") && !strings.Contains(rows, "5000 lines in all") {
			t.Errorf("%s does not say how long it is:\n%s", name, rows)
		}
	}
}

// The keys between flags stop at every flagged line, in both directions the
// same, and mark its row.
func TestFlaggedLinesOneByOne(t *testing.T) {
	w := newWorld(t)
	w.say("worker|v1 report x to lead n=4\nclaim it works\na fact\nclaim it is fast\ntodo docs", "lead|v1 note x n=2\nreq do it\nmust-not stop", "lead|prose", "mia|v1 note z to all n=9\nwrong")
	w.Show(1)
	type stop struct {
		seq  int64
		line int
	}
	want := []stop{{1, 2}, {1, 4}, {2, 2}, {2, 3}, {4, 0}}
	marked := []string{"it works", "it is fast", "do it", "stop", "n=9"}
	for i, s := range want {
		if !w.ShowFlagged(true) || w.pointer.seq != s.seq || w.pointer.line != s.line {
			t.Fatalf("stop %d is %+v, want %+v", i, w.pointer, s)
		}
		row := ""
		for _, r := range strings.Split(w.screen(), "\n") {
			if strings.HasPrefix(r, "▸") {
				row = r
			}
		}
		if !strings.Contains(row, marked[i]) {
			t.Errorf("stop %d marks %q, want %q:\n%s", i, row, marked[i], w.screen())
		}
	}
	if w.ShowFlagged(true) {
		t.Error("there is a flag behind the last one")
	}
	for i := len(want) - 2; i >= 0; i-- {
		if !w.ShowFlagged(false) || w.pointer.seq != want[i].seq || w.pointer.line != want[i].line {
			t.Fatalf("back at %d is %+v, want %+v", i, w.pointer, want[i])
		}
	}
	if w.ShowFlagged(false) {
		t.Error("there is a flag above the first one")
	}
}

// Copies are put into what is shown, and taken out, as one by one.
func TestMergeAndSubtract(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	for range 500 {
		var list, ords, both []int32
		for ord := range int32(60) {
			switch r.IntN(3) {
			case 0:
				list, both = append(list, ord), append(both, ord)
			case 1:
				ords, both = append(ords, ord), append(both, ord)
			}
		}
		merged := merge(slices.Clone(list), ords)
		if !slices.Equal(merged, both) {
			t.Fatalf("%v and %v merge to %v", list, ords, merged)
		}
		if left := subtract(merged, append(slices.Clone(ords), 99)); !slices.Equal(left, list) {
			t.Fatalf("%v without %v is %v", both, ords, left)
		}
	}
}
