package ledger

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"earshot/convention"
)

// known is what a generated room is known to hold, as plain strings: the generator
// writes messages and these, and never looks at the ledger.
type known struct {
	owes                          map[string][2]string // what → seat, due
	decided, inForce              string
	proved, disproved             string
	claimed, settledClaim         string
	blockedSeat, blockedBy        string
	forbidden, forbiddenTo, freed string
	deadline                      string
}

// generate makes a room of at least 64 messages on one topic.
func generate(random *rand.Rand) ([]Message, known, time.Time) {
	things := []string{"schema migration", "billing export", "login throttle", "search ranking", "image resizer", "audit trail", "webhook retries",
		"cache warmup", "invoice layout", "session storage", "upload quota", "mail templates", "feature toggles", "metrics dashboard"}
	verbs := []string{"rewrite", "profile", "document", "harden", "simplify", "benchmark"}
	random.Shuffle(len(things), func(i, j int) { things[i], things[j] = things[j], things[i] })
	seats := []string{"worker", "scout", "ana", "bob", "cleo"}
	random.Shuffle(len(seats), func(i, j int) { seats[i], seats[j] = seats[j], seats[i] })
	now := time.Date(2026, 9, 17, 9, 0, 0, 0, time.UTC)
	at := func(d time.Duration) string { return now.Add(d).Truncate(time.Minute).Format("20060102T1504Z") }
	var log []Message
	say := func(from string, reply int, body string) int {
		now = now.Add(time.Duration(1+random.IntN(4)) * time.Minute)
		m := Message{Sequence: int64(len(log) + 1), ID: fmt.Sprint("m", len(log)+1), From: Seat{"i_" + from, from}, At: now, Doc: convention.Parse(body)}
		if reply > 0 {
			m.ReplyTo = fmt.Sprint("m", reply)
		}
		log = append(log, m)
		return len(log)
	}
	v1 := func(intent, to string, lines ...string) string {
		return fmt.Sprintf("v1 %s cart to %s n=%d\n%s\n", intent, to, len(lines), strings.Join(lines, "\n"))
	}
	noise := func(n int) {
		for range n {
			s := seats[random.IntN(len(seats))]
			thing, verb := things[8+random.IntN(len(things)-8)], verbs[random.IntN(len(verbs))]
			switch random.IntN(4) {
			case 0:
				say(s, 0, v1("status", "lead", "plan "+verb+" the "+thing+" in small steps and tell how far it went after each of them",
					"todo look at what the last release changed in the "+thing+" and whether anybody depends on it",
					"figures of the last hour: 412 requests, 3 retries, 1 timeout, all of them before the second deploy",
					"eta two hours if nothing else comes in between, p=0.8, else the day after",
					"the "+thing+" keeps its own log now, which makes it easier to see what happens between two runs"))
			case 1:
				say(s, 0, "Looked at the "+thing+" again. Nothing stands out so far, the figures are where they were last week, more after lunch.")
			case 2:
				say(s, 0, v1("note", "lead", "the "+thing+" behaves as before, figures of the last hour are in the usual place and look the same",
					"one retry in four hundred, as before, and none of them later than the first second after a deploy",
					"outcome nothing to do, the rest of the afternoon goes into the log and what it costs to keep it",
					"cost "+fmt.Sprint(1000+random.IntN(9000))+" tokens"))
			case 3:
				say("lead", 0, v1("note", "all", "seen, the "+thing+" stays as it is for now and nobody has to do anything about it today",
					"reason the figures of the last two weeks do not show that anybody waits for it, and the release is near",
					"approvals none, this is only so that everybody has read the same and nobody starts on it by accident"))
			}
		}
	}
	var k known
	k.owes = make(map[string][2]string)
	w, x, y, z := seats[0], seats[1], seats[2], seats[3]
	k.deadline = at(30 * time.Hour)
	k.forbidden, k.forbiddenTo, k.freed = "touch the "+things[0]+" tables", w, "restart the "+things[1]+" service"
	first := say("lead", 0, v1("request", w, "req "+verbs[0]+" the "+things[0], "req "+verbs[1]+" the "+things[1], "deadline "+k.deadline,
		"budget 90000 tokens", "may read the logs", "must-not "+k.forbidden, "must-not "+k.freed))
	k.owes[verbs[0]+" the "+things[0]] = [2]string{w, k.deadline}
	noise(12 + random.IntN(6))
	k.proved = verbs[1] + " the " + things[1]
	k.claimed = things[2] + " survives a restart without losing rows"
	k.settledClaim = things[3] + " answers within the agreed bound"
	k.disproved = "tests of the " + things[4] + " pass"
	say(w, first, v1("report", "lead", "done#1 "+k.proved, "ev#1 commit 9c1e77a on branch feat/cart", "claim "+k.settledClaim))
	say(x, 0, v1("report", "lead", "claim "+k.claimed, "done "+k.disproved, "ev commit 77aa012"))
	noise(10 + random.IntN(6))
	say(w, 0, v1("report", "lead", "done "+k.settledClaim, "ev run 4417"))
	say("lead", 0, v1("note", w, "may "+k.freed))
	// One proposal is decided, another is left to silence.
	k.decided = "B one table per tenant, because the " + things[5] + " is being moved"
	ask := say("lead", 0, v1("propose", "yu", "ask how to lay out the "+things[5]+", "+at(3*time.Hour), "opt/A one table for all", "opt/B one table per tenant",
		"decider yu", "default silence past the ask time→A"))
	noise(6 + random.IntN(5))
	say("yu", ask, v1("decide", "lead", k.decided))
	k.inForce = "silence→keep the " + things[6] + " where it is"
	say("lead", 0, v1("propose", "yu", "ask whether to move the "+things[6]+", "+at(20*time.Minute), "decider yu", "default "+k.inForce))
	noise(8 + random.IntN(5))
	late := at(45 * time.Hour)
	say("lead", 0, v1("request", y, "req "+verbs[2]+" the "+things[7]+", "+late))
	k.owes[verbs[2]+" the "+things[7]] = [2]string{y, late}
	k.blockedSeat, k.blockedBy = y, "no access to the staging host of the "+things[7]
	noise(4)
	say(y, 0, v1("status", "lead", "block "+k.blockedBy))
	say(z, 0, v1("note", "lead", "nothing new"))
	for len(log) < 64 {
		noise(1)
	}
	noise(random.IntN(12))
	return log, k, now.Add(time.Hour)
}

