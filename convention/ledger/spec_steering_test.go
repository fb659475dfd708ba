package ledger

import (
	"fmt"
	"strings"
	"testing"

	"earshot/convention/evidence"
)

// What changes an item, by the table of intents: each rule is a test's comment.

// "hold: the seat that owes it, before the due time; reply; one future time: due moves
// there, the default does not set in before; the count of holds is shown."
func TestHold(t *testing.T) {
	for _, row := range []struct {
		rule  string
		at    string
		from  string
		reply bool
		lines []string
		due   string
		holds int
	}{
		{"due moves there", "20260917T0910Z", "yu", true, []string{"20260917T1100Z"}, "20260917T1100Z", 1},
		{"by the seat that owes it", "20260917T0910Z", "worker", true, []string{"20260917T1100Z"}, "20260917T0930Z", 0},
		{"as a reply", "20260917T0910Z", "yu", false, []string{"20260917T1100Z"}, "20260917T0930Z", 0},
		{"before the due time", "20260917T0930Z", "yu", true, []string{"20260917T1100Z"}, "20260917T0930Z", 0},
		{"one time", "20260917T0910Z", "yu", true, []string{"20260917T1100Z or 20260917T1200Z"}, "20260917T0930Z", 0},
		{"the same one twice is one", "20260917T0910Z", "yu", true, []string{"20260917T1100Z", "back 20260917T1100Z"}, "20260917T1100Z", 1},
		{"a future one", "20260917T0910Z", "yu", true, []string{"20260917T0905Z"}, "20260917T0930Z", 0},
		{"never nearer", "20260917T0910Z", "yu", true, []string{"20260917T0920Z"}, "20260917T0930Z", 0},
		{"with a time at all", "20260917T0910Z", "yu", true, []string{"later"}, "20260917T0930Z", 0},
	} {
		r := newRoom(t)
		a := r.say("lead", 0, "v1 ask limiter to yu n=", "ask which, 20260917T0930Z", "default silence→A")
		reply := int64(0)
		if row.reply {
			reply = a
		}
		r.sayAt(instant(t, row.at), "yu", 0, "hello")
		r.sayAt(instant(t, row.at), row.from, reply, append([]string{"v1 hold limiter to lead n="}, row.lines...)...)
		it := r.item(a, 2, "yu")
		if !it.Due.Equal(instant(t, row.due)) || it.Holds != row.holds || it.AnsweredBy != 0 {
			t.Errorf("%s: due %v, %d holds, answered by #%d", row.rule, it.Due, it.Holds, it.AnsweredBy)
		}
		r.now = instant(t, "20260917T1000Z")
		want := Defaulted
		if row.holds > 0 {
			want = Open
		}
		r.want(a, 2, "yu", want)
		r.now = instant(t, "20260917T1100Z")
		r.want(a, 2, "yu", Defaulted)
	}
	// A hold of an ask leaves reqs alone that are due later, or never.
	r := newRoom(t)
	a := r.say("lead", 0, "v1 request limiter to yu n=", "ask which, 20260917T0930Z", "req write, 20260918T0900Z", "req read")
	r.say("yu", a, "v1 hold limiter to lead n=", "20260917T1100Z")
	r.say("yu", a, "v1 hold limiter to lead n=", "20260917T1130Z")
	if it := r.item(a, 2, "yu"); it.Holds != 2 || !it.Due.Equal(instant(t, "20260917T1130Z")) {
		t.Errorf("%+v", it)
	}
	if it := r.item(a, 3, "yu"); it.Holds != 0 || !it.Due.Equal(instant(t, "20260918T0900Z")) {
		t.Errorf("%+v", it)
	}
	if it := r.item(a, 4, "yu"); it.Holds != 0 || !it.Due.IsZero() {
		t.Errorf("%+v", it)
	}
}

