package ledger

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"earshot/convention"
	"earshot/convention/evidence"
)

// dice makes choices from bytes, so that a fuzzer can steer them.
type dice struct {
	bytes []byte
	at    int
}

func (d *dice) done() bool { return d.at >= len(d.bytes) }

func (d *dice) roll(n int) int {
	if d.done() {
		return 0
	}
	b := d.bytes[d.at]
	d.at++
	return int(b) % n
}

func pick[T any](d *dice, list []T) T { return list[d.roll(len(list))] }

// maker builds a random room.
type maker struct {
	*dice
	now  time.Time
	log  []Message
	w    *twin
	when []time.Time // moments worth asking about
}

var (
	makerSeats  = []string{"lead", "worker", "yu", "scout"}
	makerTopics = []string{"limiter", "deploy-db", "all"}
	makerWords  = []string{"redis", "tests", "limit", "route", "429", "path", "open", "pr", "main", "the", "mock"}
)

func (m *maker) text() string {
	words := make([]string, 1+m.roll(4))
	for i := range words {
		words[i] = pick(m.dice, makerWords)
	}
	return strings.Join(words, " ")
}

// stamp writes a time some minutes from now, before or after.
func (m *maker) stamp() string {
	at := m.now.Add(time.Duration(m.roll(60)-8) * time.Minute).Truncate(time.Minute)
	m.when = append(m.when, at, at.Add(-time.Second), at.Add(-DefaultDueWindow))
	return at.Format("20060102T1504Z")
}

func (m *maker) line() string {
	switch m.roll(20) {
	case 0, 1:
		return "ask " + m.text() + ", " + m.stamp()
	case 2:
		return "ask " + m.text()
	case 3, 4:
		return "req " + m.text()
	case 5:
		return "req " + m.text() + " " + m.stamp()
	case 6:
		return "default silence→" + pick(m.dice, []string{"A", m.text()})
	case 7:
		return "opt/" + pick(m.dice, []string{"A", "B"}) + " " + m.text()
	case 8:
		return "decider " + pick(m.dice, makerSeats)
	case 9, 10:
		return "done " + pick(m.dice, []string{"tests pass ", "", "deployed ", ""}) + m.text()
	case 11:
		return "claim " + m.text()
	case 12:
		return pick(m.dice, []string{"block ", "plan ", "todo ", "unknown "}) + m.text()
	case 13:
		return pick(m.dice, []string{"may ", "must-not "}) + m.text()
	case 14:
		return pick(m.dice, []string{"option A approved", "decided: " + m.text(), "A " + m.text(), "needs B decided?"})
	case 15:
		return pick(m.dice, []string{"on it", "ok, will look", "let me check", "handover all " + m.stamp()})
	case 16:
		return "deadline " + m.stamp()
	case 17:
		return "rec " + pick(m.dice, []string{"A", "B"})
	case 18:
		return m.stamp()
	}
	return m.text()
}

func (m *maker) body() string {
	if m.roll(8) == 0 {
		return pick(m.dice, []string{"worker: " + m.text() + "?", "@yu can you " + m.text(), "tests pass", "deployed", "A it is", "on it",
			"option A approved", m.text() + "\n" + m.text(), `{"a":1}`, m.typed("work.result")})
	}
	intent := pick(m.dice, []string{"request", "propose", "report", "status", "answer", "decide", "decision", "hold", "withdraw", "accept",
		"handover", "nudge", "state", "Answer", "request", "report"})
	var facts []string
	for range 1 + m.roll(5) {
		facts = append(facts, m.line())
		if strings.HasPrefix(facts[len(facts)-1], "done") && m.roll(3) > 0 {
			facts = append(facts, "ev "+pick(m.dice, []string{"commit 3f9a2c1", "run 17", "commit 77aa001", "nothing"}))
		}
	}
	to := pick(m.dice, makerSeats)
	switch m.roll(8) {
	case 0:
		to = "all"
	case 1:
		to += "," + pick(m.dice, makerSeats)
	case 2:
		to = strings.ToUpper(to)
	case 3:
		to = pick(m.dice, []string{to + ",all", "ALL," + to})
	}
	header := fmt.Sprintf("v1 %s %s to %s n=%d", intent, pick(m.dice, makerTopics), to, len(facts))
	switch m.roll(14) {
	case 0:
		header += "1"
	case 1:
		header = fmt.Sprintf("v1 %s limiter", intent)
	}
	return header + "\n" + strings.Join(facts, "\n") + "\n"
}

