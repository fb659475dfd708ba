package render

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"earshot/convention"
	"earshot/convention/evidence"
	"earshot/convention/ledger"
)

func seat(name string) ledger.Seat { return ledger.Seat{ID: "i_" + name, Name: name} }

// ask is an open ask with the parts that order depends on.
func ask(sequence int64, from, owes string, state ledger.State, due time.Time, def string) ledger.Item {
	return ledger.Item{Kind: ledger.Ask, State: state, Sequence: sequence, Line: 2, Topic: "limiter", Text: "which one",
		From: seat(from), Owes: seat(owes), Due: due, Default: def}
}

// everything has at least one of each kind of thing to look at.
func everything() TriageInput {
	conflict := ask(12, "lead", "yu", ledger.Answered, at(9, 0), "A")
	conflict.Late, conflict.AnsweredBy = ledger.LateAfterDefault, 15
	req := ask(20, "yu", "worker", ledger.Overdue, at(9, 9), "")
	req.Kind = ledger.Req
	theirs := ask(5, "mia", "worker", ledger.Open, time.Time{}, "")
	theirs.Acks = []ledger.Ack{{Sequence: 6, Seat: seat("worker"), Text: "on it"}}
	return TriageInput{
		Items: []ledger.Item{
			theirs,
			ask(7, "lead", "worker", ledger.Due, at(9, 20), "B"),
			ask(8, "lead", "worker", ledger.Defaulted, at(8, 0), "B"),
			ask(9, "lead", "scout", ledger.Overdue, at(9, 10), ""),
			ask(10, "lead", "yu", ledger.Open, at(11, 0), ""),
			ask(11, "lead", "yu", ledger.Due, at(9, 15), "C"),
			conflict,
			ask(13, "scout", "yu", ledger.Overdue, at(9, 0), ""),
			ask(14, "scout", "yu", ledger.Defaulted, at(8, 50), "D"),
			req,
		},
		Claims: []ledger.Claim{
			{Sequence: 14, Line: 6, Seat: seat("worker"), Topic: "limiter", Text: "unit test passing, 12 cases", Why: ledger.WhyClaim},
			{Sequence: 16, Line: 2, Seat: seat("worker"), Topic: "limiter", Text: "14 tests pass", Why: ledger.WhyEvidenceKind, Needs: []evidence.Kind{"run"}},
			{Sequence: 17, Line: 2, Seat: seat("worker"), Topic: "limiter", Text: "deployed", Why: ledger.WhyEvidenceMissing},
			{Sequence: 18, Line: 2, Seat: seat("worker"), Text: "written", Why: ledger.WhyNoEvidence},
		},
		Unaddressed: []ledger.Line{{Sequence: 17, Line: 3, Seat: seat("scout"), Modality: convention.MustNot, Text: "flush Redis"}},
		Data:        []ledger.Data{{Sequence: 14, Seat: seat("worker"), Declared: 10, Facts: 9}},
		Decisions:   []ledger.Decision{{Sequence: 21, Line: 2, Seat: seat("lead"), Topic: "limiter", Decider: seat("yu"), Text: "A approved", Ask: 12}},
		Repeats: []ledger.Repeat{
			{Seat: seat("mia"), First: 3, Last: 4, Count: 2},
			{Seat: seat("runner"), First: 29, Last: 130, Count: 100, Loop: true},
		},
		Possible: []ledger.Possible{{Kind: ledger.PossibleAnswer, Sequence: 6, Item: 4, Line: 2, Seat: seat("mia"), Text: "the second"}},
	}
}

// order writes the list as group: kind#sequence.
func order(rows []TriageRow) string {
	var b strings.Builder
	for i, r := range rows {
		if i == 0 || rows[i-1].Group != r.Group {
			b.WriteString(r.Group.Title() + ": ")
		}
		b.WriteString(r.Kind + number(r.Sequence).s + " ")
	}
	return strings.TrimSpace(b.String())
}

