package chrome

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"earshot/client"
	"earshot/render"
)

const hostile = "\x1b[31mred\x07\u202Ex\u200b漢字👩‍👩‍👧‍👦é\n\r\x9b"

// Every row is exactly as wide as it has to be, on every width, whatever the
// words are.
func TestRowsKeepTheirWidth(t *testing.T) {
	for _, graphemes := range []bool{false, true} {
		m := render.NewMeasure(graphemes)
		for width := 1; width <= 130; width++ {
			for name, row := range rowsAt(m, width) {
				if got := m.RowWidth(row); got != width {
					t.Errorf("%s in %d cells is %d wide: %q", name, width, got, row.Plain())
				}
			}
			for _, row := range (Notice{Level: Fail, Text: render.CleanLine(hostile)}).Rows(m, width, 3) {
				if got := m.RowWidth(Beside(row, []Hint{{"a", "answer"}, {"?", "help"}}, m, width)); got > width {
					t.Errorf("a row of a notice in %d cells is %d wide: %q", width, got, row.Plain())
				}
			}
			for _, row := range Help(helpGroups(), m, width) {
				if got := m.RowWidth(row); got > width {
					t.Errorf("a row of the help in %d cells is %d wide: %q", width, got, row.Plain())
				}
			}
		}
	}
}

func rowsAt(m render.Measure, width int) map[string]render.Row {
	name := render.CleanLine(hostile)
	header := Header{
		Room: name, Seats: 9, Online: 6, Sequence: 96, Time: "14:02Z", State: render.Word("live"), Me: name,
		Counts: Counts{NeedsYou: 2, Overdue: 1, Unproven: 300, Defaults: 1, Unread: 12},
	}
	tabs := []Tab{{Key: "1", Name: "room", Shown: true, Active: true}, {Key: "2", Name: "triage", Count: 12}, {Key: "3", Name: hostile}}
	remark := render.Row{{Text: name}}
	return map[string]render.Row{
		"header":    header.Row(m, width),
		"observer":  Header{Room: name, Online: -1, Observing: true, State: name}.Row(m, width),
		"tabs":      Tabs(tabs, []render.Row{remark, remark[:1]}, m, width),
		"bare tabs": Tabs(tabs, nil, m, width),
		"title":     PaneTitle(name, remark, true, m, width),
		"footer":    Footer([]Hint{{"a", "answer"}, {"ctrl+s", hostile}, {"?", "help"}}, m, width),
		"too small": TooSmall(width, 4, 20, 5, m),
	}
}

func helpGroups() []HelpGroup {
	return []HelpGroup{
		{Name: "room", Entries: []HelpEntry{{Keys: []string{"a", "ctrl+shift+left"}, Does: strings.Repeat("answer it ", 12)}, {Keys: []string{"b"}, Does: "go", Not: "there is nothing"}}},
		{Name: "everywhere", Entries: []HelpEntry{{Keys: []string{"?"}, Does: "help"}, {Keys: []string{"q"}, Does: "quit"}}},
		{Name: "composer", Entries: []HelpEntry{{Keys: []string{"ctrl+s"}, Does: "send"}}},
	}
}

// Nothing of a binding is lost in the help, in one column or two.
func TestHelpSaysEverything(t *testing.T) {
	for _, width := range []int{30, 60, 91, 92, 120} {
		var text strings.Builder
		for _, row := range Help(helpGroups(), render.Measure{}, width) {
			text.WriteString(row.Plain() + "\n")
		}
		for _, want := range []string{"everywhere", "composer", "ctrl+s", "send", "quit", "not now"} {
			if !strings.Contains(text.String(), want) {
				t.Errorf("in %d cells the help lacks %q:\n%s", width, want, text.String())
			}
		}
	}
}

// What matters most stays longest as the header gets narrower.
func TestHeaderGivesUpInOrder(t *testing.T) {
	h := Header{
		Room: render.Word("limiter-room"), Seats: 9, Online: 6, Sequence: 96, Time: "14:02Z", State: render.Word("live"),
		Me: render.Word("yu"), Counts: Counts{NeedsYou: 2, Overdue: 1, Unproven: 3},
	}
	for width, want := range map[int][]string{
		120: {"limiter-room", "9 seats, 6 online", "as yu", "#96", "14:02Z", "live", "needs you 2", "overdue 1", "unproven 3", "defaults 0"},
		80:  {"limiter-room", "#96", "live", "needs you 2", "overdue 1", "unproven 3"},
		60:  {"limiter-room", "live", "needs you 2", "overdue 1"},
		40:  {"limiter-room", "live", "needs you 2"},
	} {
		row := h.Row(render.Measure{}, width).Plain()
		for _, text := range want {
			if !strings.Contains(row, text) {
				t.Errorf("in %d cells the header lacks %q: %q", width, text, row)
			}
		}
	}
}

// In a narrow header what waits outlives what the keys say anyway, and a name
// however long.
func TestNarrowHeaderKeepsWhatWaits(t *testing.T) {
	for _, name := range []string{"lim.jsonl", strings.Repeat("long-name", 400)} {
		h := Header{Room: render.Word(name), Sequence: 96, Time: "14:02Z", State: render.Word("ended, read-only"), Counts: Counts{NeedsYou: 2}}
		for _, width := range []int{40, 60, 80, 120} {
			row := h.Row(render.Measure{}, width).Plain()
			for _, text := range []string{name[:8], "● ended", "needs you 2"} {
				if !strings.Contains(row, text) {
					t.Errorf("in %d cells the header lacks %q: %q", width, text, row)
				}
			}
			if width >= 60 != strings.Contains(row, "read-only") {
				t.Errorf("in %d cells the header says %q", width, row)
			}
		}
	}
}

