package triage

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"earshot/convention"
	"earshot/convention/ledger"
	"earshot/render"
)

func seat(name string) ledger.Seat { return ledger.Seat{ID: "i_" + name, Name: name} }

func at(minute int) time.Time { return time.Date(2026, 9, 18, 9, minute, 0, 0, time.UTC) }

func ask(sequence int64, from, owes string, state ledger.State, due time.Time) ledger.Item {
	return ledger.Item{Kind: ledger.Ask, State: state, Sequence: sequence, Line: 2, Topic: "limiter", Text: "which one",
		From: seat(from), Owes: seat(owes), Due: due}
}

// some is a random part of a fixed world in random states.
func some(r *rand.Rand) render.TriageInput {
	var in render.TriageInput
	names := []string{"yu", "lead", "worker", "scout"}
	states := []ledger.State{ledger.Open, ledger.Due, ledger.Overdue, ledger.Defaulted, ledger.Blocked}
	for i := range 12 {
		if r.IntN(3) > 0 {
			it := ask(int64(i+1), names[i%4], names[(i+1)%4], states[r.IntN(len(states))], at(i))
			if i%3 == 0 {
				it.Default = "A"
			}
			in.Items = append(in.Items, it)
			if i%4 == 1 {
				in.Items[len(in.Items)-1].Of = 2
				other := ask(int64(i+1), names[i%4], "mia", ledger.Open, at(i))
				other.Of = 2
				in.Items = append(in.Items, other)
			}
		}
		if r.IntN(3) > 0 {
			in.Claims = append(in.Claims, ledger.Claim{Sequence: int64(i + 1), Line: 3, Seat: seat("worker"), Text: "done", Why: ledger.WhyClaim})
		}
	}
	if r.IntN(2) > 0 {
		in.Data = append(in.Data, ledger.Data{Sequence: 5, Seat: seat("worker"), Declared: 2, Facts: 1})
		in.Repeats = append(in.Repeats, ledger.Repeat{Seat: seat("runner"), First: 3, Count: 4, Loop: true})
		in.Unaddressed = append(in.Unaddressed, ledger.Line{Sequence: 9, Line: 2, Seat: seat("scout"), Modality: convention.Req, Text: "do it"})
	}
	return in
}

// keys are the rows of the pane in their order.
func (t *Triage) keys() []string {
	var keys []string
	for i := range t.entries {
		if t.entries[i].selectable() {
			keys = append(keys, t.entries[i].row.Key)
		}
	}
	return keys
}

func selectedKey(p *Triage) string {
	row, ok := p.Selected()
	if !ok {
		return ""
	}
	return row.Key
}

// marks is how many rows on the screen bear the mark of the selection.
func marks(rows []render.Row) int {
	n := 0
	for _, r := range rows {
		if strings.HasPrefix(r.Plain(), "▸") {
			n++
		}
	}
	return n
}

func checkScreen(t *testing.T, p *Triage) {
	t.Helper()
	rows := p.Rows()
	if len(rows) != max(p.h, 0) {
		t.Fatalf("%d rows for a height of %d", len(rows), p.h)
	}
	for _, r := range rows {
		if got := p.measure.RowWidth(r); got > p.w {
			t.Fatalf("row %q is %d wide of %d", r.Plain(), got, p.w)
		}
	}
	end := p.starts[len(p.starts)-1]
	if p.top < 0 || p.top > max(0, end-p.h) {
		t.Fatalf("window at %d of %d lines, %d high", p.top, end, p.h)
	}
}