// purpose makes a message that does something to an earlier one, most of the time
// what it wants to do.
func (m *maker) purpose(x *Message) string {
	old := m.log[max(0, len(m.log)-1-m.roll(8))]
	if isTyped(old) {
		return m.afterTyped(x, old)
	}
	if old.Doc.Header == nil || len(old.Doc.Header.To) == 0 {
		return m.body()
	}
	if m.roll(4) > 0 {
		x.ReplyTo = old.ID
	}
	asker, owner := old.From.Name, strings.ToLower(old.Doc.Header.To[0].Text)
	if owner == "all" {
		owner = pick(m.dice, makerSeats)
	}
	if m.roll(3) == 0 { // the asker itself
		x.From = old.From
		intent := pick(m.dice, []string{"withdraw", "accept", "nudge", old.Doc.Header.Intent.Text, "request"})
		lines := []string{m.text()}
		for _, f := range old.Doc.Facts {
			if intent != "nudge" && f.Label.Modality == convention.Ask || f.Label.Modality == convention.Req {
				lines = append(lines, f.Label.Modality.String()+" "+f.Text)
			}
		}
		return m.message(intent, old.Doc.Header.Topic.Text, owner, lines)
	}
	x.From = Seat{"i_" + owner, owner}
	intent := pick(m.dice, []string{"hold", "handover", "answer", "decide", "report", "report", "report", "status"})
	var lines []string
	switch intent {
	case "hold":
		lines = []string{m.stamp()}
	case "handover":
		lines = []string{"decider " + pick(m.dice, makerSeats), pick(m.dice, []string{"away", "handover all " + m.stamp()})}
	case "report":
		for _, f := range old.Doc.Facts {
			if f.Label.Modality == convention.Req || f.Label.Modality == convention.Claim {
				lines = append(lines, "done "+f.Text, "ev run 9")
			}
		}
	}
	for range m.roll(3) {
		lines = append(lines, m.line())
	}
	return m.message(intent, old.Doc.Header.Topic.Text, asker, append(lines, "and "+m.text()))
}

func (m *maker) message(intent, topic, to string, lines []string) string {
	if topic == "" {
		topic = "limiter"
	}
	return fmt.Sprintf("v1 %s %s to %s n=%d\n%s\n", intent, topic, to, len(lines), strings.Join(lines, "\n"))
}

// post makes the next message: mostly a new body, sometimes one again.
func (m *maker) post() {
	m.now = m.now.Add(time.Duration(m.roll(12)-1) * 30 * time.Second)
	n := len(m.log)
	x := Message{Sequence: int64(n + 1), ID: fmt.Sprint("m", n+1), At: m.now}
	name := pick(m.dice, makerSeats)
	x.From = Seat{"i_" + name, name}
	x.Operator = m.roll(16) == 0
	switch m.roll(12) {
	case 0:
		x.Repeats = 1 + m.roll(4)
	case 1, 2, 3, 4, 5, 6:
		if n > 0 {
			x.ReplyTo = fmt.Sprint("m", max(1, n-m.roll(6)))
		}
	}
	var body string
	switch {
	case n > 0 && isTyped(m.log[n-1]) && m.roll(2) == 0:
		body = m.afterTyped(&x, m.log[n-1])
	case n > 0 && m.roll(5) < 2:
		body = m.purpose(&x)
	case m.roll(12) == 0:
		body = m.typed("work.request")
	default:
		body = m.body()
	}
	if n > 0 && m.roll(8) == 0 {
		old := m.log[max(0, n-1-m.roll(3))]
		x.From, x.ReplyTo, body = old.From, old.ReplyTo, old.Doc.Source
		if m.roll(2) == 0 {
			body = " " + strings.ReplaceAll(body, " ", "  ") + "\n\n"
		}
	}
	x.Doc = convention.Parse(body)
	m.log = append(m.log, x)
}

