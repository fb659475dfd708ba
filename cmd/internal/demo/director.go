package demo

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"time"

	"earshot/convention"
	"earshot/convention/ledger"
)

// heard is a message of the room as the seats hear it.
type heard struct {
	ledger.Message
	Body string
}

// director knows the whole play: what is still to be said and by whom, and what the seats make of
// what they hear. It is a value machine: hear and take change it, nothing else does, and the same
// seed and the same calls give the same play.
type director struct {
	start  time.Time
	random *rand.Rand
	queue  []Line // by At

	sequence map[string]int64 // of the messages with a key
	messages map[int64]heard
	byID     map[string]int64
	owed     *ledger.Ledger

	decided   bool // yu's answer to the proposal was acted on
	held      bool // yu asked for more time
	corrected bool // worker mended the count of its report
	proved    bool // worker gave a run for its tests
	stopped   bool // runner stopped its loop
}

func newDirector(start time.Time, seed uint64) *director {
	d := &director{
		start: start, random: rand.New(rand.NewPCG(seed, seed^0x9e3779b97f4a7c15)), queue: script(),
		sequence: map[string]int64{}, messages: map[int64]heard{}, byID: map[string]int64{},
		owed: ledger.New(ledger.Options{}),
	}
	d.sort()
	return d
}

// sort keeps the queue in the order of time; what was queued first is said first.
func (d *director) sort() {
	slices.SortStableFunc(d.queue, func(a, b Line) int { return cmp.Compare(a.At, b.At) })
}

// time writes a moment of the play as the convention does.
func (d *director) time(at time.Duration) string { return basic(d.start.Add(at)) }

// next is when somebody speaks next.
func (d *director) next() (time.Time, bool) {
	if len(d.queue) == 0 {
		return time.Time{}, false
	}
	return d.start.Add(d.queue[0].At), true
}

// take returns the first line whose moment has come, if any is still wanted.
func (d *director) take(now time.Time) (Line, bool) {
	for len(d.queue) > 0 && !d.start.Add(d.queue[0].At).After(now) {
		line := d.queue[0]
		d.queue = d.queue[1:]
		if line.Unless == nil || !line.Unless(d) {
			return line, true
		}
	}
	return Line{}, false
}

// replyTo is the sequence that a line answers; 0 for none.
func (d *director) replyTo(l Line) int64 {
	if l.ReplyTo != "" {
		return d.sequence[l.ReplyTo]
	}
	return l.Reply
}

// stored tells that the room took a line and numbered it.
func (d *director) stored(l Line, sequence int64) {
	if l.Key != "" {
		d.sequence[l.Key] = sequence
	}
}

// after queues a line a few seconds from now, as long as somebody takes to read and write.
func (d *director) after(now time.Time, least time.Duration, l Line) {
	l.At = now.Sub(d.start) + least + time.Duration(d.random.Int64N(int64(time.Second)))
	d.queue = append(d.queue, l)
	d.sort()
}

// hear takes a message of the room, in order. What the seats make of it is queued.
func (d *director) hear(m heard) {
	if m.Doc == nil {
		m.Doc = convention.Parse(m.Body)
	}
	d.messages[m.Sequence], d.byID[m.ID] = m, m.Sequence
	d.owed.Feed(m.Message)
	if m.From.Name == Yu {
		d.hearYu(m)
		return
	}
	d.hearSeat(m)
}

// hearSeat is what the seats make of one another.
func (d *director) hearSeat(m heard) {
	switch {
	case m.From.Name == Lead && m.ReplyTo != "" && d.byID[m.ReplyTo] == d.sequence[keyReport] && !d.corrected:
		d.correct(m)
	case m.From.Name == Lead && m.ReplyTo != "" && d.byID[m.ReplyTo] == d.sequence[keyTests]:
		d.prove(m)
	}
}

// correct has worker mend the count of its report: same intent and topic, in reply to its own.
func (d *director) correct(m heard) {
	d.corrected = true
	d.after(m.At, 3*time.Second, Line{
		Seat: Worker, ReplyTo: keyReport, Key: keyReport,
		Text: func(d *director) string { return d.report(9) },
	})
	d.after(m.At, 9*time.Second, Line{
		Seat: Lead, ReplyTo: keyReport,
		Text: say(v1("answer", "limiter", Worker, "mock Redis in tests, the route test stays")),
	})
}

// prove has worker name the run that a commit could not stand for.
func (d *director) prove(m heard) {
	d.proved = true
	to := m.From.Name
	d.after(m.At, 4*time.Second, Line{
		Seat: Worker, Reply: m.Sequence,
		Text: func(*director) string {
			return v1("report", "limiter", to, "done#1 12 unit tests pass",
				"ev#1 run https://ci.example.test/acme/api/actions/runs/81723")
		},
	})
}