const rest = "unproven: claim#16 claim#17 claim#14 claim#18 unaddressed: unaddressed#17 data: data#14 " +
	"repeats and loops: repeat#29 repeat#3 possible: possible#6"

func TestTriageOrder(t *testing.T) {
	for me, want := range map[string]string{
		"yu": "needs you: ask#14 ask#13 ask#11 ask#12 decision#21 ask#10 you wait for: req#20 " +
			"between others: ask#9 ask#8 ask#7 ask#5 " + rest,
		"YU": "needs you: ask#14 ask#13 ask#11 ask#12 decision#21 ask#10 you wait for: req#20 " +
			"between others: ask#9 ask#8 ask#7 ask#5 " + rest,
		"lead": "needs you: ask#12 decision#21 you wait for: ask#9 ask#8 ask#11 ask#7 ask#10 " +
			"between others: ask#13 req#20 ask#14 ask#5 " + rest,
		"": "between others: ask#12 decision#21 ask#13 req#20 ask#9 ask#8 ask#14 ask#11 ask#7 ask#10 ask#5 " + rest,
	} {
		if got := order(Triage(everything(), me)); got != want {
			t.Errorf("%q:\n got %s\nwant %s", me, got, want)
		}
	}
}

// The order is a function of the things alone, and loses none of them.
func TestTriageOrderIsStable(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	want := order(Triage(everything(), "yu"))
	for range 200 {
		in := everything()
		r.Shuffle(len(in.Items), func(i, j int) { in.Items[i], in.Items[j] = in.Items[j], in.Items[i] })
		r.Shuffle(len(in.Claims), func(i, j int) { in.Claims[i], in.Claims[j] = in.Claims[j], in.Claims[i] })
		r.Shuffle(len(in.Repeats), func(i, j int) { in.Repeats[i], in.Repeats[j] = in.Repeats[j], in.Repeats[i] })
		rows := Triage(in, "yu")
		if got := order(rows); got != want {
			t.Fatalf("got %s\nwant %s", got, want)
		}
		ids := map[string]bool{}
		for _, row := range rows {
			ids[row.ID()] = true
		}
		if len(ids) != len(rows) {
			t.Fatalf("%d rows have %d identities", len(rows), len(ids))
		}
	}
}

func TestAskToSeveralIsOneRow(t *testing.T) {
	var items []ledger.Item
	for i, name := range []string{"mia", "worker", "yu", "scout"} {
		it := ask(4, "lead", name, ledger.Open, at(10, 0), "")
		if i == 1 {
			it.State, it.Due = ledger.Overdue, at(9, 0)
		}
		it.Of, it.Answered = 6, 2
		items = append(items, it)
	}
	rows := Triage(TriageInput{Items: items}, "yu")
	if len(rows) != 2 || !rows[0].Mine || rows[0].Seat.Name != "yu" {
		t.Fatalf("rows: %s", order(rows))
	}
	if rows[1].Seat.Name != "worker" || len(rows[1].Others) != 2 {
		t.Errorf("the row of the others is led by %s with %d more", rows[1].Seat.Name, len(rows[1].Others))
	}
	text := strings.Join(TriageLines(rows[1], noon()), "\n")
	if !strings.Contains(text, "lead → worker +2") {
		t.Errorf("row: %s", text)
	}
	wide := plainRows(TriageRows(rows[1], 100, NewMeasure(false), noon()))
	if !strings.Contains(wide, "2 of 6 answered") {
		t.Errorf("row: %s", wide)
	}
}

