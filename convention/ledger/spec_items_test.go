package ledger

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"earshot/convention/evidence"
)

// Every sentence of the rules on open items and their states, by its words. A
// test's comment is the sentence.

// "Each ask and each req line of a well-formed, addressed message opens one item
// per addressed seat."
func TestEachLineOpensOneItemPerSeat(t *testing.T) {
	r := newRoom(t)
	n := r.say("lead", 0, "v1 request limiter to worker,yu,WORKER n=", "ask ready", "req go", "plan more")
	items := r.l.At(r.now).ItemsOf(n)
	got := lines(items, func(it Item) string { return it.Kind + " " + it.Owes.Name })
	equal(t, "items", got, []string{"ask worker", "ask yu", "req worker", "req yu"})
	// A wrong count, a broken header and prose open nothing.
	for _, body := range []string{"v1 request limiter to worker n=7\nask ready\n", "v1 request limiter worker n=1\nask ready\n", "ask ready\n"} {
		if items := r.l.At(r.now).ItemsOf(r.say("lead", 0, body)); len(items) > 0 {
			t.Errorf("%q opened %+v", body, items)
		}
	}
}

// "For an ask in a message with a decider that it addresses, the decider alone owes."
func TestTheDeciderAloneOwes(t *testing.T) {
	r := newRoom(t)
	n := r.say("lead", 0, "v1 propose limiter to worker,yu n=", "ask which", "decider yu (CTO)", "req prepare both")
	got := lines(r.l.At(r.now).ItemsOf(n), func(it Item) string { return fmt.Sprint(it.Kind, " ", it.Owes.Name, " ", it.Decider) })
	equal(t, "addressed decider", got, []string{"ask yu true", "req worker false", "req yu false"})
	// A decider that it does not address leaves the ask with those it does.
	n = r.say("lead", 0, "v1 propose other to worker n=", "ask which", "decider yu")
	got = lines(r.l.At(r.now).ItemsOf(n), func(it Item) string { return fmt.Sprint(it.Kind, " ", it.Owes.Name, " ", it.Decider) })
	equal(t, "another decider", got, []string{"ask worker false"})
	// … who may answer it all the same.
	r.say("yu", n, "take A")
	r.want(n, 2, "worker", Answered)
}

// "`to all` means the seats present before the message (in a transcript the senders
// seen so far), the asker excepted; later ones owe nothing."
func TestToAll(t *testing.T) {
	r := newRoom(t)
	r.say("worker", 0, "hello")
	r.say("yu", 0, "hello")
	n := r.say("lead", 0, "v1 ask limiter to all n=", "ask ready")
	r.say("scout", 0, "hello")
	owes := func(n int64) []string {
		return lines(r.l.At(r.now).ItemsOf(n), func(it Item) string { return it.Owes.Name })
	}
	equal(t, "in a transcript", owes(n), []string{"worker", "yu"})
	// Where the room says who was present: not who left before, nor who joined later.
	r.l.Seats([]SeatState{
		{Seat: Seat{"i_worker", "worker"}, Left: true, LeftAt: r.now.Add(-time.Hour)},
		{Seat: Seat{"i_ana", "ana"}, JoinedAt: r.now.Add(-time.Hour)},
		{Seat: Seat{"i_bob", "bob"}, JoinedAt: r.now.Add(time.Hour)},
	})
	n = r.say("lead", 0, "v1 ask limiter to all n=", "ask still ready")
	equal(t, "in a room", owes(n), []string{"yu", "scout", "ana"})
	// A seat that the header names beside all owes too, whoever is present; the asker does not.
	n = r.say("lead", 0, "v1 ask limiter to yu,all,zoe,lead n=", "ask more")
	equal(t, "all and more", owes(n), []string{"yu", "scout", "ana", "zoe"})
}