// "withdraw: the asker; reply to its own message: its open items are withdrawn."
func TestWithdraw(t *testing.T) {
	r := newRoom(t)
	a := r.say("lead", 0, "v1 request limiter to worker,yu n=", "ask ready", "req write the parser", "ask which, 20260917T0930Z", "default silence→A")
	r.say("worker", a, "yes")
	r.say("worker", a, "v1 withdraw limiter to lead n=", "no need")
	r.want(a, 3, "worker", Open)
	r.sayAt(instant(t, "20260917T1000Z"), "lead", 0, "v1 withdraw limiter to worker n=", "not a reply")
	r.want(a, 3, "worker", Open)
	w := r.say("lead", a, "v1 withdraw limiter to worker,yu n=", "no need any more")
	for line, states := range map[int][2]State{2: {Answered, Withdrawn}, 3: {Withdrawn, Withdrawn}, 4: {Answered, Defaulted}} {
		for i, seat := range []string{"worker", "yu"} {
			if it := r.want(a, line, seat, states[i]); it.State == Withdrawn && it.ClosedBy != w {
				t.Errorf("%+v", it)
			}
		}
	}
}

// "accept: the asker (for a req: in reply to the report that settles it): accepted;
// never by the seat that did the work."
func TestAccept(t *testing.T) {
	r := newRoom(t)
	a := r.say("lead", 0, "v1 request limiter to worker n=", "req write the parser", "req draw the tree", "ask ready")
	n := r.say("worker", 0, "v1 report limiter to lead n=", "done write parser", "claim draw tree")
	answer := r.say("worker", a, "v1 accept limiter to lead n=", "ready") // not the asker: an answer
	r.want(a, 4, "worker", Answered)
	r.say("yu", n, "v1 accept limiter to worker n=", "fine")
	r.say("worker", n, "v1 accept limiter to lead n=", "fine")
	r.say("lead", a, "v1 accept limiter to worker n=", "not in reply to the report")
	r.want(a, 2, "worker", Claimed)
	x := r.say("lead", n, "v1 accept limiter to worker n=", "fine")
	for _, line := range []int{2, 3} {
		if it := r.want(a, line, "worker", Accepted); it.ClosedBy != x || it.Grade != GradeAccepted {
			t.Errorf("%+v", it)
		}
	}
	r.say("lead", answer, "v1 accept limiter to worker n=", "good")
	r.want(a, 4, "worker", Accepted)
	// Its own work nobody accepts.
	own := r.say("lead", 0, "v1 request other to lead n=", "req tidy the desk")
	done := r.say("lead", 0, "v1 report other to lead n=", "claim tidy desk")
	r.say("lead", done, "v1 accept other to lead n=", "fine")
	r.want(own, 2, "lead", Claimed)
}

// "handover: the seat that owes it, or an operator; reply; a decider S line: the item
// is owed by S, history kept."
func TestHandover(t *testing.T) {
	r := newRoom(t)
	r.say("ana", 0, "hello")
	a := r.say("lead", 0, "v1 propose limiter to yu n=", "ask which", "decider yu", "req prepare the move")
	r.say("worker", a, "v1 handover limiter to ana n=", "decider ana")
	r.say("yu", a, "v1 handover limiter to ana n=", "to ana, without the line")
	r.want(a, 2, "yu", Open)
	h := r.say("yu", a, "v1 handover limiter to ana n=", "decider ana (for a week)")
	it := r.want(a, 2, "ana", Open)
	if len(it.Handovers) != 1 || it.Handovers[0].Sequence != h || it.Handovers[0].From.Name != "yu" || it.Handovers[0].To.Name != "ana" || !it.Decider {
		t.Errorf("%+v", it)
	}
	r.say("yu", a, "A")
	r.want(a, 2, "ana", Open)
	r.say("yu", 0, "v1 note limiter to lead n=", "A approved") // yu decides no more
	if d := r.l.At(r.now).Decisions(); len(d) != 1 || d[0].Decider.Name != "ana" {
		t.Errorf("%+v", d)
	}
	r.say("ana", a, "B")
	r.want(a, 2, "ana", Answered)
	r.say("ana", 0, "v1 report limiter to lead n=", "done prepare move", "ev commit 3f9a2c1")
	r.want(a, 4, "ana", Proved)
	// An operator may, whoever it is owed by.
	b := r.say("lead", 0, "v1 ask other to yu n=", "ask which")
	r.seq++
	r.l.Feed(Message{Sequence: r.seq, ID: "op", ReplyTo: fmt.Sprint("m", b), From: Seat{"op", "op"}, At: r.now, Operator: true,
		Doc: parse("v1 handover other to ana n=1\ndecider ana\n")})
	r.want(b, 2, "ana", Open)
}