// make builds the room and what the server says about it.
func makeRoom(bytes []byte) *maker {
	m := &maker{dice: &dice{bytes: bytes}, now: time.Date(2026, 9, 17, 9, 0, 0, 0, time.UTC)}
	m.w = &twin{window: DefaultDueWindow, repeats: map[int64]int{}, verdicts: map[string]evidence.Verdict{}}
	if m.roll(2) == 0 {
		for _, name := range makerSeats {
			s := SeatState{Seat: Seat{"i_" + name, name}, JoinedAt: m.now.Add(time.Duration(m.roll(20)) * time.Minute)}
			if m.roll(5) == 0 {
				s.Left, s.LeftAt = true, s.JoinedAt.Add(time.Duration(m.roll(60))*time.Minute)
			}
			m.w.seats = append(m.w.seats, s)
		}
	}
	for !m.done() && len(m.log) < 60 {
		m.post()
	}
	m.w.log = m.log
	return m
}

// said is a count or verdict of the server about a message.
type said struct {
	sequence int64
	repeats  int
	line     int
	ref      string
	verdict  evidence.Verdict
}

// sayings makes counts and verdicts, and tells the twin the last of each.
func (m *maker) sayings(random *rand.Rand) []said {
	var list []said
	for _, x := range m.log {
		if random.IntN(10) == 0 {
			s := said{sequence: x.Sequence, repeats: 1 + random.IntN(4)}
			m.w.repeats[x.Sequence] = max(m.w.repeats[x.Sequence], s.repeats)
			list = append(list, s)
		}
		for _, f := range x.Doc.Facts {
			for range random.IntN(3) {
				if f.Label.Modality != convention.Ev {
					continue
				}
				s := said{sequence: x.Sequence, line: f.Line, ref: f.Text}
				s.verdict.Result = evidence.Result(1 + random.IntN(4))
				key := fmt.Sprint(s.sequence, s.line, s.ref)
				if s.verdict.Result != evidence.Unknown || m.w.verdicts[key].Result == evidence.Unlooked {
					m.w.verdicts[key] = s.verdict
				}
				list = append(list, s)
			}
		}
	}
	return list
}

func (s said) tell(l *Ledger) {
	if s.repeats > 0 {
		l.Repeat(s.sequence, s.repeats, time.Time{})
		return
	}
	l.Verdict(s.sequence, s.line, s.ref, s.verdict)
}

// live feeds one by one, with questions at any moment, messages fed again, and
// the server's sayings strewn in, some before their message.
func (m *maker) live(random *rand.Rand, sayings []said) *Ledger {
	l := New(Options{})
	l.Seats(m.w.seats)
	for i, x := range m.log {
		for len(sayings) > 0 && random.IntN(3) == 0 {
			sayings[0].tell(l)
			sayings = sayings[1:]
		}
		l.Feed(x)
		if random.IntN(3) == 0 {
			l.Feed(m.log[random.IntN(i+1)])
		}
		for range random.IntN(3) {
			v := l.At(x.At.Add(time.Duration(random.IntN(120)-60) * time.Minute))
			v.Live()
			v.Counts()
			v.NextChange()
		}
	}
	for _, s := range sayings {
		s.tell(l)
	}
	return l
}

// plain writes seats by their name alone: one that was only addressed has no id,
// and the case in which it was addressed.
func plain(report []string) []string {
	var pairs []string
	for _, name := range makerSeats {
		for _, seat := range []Seat{{"i_" + name, name}, {"", name}, {"", strings.ToUpper(name)}} {
			pairs = append(pairs, fmt.Sprintf("%+v", seat), name)
		}
	}
	replace := strings.NewReplacer(pairs...)
	out := make([]string, len(report))
	for i, line := range report {
		out[i] = replace.Replace(line)
	}
	// Several of these at one line may stand in any order.
	for _, kind := range []string{"possible", "decision"} {
		first := slices.IndexFunc(out, func(line string) bool { return strings.HasPrefix(line, kind) })
		last := first
		for last >= 0 && last < len(out) && strings.HasPrefix(out[last], kind) {
			last++
		}
		if first >= 0 {
			slices.Sort(out[first:last])
		}
	}
	return out
}