// reader knows the text of a record and nothing else.
type reader struct{ lines []string }

var (
	readInstant = regexp.MustCompile(`\b\d{8}T\d{4}(\d\d)?Z\b`)
	readSource  = regexp.MustCompile(` #\d+$`)
)

// about returns the line under a label that speaks of something, without label
// and source.
func (r reader) about(label, what string) (string, bool) {
	for _, line := range r.lines {
		if rest, ok := strings.CutPrefix(line, label+" "); ok && strings.Contains(rest, what) {
			return readSource.ReplaceAllString(rest, ""), true
		}
	}
	return "", false
}

// ask puts the eight questions and returns which were answered right.
func (r reader) ask(k known) [8]bool {
	var right [8]bool
	right[0] = true
	for what, who := range k.owes { // who owes what by when?
		rest, ok := r.about("owes", what)
		right[0] = right[0] && ok && strings.HasPrefix(rest, who[0]+" ") && readInstant.FindString(rest) == who[1]
	}
	rest, ok := r.about("decided", "yu") // what is decided, and by whom?
	right[1] = ok && rest == "yu "+k.decided
	rest, ok = r.about("proved", k.proved) // what is proved, and by what?
	right[2] = ok && strings.Contains(rest, "9c1e77a")
	_, claimed := r.about("unproven", k.claimed) // what is only claimed?
	_, disproved := r.about("unproven", k.disproved)
	_, settled := r.about("unproven", k.settledClaim)
	right[3] = claimed && disproved && !settled
	rest, ok = r.about("blocked", k.blockedSeat) // who is blocked, and by what?
	right[4] = ok && strings.Contains(rest, k.blockedBy)
	rest, ok = r.about("forbidden", k.forbidden) // what is forbidden, to whom? and what not any more?
	_, freed := r.about("forbidden", k.freed)
	right[5] = ok && strings.HasPrefix(rest, k.forbiddenTo+" ") && !freed
	rest, ok = r.about("in-force", k.inForce) // which default is in force?
	right[6] = ok && readInstant.MatchString(rest)
	rest, ok = r.about("owes "+k.forbiddenTo, "the") // which deadline does the first request have?
	right[7] = ok && readInstant.FindString(rest) == k.deadline
	return right
}