// The pane against a model that knows only the list of keys and which is
// selected.
func TestSelectionAgainstModel(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 1))
		p := New()
		p.SetSize(32, 10)
		me := []string{"yu", ""}[r.IntN(2)]
		p.set(some(r), nil, me, at(30))
		selected := ""
		if keys := p.keys(); len(keys) > 0 {
			selected = keys[0]
		}
		for range 120 {
			keys := p.keys()
			i := slices.Index(keys, selected)
			moved := false
			switch op := r.IntN(9); op {
			case 0, 1:
				p.set(some(r), nil, me, at(30))
				after := p.keys()
				if !slices.Contains(after, selected) {
					selected = ""
					if len(after) > 0 {
						selected = after[min(max(i, 0), len(after)-1)]
					}
				}
			case 2:
				p.Next()
				selected, moved = keyAt(keys, i+1, selected), true
			case 3:
				p.Prev()
				selected, moved = keyAt(keys, i-1, selected), true
			case 4:
				p.Top()
				selected, moved = keyAt(keys, 0, selected), true
			case 5:
				p.Bottom()
				selected, moved = keyAt(keys, len(keys)-1, selected), true
			case 6:
				p.ScrollBy(r.IntN(9) - 4)
			case 7:
				p.SetSize(20+r.IntN(90), 1+r.IntN(20))
			case 8:
				if len(keys) > 0 {
					selected, moved = keys[r.IntN(len(keys))], true
					p.Select(selected)
				}
			}
			if got := selectedKey(p); got != selected {
				t.Fatalf("seed %d: selected %q, the model says %q", seed, got, selected)
			}
			checkScreen(t, p)
			if moved && selected != "" && marks(p.Rows()) != 1 {
				t.Fatalf("seed %d: the selection is not on the screen after a move", seed)
			}
		}
	}
}

func keyAt(keys []string, i int, otherwise string) string {
	if i < 0 || i >= len(keys) {
		return otherwise
	}
	return keys[i]
}

// Everything is there, whatever its number: a window over all lines shows each
// row once.
func TestNothingIsHidden(t *testing.T) {
	var in render.TriageInput
	for i := range int64(3000) {
		in.Items = append(in.Items, ask(i+1, "lead", "worker", ledger.Open, time.Time{}))
		in.Claims = append(in.Claims, ledger.Claim{Sequence: i + 1, Line: 3, Seat: seat("worker"), Text: fmt.Sprint("claim ", i+1)})
	}
	p := New()
	p.SetSize(40, 20)
	p.set(in, nil, "yu", at(0))
	if p.Len() != 6000 {
		t.Fatalf("%d rows", p.Len())
	}
	seen := map[string]bool{}
	for p.top = 0; ; p.ScrollBy(20) {
		before := p.top
		for _, r := range p.Rows() {
			seen[r.Plain()] = true
		}
		if p.ScrollBy(1); p.top == before {
			break
		}
		p.ScrollBy(-1)
	}
	for i := range 3000 {
		if !seen[fmt.Sprintf("    #%d claim %d", i+1, i+1)] {
			t.Fatalf("claim %d is nowhere", i+1)
		}
	}
}

func TestPagesReachBothEnds(t *testing.T) {
	p := New()
	p.SetSize(40, 7)
	p.set(some(rand.New(rand.NewPCG(1, 1))), nil, "yu", at(30))
	keys := p.keys()
	var seen []string
	for range 100 {
		seen = append(seen, selectedKey(p))
		p.PageDown()
	}
	if selectedKey(p) != keys[len(keys)-1] {
		t.Errorf("page down ends at %q", selectedKey(p))
	}
	if len(slices.Compact(seen)) < 4 {
		t.Errorf("page down skips everything: %q", slices.Compact(seen))
	}
	for range 100 {
		p.PageUp()
	}
	if selectedKey(p) != keys[0] {
		t.Errorf("page up ends at %q", selectedKey(p))
	}
}

func TestRowsComingAboveDoNotMoveTheEye(t *testing.T) {
	var in render.TriageInput
	for i := range int64(40) {
		in.Claims = append(in.Claims, ledger.Claim{Sequence: i + 10, Line: 2, Seat: seat("worker"), Text: fmt.Sprint("claim ", i+10)})
	}
	p := New()
	p.SetSize(40, 10)
	p.set(in, nil, "yu", at(0))
	p.ScrollBy(31)
	before := p.Rows()[2].Plain()
	in.Items = append(in.Items, ask(1, "lead", "yu", ledger.Overdue, at(0)), ask(2, "lead", "worker", ledger.Open, at(0)))
	p.set(in, nil, "yu", at(1))
	if after := p.Rows()[2].Plain(); after != before {
		t.Errorf("the third line was %q and is %q", before, after)
	}
}

// notes is what was set aside, by id.
type notes map[string][2]string