// "with `handover all` and a time: everything that seat owes until then."
func TestHandoverAll(t *testing.T) {
	r := newRoom(t)
	a := r.say("lead", 0, "v1 request limiter to yu n=", "ask which", "req write the parser")
	b := r.say("lead", 0, "v1 ask deploy to yu n=", "ask when")
	done := r.say("lead", 0, "v1 ask old to yu n=", "ask where")
	r.say("yu", done, "here")
	r.say("yu", 0, "v1 handover limiter to ana n=", "decider ana", "handover all 20260917T1000Z")
	for _, it := range []Item{r.item(a, 2, ""), r.item(a, 3, ""), r.item(b, 2, "")} {
		if it.Owes.Name != "ana" || len(it.Handovers) != 1 {
			t.Errorf("%+v", it)
		}
	}
	r.want(done, 2, "yu", Answered)
	c := r.say("lead", 0, "v1 ask limiter to yu n=", "ask how")
	if it := r.item(c, 2, "ana"); len(it.Handovers) != 1 {
		t.Errorf("%+v", it)
	}
	r.sayAt(instant(t, "20260917T1000Z"), "lead", 0, "hello")
	d := r.say("lead", 0, "v1 ask limiter to yu n=", "ask who")
	r.want(d, 2, "yu", Open)
}

// "(same intent and topic) by the sender, in reply to its own message: a correction:
// the earlier message is shown as corrected and obliges nothing any more."
func TestCorrection(t *testing.T) {
	r := newRoom(t)
	a := r.say("lead", 0, "v1 request limiter to worker n=", "req write the parser", "ask ready", "must-not push")
	b := r.say("worker", 0, "v1 report limiter to lead n=5\nclaim parser works\nask which\n")
	for _, other := range []struct {
		from  string
		reply int64
		head  string
	}{{"yu", a, "v1 request limiter to worker n="}, {"lead", a, "v1 note limiter to worker n="}, {"lead", a, "v1 request deploy to worker n="}, {"lead", 0, "v1 request limiter to worker n="}} {
		r.say(other.from, other.reply, other.head, "more to come")
		if r.l.At(r.now).Message(a).Corrected {
			t.Errorf("%+v is no correction", other)
		}
	}
	c := r.say("lead", a, "v1 request limiter to worker n=", "req write the lexer")
	if m := r.l.At(r.now).Message(a); !m.Corrected || m.CorrectedBy != c {
		t.Errorf("%+v", m)
	}
	for _, line := range []int{2, 3} {
		if it := r.want(a, line, "worker", Superseded); it.ClosedBy != c {
			t.Errorf("%+v", it)
		}
	}
	r.want(c, 2, "worker", Open)
	if b := r.l.At(r.now).Brief("limiter", Seat{Name: "worker"}, nil); len(b.MustNot) != 0 {
		t.Errorf("%+v", b.MustNot)
	}
	// A wrong count, corrected, is on no list any more.
	v := r.l.At(r.now)
	if len(v.Data()) != 1 || len(v.Claims()) != 1 {
		t.Errorf("%+v %+v", v.Data(), v.Claims())
	}
	r.say("worker", b, "v1 report limiter to lead n=", "claim parser works", "ask which")
	v = r.l.At(r.now)
	if len(v.Data()) != 0 || len(v.Claims()) != 1 || v.Counts().Data != 0 || v.Message(b).Data == nil || !v.Message(b).Corrected {
		t.Errorf("%+v %+v %+v", v.Data(), v.Claims(), v.Message(b))
	}
}