// "Seats are keyed by member_id, addressed by name."
func TestSeatsAreKeyedByIDAndAddressedByName(t *testing.T) {
	l := New(Options{})
	at := instant(t, "20260917T0900Z")
	seq := int64(0)
	say := func(id, name, reply, body string) {
		seq++
		at = at.Add(time.Minute)
		l.Feed(Message{Sequence: seq, ID: fmt.Sprint("m", seq), ReplyTo: reply, From: Seat{id, name}, At: at, Doc: parse(body)})
	}
	say("i_lead", "lead", "", "v1 ask limiter to Yu-Lin n=1\nask ready\n")
	state := func() Item { return l.At(at).ItemsOf(1)[0] }
	if it := state(); it.Owes != (Seat{"", "Yu-Lin"}) {
		t.Errorf("a seat nobody has seen is known by its name: %+v", it.Owes)
	}
	say("i_7", "", "", "hello") // a null name is the member id
	say("i_7", "yu lin", "", "hello")
	if it := state(); it.Owes != (Seat{"i_7", "yu-lin"}) {
		t.Errorf("the seat that takes the name is the one that was addressed: %+v", it.Owes)
	}
	say("i_8", "yu", "m1", "yes")
	if it := state(); it.State != Open {
		t.Errorf("another seat's reply: %s", it.State)
	}
	say("i_7", "somebody else", "m1", "yes")
	if it := state(); it.State != Answered || it.Owes != (Seat{"i_7", "somebody-else"}) {
		t.Errorf("the same id under another name: %s of %+v", it.State, it.Owes)
	}
	// "Seats compare without case", in any script and by any rune that folds.
	r := newRoom(t)
	r.say("νικος", 0, "hello")
	n := r.say("lead", 0, "v1 ask limiter to ΝΙΚΟΣ n=", "ask ready")
	r.say("νικος", n, "yes")
	r.want(n, 2, "νικος", Answered)
}

// What a seat owed that was known by its name alone counts for it once it is
// known, its reqs and asks alike, and asking it again supersedes.
func TestNamedBeforeSeen(t *testing.T) {
	r := newRoom(t)
	// yu speaks under another name first, so that both exist.
	r.l.Feed(Message{Sequence: 1, ID: "m1", From: Seat{"i_yu", "newcomer"}, At: r.now, Doc: parse("hello")})
	r.seq = 1
	a := r.say("lead", 0, "v1 request limiter to yu n=", "req write the parser", "ask ready")
	r.say("yu", 0, "v1 report limiter to lead n=", "done parser written, write over", "ev commit 3f9a2c1")
	r.want(a, 2, "yu", Proved)
	r.say("lead", 0, "v1 ask limiter to yu n=", "ask ready")
	r.want(a, 3, "yu", Superseded)
}

// "A repeat opens nothing."
func TestARepeatOpensNothing(t *testing.T) {
	r := newRoom(t)
	a := r.say("lead", 0, "v1 ask limiter to worker n=", "ask ready")
	b := r.say("lead", 0, "v1 ask  limiter to worker n=1", "", "  ask   ready")
	if items := r.l.At(r.now).ItemsOf(b); len(items) > 0 {
		t.Errorf("%+v", items)
	}
	r.want(a, 2, "worker", Open)
}

// "A message of intent nudge (reply reference to the asking message) opens nothing;
// a reply to it is a reply to what it nudges."
func TestNudges(t *testing.T) {
	r := newRoom(t)
	a := r.say("lead", 0, "v1 ask limiter to worker,yu n=", "ask ready")
	n := r.say("lead", a, "v1 nudge limiter to worker n=", "ask ready?")
	if items := r.l.At(r.now).ItemsOf(n); len(items) > 0 {
		t.Errorf("a nudge opened %+v", items)
	}
	again := r.say("scout", n, "v1 nudge limiter to worker n=", "still waiting for you")
	if it := r.item(a, 2, "worker"); !slices.Equal(it.Nudges, []int64{n, again}) {
		t.Errorf("nudges %v", it.Nudges)
	}
	if it := r.item(a, 2, "yu"); len(it.Nudges) != 0 {
		t.Errorf("yu was not nudged: %v", it.Nudges)
	}
	r.say("worker", again, "yes, since noon")
	if it := r.want(a, 2, "worker", Answered); it.AnsweredHow != ByReply {
		t.Errorf("%+v", it)
	}
}

// "Messages of intent state and brief only report: they open, answer, settle, claim
// and decide nothing."
func TestStateAndBriefOnlyReport(t *testing.T) {
	r := newRoom(t)
	a := r.say("lead", 0, "v1 propose limiter to yu n=", "ask which", "decider yu")
	q := r.say("lead", 0, "v1 request limiter to yu n=", "req write parser")
	for _, intent := range []string{"state", "brief"} {
		n := r.say("yu", a, "v1 "+intent+" limiter to lead n=", "A", "done write parser", "ev commit 3f9a2c1", "claim more", "ask what", "req that")
		m := r.say("worker", 0, "v1 "+intent+" limiter to lead n=", "option A approved", "must-not push")
		v := r.l.At(r.now)
		if len(v.ItemsOf(n)) > 0 || len(v.Claims()) > 0 || len(v.Decisions()) > 0 || len(v.Message(m).Lines) > 0 {
			t.Errorf("%s did something: %+v", intent, v.Message(n))
		}
		r.want(a, 2, "yu", Open)
		r.want(q, 2, "yu", Open)
	}
}

