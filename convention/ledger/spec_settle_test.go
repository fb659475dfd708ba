package ledger

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"earshot/convention/evidence"
)

// "What answers an ask." Each row is one message after lead's ask to yu (#1, topic
// limiter) and whether it answers.
func TestWhatAnswersAnAsk(t *testing.T) {
	for _, row := range []struct {
		rule     string
		from     string
		reply    bool
		body     []string
		how      string
		possible bool
	}{
		{"replies to the asking message", "yu", true, []string{"v1 answer limiter to lead n=", "A"}, ByReply, false},
		{"prose too", "yu", true, []string{"take A"}, ByReply, false},
		{"on another topic, by reply", "yu", true, []string{"v1 answer deploy to worker n=", "A"}, ByReply, false},
		{"of any intent, by reply", "yu", true, []string{"v1 status limiter to lead n=", "A"}, ByReply, false},
		{"by the seat that owes it", "worker", true, []string{"A"}, "", false},
		{"not data", "yu", true, []string{"v1 answer limiter to lead n=3\nA"}, "", true},
		{"not under a broken header", "yu", true, []string{"v1 answer limiter lead n=1\nA"}, "", true},
		{"at least one line that is not ask", "yu", true, []string{"v1 answer limiter to lead n=", "ask which A"}, "", false},
		{"no mere acknowledgement", "yu", true, []string{"on it"}, "", false},
		{"v1 on the same topic, addressed to the asker", "yu", false, []string{"v1 answer limiter to lead n=", "yes"}, ByTopic, false},
		{"or to all", "yu", false, []string{"v1 answer limiter to all n=", "yes"}, ByTopic, false},
		{"not to somebody else", "yu", false, []string{"v1 answer limiter to worker n=", "yes"}, "", false},
		{"not on another topic", "yu", false, []string{"v1 answer deploy to lead n=", "yes"}, "", false},
		{"well-formed", "yu", false, []string{"v1 answer limiter to lead n=4\nyes"}, "", false},
		{"prose without a reply", "yu", false, []string{"take A"}, "", false},
		{"an acknowledgement on the topic", "yu", false, []string{"v1 answer limiter to lead n=", "plan look at it"}, "", false},
		{"of an intent other than status", "yu", false, []string{"v1 status limiter to lead n=", "yes"}, "", false},
		{"but it might be one", "yu", false, []string{"v1 status limiter to lead n=", "storing counters in Redis"}, "", true},
		{"or name an option", "yu", false, []string{"v1 note limiter to worker n=", "option B it is"}, "", true},
		{"report", "yu", false, []string{"v1 report limiter to lead n=", "yes"}, "", false},
		{"note", "yu", false, []string{"v1 note limiter to lead n=", "yes"}, "", false},
		{"request", "yu", false, []string{"v1 request limiter to lead n=", "req yes"}, "", false},
		{"propose", "yu", false, []string{"v1 propose limiter to lead n=", "yes"}, "", false},
		{"ask", "yu", false, []string{"v1 ask limiter to lead n=", "yes"}, "", false},
		{"nudge", "yu", false, []string{"v1 nudge limiter to lead n=", "yes"}, "", false},
		{"state", "yu", true, []string{"v1 state limiter to lead n=", "yes"}, "", false},
		{"brief", "yu", true, []string{"v1 brief limiter to lead n=", "yes"}, "", false},
	} {
		r := newRoom(t)
		a := r.say("lead", 0, "v1 propose limiter to yu n=", "ask how to store the counters", "opt/A Redis window", "opt/B memory bucket")
		reply := int64(0)
		if row.reply {
			reply = a
		}
		n := r.say(row.from, reply, row.body...)
		it := r.item(a, 2, "yu")
		if it.AnsweredHow != row.how || (it.State == Answered) != (row.how != "") || row.how != "" && it.AnsweredBy != n {
			t.Errorf("%s: %s by #%d (%s)", row.rule, it.State, it.AnsweredBy, it.AnsweredHow)
		}
		possible := r.l.At(r.now).Possible()
		if row.possible != (len(possible) == 1) || row.possible && (possible[0].Item != a || possible[0].Sequence != n || possible[0].Kind != PossibleAnswer) {
			t.Errorf("%s: possible %+v", row.rule, possible)
		}
	}
}