// "An acknowledgement answers nothing: a reply whose facts are all ask, plan or todo, or
// prose of a few words that only acknowledges and names no option. The item stays as it
// is and shows who acknowledged, when, in which words."
func TestAcknowledgements(t *testing.T) {
	for _, row := range []struct {
		body string
		ack  bool
	}{
		{"v1 answer limiter to lead n=1\nplan look at it by noon\n", true},
		{"v1 answer limiter to lead n=2\ntodo read it\nask until when\n", true},
		{"v1 answer limiter to lead n=2\nplan look\nA\n", false},
		{"on it", true}, {"ok, will look", true}, {"let me check", true}, {"On it!", true}, {"got it, thanks", true}, {"I'll look into it", true},
		{"v1 answer limiter to lead n=1\non it\n", true},
		{"on it, will report back", true}, {"I'll get back to you tomorrow", true}, {"Reviewing now.", true}, {"will reply asap", true},
		{"👍", true}, {"👍🏽 on it", true}, {"👀", true}, {"👍 B", false}, {"👍 Redis", false}, {"👎", false}, {"✅", false}, {"report", false},
		{"ok, A", false}, {"ok, B then", false}, {"yes", false}, {"no", false}, {"done", false},
		{"ok, the counters go to Redis", false},
		{"ok ok ok ok ok ok ok ok ok", false}, // more than a few words
		{"accepted, start now", false},
	} {
		r := newRoom(t)
		a := r.say("lead", 0, "v1 propose limiter to yu n=", "ask which, 20260917T0930Z", "opt/A Redis", "opt/B memory", "default silence→A")
		n := r.say("yu", a, row.body)
		it := r.item(a, 2, "yu")
		if row.ack != (len(it.Acks) == 1) || row.ack == (it.State == Answered) {
			t.Errorf("%q: %s, acks %+v", row.body, it.State, it.Acks)
			continue
		}
		if row.ack {
			if x := it.Acks[0]; x.Sequence != n || x.Seat.Name != "yu" || !x.At.Equal(r.now) || x.Text == "" || !strings.Contains(row.body, x.Text) {
				t.Errorf("%q: %+v", row.body, x)
			}
			r.now = instant(t, "20260917T0930Z")
			r.want(a, 2, "yu", Defaulted)
		}
	}
}

// "An item of a seat that left the room is orphaned and says so."
func TestOrphans(t *testing.T) {
	r := newRoom(t)
	a := r.say("lead", 0, "v1 request limiter to worker n=", "ask ready", "req write the parser")
	r.say("worker", a, "yes")
	r.l.Seats([]SeatState{{Seat: Seat{"i_worker", "worker"}, Left: true, LeftAt: r.now}})
	if it := r.item(a, 3, "worker"); !it.Orphaned || it.State != Open {
		t.Errorf("%+v", it)
	}
	if it := r.item(a, 2, "worker"); it.Orphaned {
		t.Errorf("%+v", it)
	}
	if c := r.l.At(r.now).Counts(); c.Orphaned != 1 {
		t.Errorf("%+v", c)
	}
	r.l.Seats([]SeatState{{Seat: Seat{"i_worker", "worker"}, JoinedAt: r.now}})
	if it := r.item(a, 3, "worker"); it.Orphaned {
		t.Errorf("%+v", it)
	}
}

// "An ask to several seats is one row with '2 of 8 answered' that unfolds."
func TestSeveralSeats(t *testing.T) {
	r := newRoom(t)
	seats := strings.Split("a b c d e f g h", " ")
	n := r.say("lead", 0, "v1 ask limiter to "+strings.Join(seats, ",")+" n=", "ask ready", "ask willing")
	r.say("c", n, "yes")
	r.say("h", n, "no")
	for _, it := range r.l.At(r.now).ItemsOf(n) {
		if it.Of != 8 || it.Answered != 2 {
			t.Errorf("%d of %d", it.Answered, it.Of)
		}
	}
}

// "A later may of the same sender on the same topic that shares the words of a must-not
// lifts it."
func TestMayLiftsMustNot(t *testing.T) {
	for _, row := range []struct {
		rule, from, head, line string
		lifts                  bool
	}{
		{"shares the words", "lead", "v1 note limiter to worker n=", "may push to main", true},
		{"and more", "lead", "v1 note limiter to worker n=", "may now push to the main branch", true},
		{"all of them", "lead", "v1 note limiter to worker n=", "may push", false},
		{"of the same sender", "yu", "v1 note limiter to worker n=", "may push to main", false},
		{"on the same topic", "lead", "v1 note deploy to worker n=", "may push to main", false},
		{"for whom it addresses", "lead", "v1 note limiter to yu n=", "may push to main", false},
		{"or all", "lead", "v1 note limiter to all n=", "may push to main", true},
	} {
		r := newRoom(t)
		a := r.say("lead", 0, "v1 request limiter to worker n=", "req write", "must-not push to main")
		n := r.say(row.from, 0, row.head, row.line)
		v := r.l.At(r.now)
		want := int64(0)
		if row.lifts {
			want = n
		}
		if got := v.Message(a).Lines[3].Lifted; got != want {
			t.Errorf("%s: lifted by #%d, want #%d", row.rule, got, want)
		}
		if got := len(v.Brief("limiter", Seat{Name: "worker"}, nil).MustNot); (got == 0) != row.lifts {
			t.Errorf("%s: %d prohibitions left", row.rule, got)
		}
	}
	// A later must-not holds again.
	r := newRoom(t)
	r.say("lead", 0, "v1 note limiter to worker,yu n=", "must-not push")
	r.say("lead", 0, "v1 note limiter to worker n=", "may push")
	b := r.l.At(r.now)
	if len(b.Brief("", Seat{Name: "worker"}, nil).MustNot) != 0 || len(b.Brief("", Seat{Name: "yu"}, nil).MustNot) != 1 {
		t.Error("lifted for worker alone")
	}
	r.say("lead", 0, "v1 note limiter to worker n=", "must-not push")
	if len(r.l.At(r.now).Brief("", Seat{Name: "worker"}, nil).MustNot) != 1 {
		t.Error("forbidden again")
	}
}