// Ten generated rooms of 64 messages and more, eight questions each to a reader of
// the record alone: at least 78 of 80 answered, within a tenth of the tokens of
// the topic, in a message that our own checks find nothing wrong with.
func TestRecordAnswersQuestions(t *testing.T) {
	count := counter(t)
	random := rand.New(rand.NewPCG(64, 8))
	answered := 0
	for room := range 10 {
		log, k, now := generate(random)
		l := New(Options{})
		tokens := 0
		for _, m := range log {
			l.Feed(m)
			if m.Doc.Header != nil {
				tokens += count(m.Doc.Source)
			}
		}
		if len(log) < 64 {
			t.Fatalf("%d messages", len(log))
		}
		record := l.At(now).Record("cart", count)
		wellFormed(t, record.Text, count)
		if n := count(record.Text); n > tokens/10 {
			t.Errorf("room %d: the record costs %d of %d tokens", room, n, tokens)
		}
		right := reader{strings.Split(record.Text, "\n")}.ask(k)
		for i, ok := range right {
			if ok {
				answered++
			} else {
				t.Logf("room %d: question %d was not answered by\n%s\n%+v", room, i+1, record.Text, k)
			}
		}
	}
	if answered < 78 {
		t.Errorf("%d of 80 questions answered", answered)
	}
}

// wellFormed holds a text against the parser and our own checks.
func wellFormed(t *testing.T, text string, count func(string) int) {
	t.Helper()
	doc := convention.Parse(text)
	if !doc.Acts() || doc.Print() != text+"\n" && doc.Print() != text {
		t.Errorf("not well-formed, or not as it would be printed:\n%s", text)
	}
	for _, d := range convention.Check(doc, convention.Context{Tokens: count}) {
		if d.Severity >= convention.Warning {
			t.Errorf("%s at %q in\n%s", d.Code, text[d.Span.Start:d.Span.End], text)
		}
	}
}

// fitted writes facts as one message within a number of words.
func fitted(facts []fact, limit int) (text string, left int) {
	words := func(s string) int { return len(strings.Fields(s)) }
	p := newPage("v1 state x to all", 99, limit, words)
	for _, f := range mergeOwed(facts) {
		p.add(f.kind, f.line())
	}
	return p.fit()
}