// "… while only one asking message of that asker to that seat is open on the topic,
// or its words or option fit exactly one. Anything else that might be one is listed
// as possible and the ask stays open."
func TestAnswersAmongSeveralAsks(t *testing.T) {
	for _, row := range []struct {
		rule     string
		line     string
		answers  int // 0 none, 1 the first, 2 the second
		possible int
	}{
		{"nothing tells them apart", "yes", 0, 2},
		{"its words fit the first", "the counters go where they are stored", 1, 0},
		{"its words fit the second", "retries: three, the timeout is one second", 2, 0},
		{"its option fits the first", "B, it is cheaper", 1, 0},
		{"its option fits the second", "option X", 2, 0},
		{"its words fit both", "counters stored, and three retries with a timeout", 0, 2},
		{"its words fit one and its option the other", "B for the retries timeout", 0, 2},
	} {
		r := newRoom(t)
		a := r.say("lead", 0, "v1 propose limiter to yu n=", "ask where counters are stored", "opt/A Redis", "opt/B memory")
		b := r.say("lead", 0, "v1 propose limiter to yu n=", "ask how many retries, which timeout", "opt/X few", "opt/Y many")
		other := r.say("worker", 0, "v1 ask limiter to yu n=", "ask where the counters are stored and the timeout of retries")
		r.say("yu", 0, "v1 answer limiter to lead n=", row.line)
		for i, n := range []int64{a, b} {
			want := Open
			if row.answers == i+1 {
				want = Answered
			}
			if it := r.item(n, 2, "yu"); it.State != want || want == Answered && it.AnsweredHow != ByTopic {
				t.Errorf("%s: ask %d is %s", row.rule, i+1, it.State)
			}
		}
		var got int
		for _, x := range r.l.At(r.now).Possible() {
			if x.Item != other {
				got++
			}
		}
		if got != row.possible {
			t.Errorf("%s: %d possible, want %d", row.rule, got, row.possible)
		}
		// One that is closed is possible no more.
		r.say("yu", a, "A")
		r.say("yu", b, "X")
		for _, x := range r.l.At(r.now).Possible() {
			if x.Item != other {
				t.Errorf("%s: still possible %+v", row.rule, x)
			}
		}
	}
}

// An ask that was answered and is asked again asks anew: a reply to the first
// message does not answer the second. One that was still open passes its answer on.
func TestAnAnsweredAskAsksAnew(t *testing.T) {
	for _, answeredBefore := range []bool{true, false} {
		r := newRoom(t)
		a := r.say("lead", 0, "v1 request limiter to worker n=", "ask accept or decline")
		if answeredBefore {
			r.say("worker", a, "v1 accept limiter to lead n=", "accepted")
		}
		b := r.say("lead", 0, "v1 request limiter to worker n=", "ask accept or decline", "budget 100 tokens")
		r.say("worker", a, "v1 report limiter to lead n=", "half of it stands")
		if answeredBefore {
			r.want(b, 2, "worker", Open)
			r.say("worker", b, "v1 accept limiter to lead n=", "accepted")
		}
		r.want(b, 2, "worker", Answered)
	}
}

// A reply to an ask speaks to that ask, whoever owes it: it answers no other one by
// topic, it is only possible.
func TestAReplyElsewhereAnswersNothingByTopic(t *testing.T) {
	r := newRoom(t)
	other := r.say("lead", 0, "v1 request limiter to worker n=", "ask accept or decline")
	a := r.say("lead", 0, "v1 propose limiter to yu n=", "ask which", "opt/A Redis", "opt/B memory", "decider yu", "default silence→A")
	n := r.say("yu", other, "v1 answer limiter to lead n=", "A")
	r.want(other, 2, "worker", Open)
	r.want(a, 2, "yu", Open)
	if got := r.l.At(r.now).Possible(); len(got) != 1 || got[0].Item != a || got[0].Sequence != n {
		t.Errorf("possible %+v", got)
	}
	r.say("yu", a, "v1 decide limiter to lead n=", "B")
	r.want(a, 2, "yu", Answered)
}

// An ask that silence has decided can still be answered, late, by topic where no
// other is open.
func TestLateAnswerByTopic(t *testing.T) {
	r := newRoom(t)
	a := r.say("lead", 0, "v1 ask limiter to yu n=", "ask which, 20260917T0930Z", "default silence→A")
	r.sayAt(instant(t, "20260917T1000Z"), "yu", 0, "v1 decide limiter to lead n=", "B")
	if it := r.want(a, 2, "yu", Answered); it.Late != LateAfterDefault || it.AnsweredHow != ByTopic {
		t.Errorf("%+v", it)
	}
}