func compare(t *testing.T, what string, m *maker, got, want []string) {
	t.Helper()
	got, want = plain(got), plain(want)
	if slices.Equal(got, want) {
		return
	}
	for i := range max(len(got), len(want)) {
		g, w := "", ""
		if i < len(got) {
			g = got[i]
		}
		if i < len(want) {
			w = want[i]
		}
		if g != w {
			var log strings.Builder
			for _, x := range m.log {
				fmt.Fprintf(&log, "#%d %s %s re %s ×%d op=%v\n%s", x.Sequence, x.From.Name, x.At.Format("15:04:05"), x.ReplyTo, x.Repeats, x.Operator, x.Doc.Source)
			}
			for j := i + 1; j < min(len(got), len(want)); j++ {
				if got[j] != want[j] {
					t.Logf("also line %d\n got %s\nwant %s", j, got[j], want[j])
				}
			}
			t.Fatalf("%s: line %d\n got %s\nwant %s\nseats %+v\nverdicts %+v\n%s", what, i, g, w, m.w.seats, m.w.verdicts, log.String())
		}
	}
}

// checkRoom holds two ledgers, fed in different ways, against the twin.
func checkRoom(t *testing.T, bytes []byte) {
	m := makeRoom(bytes)
	seed := uint64(len(bytes))
	for _, b := range bytes {
		seed = seed*31 + uint64(b)
	}
	random := rand.New(rand.NewPCG(seed, 1))
	sayings := m.sayings(random)
	m.w.run()
	oneByOne := m.live(random, slices.Clone(sayings))
	atOnce := New(Options{})
	atOnce.Seats(m.w.seats)
	for _, x := range m.log {
		atOnce.Feed(x)
	}
	for _, s := range sayings {
		s.tell(atOnce)
	}
	moments := append(m.when, m.now, m.now.Add(-time.Hour), m.now.Add(24*time.Hour))
	for range min(6, len(moments)) {
		now := moments[random.IntN(len(moments))]
		want := m.w.report(now)
		compare(t, fmt.Sprint("one by one at ", now), m, reportOf(oneByOne.At(now)), want)
		compare(t, fmt.Sprint("at once at ", now), m, reportOf(atOnce.At(now)), want)
		checkLive(t, oneByOne.At(now))
		checkRecords(t, oneByOne.At(now))
	}
}

// checkRecords holds the records of a hostile room to what they promise: always a
// message that acts and obliges nobody; a brief acts.
func checkRecords(t *testing.T, v View) {
	words := func(s string) int { return len(strings.Fields(s)) }
	for _, topic := range append(makerTopics, "") {
		record := v.Record(topic, words)
		doc := parse(record.Text)
		if !doc.Acts() {
			t.Fatalf("%s", record.Text)
		}
		for _, f := range doc.Facts {
			if f.Label.Modality != convention.None {
				t.Fatalf("%q obliges somebody", f.Text)
			}
		}
		if b := v.Brief(topic, Seat{Name: makerSeats[1]}, words); !parse(b.Text).Acts() {
			t.Fatalf("%s", b.Text)
		}
	}
}

// checkLive holds the list of what may have to be looked at against all items.
func checkLive(t *testing.T, v View) {
	var want []string
	for _, it := range v.Items() {
		if !it.State.Settled() || it.State == Defaulted || it.Conflict() {
			want = append(want, itemLine(it))
		}
	}
	if got := lines(v.Live(), itemLine); !slices.Equal(got, want) {
		t.Fatalf("live\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// Random rooms, always the same ones.
func TestRandomRoomsAgainstTheTwin(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for range 150 {
		checkRoom(t, randomBytes(random, 100+random.IntN(1200)))
	}
}

func randomBytes(random *rand.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(random.IntN(256))
	}
	return b
}

// A room the fuzzer steers agrees with the twin.
func FuzzLedger(f *testing.F) {
	random := rand.New(rand.NewPCG(9, 10))
	for range 8 {
		f.Add(randomBytes(random, 600))
	}
	f.Fuzz(func(t *testing.T, bytes []byte) {
		if len(bytes) < 4000 {
			checkRoom(t, bytes)
		}
	})
}