// What is left out goes in this order: last words, costs, hazards, options,
// proved; never owes, forbidden, in-force, blocked, unproven; and one line says
// how much.
func TestRecordDropsInOrder(t *testing.T) {
	words := func(s string) int { return len(strings.Fields(s)) }
	kinds := []factKind{factOwes, factInForce, factPending, factDecided, factBlocked, factUnproven, factForbidden, factPermitted, factProved,
		factOption, factHazard, factBudget, factLast}
	var facts []fact
	for _, k := range kinds {
		for i := range 3 {
			facts = append(facts, fact{kind: k, Entry: Entry{Text: fmt.Sprint("fact ", k, " ", i), Sequence: int64(i + 1)}})
		}
	}
	full, left := fitted(facts, 0)
	if left != 0 || strings.Contains(full, "left out") || strings.Count(full, "\n") != len(facts) {
		t.Fatalf("without a bound nothing is left out:\n%s", full)
	}
	spared := []string{"last", "budget", "hazard", "option", "proved"}
	seen := len(facts)
	for limit := words(full) + noteTokens; limit > 0; limit -= 5 {
		text, left := fitted(facts, limit)
		wellFormed(t, text, words)
		present := make(map[string]int)
		for _, line := range strings.Split(text, "\n")[1:] {
			word, _, _ := strings.Cut(line, " ")
			present[word]++
		}
		for _, never := range []string{"owes", "forbidden", "in-force", "blocked", "unproven", "decided", "pending", "permitted"} {
			if present[never] != 3 {
				t.Fatalf("limit %d: %d lines of %s", limit, present[never], never)
			}
		}
		for i, word := range spared[1:] { // nothing goes while there is something that goes first
			if present[word] < 3 && present[spared[i]] > 0 {
				t.Fatalf("limit %d: %s went before %s:\n%s", limit, word, spared[i], text)
			}
		}
		kept := strings.Count(text, "\n") - present["left"]
		if kept+left != len(facts) || kept > seen || (left > 0) != (present["left"] == 1) {
			t.Fatalf("limit %d: %d kept, %d left out:\n%s", limit, kept, left, text)
		}
		if left > 0 && left < 15 && words(text) > limit {
			t.Fatalf("limit %d: %d words:\n%s", limit, words(text), text)
		}
		seen = kept
	}
	if seen != len(facts)-15 {
		t.Errorf("%d lines remain at last, want %d", seen, len(facts)-15)
	}
}

// State record: no line starts with a reserved word, so that it obliges nobody;
// each line ends with the sequence it stems from. Brief: for one seat, with the
// reserved words. Both are well-formed and find nothing wrong in rooms as agents
// write them, whatever was said there.
func TestRecordAndBriefAreWellFormed(t *testing.T) {
	count := counter(t)
	l := New(Options{})
	var last time.Time
	for _, m := range transcript(t, "testdata/limiter.jsonl") {
		l.Feed(m)
		last = m.At
	}
	for _, now := range []time.Time{instant(t, "20260918T0850Z"), instant(t, "20260918T0910Z"), last, instant(t, "20260919T1300Z")} {
		v := l.At(now)
		for _, topic := range []string{"limiter", "deploy", "", "nowhere"} {
			checkRecord(t, v.Record(topic, count), count)
			for _, name := range []string{"worker", "lead", "yu", "nobody"} {
				b := v.Brief(topic, Seat{Name: name}, count)
				wellFormed(t, b.Text, count)
			}
		}
	}
}

func checkRecord(t *testing.T, r Record, count func(string) int) {
	t.Helper()
	wellFormed(t, r.Text, count)
	doc := convention.Parse(r.Text)
	for _, f := range doc.Facts {
		if f.Label.Modality != convention.None {
			t.Errorf("%q obliges somebody", f.Text)
		}
		if !readSource.MatchString(f.Text) {
			t.Errorf("%q does not say where it stems from", f.Text)
		}
	}
	fed := New(Options{})
	fed.Feed(Message{Sequence: 1, ID: "a", From: Seat{"i_x", "x"}, Doc: doc})
	if v := fed.At(time.Time{}); len(v.Items())+len(v.Claims())+len(v.Unaddressed()) > 0 {
		t.Errorf("fed back it obliges: %+v %+v", v.Items(), v.Claims())
	}
}