func TestTriageStateChanges(t *testing.T) {
	in := everything()
	before := map[string]string{}
	for _, r := range Triage(in, "yu") {
		before[r.ID()] = r.State()
	}
	in.Items[1].State = ledger.Overdue
	in.Items[0].Acks = append(in.Items[0].Acks, ledger.Ack{Sequence: 30})
	in.Repeats[1].Count++
	in.Claims[0].Why = ledger.WhyEvidenceMissing
	var changed []string
	for _, r := range Triage(in, "yu") {
		if was, ok := before[r.ID()]; ok && was != r.State() {
			changed = append(changed, r.ID())
		}
	}
	slices.Sort(changed)
	if got := strings.Join(changed, " "); got != "ask:5:2 ask:7:2 claim:14:6 repeat:29:0" {
		t.Errorf("changed: %s", got)
	}
}

func TestTriageLook(t *testing.T) {
	rows := Triage(everything(), "yu")
	for name, width := range map[string]int{"narrow": 32, "wide": 100} {
		var b strings.Builder
		for i, r := range rows {
			if i == 0 || rows[i-1].Group != r.Group {
				b.WriteString(r.Group.Title() + "\n")
			}
			b.WriteString(plainRows(TriageRows(r, width, NewMeasure(false), noon())))
		}
		golden(t, "triage_"+name, b.String())
	}
	var b strings.Builder
	if err := WriteTriage(&b, rows, noon()); err != nil {
		t.Fatal(err)
	}
	golden(t, "triage_plain", b.String())
}

func TestTriageWordsInPlainLines(t *testing.T) {
	var b strings.Builder
	if err := WriteTriage(&b, Triage(everything(), ""), noon()); err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"OVERDUE −12m", "DUE in 8m", "CONFLICT", "NOT THE DECIDER", "UNPROVEN", "EVIDENCE MISSING", "needs run",
		"UNADDRESSED", "DATA n=10≠9", "REPEAT ×100", "LOOP", "IN FORCE since 10:00+02", "DEFAULT in 8m", "possible answer to #4", "on it"} {
		if !strings.Contains(b.String(), word) {
			t.Errorf("no %q in\n%s", word, b.String())
		}
	}
	b.Reset()
	if err := WriteTriage(&b, nil, noon()); err != nil || b.String() != "nothing waits for anybody\n" {
		t.Errorf("an empty list: %q, %v", b.String(), err)
	}
}

// Whatever names and texts hold, rows are no wider than asked and as high as
// announced.
func TestTriageRowsOfHostileText(t *testing.T) {
	for _, h := range hostile {
		in := everything()
		for i := range in.Items {
			it := &in.Items[i]
			it.From.Name, it.Owes.Name, it.Topic, it.Text, it.Default = h.raw, h.raw, h.raw, h.raw, h.raw
		}
		for i := range in.Claims {
			in.Claims[i].Seat.Name, in.Claims[i].Topic, in.Claims[i].Text = h.raw, h.raw, h.raw
		}
		in.Decisions[0].Decider.Name, in.Decisions[0].Text = h.raw, h.raw
		in.Possible[0].Text, in.Repeats[0].Seat.Name = h.raw, h.raw
		for name, m := range measures {
			for _, width := range []int{1, 7, 20, 32, 60, 70, 100} {
				for _, r := range Triage(in, h.raw) {
					rows := TriageRows(r, width, m, noon())
					if len(rows) != TriageHeight(r, width) {
						t.Fatalf("%s: %d rows, announced %d", r.ID(), len(rows), TriageHeight(r, width))
					}
					for _, row := range rows {
						if got := m.RowWidth(row); got > width || strings.ContainsAny(row.Plain(), "\x1b\n\u202e") {
							t.Fatalf("%s, %s at %d: %q is %d wide", h.name, name, width, row.Plain(), got)
						}
					}
				}
			}
		}
	}
}

func BenchmarkTriage(b *testing.B) {
	var in TriageInput
	for i := range 5000 {
		in.Items = append(in.Items, ask(int64(i), "lead", "worker", ledger.Open, at(9, i%60), ""))
		in.Claims = append(in.Claims, ledger.Claim{Sequence: int64(i), Line: 1, Seat: seat("worker")})
	}
	b.ReportAllocs()
	for b.Loop() {
		Triage(in, "yu")
	}
}