// A long reason leaves room for what it is about.
func TestHeaderCutsTheReason(t *testing.T) {
	h := Header{Room: render.Word("limiter-room"), Sequence: 96, State: render.CleanLine("refused: " + strings.Repeat("why ", 50)), Counts: Counts{NeedsYou: 2}}
	for _, width := range []int{60, 80, 120} {
		row := h.Row(render.Measure{}, width).Plain()
		for _, text := range []string{"limiter-room", "refused: why", "needs you 2"} {
			if !strings.Contains(row, text) {
				t.Errorf("in %d cells the header lacks %q: %q", width, text, row)
			}
		}
	}
}

func TestConnectionWords(t *testing.T) {
	for _, c := range []struct {
		status    client.Status
		readOnly  bool
		remaining time.Duration
		want      string
	}{
		{client.Status{State: client.StateConnecting}, false, 0, "connecting"},
		{client.Status{State: client.StateCatchingUp}, false, 0, "catching up"},
		{client.Status{State: client.StateLive}, false, 0, "live"},
		{client.Status{State: client.StateLive}, true, 0, "live, read-only"},
		{client.Status{State: client.StateReconnecting, Attempt: 3}, false, 3500 * time.Millisecond, "reconnecting in 4s (3)"},
		{client.Status{State: client.StateReconnecting, Attempt: 3}, false, -time.Second, "reconnecting (3)"},
		{client.Status{State: client.StateRefused, Err: errors.New("token\x1b revoked")}, false, 0, "refused: token^[ revoked"},
		{client.Status{State: client.StateEnded}, true, 0, "ended, read-only"},
		{client.Status{State: client.State(99)}, false, 0, "unknown"},
	} {
		if got, _ := Connection(c.status, c.readOnly, c.remaining); got.String() != c.want {
			t.Errorf("%+v reads %q, want %q", c.status, got.String(), c.want)
		}
	}
}

// The newest notice is on top; a longer one below it is seen again.
func TestNoticesExpireByThemselves(t *testing.T) {
	var n Notices
	failed, long := n.Add(Notice{Level: Fail, Text: render.Word("it failed")})
	said, short := n.Add(Notice{Level: Info, Text: render.Word("said")})
	if long <= short {
		t.Errorf("a failure stays %v, an information %v", long, short)
	}
	if top, _ := n.Shown(); top.Text.String() != "said" {
		t.Errorf("shown is %q", top.Text)
	}
	if !n.Expire(said) || n.Expire(said) {
		t.Error("a notice does not expire once")
	}
	if top, _ := n.Shown(); top.Text.String() != "it failed" {
		t.Errorf("shown is %q", top.Text)
	}
	n.Expire(failed)
	if _, any := n.Shown(); any {
		t.Error("something is still shown")
	}
	for i := range 100 {
		n.Add(Notice{Level: Info, Text: render.Word(fmt.Sprint(i))})
	}
	if len(n.all) > 16 {
		t.Errorf("%d notices are held", len(n.all))
	}
}

// Tabs keep their names for as long as there is room for them: first blanks go,
// then the remark is said in short, then the last names go, and the remark's end at
// last. The tab that is shown is never nameless, nor is a count lost.
func TestTabsKeepTheirNames(t *testing.T) {
	tabs := []Tab{{Key: "1", Name: "room", Shown: true, Active: true}, {Key: "2", Name: "triage", Count: 2}, {Key: "3", Name: "record"},
		{Key: "4", Name: "seats"}, {Key: "5", Name: "costs"}}
	long := render.Row{{Text: render.Word(" filter is:unproven: 1 of 6 ")}}
	short := render.Row{{Text: render.Word(" filter is:unproven 1/6 ")}}
	for _, tt := range []struct {
		width int
		with  []render.Row
		want  string
	}{
		{60, nil, "─▐1 room▌ 2 triage (2)  3 record  4 seats  5 costs ─────────"},
		{84, []render.Row{long, short}, "─▐1 room▌ 2 triage (2)  3 record  4 seats  5 costs ──── filter is:unproven: 1 of 6 ─"},
		{77, []render.Row{long, short}, "─▐1 room▌2 triage (2) 3 record 4 seats 5 costs── filter is:unproven: 1 of 6 ─"},
		{75, []render.Row{long, short}, "─▐1 room▌2 triage (2) 3 record 4 seats 5 costs──── filter is:unproven 1/6 ─"},
		{60, []render.Row{long, short}, "─▐1 room▌2 triage (2) 3 record 4 5─ filter is:unproven 1/6 ─"},
		{40, nil, "─▐1 room▌2 triage (2) 3 record 4 seats 5"},
		{30, []render.Row{long, short}, "─▐1 room▌2 (2) 3 4 5─ filter…─"},
	} {
		got := Tabs(tabs, tt.with, render.Measure{}, tt.width).Plain()
		if got != tt.want {
			t.Errorf("in %d cells:\n%s\nwant\n%s", tt.width, got, tt.want)
		}
	}
}