func (n notes) Note(id, state string) (string, bool) {
	note, ok := n[id]
	return note[1], ok && note[0] == state
}

func screen(p *Triage) string {
	var b strings.Builder
	for _, r := range p.Rows() {
		b.WriteString(r.Plain() + "\n")
	}
	return b.String()
}

func TestSetAsideUntilItChanges(t *testing.T) {
	p := New()
	p.SetSize(80, 12)
	in := render.TriageInput{Items: []ledger.Item{
		ask(12, "lead", "yu", ledger.Overdue, at(0)), ask(13, "lead", "yu", ledger.Open, at(40))}}
	p.set(in, nil, "yu", at(30))
	row, _ := p.Selected()
	p.SetNotes(notes{row.TriageRow.ID(): {row.State(), "asked her by phone"}})
	text := screen(p)
	if !strings.Contains(text, "set aside\n") || !strings.Contains(text, "set aside: asked her by phone") || p.NeedsYou() != 1 {
		t.Errorf("after setting aside, %d need you:\n%s", p.NeedsYou(), text)
	}
	if strings.Index(text, "#13") > strings.Index(text, "#12") {
		t.Errorf("what was set aside stands above the rest:\n%s", text)
	}
	in.Items[0].State, in.Items[0].AnsweredBy, in.Items[0].Late = ledger.Answered, 15, ledger.LateAfterDefault
	p.set(in, nil, "yu", at(31))
	if text := screen(p); strings.Contains(text, "set aside") || p.NeedsYou() != 2 {
		t.Errorf("a changed row did not come back:\n%s", text)
	}
}

func TestUnfolding(t *testing.T) {
	answered := ask(4, "lead", "scout", ledger.Answered, at(40))
	answered.AnsweredBy = 9
	all := []ledger.Item{ask(4, "lead", "worker", ledger.Open, at(40)), ask(4, "lead", "mia", ledger.Overdue, at(0)), answered}
	for i := range all {
		all[i].Of, all[i].Answered = 3, 1
	}
	p := New()
	p.SetSize(60, 12)
	p.set(render.TriageInput{Items: all[:2]}, nil, "yu", at(30))
	if text := screen(p); !strings.Contains(text, "lead → mia +1") || !strings.Contains(text, "1 of 3 answered") || p.Len() != 1 {
		t.Fatalf("folded, %d rows:\n%s", p.Len(), text)
	}
	if !p.Toggle() || p.Len() != 3 {
		t.Fatalf("unfolded: %d rows", p.Len())
	}
	p.set(render.TriageInput{Items: all[:2]}, map[int64][]ledger.Item{4: all}, "yu", at(30))
	p.Bottom()
	if row, _ := p.Selected(); !row.Part || row.Item.Owes.Name != "scout" {
		t.Errorf("the last part is %v", row.Key)
	}
	if text := screen(p); !strings.Contains(text, "scout  ANSWERED by #9") || p.Len() != 4 {
		t.Errorf("unfolded, %d rows:\n%s", p.Len(), text)
	}
	if !p.Toggle() || p.Len() != 1 {
		t.Errorf("folding from a part leaves %d rows", p.Len())
	}
	if row, ok := p.Selected(); !ok || row.Part {
		t.Error("the selection is lost in folding")
	}
}

func TestObserverIsToldHowToNameASeat(t *testing.T) {
	p := New()
	p.SetSize(32, 12)
	p.set(render.TriageInput{Items: []ledger.Item{ask(1, "lead", "yu", ledger.Open, at(40))}}, nil, "", at(30))
	text := screen(p)
	if !strings.Contains(text, "--as") || !strings.Contains(text, "between others\n") || strings.Contains(text, "needs you\n") {
		t.Errorf("an observer sees\n%s", text)
	}
	p.set(render.TriageInput{}, nil, "yu", at(30))
	if text := screen(p); !strings.Contains(text, "nothing waits for anybody") {
		t.Errorf("an empty room shows\n%s", text)
	}
}