// "An item shows the first that holds: proved, accepted, answered, unreadable,
// withdrawn, superseded, claimed, defaulted, overdue, blocked, due, open."
func TestTheFirstStateThatHolds(t *testing.T) {
	due := momentOf(instant(t, "20260917T1200Z"))
	p := &post{seq: 1, from: &seat{id: "a"}, detail: &detail{}}
	by := &post{seq: 2, from: &seat{id: "b"}, detail: &detail{rare: &rare{}}}
	accept := &post{seq: 3, from: p.from}
	by.detail.rare.accepts = []*post{accept}
	silent := &asking{post: p, silent: true}
	// Each state's cause, in the order of the list: with all of them set, taking
	// away the first leaves the next.
	req := &item{asking: silent, due: due, end: &ending{withdrawn: by, superseded: by},
		job: &job{proved: &done{}, reports: []*post{by}, claimed: by, blocked: by}}
	ask := &item{asking: silent, ask: true, due: due, answered: by, end: &ending{accepted: by, withdrawn: by, superseded: by}}
	for _, row := range []struct {
		it   *item
		now  string
		want State
		drop func(*item)
	}{
		{req, "20260917T1200Z", Proved, func(it *item) { it.job.proved = nil }},
		{req, "20260917T1200Z", Accepted, func(it *item) { it.job.reports = nil }},
		{req, "20260917T1200Z", Withdrawn, func(it *item) { it.end.withdrawn = nil }},
		{req, "20260917T1200Z", Superseded, func(it *item) { it.end.superseded = nil }},
		{req, "20260917T1200Z", Claimed, func(it *item) { it.job.claimed = nil }},
		{req, "20260917T1200Z", Overdue, func(*item) {}},
		{req, "20260917T1159Z", Blocked, func(it *item) { it.job.blocked = nil }},
		{req, "20260917T1145Z", Due, func(*item) {}},
		{req, "20260917T1144Z", Open, func(*item) {}},
		{ask, "20260917T1200Z", Accepted, func(it *item) { it.end.accepted = nil }},
		{ask, "20260917T1200Z", Answered, func(it *item) { it.unreadable = true }},
		{ask, "20260917T1200Z", Unreadable, func(it *item) { it.answered, it.unreadable = nil, false }},
		{ask, "20260917T1200Z", Withdrawn, func(it *item) { it.end.withdrawn = nil }},
		{ask, "20260917T1200Z", Superseded, func(it *item) { it.end.superseded = nil }},
		{ask, "20260917T1200Z", Defaulted, func(it *item) { it.asking = &asking{post: p} }},
		{ask, "20260917T1200Z", Overdue, func(it *item) { it.due = 0 }},
		{ask, "20260917T1200Z", Open, func(*item) {}},
	} {
		if got, _ := row.it.state(momentOf(instant(t, row.now)), DefaultDueWindow); got != row.want {
			t.Errorf("at %s: %s, want %s", row.now, got, row.want)
		}
		row.drop(row.it)
	}
}

// "due (within 15 min, settable)"
func TestTheDueWindowIsSettable(t *testing.T) {
	l := New(Options{DueWindow: time.Hour})
	l.Feed(Message{Sequence: 1, From: Seat{"i_a", "a"}, At: instant(t, "20260917T0900Z"), Doc: parse("v1 ask x to b n=1\nask ready, 20260917T1200Z\n")})
	for now, want := range map[string]State{"20260917T1059Z": Open, "20260917T1100Z": Due, "20260917T1200Z": Overdue} {
		if it := l.At(instant(t, now)).Items()[0]; it.State != want {
			t.Errorf("at %s: %s, want %s", now, it.State, want)
		}
	}
}

// "defaulted is for asks alone: now ≥ due, not answered, and the message has a
// default: silence has decided, and the item shows what. overdue: now ≥ due without
// a default, or a req. A blocked req past its time is overdue and keeps blocked_by."
func TestDefaultedAndOverdue(t *testing.T) {
	r := newRoom(t)
	a := r.say("lead", 0, "v1 request limiter to worker n=", "ask which, 20260917T0930Z", "req write parser, 20260917T0930Z", "default silence→A")
	b := r.say("lead", 0, "v1 ask deploy to worker n=", "ask which, 20260917T0930Z")
	w := r.say("worker", 0, "v1 status limiter to lead n=", "block parser waits for the grammar")
	r.want(a, 3, "worker", Blocked)
	r.now = instant(t, "20260917T0930Z")
	if it := r.want(a, 2, "worker", Defaulted); it.Default != "silence→A" {
		t.Errorf("%+v", it)
	}
	if it := r.want(a, 3, "worker", Overdue); it.BlockedBy != w || it.BlockedText != "parser waits for the grammar" {
		t.Errorf("%+v", it)
	}
	r.want(b, 2, "worker", Overdue)
}

