package timeline

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"earshot/convention"
	"earshot/convention/ledger"
	"earshot/convention/ledger/filter"
	"earshot/render"
)

// memory is a log in memory.
type memory struct {
	all    []Message
	topics map[string]uint32
}

func (m *memory) Len() int             { return len(m.all) }
func (m *memory) At(i int) Message     { return m.all[i] }
func (m *memory) Sequence(i int) int64 { return m.all[i].Sequence }
func (m *memory) Size(i int) (bytes, lines int) {
	return len(m.all[i].Body), strings.Count(m.all[i].Body, "\n")
}
func (m *memory) Doc(i int) *convention.Message {
	return convention.Parse(m.all[i].Body)
}

func (m *memory) Index(seq int64) (int, bool) {
	return slices.BinarySearchFunc(m.all, seq, func(a Message, seq int64) int { return int(a.Sequence - seq) })
}

func (m *memory) Topic(i int) uint32 {
	h := m.Doc(i).Header
	if h == nil {
		return 0
	}
	if m.topics == nil {
		m.topics = make(map[string]uint32)
	}
	if _, ok := m.topics[h.Topic.Text]; !ok {
		m.topics[h.Topic.Text] = uint32(len(m.topics) + 1)
	}
	return m.topics[h.Topic.Text]
}

func (m *memory) Bodies() Bodies { return bodies(slices.Clone(m.all)) }

type bodies []Message

func (b bodies) Len() int                   { return len(b) }
func (b bodies) Body(i int) (int64, string) { return b[i].Sequence, b[i].Body }

func (b bodies) Run(i int) (int, string, *Sieve) { return i, b[i].Body, nil }

// world is a timeline over a log and a ledger, as a room has them.
type world struct {
	t      *testing.T
	log    *memory
	ledger *ledger.Ledger
	now    time.Time
	*Timeline
}

func newWorld(t *testing.T) *world {
	w := &world{t: t, log: &memory{}, ledger: ledger.New(ledger.Options{}), now: time.Date(2026, 9, 18, 9, 0, 0, 0, time.UTC)}
	w.Timeline = New(w.log)
	w.SetSize(90, 30)
	w.look()
	return w
}

func (w *world) look() { w.SetView(w.ledger.At(w.now), w.now) }

// say appends messages of "seat|body" and lets the timeline hear of them at once.
func (w *world) say(messages ...string) {
	for _, s := range messages {
		seat, body, _ := strings.Cut(s, "|")
		seq := int64(len(w.log.all) + 1)
		m := Message{Sequence: seq, ID: fmt.Sprintf("msg_%d", seq), From: seat, FromID: "i_" + seat, Type: "message", At: w.now, Body: body, Tokens: -1}
		w.log.all = append(w.log.all, m)
		w.ledger.Feed(ledger.Message{Sequence: seq, ID: m.ID, From: ledger.Seat{ID: m.FromID, Name: seat}, At: w.now, Doc: convention.Parse(body)})
	}
	w.look()
	w.Appended(len(messages))
}

func (w *world) screen() string {
	var b strings.Builder
	for _, row := range w.Rows() {
		b.WriteString(strings.TrimRight(row.Plain(), " ") + "\n")
	}
	return b.String()
}

func (w *world) shows(texts ...string) {
	w.t.Helper()
	for _, text := range texts {
		if !strings.Contains(w.screen(), text) {
			w.t.Fatalf("the timeline does not show %q:\n%s", text, w.screen())
		}
	}
}

func (w *world) lacks(texts ...string) {
	w.t.Helper()
	for _, text := range texts {
		if strings.Contains(w.screen(), text) {
			w.t.Fatalf("the timeline shows %q:\n%s", text, w.screen())
		}
	}
}

func parsed(t *testing.T, expression string) Filter {
	t.Helper()
	f, err := filter.Parse(expression)
	if err != nil {
		t.Fatal(err)
	}
	return Filter{Expression: f, Name: expression}
}