func TestHostileNames(t *testing.T) {
	for _, raw := range []string{"\x1b]52;c;aGk=\x07", "a\nb\rc", "\u202edcba", strings.Repeat("e\u0301\u0301", 200), "👩‍👩‍👧‍👦日本", "\xff", ""} {
		it := ask(1, raw, "yu", ledger.Overdue, at(0))
		it.Topic, it.Text, it.Default = raw, raw, raw
		in := render.TriageInput{Items: []ledger.Item{it}, Claims: []ledger.Claim{{Sequence: 2, Line: 1, Seat: seat(raw), Topic: raw, Text: raw}}}
		for _, graphemes := range []bool{false, true} {
			for _, w := range []int{1, 12, 32, 100} {
				p := New()
				p.SetMeasure(render.NewMeasure(graphemes))
				p.SetSize(w, 9)
				p.set(in, nil, "yu", at(30))
				checkScreen(t, p)
				if strings.ContainsAny(screen(p), "\x1b\r\u202e\a") {
					t.Errorf("%q comes through:\n%s", raw, screen(p))
				}
			}
		}
	}
}

func BenchmarkSetViewAndDraw(b *testing.B) {
	var in render.TriageInput
	for i := range int64(5000) {
		in.Items = append(in.Items, ask(i+1, "lead", "worker", ledger.Open, at(int(i)%60)))
	}
	p := New()
	p.SetSize(32, 40)
	b.Run("set 5000", func(b *testing.B) {
		for b.Loop() {
			p.set(in, nil, "yu", at(0))
		}
	})
	b.Run("move and draw", func(b *testing.B) {
		for b.Loop() {
			p.Next()
			p.Rows()
		}
	})
}

// A click selects the row whose lines it hits, and nothing where there is none.
func TestClick(t *testing.T) {
	p := New()
	p.SetSize(32, 14)
	p.set(some(rand.New(rand.NewPCG(2, 2))), nil, "yu", at(30))
	for y := range 14 {
		p.Top()
		line := p.Rows()[y].Plain()
		before := selectedKey(p)
		p.ClickAt(y)
		after := selectedKey(p)
		heading := !strings.HasPrefix(line, "  ") && !strings.HasPrefix(line, "▸")
		if heading && after != before {
			t.Errorf("a click on the heading %q selects %q", line, after)
		}
		if row, _ := p.Selected(); !heading && y > 1 && strings.Contains(line, "#") && !strings.Contains(line, fmt.Sprintf("#%d ", row.Sequence)) {
			t.Errorf("a click on %q selects %q", line, row.Key)
		}
	}
	p.Top()
	for _, y := range []int{-1, 1000} {
		if p.ClickAt(y); selectedKey(p) != p.keys()[0] {
			t.Errorf("a click beside the pane at %d selects %q", y, selectedKey(p))
		}
	}
}

// A pane of another size shows what a pane that always had it shows, in the
// same order and with as many lines, and looks for nothing anew.
func TestAnotherSizeListsTheSame(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for _, me := range []string{"yu", ""} {
		p := New()
		p.SetSize(40, 12)
		p.set(some(r), nil, me, at(30))
		for range 50 {
			w, h := 5+r.IntN(120), 1+r.IntN(30)
			p.SetSize(w, h)
			fresh := New()
			fresh.SetSize(w, h)
			fresh.set(p.input, nil, me, at(30))
			if !slices.Equal(p.starts, fresh.starts) || !slices.Equal(p.keys(), fresh.keys()) {
				t.Fatalf("%q at %d×%d: lines %v of %v, want %v of %v", me, w, h, p.starts, p.keys(), fresh.starts, fresh.keys())
			}
			checkScreen(t, p)
		}
	}
}

// What is asked by name is asked of the rows once, until they change.
func TestFirstNamedIsFirst(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	p := New()
	p.SetSize(40, 12)
	for range 30 {
		p.set(some(r), nil, "yu", at(30))
		asked := 0
		fits := func(row Row) bool { asked++; return row.Sequence%2 == 0 }
		want, any := p.First(fits)
		for range 3 {
			if got, ok := p.FirstNamed("even", fits); ok != any || got.Key != want.Key {
				t.Fatalf("%q, want %q", got.Key, want.Key)
			}
		}
		if asked > 2*p.needs {
			t.Fatalf("%d rows were asked for %d that need us", asked, p.needs)
		}
	}
}