// The ask time: "the latest time on it; without one, the time of the message's
// deadline line; else none. The due time of a req likewise."
func TestDueTimes(t *testing.T) {
	r := newRoom(t)
	n := r.say("lead", 0, "v1 request limiter to worker n=", "ask a 20260917T1000Z or 20260917T1100Z", "req b", "deadline 20260918T0900Z", "req c 20260917T1200Z")
	for line, want := range map[int]string{2: "20260917T1100Z", 3: "20260918T0900Z", 5: "20260917T1200Z"} {
		if it := r.item(n, line, "worker"); !it.Due.Equal(instant(t, want)) {
			t.Errorf("line %d is due %v, want %s", line, it.Due, want)
		}
	}
	if it := r.item(r.say("lead", 0, "v1 ask x to worker n=", "ask d"), 2, "worker"); !it.Due.IsZero() {
		t.Errorf("due %v", it.Due)
	}
}

// "answered has the message, how it was recognised, and late where created_at ≥ due:
// late, or late-after-default, which is a conflict that a person has to look at."
func TestLateAnswers(t *testing.T) {
	for _, row := range []struct {
		silence, at string
		late        string
		conflicts   int
	}{
		{"default silence→A", "20260917T0929Z", "", 0},
		{"default silence→A", "20260917T0930Z", LateAfterDefault, 1},
		{"note none", "20260917T0929Z", "", 0},
		{"note none", "20260917T0930Z", Late, 0},
	} {
		r := newRoom(t)
		a := r.say("lead", 0, "v1 ask limiter to worker n=", "ask which, 20260917T0930Z", row.silence)
		n := r.sayAt(instant(t, row.at), "worker", a, "A")
		it := r.want(a, 2, "worker", Answered)
		if it.Late != row.late || it.AnsweredBy != n || it.AnsweredHow != ByReply || !it.AnsweredAt.Equal(r.now) || it.Conflict() != (row.conflicts > 0) {
			t.Errorf("%+v: %+v", row, it)
		}
		if c := r.l.At(r.now).Counts(); c.Conflicts != row.conflicts || c.Answered != 1 || len(r.l.At(r.now).Live()) != row.conflicts {
			t.Errorf("%+v: %+v", row, c)
		}
	}
}

// "unreadable: the answering message's lines besides ask are all unknown; that is no
// silence, no default sets in."
func TestUnreadable(t *testing.T) {
	r := newRoom(t)
	a := r.say("lead", 0, "v1 ask limiter to worker n=", "ask which, 20260917T0930Z", "default silence→A")
	r.say("worker", a, "v1 answer limiter to lead n=", "unknown the second line", "ask what is A")
	r.want(a, 2, "worker", Unreadable)
	r.now = instant(t, "20260917T1000Z")
	r.want(a, 2, "worker", Unreadable)
	r.say("worker", a, "v1 answer limiter to lead n=", "unknown the rest", "B")
	if it := r.want(a, 2, "worker", Answered); it.Late != Late {
		t.Errorf("no default had set in: %+v", it)
	}
}

// "superseded: the same asker asked the same seat the same thing on the same topic
// again (text compared without times). An item answered before stays answered."
func TestSuperseded(t *testing.T) {
	ask := func(r *room, from, topic, to, text string) int64 {
		return r.say(from, 0, "v1 ask "+topic+" to "+to+" n=", text)
	}
	r := newRoom(t)
	a := ask(r, "lead", "limiter", "worker", "ask which one, 20260917T1000Z")
	for _, other := range [][4]string{{"yu", "limiter", "worker", "ask which one"}, {"lead", "deploy", "worker", "ask which one"},
		{"lead", "limiter", "yu", "ask which one"}, {"lead", "limiter", "worker", "ask which two"}, {"lead", "limiter", "worker", "req which one"}} {
		ask(r, other[0], other[1], other[2], other[3])
		r.want(a, 2, "worker", Open)
	}
	b := ask(r, "lead", "limiter", "worker", "ask Which  one 20260917T1100Z")
	if it := r.want(a, 2, "worker", Superseded); it.ClosedBy != b {
		t.Errorf("%+v", it)
	}
	r.want(b, 2, "worker", Open)
	// A reply to the first answers the same question asked again.
	r.say("worker", a, "the first")
	r.want(b, 2, "worker", Answered)
	ask(r, "lead", "limiter", "worker", "ask which one!")
	r.want(b, 2, "worker", Answered)
}