// Whatever happens in whatever order, what is shown is what a plain look at the
// whole log would pick: the filter's messages without the folded repeats.
func TestShownIsWhatAPlainLookPicks(t *testing.T) {
	texts := []string{
		"lead|v1 request x to worker n=1\nreq open a PR 20260918T0910Z", "worker|v1 report x to lead n=1\nclaim it works",
		"runner|v1 status y to lead n=1\nblock no connection", "runner|v1 status y to lead n=1\nblock no connection",
		"mia|prose", "mia|prose", "lead|v1 note y to all n=2\nwrong count",
	}
	filters := []string{"", "seat:runner", "topic:x", "is:unproven", "is:overdue", "-seat:runner", "is:repeat", "no connection"}
	for seed := range uint64(40) {
		rnd := rand.New(rand.NewPCG(seed, 7))
		w := newWorld(t)
		for range 60 {
			switch rnd.IntN(8) {
			case 0, 1, 2:
				w.say(texts[rnd.IntN(len(texts))], texts[rnd.IntN(len(texts))])
			case 3:
				w.SetFilter(parsed(t, filters[rnd.IntN(len(filters))]))
			case 4:
				w.Prev()
				w.ToggleFold()
			case 5:
				w.now = w.now.Add(time.Duration(rnd.IntN(8)) * time.Minute)
				w.look()
				w.Refilter()
			case 6:
				w.SetOutgoing(outgoing(rnd.IntN(3)))
			case 7:
				w.SetSize(20+rnd.IntN(100), 1+rnd.IntN(40))
			}
			for w.FilterStep(3) { //nolint:revive // runs to its end
			}
			w.check(seed)
		}
	}
}

func outgoing(n int) []Outgoing {
	var out []Outgoing
	for i := range n {
		out = append(out, Outgoing{Number: int64(i + 1), From: "yu", Doc: convention.Parse("v1 note x to all n=1\non its way"), State: "pending"})
	}
	return out
}

func (w *world) check(seed uint64) {
	w.t.Helper()
	var want []int32
	copies := make(map[int64]bool)
	for i := range w.log.Len() {
		seq := w.log.Sequence(i)
		of := w.view.Message(seq).RepeatOf
		folded := of != 0 && copies[of] && !w.items.unfolded[of]
		copies[of] = true
		if !folded && (w.filter.spec.Empty() || w.picks(i)) {
			want = append(want, int32(i))
		}
	}
	// A filter for states is looked at anew when the root says so, not by each
	// message: only then the two have to agree.
	if w.filter.spec.Expression.TextOnly() && !slices.Equal(w.items.ords, want) {
		w.t.Fatalf("seed %d, filter %q: shown are %v, want %v", seed, w.filter.spec.Name, w.items.ords, want)
	}
	rows := w.Rows()
	if len(rows) != w.height {
		w.t.Fatalf("seed %d: %d rows in a pane of %d", seed, len(rows), w.height)
	}
	for _, row := range rows {
		if got := w.measure.RowWidth(row); got > w.width {
			w.t.Fatalf("seed %d: a row of %d cells in a pane of %d: %q", seed, got, w.width, row.Plain())
		}
	}
}

// A message is wrapped again when something on it changes, and only then.
func TestWrapsOnlyWhatChanges(t *testing.T) {
	w := newWorld(t)
	w.say("lead|v1 request x to worker n=1\nreq open a PR 20260918T0930Z", "mia|prose", "mia|more prose")
	w.Rows()
	before := w.Wraps()
	w.now = w.now.Add(20 * time.Second)
	w.look()
	w.Rows()
	if got := w.Wraps() - before; got != 1 {
		t.Errorf("20 seconds that change one message's lead wrapped %d", got)
	}
	before = w.Wraps()
	w.look()
	w.Rows()
	if got := w.Wraps() - before; got != 0 {
		t.Errorf("a look that changes nothing wrapped %d", got)
	}
	w.say("worker|v1 report x to lead n=2\ndone open a PR\nev pr 412")
	w.shows("PROVED by #4")
}