// "cited (the evidence is of the right kind and nobody looked), checked (a resolver found
// it), contradicted (a resolver found that it is missing, or a run that failed), accepted
// (the asker accepted the work)."
func TestGrades(t *testing.T) {
	for _, row := range []struct {
		result evidence.Result
		accept bool
		grade  string
		state  State
	}{
		{evidence.Unlooked, false, Cited, Proved},
		{evidence.Unknown, false, Cited, Proved},
		{evidence.Found, false, Checked, Proved},
		{evidence.Missing, false, Contradicted, Claimed},
		{evidence.Failed, false, Contradicted, Claimed},
		{evidence.Found, true, GradeAccepted, Proved},
		{evidence.Failed, true, GradeAccepted, Accepted},
	} {
		r := newRoom(t)
		a := r.say("lead", 0, "v1 request limiter to worker n=", "req write the parser")
		n := r.say("worker", 0, "v1 report limiter to lead n=", "done write parser", "ev run 9")
		if row.result != evidence.Unlooked {
			r.l.Verdict(n, 3, "run 9", evidence.Verdict{Result: row.result})
		}
		if row.accept {
			r.say("lead", n, "v1 accept limiter to worker n=", "fine")
		}
		if it := r.item(a, 2, "worker"); it.Grade != row.grade || it.State != row.state {
			t.Errorf("%+v: %s %s", row, it.State, it.Grade)
		}
		if s := r.l.At(r.now).Message(n).Lines[2]; row.state == Proved && s.Grade != row.grade {
			t.Errorf("%+v: line %+v", row, s)
		}
	}
	// One that can prove it suffices.
	r := newRoom(t)
	n := r.say("worker", 0, "v1 report limiter to lead n=", "done tests pass", "ev commit 3f9a2c1", "ev run 9", "ev run 10")
	r.l.Verdict(n, 4, "run 9", evidence.Verdict{Result: evidence.Failed})
	if s := r.l.At(r.now).Message(n).Lines[2]; !s.Proved || s.Grade != Cited {
		t.Errorf("%+v", s)
	}
	r.l.Verdict(n, 5, "run 10", evidence.Verdict{Result: evidence.Failed})
	if s := r.l.At(r.now).Message(n).Lines[2]; s.Proved || s.Grade != Contradicted || s.Claim == nil {
		t.Errorf("%+v", s)
	}
}