// "Programs must bear states they do not know."
func TestUnknownStatesAreNotSettled(t *testing.T) {
	if State("held").Settled() || *(&Counts{}).of("held") != 0 {
		t.Error("an unknown state is neither settled nor counted")
	}
}

// "a message fed twice changes nothing"; one older than the last is not taken.
func TestFedTwice(t *testing.T) {
	all := transcript(t, "testdata/limiter.jsonl")
	l := New(Options{})
	now := instant(t, "20260918T1230Z")
	for i, m := range all {
		if !l.Feed(m) {
			t.Fatalf("#%d was not taken", m.Sequence)
		}
		before := reportOf(l.At(now))
		for _, again := range all[:i+1] {
			if l.Feed(again) {
				t.Fatalf("#%d was taken twice", again.Sequence)
			}
		}
		if after := reportOf(l.At(now)); !slices.Equal(before, after) {
			t.Fatalf("after #%d: %v, before %v", m.Sequence, after, before)
		}
	}
	if l.Feed(Message{Sequence: 99}) {
		t.Error("a message without a body was taken")
	}
}

// NextChange: the view says when it changes by time alone.
func TestNextChange(t *testing.T) {
	r := newRoom(t)
	if next := r.l.At(r.now).NextChange(); !next.IsZero() {
		t.Errorf("an empty room changes at %v", next)
	}
	a := r.say("lead", 0, "v1 ask limiter to worker n=", "ask which, 20260917T0930Z")
	for _, want := range []string{"20260917T0915Z", "20260917T0930Z"} {
		next := r.l.At(r.now).NextChange()
		if !next.Equal(instant(t, want)) {
			t.Errorf("at %v the next change is at %v, want %s", r.now, next, want)
		}
		before := r.item(a, 2, "worker").State
		if at := r.l.At(next.Add(-1)).Items()[0].State; at != before {
			t.Errorf("it was %s just before %s", at, want)
		}
		r.now = next
		if r.item(a, 2, "worker").State == before {
			t.Errorf("nothing changed at %s", want)
		}
	}
	if next := r.l.At(r.now).NextChange(); !next.IsZero() {
		t.Errorf("an overdue ask changes at %v", next)
	}
}

// Silence: "A seat that owes something and has neither fetched nor posted for 15 min
// is listed as silent"; what the room does not know is never held against a seat.
func TestSilent(t *testing.T) {
	r := newRoom(t)
	r.l.Seats([]SeatState{
		{Seat: Seat{"i_worker", "worker"}, FetchKnown: true, JoinedAt: r.now, FetchedAt: r.now.Add(2 * time.Minute), Fetched: 1},
		{Seat: Seat{"i_yu", "yu"}, JoinedAt: r.now},
		{Seat: Seat{"i_ana", "ana"}, FetchKnown: true, JoinedAt: r.now},
	})
	r.say("lead", 0, "v1 ask limiter to worker,yu n=", "ask ready")
	silent := func() []string {
		return lines(r.l.At(r.now).Silent(), func(s Silence) string {
			return fmt.Sprint(s.Name, " ", s.Owing, " ", s.Fetched, " ", s.Since.Format("1504"))
		})
	}
	r.now = instant(t, "20260917T0916Z")
	equal(t, "14 minutes", silent(), []string{})
	r.now = instant(t, "20260917T0917Z")
	equal(t, "15 minutes", silent(), []string{"worker 1 1 0902"})
	r.sayAt(r.now, "worker", 0, "still here")
	r.now = instant(t, "20260917T0931Z")
	equal(t, "it posted", silent(), []string{})
}

// A verdict or a repeat count may come before its message.
func TestSaidBeforeTheMessage(t *testing.T) {
	l := New(Options{})
	l.Verdict(1, 3, "run 9", evidence.Verdict{Result: evidence.Failed, Detail: "exit 1"})
	l.Repeat(1, 3, time.Time{})
	l.Feed(Message{Sequence: 1, From: Seat{"i_w", "w"}, Doc: parse("v1 report x to lead n=2\ndone tests pass\nev run 9\n")})
	v := l.At(time.Time{})
	if c := v.Claims(); len(c) != 1 || c[0].Why != WhyEvidenceMissing {
		t.Errorf("%+v", c)
	}
	if x := v.Repeats(); len(x) != 1 || x[0].Count != 3 || !x[0].Loop {
		t.Errorf("%+v", x)
	}
	if s := v.Message(1).Lines[3]; s.Grade != Contradicted || s.Detail != "exit 1" {
		t.Errorf("%+v", s)
	}
}