// "What settles a req." Rows: lead's reqs to worker on topic rate-limit, then one
// message, then the states.
func TestWhatSettlesAReq(t *testing.T) {
	proof := "ev commit 3f9a2c1"
	for _, row := range []struct {
		rule  string
		reqs  []string
		from  string
		body  []string
		reply bool
		want  []State
	}{
		{"two shared words and matching evidence", []string{"req write the parser tests"}, "worker", []string{"v1 report rate-limit to lead n=", "done parser tests written", proof}, false, []State{Proved}},
		{"of the seat that owes it", []string{"req write the parser tests"}, "yu", []string{"v1 report rate-limit to lead n=", "done write parser tests", proof}, false, []State{Open}},
		{"on the same topic", []string{"req write the parser tests"}, "worker", []string{"v1 report other to lead n=", "done write parser tests", proof}, false, []State{Open}},
		{"or replying", []string{"req write the parser tests"}, "worker", []string{"v1 report other to lead n=", "done write parser tests", proof}, true, []State{Proved}},
		{"in no data message", []string{"req write the parser tests"}, "worker", []string{"v1 report rate-limit to lead n=5\ndone write parser tests\n" + proof}, false, []State{Open}},
		{"all words, where the req has fewer", []string{"req parser"}, "worker", []string{"v1 report rate-limit to lead n=", "done parser", proof}, false, []State{Proved}},
		{"without the topic's words", []string{"req rate limit it", "req parser"}, "worker", []string{"v1 report rate-limit to lead n=", "done rate limit", proof}, false, []State{Open, Open}},
		{"without the words that carry nothing", []string{"req it is to be as it was, then", "req parser"}, "worker", []string{"v1 report rate-limit to lead n=", "done it is as it was then", proof}, false, []State{Open, Open}},
		{"without times", []string{"req 20260917T1000Z parser", "req lexer"}, "worker", []string{"v1 report rate-limit to lead n=", "done 20260917T1000Z", proof}, false, []State{Open, Open}},
		{"one shared word", []string{"req write the parser"}, "worker", []string{"v1 report rate-limit to lead n=", "done parser", proof}, false, []State{Claimed}},
		{"no evidence", []string{"req write the parser"}, "worker", []string{"v1 report rate-limit to lead n=", "done write parser"}, false, []State{Claimed}},
		{"the wrong kind", []string{"req make the parser tests pass"}, "worker", []string{"v1 report rate-limit to lead n=", "done parser tests pass", proof}, false, []State{Claimed}},
		{"the right kind", []string{"req make the parser tests pass"}, "worker", []string{"v1 report rate-limit to lead n=", "done parser tests pass", "ev run 9"}, false, []State{Proved}},
		{"a claim line", []string{"req write the parser"}, "worker", []string{"v1 report rate-limit to lead n=", "claim write parser", proof}, false, []State{Claimed}},
		{"a claim that shares none", []string{"req write the parser"}, "worker", []string{"v1 report rate-limit to lead n=", "claim lexer"}, false, []State{Open}},
		{"a done that shares none settles only the single open req", []string{"req write the parser"}, "worker", []string{"v1 report rate-limit to lead n=", "done lexer", proof}, false, []State{Claimed}},
		{"and none of two", []string{"req write the parser", "req draw the tree"}, "worker", []string{"v1 report rate-limit to lead n=", "done lexer", proof}, false, []State{Open, Open}},
		{"the one whose words it shares most", []string{"req write the parser", "req write the parser tests"}, "worker", []string{"v1 report rate-limit to lead n=", "done write parser tests", proof}, false, []State{Open, Proved}},
		{"a tie settles nothing", []string{"req write the parser", "req write the lexer"}, "worker", []string{"v1 report rate-limit to lead n=", "done write everything", proof}, false, []State{Open, Open}},
		{"block: those it shares words with", []string{"req write the parser", "req draw the tree"}, "worker", []string{"v1 status rate-limit to lead n=", "block parser grammar is missing"}, false, []State{Blocked, Open}},
		{"block: or the single one", []string{"req write the parser"}, "worker", []string{"v1 status rate-limit to lead n=", "block no disk"}, false, []State{Blocked}},
		{"block: none of two", []string{"req write the parser", "req draw the tree"}, "worker", []string{"v1 status rate-limit to lead n=", "block no disk"}, false, []State{Open, Open}},
		{"plan and todo are progress", []string{"req write the parser"}, "worker", []string{"v1 status rate-limit to lead n=", "plan write parser", "todo write parser"}, false, []State{Open}},
		{"each done goes to its own", []string{"req write the parser", "req draw the tree"}, "worker", []string{"v1 report rate-limit to lead n=", "done#1 parser written, write", "ev#1 commit 3f9a2c1", "done#2 tree, draw", "ev#2 commit 77aa001"}, false, []State{Proved, Proved}},
	} {
		r := newRoom(t)
		n := r.say("lead", 0, append([]string{"v1 request rate-limit to worker n="}, row.reqs...)...)
		reply := int64(0)
		if row.reply {
			reply = n
		}
		m := r.say(row.from, reply, row.body...)
		for i, want := range row.want {
			it := r.item(n, 2+i, "worker")
			if it.State != want {
				t.Errorf("%s: req %d is %s, want %s", row.rule, i+1, it.State, want)
			}
			if settled := want == Proved || want == Claimed; settled != (it.AnsweredBy == m) {
				t.Errorf("%s: req %d settled by #%d", row.rule, i+1, it.AnsweredBy)
			}
		}
	}
}