// Tick says exactly when a row changes by time alone: not later, and not much
// earlier.
func TestTickForetellsTheNextChange(t *testing.T) {
	w := newWorld(t)
	w.say("lead|v1 propose x to yu n=2\nask which 20260918T0903Z\ndefault silence → A")
	for range 300 {
		before := w.screen()
		next := w.Tick()
		if next <= 0 {
			t.Fatalf("at %v nothing is said to change:\n%s", w.now, before)
		}
		start := w.now
		if next > 2*time.Millisecond {
			w.now = start.Add(next - 2*time.Millisecond)
			w.look()
			if got := w.screen(); got != before {
				t.Fatalf("%v before the foretold %v the screen changed:\n%s\n%s", next-2*time.Millisecond, next, before, got)
			}
		}
		w.now = start.Add(next)
		w.look()
	}
	if lead := w.now.Sub(time.Date(2026, 9, 18, 9, 3, 0, 0, time.UTC)); lead < time.Hour {
		t.Fatalf("300 ticks took no more than up to %v behind the due time", lead)
	}
}

func TestNotesAndMarkStandWhereTheyBelong(t *testing.T) {
	w := newWorld(t)
	w.say("lead|one", "lead|two", "lead|three")
	w.AddNote(1, Note{Text: render.Word("a gap"), Role: render.FlagWarn})
	w.SetMark(2)
	got := w.screen()
	order := []string{"one", "a gap", "two", "unread from here", "three"}
	at := -1
	for _, text := range order {
		i := strings.Index(got, text)
		if i <= at {
			t.Fatalf("%q is not where it belongs:\n%s", text, got)
		}
		at = i
	}
	if !w.ShowUnread() || w.Selected() != 3 {
		t.Fatalf("the first unread is #%d", w.Selected())
	}
}

func TestThread(t *testing.T) {
	w := newWorld(t)
	w.say("lead|root", "mia|other", "yu|answer", "lead|answer to the answer")
	w.log.all[2].ReplyTo = 1
	w.log.all[3].ReplyTo = 3
	for _, from := range []int64{1, 3, 4} {
		got := w.ThreadOf(from, 100)
		if len(got) != 3 || !got[1] || !got[3] || !got[4] {
			t.Errorf("the thread of #%d is %v", from, got)
		}
	}
	w.SetFilter(Filter{Thread: w.ThreadOf(4, 100), Name: "thread of #4"})
	w.shows("root", "answer to the answer")
	w.lacks("other")
}

func TestJumps(t *testing.T) {
	w := newWorld(t)
	w.say("lead|v1 note x to all n=1\nfirst", "mia|prose", "worker|v1 report y to lead n=1\nclaim it works", "lead|v1 note x to all n=1\nsecond", "mia|v1 note z to all n=9\nwrong")
	w.Show(2)
	for _, step := range []struct {
		jump func() bool
		want int64
	}{
		{func() bool { return w.ShowFlagged(true) }, 3},
		{func() bool { return w.ShowFlagged(true) }, 5},
		{func() bool { return w.ShowFlagged(true) }, 5},
		{func() bool { return w.ShowFlagged(false) }, 3},
		{func() bool { return w.Show(1) }, 1},
		{func() bool { return w.ShowTopic(true) }, 4},
		{func() bool { return w.ShowTopic(false) }, 1},
		{func() bool { _, ok := w.ShowNumber(99); return ok }, 5},
	} {
		step.jump()
		if got := w.Selected(); got != step.want {
			t.Fatalf("the jump led to #%d, want #%d", got, step.want)
		}
	}
	if w.Show(77) {
		t.Error("a message that is not here is shown")
	}
}

// A search finds every body that holds the words, whatever comes meanwhile.
func TestSearchFindsAll(t *testing.T) {
	w := newWorld(t)
	for i := range 500 {
		w.say(fmt.Sprintf("lead|message %d", i))
	}
	scan := w.Search("Message 4")
	w.say("lead|message 4 that came later")
	for scan != nil {
		f := Find(*scan)
		w.Found(f)
		scan = f.Rest
	}
	want := 0
	for i := range 500 {
		if strings.HasPrefix(fmt.Sprint(i), "4") {
			want++
		}
	}
	if _, of, done := w.Hits(); of != want || !done {
		t.Fatalf("%d hits, want %d; done %v", of, want, done)
	}
	w.ShowNearestHit()
	w.shows("message 499")
	w.ShowHit(true) // from the last hit on with the first
	if w.Selected() != 5 {
		t.Fatalf("behind the last hit comes #%d", w.Selected())
	}
	w.Search("")
	if w.Pattern() != "" {
		t.Fatal("the search has not ended")
	}
}
