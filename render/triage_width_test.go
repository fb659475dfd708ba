package render

import (
	"strings"
	"testing"

	"earshot/convention/ledger"
)

// At every width from 60 on the row's line is readable, and no space is given
// away to columns.
func TestTriageTextIsReadable(t *testing.T) {
	it := ask(6, "lead", "yu", ledger.Overdue, at(9, 0), "silence past the ask time→A")
	it.Text = "how to store rate-limit counters, 20260918T0900Z"
	for width := 60; width <= 140; width++ {
		rows := TriageRows(TriageRow{Group: NeedsYou, Kind: ledger.Ask, Sequence: 6, Line: 2, Seat: it.Owes, Item: &it, Mine: true}, width, NewMeasure(false), noon())
		if got := strings.TrimSpace(rows[0].Plain()); got != "ask limiter  lead  OVERDUE −12m" {
			t.Fatalf("width %d: first row %q", width, got)
		}
		if got := strings.TrimSpace(rows[1].Plain()); got != "#6 how to store rate-limit counters" {
			t.Fatalf("width %d: second row %q", width, got)
		}
	}
}

// Blanks are given up before names are cut.
func TestNamesOutliveBlanks(t *testing.T) {
	it := ask(1, "lead", "worker", ledger.Blocked, at(11, 0), "")
	it.Kind, it.BlockedBy = ledger.Req, 12
	row := TriageRow{Group: BetweenOthers, Kind: ledger.Req, Sequence: 1, Line: 2, Seat: it.Owes, Item: &it}
	for width, want := range map[int]string{
		60: "req limiter  lead → worker  BLOCKED by #12",
		43: "req limiter lead → worker BLOCKED by #12",
		40: "req limiter lead → wor… BLOCKED by #12",
	} {
		if got := strings.TrimSpace(TriageRows(row, width, NewMeasure(false), noon())[0].Plain()); got != want {
			t.Errorf("width %d: %q, want %q", width, got, want)
		}
	}
}

// Times in the list are written as in the room, in the clock's manner.
func TestTriageTimesAsInTheRoom(t *testing.T) {
	it := ask(6, "lead", "yu", ledger.Open, at(11, 0), "at 20260918T1030Z→A")
	it.Text = "whether to ship on 20260918T1000Z or 20260918T1015Z, 20260918T1100Z please"
	row := TriageRow{Group: NeedsYou, Kind: ledger.Ask, Sequence: 6, Line: 2, Seat: it.Owes, Item: &it, Mine: true}
	for _, width := range []int{40, 80, 120} {
		shown := plainRows(TriageRows(row, width, NewMeasure(false), noon()))
		if strings.Contains(shown, "202609") || width > 70 && (!strings.Contains(shown, "on 12:00+02 or 12:15+02 please") || !strings.Contains(shown, "at 12:30+02→A")) {
			t.Errorf("width %d:\n%s", width, shown)
		}
	}
	plain := strings.Join(TriageLines(row, noon()), "\n")
	if strings.Contains(plain, "202609") {
		t.Errorf("plain: %s", plain)
	}
}

// A due item is late in the same words wherever there is room for them.
func TestLatenessInOneForm(t *testing.T) {
	for _, state := range []ledger.State{ledger.Open, ledger.Due, ledger.Overdue, ledger.Defaulted} {
		it := ask(6, "lead", "yu", state, at(9, 0), "A")
		row := TriageRow{Group: NeedsYou, Kind: ledger.Ask, Sequence: 6, Line: 2, Seat: it.Owes, Item: &it, Mine: true}
		want := ItemFlags(it, noon())[0].Word.String()
		if got := plainRows(TriageRows(row, 60, NewMeasure(false), noon())); !strings.Contains(got, want) {
			t.Errorf("%s: no %q in\n%s", state, want, got)
		}
	}
}