// "a tie settles nothing and is progress on each"; "plan and todo are progress".
func TestProgress(t *testing.T) {
	r := newRoom(t)
	n := r.say("lead", 0, "v1 request limiter to worker n=", "req write the parser", "req write the lexer", "req draw a tree")
	tie := r.say("worker", 0, "v1 report limiter to lead n=", "done write things", "ev commit 3f9a2c1")
	plan := r.say("worker", 0, "v1 status limiter to lead n=", "plan draw tree")
	for line, want := range map[int]int64{2: tie, 3: tie, 4: plan} {
		if it := r.item(n, line, "worker"); it.Progress != want {
			t.Errorf("line %d: progress #%d, want #%d", line, it.Progress, want)
		}
	}
}

// "A done goes to the one req (not yet proved, withdrawn or superseded)."
func TestADonePassesOverWhatIsClosed(t *testing.T) {
	r := newRoom(t)
	a := r.say("lead", 0, "v1 request limiter to worker n=", "req write the parser tests", "req write the parser docs")
	r.say("worker", 0, "v1 report limiter to lead n=", "done write parser tests", "ev commit 3f9a2c1")
	r.want(a, 2, "worker", Proved)
	r.say("worker", 0, "v1 report limiter to lead n=", "done write parser tests", "ev commit 77aa001")
	r.want(a, 3, "worker", Proved)
}

// "Claims. Every claim, every done without proof, until a later done of the same seat
// on the same topic with matching evidence shares at least two words (all, where it
// has fewer)."
func TestClaims(t *testing.T) {
	list := func(r *room) []string {
		return lines(r.l.At(r.now).Claims(), func(c Claim) string { return fmt.Sprint(c.Text, "|", c.Why, "|", c.Needs) })
	}
	r := newRoom(t)
	r.say("worker", 0, "v1 report limiter to lead n=", "claim parser handles tabs", "done lexer", "done unit tests pass", "ev commit 3f9a2c1", "done docs", "ev commit 3f9a2c1")
	equal(t, "claims", list(r), []string{"parser handles tabs|claim|[]", "lexer|no-evidence|[]", "unit tests pass|evidence-kind|[run log artifact]"})
	if c := r.l.At(r.now).Counts(); c.Claims != 3 {
		t.Errorf("%+v", c)
	}
	for _, other := range [][]string{
		{"yu", "limiter", "done parser handles tabs", "ev commit 3f9a2c1"},           // another seat
		{"worker", "deploy", "done parser handles tabs", "ev commit 3f9a2c1"},        // another topic
		{"worker", "limiter", "done parser handles tabs, tests pass", "ev commit x"}, // no matching evidence: a claim itself
		{"worker", "limiter", "done the parser", "ev commit 3f9a2c1"},                // one word of three
	} {
		r.say(other[0], 0, "v1 report "+other[1]+" to lead n=", other[2], other[3])
		if got := list(r); got[0] != "parser handles tabs|claim|[]" {
			t.Errorf("%v settled it: %v", other, got)
		}
	}
	r.say("worker", 0, "v1 report limiter to lead n=", "done lexer", "ev commit 77aa001", "done handles tabs", "ev commit 77aa001", "done 12 tests pass, handles tabs", "ev run 9")
	equal(t, "after", list(r), []string{"unit tests pass|evidence-kind|[run log artifact]"}[:0])
}