// Rooms that do not speak the convention: "lines that name a seat of the room and ask it
// something (`worker: …?`, `@yu can you …`), bare results ("tests pass", "deployed")
// without a reference; an answer is only ever a reply." Never counted among the items.
func TestPossibleInProse(t *testing.T) {
	for _, row := range []struct {
		line, kind, to string
	}{
		{"worker: is the mock there?", PossibleAsk, "worker"},
		{"Worker: is the mock there?", PossibleAsk, "worker"},
		{"@yu can you look at #12", PossibleAsk, "yu"},
		{"hey @yu, what do you think?", PossibleAsk, "yu"},
		{"@yu please look", PossibleAsk, "yu"},
		{"worker: the mock is there", "", ""},
		{"nobody: is the mock there?", "", ""},
		{"lead: shall I?", "", ""}, // to itself
		{"is the mock there?", "", ""},
		{"yu said so", "", ""},
		{"tests pass", PossibleResult, ""},
		{"All 14 tests pass now.", PossibleResult, ""},
		{"deployed", PossibleResult, ""},
		{"rolled out to production", PossibleResult, ""},
		{"tests pass, see https://ci.example.test/actions/runs/9", "", ""},
		{"tests pass in 3f9a2c1", "", ""},
		{"tests pass?", "", ""},
		{"tests do not pass", "", ""},
		{"deployed when the tests pass", "", ""},
	} {
		r := newRoom(t)
		r.say("worker", 0, "hello")
		r.say("yu", 0, "hello")
		n := r.say("lead", 0, "first line", row.line)
		v := r.l.At(r.now)
		got := v.Possible()
		switch {
		case row.kind == "" && len(got) != 0, row.kind != "" && len(got) != 1:
			t.Errorf("%q: %+v", row.line, got)
		case row.kind != "":
			x := got[0]
			if x.Kind != row.kind || x.To.Name != row.to || x.Sequence != n || x.Line != 2 || x.Text != row.line || x.Item != 0 || v.Message(n).Lines[2].Possible == nil {
				t.Errorf("%q: %+v", row.line, x)
			}
		}
		if len(v.Items()) != 0 {
			t.Errorf("%q opened an item", row.line)
		}
	}
}

// "where a req message carries `budget N tokens` and the seat reports `cost N tokens`,
// 80 % and 100 % are rows in triage, marked as reported by the seat."
func TestBudgets(t *testing.T) {
	r := newRoom(t)
	a := r.say("lead", 0, "v1 request limiter to worker n=", "req write", "budget 100,000 tokens")
	r.say("lead", 0, "v1 note limiter to worker n=", "budget 5 tokens") // belongs to no request
	for _, step := range []struct {
		cost  string
		level int
	}{{"79999", 0}, {"80000", BudgetNear}, {"99999", BudgetNear}, {"100000", BudgetSpent}, {"60000", 0}} {
		n := r.say("worker", 0, "v1 status limiter to lead n=", "cost "+step.cost+" tokens")
		list := r.l.At(r.now).Budgets()
		if (len(list) == 1) != (step.level > 0) {
			t.Errorf("cost %s: %+v", step.cost, list)
			continue
		}
		if step.level > 0 {
			if b := list[0]; b.Level != step.level || b.Sequence != a || b.Seat.Name != "worker" || b.ReportedBy != n || b.Tokens != 100000 || fmt.Sprint(b.Spent) != step.cost {
				t.Errorf("cost %s: %+v", step.cost, b)
			}
		}
	}
	// It never spreads to another request: a later one without a budget has none.
	r.say("lead", 0, "v1 request limiter to worker n=", "req read")
	r.say("yu", 0, "v1 status limiter to lead n=", "cost 200000 tokens")
	if list := r.l.At(r.now).Budgets(); len(list) != 0 {
		t.Errorf("%+v", list)
	}
}

// "SharedNet's typed trailer is read too: work.request is a req to its to, work.result a
// done, human_review an ask to the operator." There "to" is a role: what names no seat of
// the room but the writer's, or several, is only possible, and so is what asks the
// operator, who is no seat.
func TestTypedTrailers(t *testing.T) {
	for _, row := range []struct{ body, kind, to, text string }{
		{`Please.` + "\n\n" + `sharednet-typed: {"type":"work.request","to":"builder","hop":2,"task":"build the mock"}`, PossibleAsk, "builder", "build the mock"},
		{`sharednet-typed: {"type":"work.request","to":"lead","task":"build the mock"}`, PossibleAsk, "lead", "build the mock"},
		{`sharednet-typed: {"type":"work.request","to":"all","task":"build the\n mock"}`, PossibleAsk, "all", "build the mock"},
		{`sharednet-typed: {"type":"work.request","to":"twin","task":"build the mock"}`, PossibleAsk, "twin", "build the mock"},
		{`sharednet-typed: {"type":"work.request","task":"build the mock"}`, PossibleAsk, "", "build the mock"},
		{"Case 7.\nsharednet-typed: {\"type\":\"work.result\",\"done\":true,\"reason\":\"case 7 fixed\"}", PossibleResult, "", "case 7 fixed"},
		{"human-review-required\nsharednet-typed: {\"type\":\"human_review\",\"question\":\"ship it?\"}", PossibleAsk, "operator", "ship it?"},
		{`sharednet-typed: {"type":"done"}`, "", "", ""},
		{`sharednet-typed: ["type"]`, "", "", ""},
		{`sharednet-typed: {"type":`, "", "", ""},
		{`sharednet-typed: {"type":"work.request","to":"worker"}` + "\nmore", "", "", ""},
	} {
		r := newRoom(t)
		r.say("worker", 0, "hello")
		r.l.Seats([]SeatState{{Seat: Seat{"i_1", "twin"}}, {Seat: Seat{"i_2", "Twin"}}})
		r.say("lead", 0, row.body)
		v := r.l.At(r.now)
		got := v.Possible()
		if len(v.Items()) != 0 {
			t.Errorf("%q: %+v", row.body, v.Items())
		}
		if row.kind == "" {
			if len(got) != 0 {
				t.Errorf("%q: %+v", row.body, got)
			}
			continue
		}
		if len(got) != 1 || got[0].Kind != row.kind || got[0].To.Name != row.to || got[0].Text != row.text {
			t.Errorf("%q: %+v", row.body, got)
		}
	}
}

