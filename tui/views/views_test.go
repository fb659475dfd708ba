package views

import (
	"fmt"
	"strings"
	"testing"

	"earshot/render"
)

const hostile = "\x1b[31mred\x07\u202Ex漢字👩‍👩‍👧‍👦\n\r\x9b"

// pane is what the three have in common.
type pane interface {
	SetSize(w, h int)
	Rows(m render.Measure) []render.Row
	Next()
	Prev()
	ScrollBy(rows int)
	PageDown()
	PageUp()
	Top()
	Bottom()
	ClickAt(y int)
}

func filled() map[string]pane {
	record := NewRecord()
	record.SetTopics([]Topic{{Messages: 3000}, {Name: "limiter", Messages: 1}, {Name: hostile, Messages: 2}})
	record.SetText("v1 state room to all n=2\n"+hostile+"\nowes "+strings.Repeat("word ", 100), 31)
	roster := NewRoster()
	roster.SetSeats([]Seat{
		{Name: "yu", Presence: "online", Me: true, Owes: 1, Overdue: 1, LastWord: "#12 09:00Z", Fetched: "to #12"},
		{Name: hostile, Left: true, Claims: 300}, {Name: strings.Repeat("long", 20)},
	})
	roster.SetBrief("v1 brief room to yu n=1\nreq " + hostile)
	roster.Toggle()
	costs := NewCosts()
	series := make([]float64, 400)
	for i := range series {
		series[i] = float64(i % 97)
	}
	costs.Set(Figures{
		Readers: 5, Messages: 1_234_567, Tokens: 987_654_321, ReadTokens: 4_938_271_605, Missing: 12, Series: series,
		Known: true, Latest: 5000, Dedup: -12, Seats: []CostRow{{Name: hostile, Messages: 12}, {Name: "yu", Repeats: 99}},
	})
	return map[string]pane{"record": record, "empty record": NewRecord(), "roster": roster, "empty roster": NewRoster(), "costs": costs, "empty costs": NewCosts()}
}

// No row is wider than the pane and there are never more rows than it has,
// whatever is shown and wherever the window stands.
func TestRowsStayInThePane(t *testing.T) {
	for name, p := range filled() {
		for w := 1; w <= 130; w += 1 + w/2 {
			for h := 0; h <= 40; h += 1 + h {
				p.SetSize(w, h)
				for _, move := range []func(){p.Next, p.Bottom, p.Next, p.PageUp, p.Prev, p.PageDown, p.Top, func() { p.ScrollBy(3) }, func() { p.ClickAt(h / 2) }, func() { p.ClickAt(99) }} {
					move()
					checkPane(t, name, p, w, h)
				}
			}
		}
	}
}

func checkPane(t *testing.T, name string, p pane, w, h int) {
	t.Helper()
	m := render.Measure{}
	rows := p.Rows(m)
	// Above a very low pane the record still lists its topic.
	if len(rows) > max(h, 4) {
		t.Fatalf("%s in %d×%d has %d rows", name, w, h, len(rows))
	}
	for _, row := range rows {
		if got := m.RowWidth(row); got > w {
			t.Fatalf("%s in %d×%d: a row of %d cells: %q", name, w, h, got, row.Plain())
		}
	}
}

// The selection stays on its thing when the list changes.
func TestSelectionStays(t *testing.T) {
	v := NewRoster()
	v.SetSize(80, 10)
	v.SetSeats([]Seat{{Name: "a"}, {Name: "b"}, {Name: "c"}})
	v.Next()
	v.SetSeats([]Seat{{Name: "new"}, {Name: "a"}, {Name: "b"}, {Name: "c"}})
	if v.Seat() != "b" {
		t.Errorf("selected is %q", v.Seat())
	}
	r := NewRecord()
	r.SetSize(80, 10)
	r.SetTopics([]Topic{{}, {Name: "x"}, {Name: "y"}})
	r.Next()
	r.Next()
	r.SetTopics([]Topic{{}, {Name: "y"}, {Name: "x"}})
	if r.Topic() != "y" {
		t.Errorf("selected is %q", r.Topic())
	}
}

func TestGrouped(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567", -12: "-12", -1234: "-1,234", -123456: "-123,456"} {
		if got := grouped(n); got != want {
			t.Errorf("%d is written %s, want %s", n, got, want)
		}
	}
}

// The chart is as high as the highest average and as low as the lowest.
func TestChart(t *testing.T) {
	rows := chart([]float64{0, 0, 100, 100}, 14)
	if len(rows) != chartRows+1 {
		t.Fatalf("%d rows", len(rows))
	}
	for i, row := range rows[1:] {
		if text := row.Plain(); !strings.HasSuffix(text, "  ██") {
			t.Errorf("row %d is %q", i, text)
		}
	}
	if text := rows[1].Plain(); !strings.Contains(text, "100") {
		t.Errorf("the axis reads %q", text)
	}
	if got := squeeze([]float64{1, 3, 5, 7}, 2); fmt.Sprint(got) != "[2 6]" {
		t.Errorf("squeezed to %v", got)
	}
}

// In a narrow pane no figure is cut off from what it is of, nothing but a name is
// cut, and what goes on in another row is indented.
func TestNarrowPanesCutNoFigures(t *testing.T) {
	costs := NewCosts()
	costs.Set(Figures{Readers: 4, Messages: 16, Tokens: 883, ReadTokens: 3532, Known: true, Latest: 16, StateRecord: 794, Grammar: 1395, Saved: 1380,
		PaidAfter: 14, Series: []float64{1, 2}, Seats: []CostRow{{Name: "worker", Messages: 8, Tokens: 447}}})
	roster := NewRoster()
	roster.SetSeats([]Seat{{Name: "worker", Presence: "online", Owes: 4, Overdue: 3, Claims: 21, LastWord: "#16 18:39Z"}, {Name: strings.Repeat("long", 9), Claims: 77}})
	for _, w := range []int{40, 48, 60, 80, 100} {
		for name, p := range map[string]pane{"costs": costs, "seats": roster} {
			p.SetSize(w, 40)
			var text strings.Builder
			for i, row := range p.Rows(render.Measure{}) {
				line := strings.TrimRight(row.Plain(), " ")
				text.WriteString(line + "\n")
				if strings.HasSuffix(line, "…") || line != "" && !strings.HasPrefix(line, " ") && !strings.HasPrefix(line, "▌") {
					t.Errorf("%s in %d cells: row %d is %q", name, w, i, line)
				}
			}
			for _, want := range map[string][]string{"costs": {"for each newcomer", " 794\n", "447"}, "seats": {"claims", " 21", " 77"}}[name] {
				if !strings.Contains(text.String(), want) {
					t.Errorf("%s in %d cells lacks %q:\n%s", name, w, want, text.String())
				}
			}
		}
	}
}