// The claims of a data message are claims all the same: they prove nothing.
func TestClaimsOfData(t *testing.T) {
	r := newRoom(t)
	n := r.say("worker", 0, "v1 report limiter to lead n=9\nclaim parser works\ndone docs\nev commit 3f9a2c1\ndone lexer\n")
	got := lines(r.l.At(r.now).Claims(), func(c Claim) string { return fmt.Sprint(c.Line, " ", c.Text) })
	equal(t, "claims", got, []string{"2 parser works", "5 lexer"})
	if r.l.At(r.now).Message(n).Lines[3].Proved {
		t.Error("data proves nothing")
	}
}

// "A verdict missing or failed puts a proved done into this list and undoes proved; a
// later found lifts only that." "No verdict cures a wrong kind."
func TestVerdicts(t *testing.T) {
	r := newRoom(t)
	a := r.say("lead", 0, "v1 request limiter to worker n=", "req write the parser")
	n := r.say("worker", 0, "v1 report limiter to lead n=", "done write parser", "ev commit 3f9a2c1", "done tests pass", "ev commit 77aa001")
	verdict := func(line int, ref string, result evidence.Result) {
		r.l.Verdict(n, line, ref, evidence.Verdict{Result: result, Detail: "looked"})
	}
	why := func() string {
		for _, c := range r.l.At(r.now).Claims() {
			if c.Line == 2 {
				return c.Why
			}
		}
		return ""
	}
	for _, step := range []struct {
		line   int
		ref    string
		result evidence.Result
		state  State
		grade  string
		why    string
	}{
		{3, "", evidence.Unlooked, Proved, Cited, ""},
		{3, "commit 3f9a2c1", evidence.Unknown, Proved, Cited, ""},
		{3, "commit 3f9a2c1", evidence.Found, Proved, Checked, ""},
		{3, "commit 3f9a2c1", evidence.Missing, Claimed, Contradicted, WhyEvidenceMissing},
		{3, "commit 3f9a2c1", evidence.Unknown, Claimed, Contradicted, WhyEvidenceMissing},
		{3, "another", evidence.Found, Claimed, Contradicted, WhyEvidenceMissing},
		{5, "commit 77aa001", evidence.Found, Claimed, Contradicted, WhyEvidenceMissing},
		{3, "commit 3f9a2c1", evidence.Found, Proved, Checked, ""},
		{3, "commit 3f9a2c1", evidence.Failed, Claimed, Contradicted, WhyEvidenceMissing},
	} {
		if step.ref != "" {
			verdict(step.line, step.ref, step.result)
		}
		it := r.item(a, 2, "worker")
		if it.State != step.state || it.Grade != step.grade || why() != step.why {
			t.Errorf("after %s of %q: %s %s, claim %q; want %+v", step.result, step.ref, it.State, it.Grade, why(), step)
		}
		if s := r.l.At(r.now).Message(n).Lines[2]; s.Grade != step.grade || s.Proved != (step.state == Proved) {
			t.Errorf("after %s of %q the line is %+v", step.result, step.ref, s)
		}
	}
	// The wrong kind, though it was found.
	if c := r.l.At(r.now).Claims(); c[len(c)-1].Why != WhyEvidenceKind {
		t.Errorf("%+v", c)
	}
	// Done again with evidence that holds.
	r.say("worker", 0, "v1 report limiter to lead n=", "done write parser", "ev commit 9c1e77a")
	if it := r.want(a, 2, "worker", Proved); it.Grade != Cited || why() != "" {
		t.Errorf("%+v, claim %q", it, why())
	}
}

// What is proved only after a verdict refuted an earlier done is the same whether the
// verdict came before or after it.
func TestVerdictsInAnyOrder(t *testing.T) {
	for _, early := range []bool{true, false} {
		r := newRoom(t)
		a := r.say("lead", 0, "v1 request limiter to worker n=", "req write the parser", "req write the parser docs")
		n := r.say("worker", 0, "v1 report limiter to lead n=", "done write parser", "ev run 1")
		if early {
			r.l.Verdict(n, 3, "run 1", evidence.Verdict{Result: evidence.Failed})
		}
		m := r.say("worker", 0, "v1 report limiter to lead n=", "done write parser", "ev run 2")
		if !early {
			r.l.Verdict(n, 3, "run 1", evidence.Verdict{Result: evidence.Failed})
		}
		// "write parser" ties between both reqs in words shared: nothing is proved.
		if it := r.item(a, 2, "worker"); it.State != Open || it.Progress != m {
			t.Errorf("early %v: %+v", early, it)
		}
		k := r.say("worker", 0, "v1 report limiter to lead n=", "done write parser docs", "ev run 3", "done parser, write", "ev run 4")
		if it := r.want(a, 2, "worker", Proved); it.AnsweredBy != k {
			t.Errorf("early %v: %+v", early, it)
		}
	}
}