// A typed request to one seat is its req, without a topic, due where it says a time;
// the seat's typed result in reply makes it claimed whatever its words, one of another
// seat or without the reply is only possible.
func TestTypedRequestsAreOwed(t *testing.T) {
	r := newRoom(t)
	r.say("worker", 0, "hello")
	r.say("yu", 0, "hello")
	n := r.say("lead", 0, "Please.", `sharednet-typed: {"type":"work.request","to":"Worker","task":"build \"the\" mock\nby 20260918T0900Z"}`)
	other := r.say("lead", 0, `sharednet-typed: {"type":"work.request","to":"worker","task":"read the log"}`)
	it := r.want(n, 2, "worker", Open)
	if it.Kind != Req || it.Text != `build "the" mock by 20260918T0900Z` || !it.Due.Equal(instant(t, "20260918T0900Z")) || it.Topic != "" || it.From.Name != "lead" {
		t.Errorf("%+v", it)
	}
	if brief := r.l.At(r.now).Brief("", Seat{Name: "worker"}, nil); !strings.Contains(brief.Text, `req build "the" mock`) || !parse(brief.Text).Acts() {
		t.Errorf("%s", brief.Text)
	}
	if record := r.l.At(r.now).Record("", nil); !strings.Contains(record.Text, "\nno topic: owes worker 2, first 20260918T0900Z #4") || len(record.Must) != 1 {
		t.Errorf("%s", record.Text)
	}
	result := `sharednet-typed: {"type":"work.result","reason":"case 7 fixed"}`
	r.say("yu", n, result)
	r.say("worker", 0, result)
	r.want(n, 2, "worker", Open)
	if v := r.l.At(r.now); len(v.Possible()) != 2 || len(v.Claims()) != 0 {
		t.Errorf("possible %+v, claims %+v", v.Possible(), v.Claims())
	}
	done := r.say("worker", n, "All fine.", result)
	if it := r.want(n, 2, "worker", Claimed); it.AnsweredBy != done {
		t.Errorf("%+v", it)
	}
	r.want(other, 1, "worker", Open)
	if c := r.l.At(r.now).Claims(); len(c) != 1 || c[0].Sequence != done || c[0].Line != 2 || c[0].Text != "case 7 fixed" || c[0].Why != WhyNoEvidence {
		t.Errorf("%+v", c)
	}
	// What a seat says in v1 goes to it as to any other req.
	r.say("worker", other, "v1 report logs to lead n=", "done read the log", "ev log ci.txt")
	r.want(other, 1, "worker", Proved)
	r.say("lead", done, "v1 accept mock to worker n=", "thanks")
	r.want(n, 2, "worker", Accepted)
	again := r.say("lead", 0, `sharednet-typed: {"type":"work.request","to":"worker","task":"deploy it"}`)
	r.say("lead", again, "v1 withdraw mock to worker n=", "no longer needed")
	r.want(again, 1, "worker", Withdrawn)
	r.say("worker", again, result)
	if it := r.want(again, 1, "worker", Withdrawn); it.AnsweredBy != 0 {
		t.Errorf("a result settles what was withdrawn: %+v", it)
	}
}