// The lists of state --json and brief --json at the moment the default is in force,
// by hand.
func TestLimiterListsByHand(t *testing.T) {
	l := New(Options{})
	now := instant(t, "20260918T0910Z")
	for _, m := range transcript(t, "testdata/limiter.jsonl") {
		if !m.At.After(now) {
			l.Feed(m)
		}
	}
	v := l.At(now)
	entry := func(e Entry) string {
		due := ""
		if !e.Due.IsZero() {
			due = " by " + e.Due.Format("0102T1504")
		}
		return fmt.Sprintf("%s%s #%d:%d %s", e.Seat.Name, due, e.Sequence, e.Line, e.Text)
	}
	r := v.Record("limiter", nil)
	for _, row := range []struct {
		name string
		got  []Entry
		want []string
	}{
		{"must", r.Must, []string{
			"worker by 0919T1200 #1:3 counters in the existing Redis", "worker by 0919T1200 #1:4 tests for the limit and the 429 path",
			"worker by 0919T1200 #1:5 open a PR against main", "worker by 0918T1200 #14:3 start on the fail-open path"}},
		{"must_not", r.MustNot, []string{"worker #1:11 push to main", "worker #1:12 add dependencies"}},
		{"may", r.May, []string{"worker #1:10 edit lib/ and app/api/"}},
		{"decided", r.Decided, []string{}},
		{"defaults", r.Defaults, []string{"yu by 0918T0900 #7:2 silence past the ask time→A with the fail-open"}},
		{"proved", r.Proved, []string{"worker #4:2 limiter lib/rate-limit.ts sliding window"}},
		{"claimed", r.Claimed, []string{"worker #5:6 unit test passing, 12 cases", "worker #6:2 12 unit tests pass", "lead #14:2 decision: option A approved"}},
		{"blocked", r.Blocked, []string{}},
		{"options", r.Options, []string{" #7:3 Redis sliding window: exact, +1 network hop/req ~3ms, $0 extra (Upstash exists)",
			" #7:4 in-memory token bucket per function instance: 0 hops, inexact across instances, limit exceeded by up to N instances"}},
		{"risks", r.Risks, []string{" #7:7 A Redis outage→endpoint fail closed unless a bypass is added", " #7:8 fail open + logged warning when Redis is unreachable"}},
		{"costs", r.Costs, []string{"worker #1:9 150000 tokens"}},
	} {
		equal(t, row.name, lines(row.got, entry), row.want)
	}
	b := v.Brief("", Seat{Name: "worker"}, nil)
	equal(t, "brief must", lines(b.Must, entry), []string{
		"worker by 0918T1200 #14:3 start on the fail-open path", "worker by 0919T1200 #1:3 counters in the existing Redis",
		"worker by 0919T1200 #1:4 tests for the limit and the 429 path", "worker by 0919T1200 #1:5 open a PR against main"})
	equal(t, "brief must not", lines(b.MustNot, entry), []string{"worker #1:11 push to main", "worker #1:12 add dependencies"})
	yu := v.Brief("limiter", Seat{Name: "yu"}, nil)
	equal(t, "in force for yu", lines(yu.Defaults, entry), []string{"yu by 0918T0900 #7:2 silence past the ask time→A with the fail-open"})
	if len(yu.Must) != 0 || !slices.Equal(lines(v.Owed(Seat{Name: "worker"}), func(it Item) string { return fmt.Sprint(it.Sequence, it.Line) }), []string{"1 3", "1 4", "1 5", "14 3"}) {
		t.Errorf("yu must %+v, worker owes %+v", yu.Must, v.Owed(Seat{Name: "worker"}))
	}
}

// The room: one line a topic, at most 2,000 tokens, the rest counted.
func TestRoomRecordIsCapped(t *testing.T) {
	count := counter(t)
	r := newRoom(t)
	for i := range 400 {
		r.say("lead", 0, fmt.Sprintf("v1 request job%d to worker n=", i), fmt.Sprintf("req build part %d, 20260918T0900Z", i))
	}
	v := r.l.At(r.now)
	record := v.Record("", count)
	checkRecord(t, record, count)
	n := strings.Count(record.Text, "\ntopic job")
	if tokens := count(record.Text); tokens > 2000 || n < 50 || record.Left != 400-n ||
		!strings.Contains(record.Text, fmt.Sprintf("left out %d topics, see the log #400", 400-n)) {
		t.Errorf("%d tokens, %d topics, %d left out:\n%s", tokens, n, record.Left, record.Text)
	}
	if !strings.Contains(record.Text, "topic job399: owes worker 1, first 20260918T0900Z #400") {
		t.Errorf("the latest topic is missing:\n%s", record.Text)
	}
	if len(v.Record("", nil).Must) != 400 {
		t.Error("the lists hold everything")
	}
}