// "Decisions not by the decider." Rows: a message after lead's proposal to yu, the
// decider (#1, topic limiter, options A and B, default A at 09:30).
func TestDecisionsNotByTheDecider(t *testing.T) {
	for _, row := range []struct {
		rule  string
		at    string
		from  string
		body  []string
		lines []int
	}{
		{"with intent decide", "", "worker", []string{"v1 decide limiter to lead n=", "B"}, []int{2}},
		{"or decision", "", "lead", []string{"v1 decision limiter to worker n=", "req build B"}, []int{2}},
		{"a plain line with decided", "", "lead", []string{"v1 note limiter to worker n=", "seen", "we decided for B"}, []int{3}},
		{"approved", "", "lead", []string{"v1 note limiter to worker n=", "B approved"}, []int{2}},
		{"a done line with chosen", "", "lead", []string{"v1 note limiter to worker n=", "done B chosen"}, []int{2}},
		{"going with", "", "lead", []string{"v1 note limiter to worker n=", "going with B"}, []int{2}},
		{"starting decision:", "", "lead", []string{"v1 note limiter to worker n=", "Decision: B"}, []int{2}},
		{"other lines do not", "", "lead", []string{"v1 note limiter to worker n=", "plan approved by noon", "B looks good"}, nil},
		{"not a line with need", "", "lead", []string{"v1 decision limiter to worker n=", "B needs to be approved"}, nil},
		{"pending", "", "lead", []string{"v1 note limiter to worker n=", "B approved, review pending"}, nil},
		{"open", "", "lead", []string{"v1 note limiter to worker n=", "whether B is approved is open"}, nil},
		{"awaits", "", "lead", []string{"v1 note limiter to worker n=", "approved awaits yu"}, nil},
		{"or ?", "", "lead", []string{"v1 note limiter to worker n=", "B approved?"}, nil},
		{"by another seat than the decider", "", "yu", []string{"v1 note limiter to lead n=", "B approved"}, nil},
		{"on the topic", "", "lead", []string{"v1 decide deploy to worker n=", "B approved"}, nil},
		{"not data", "", "lead", []string{"v1 decide limiter to worker n=4\nB approved"}, nil},
		{"also once the default is in force", "20260917T1000Z", "lead", []string{"v1 note limiter to worker n=", "B approved"}, []int{2}},
		{"unless the line names that default's option", "20260917T1000Z", "lead", []string{"v1 note limiter to worker n=", "A approved, as silence decided"}, nil},
		{"which counts only once it is in force", "20260917T0910Z", "lead", []string{"v1 note limiter to worker n=", "A approved"}, []int{2}},
	} {
		r := newRoom(t)
		a := r.say("lead", 0, "v1 propose limiter to yu n=", "ask which, decided by yu 20260917T0930Z", "opt/A one", "opt/B two", "decider yu", "default silence→A")
		if row.at != "" {
			r.sayAt(instant(t, row.at), row.from, 0, row.body...)
		} else {
			r.say(row.from, 0, row.body...)
		}
		v := r.l.At(r.now)
		var got []int
		for _, d := range v.Decisions() {
			got = append(got, d.Line)
			if d.Ask != a || d.Decider.Name != "yu" || d.Seat.Name != row.from || d.Sequence != 2 || v.Message(2).Lines[d.Line].Decision == nil {
				t.Errorf("%s: %+v", row.rule, d)
			}
		}
		if !slices.Equal(got, row.lines) {
			t.Errorf("%s: lines %v, want %v", row.rule, got, row.lines)
		}
		// "Flagged, never an answer."
		if it := r.item(a, 2, "yu"); it.State == Answered && row.from != "yu" {
			t.Errorf("%s: answered", row.rule)
		}
	}
	// "not the asking message", and not on a topic whose ask is answered.
	r := newRoom(t)
	a := r.say("lead", 0, "v1 decide limiter to yu n=", "ask which", "decider yu", "B approved")
	r.say("yu", a, "A")
	r.say("lead", 0, "v1 decide limiter to worker n=", "A it is")
	if d := r.l.At(r.now).Decisions(); len(d) > 0 {
		t.Errorf("%+v", d)
	}
	// A reply in prose is on the topic, too.
	a = r.say("lead", 0, "v1 propose deploy to yu n=", "ask which", "decider yu")
	r.say("worker", a, "B approved")
	if d := r.l.At(r.now).Decisions(); len(d) != 1 || d[0].Topic != "deploy" {
		t.Errorf("%+v", d)
	}
}

// "Repeats. Same seat, same reply reference, same body, where folding trims each line,
// turns runs of blanks into one space and drops blank lines (line breaks count)."
func TestRepeats(t *testing.T) {
	r := newRoom(t)
	a := r.say("worker", 0, "one two\nthree")
	for _, other := range []struct {
		from  string
		reply int64
		body  string
	}{{"yu", 0, "one two\nthree"}, {"worker", a, "one two\nthree"}, {"worker", 0, "one two three"}, {"worker", 0, "one\ntwo three"}, {"worker", 0, "One two\nthree"}} {
		if n := r.say(other.from, other.reply, other.body); r.l.At(r.now).Message(n).Repeat != nil {
			t.Errorf("%+v is no repeat", other)
		}
	}
	b := r.say("worker", 0, "  one \t two  \r\n\r\n\n three ")
	got := r.l.At(r.now).Repeats()
	if len(got) != 1 || got[0] != (Repeat{Seat{"i_worker", "worker"}, a, b, 2, false}) {
		t.Errorf("%+v", got)
	}
	if m := r.l.At(r.now).Message(a); m.RepeatOf != 0 || m.Repeat == nil || m.Repeat.Count != 2 {
		t.Errorf("%+v", m)
	}
	if m := r.l.At(r.now).Message(b); m.RepeatOf != a || m.Repeat == nil {
		t.Errorf("%+v", m)
	}
	// "A server's repeat count counts like so many messages."
	r.l.Repeat(b, 3, r.now)
	r.l.Repeat(b, 2, r.now) // an older count
	if got := r.l.At(r.now).Repeats(); got[0].Count != 4 || !got[0].Loop {
		t.Errorf("%+v", got)
	}
}

// "A loop: three of a seat's own messages in a row, or five repeats of any of its
// bodies in ten minutes."
func TestLoops(t *testing.T) {
	at := func(r *room, minutes int) time.Time {
		return instant(r.tb, "20260917T1000Z").Add(time.Duration(minutes) * time.Minute)
	}
	loops := func(r *room) int { return r.l.At(r.now).Counts().Loops }
	// Three in a row of the seat's own; what others say between does not count.
	r := newRoom(t)
	r.sayAt(at(r, 0), "a", 0, "x")
	r.sayAt(at(r, 30), "b", 0, "hello")
	r.sayAt(at(r, 60), "a", 0, "x")
	if loops(r) != 0 {
		t.Error("two in a row are no loop")
	}
	r.sayAt(at(r, 90), "a", 0, "x")
	if loops(r) != 1 {
		t.Error("three in a row are a loop")
	}
	// Not in a row, and slowly.
	r = newRoom(t)
	for i := range 12 {
		r.sayAt(at(r, i*10), "a", 0, []string{"x", fmt.Sprint("other ", i)}[i%2])
	}
	if loops(r) != 0 {
		t.Error("a body every twenty minutes is no loop")
	}
	// Two bodies in turn: the fifth repeat of either within ten minutes.
	r = newRoom(t)
	for i := range 6 {
		r.sayAt(at(r, i), "a", 0, []string{"x", "y"}[i%2])
	}
	if loops(r) != 0 {
		t.Error("four repeats are no loop")
	}
	r.sayAt(at(r, 6), "a", 0, "x")
	if loops(r) != 2 {
		t.Errorf("%d loops after five repeats, want both bodies", loops(r))
	}
	// Five repeats in more than ten minutes.
	r = newRoom(t)
	for i := range 8 {
		r.sayAt(at(r, i*3), "a", 0, []string{"x", "y"}[i%2])
	}
	if loops(r) != 0 {
		t.Error("five repeats in a quarter of an hour are no loop")
	}
}
