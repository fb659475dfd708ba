package room_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"earshot/cmd/internal/room"
	"earshot/convention/evidence"
)

func fast(c *room.Config) { c.PostsPerMinute, c.PostBurst = 60_000, 10_000 }

func TestRepeatIsCountedNotStored(t *testing.T) {
	w := start(t)
	runner, other := w.join("runner"), w.join("other")
	first := runner.stored("poll:  nothing new\n\nstill  running")
	tests := []struct {
		name   string
		answer reply
		status int
	}{
		{"the same", runner.post("poll:  nothing new\n\nstill  running"), 200},
		{"folded the same", runner.post("  poll: nothing\tnew \nstill running\n\n"), 200},
		{"other line break", runner.post("poll: nothing new still running"), 201},
		{"other case", runner.post("Poll: nothing new\nstill running"), 201},
		{"other seat", other.post("poll: nothing new\nstill running"), 201},
		{"as a reply", runner.reply(1, "poll: nothing new\nstill running"), 201},
		{"as the same reply", runner.reply(1, "poll: nothing new\n still running"), 200},
	}
	counts := map[int64]int{}
	for _, tt := range tests {
		var p postedReply
		tt.answer.want(t, tt.status, "").into(t, &p)
		if tt.status == 201 {
			if p.RepeatOf != 0 {
				t.Errorf("%s: repeat_of %d of a stored message", tt.name, p.RepeatOf)
			}
			continue
		}
		counts[p.RepeatOf] = p.Count
		if p.RepeatOf != p.Message.Sequence {
			t.Errorf("%s: repeat of %d answered with message %d", tt.name, p.RepeatOf, p.Message.Sequence)
		}
	}
	if counts[first.Message.Sequence] != 3 || len(counts) != 2 {
		t.Errorf("counts %v; want #1 three times and the reply twice", counts)
	}
	if l := other.list(""); len(l.Items) != 5 {
		t.Errorf("%d messages stored, want 5", len(l.Items))
	}
}

func TestRepeatWindowIsTenMinutesOfTheRoomsClock(t *testing.T) {
	w := start(t)
	runner := w.join("runner")
	runner.stored("tick")
	w.clock.advance(9*time.Minute + 59*time.Second)
	runner.post("tick").want(t, 200, "")
	w.clock.advance(2 * time.Second)
	// The log's own memory of ids goes by another clock; the room's decides.
	if p := runner.stored("tick"); p.Message.Sequence != 2 {
		t.Errorf("after the window: sequence %d", p.Message.Sequence)
	}
	runner.post("tick").want(t, 200, "")
	w.clock.advance(11 * time.Minute)
	if p := runner.stored("tick"); p.Message.Sequence != 3 {
		t.Errorf("after another window: sequence %d", p.Message.Sequence)
	}
}

func TestRepeatsAreToldToAllSparselyAndRightInTheEnd(t *testing.T) {
	t.Parallel()
	w := start(t, fast)
	runner, yu := w.join("runner"), w.join("yu")
	runner.stored("stuck")
	socket, _ := yu.open(0)
	socket.backlog()
	began := time.Now()
	for range 99 {
		runner.post("stuck").want(t, 200, "")
	}
	told := 0
	last := socket.until("repeat", func(f frame) bool { told++; return f.Count == 100 })
	if last.Sequence != 1 || last.Seat != "runner" {
		t.Errorf("told: %s", last.raw)
	}
	if most := 2 + int(time.Since(began)/time.Second); told > most {
		t.Errorf("told %d times in %s", told, time.Since(began))
	}
	// Who comes later hears it before the room is live, and who comes back as well.
	for _, after := range []int64{0, 1} {
		late, _ := yu.open(after)
		for f := (frame{}); f.Op != "repeat"; {
			var err error
			if f, err = late.next(); err != nil || f.Op == "live" {
				t.Fatalf("after %d: live before the count (%v)", after, err)
			}
			if f.Op == "repeat" && f.Count != 100 {
				t.Errorf("after %d: count %d", after, f.Count)
			}
		}
	}
}

func TestCapOfASeat(t *testing.T) {
	w := start(t)
	runner, other := w.join("runner"), w.join("other")
	for i := range 10 {
		if i%2 == 0 {
			runner.stored(fmt.Sprintf("note %d", i))
		} else {
			runner.post(fmt.Sprintf("note %d", i-1)).want(t, 200, "") // a repeat counts like any post
		}
	}
	refused := runner.post("one too many").want(t, 429, "rate_limited")
	if refused.header.Get("Retry-After") != "2" {
		t.Errorf("Retry-After %q; want 2", refused.header.Get("Retry-After"))
	}
	runner.post("note 8").want(t, 429, "rate_limited")
	other.stored("others go on")
	w.clock.advance(2 * time.Second)
	runner.stored("one more")
	runner.post("and again").want(t, 429, "rate_limited")
	w.clock.advance(time.Minute)
	for i := range 10 {
		runner.stored(fmt.Sprintf("later %d", i))
	}
	runner.post("over").want(t, 429, "rate_limited")
}

func TestCapIsSettable(t *testing.T) {
	w := start(t, func(c *room.Config) { c.PostsPerMinute, c.PostBurst = 6, 2 })
	seat := w.join("seat")
	seat.stored("1")
	seat.stored("2")
	if got := seat.post("3").want(t, 429, "rate_limited").header.Get("Retry-After"); got != "10" {
		t.Errorf("Retry-After %q, want 10", got)
	}
}

func TestIdempotencyKeys(t *testing.T) {
	w := start(t, fast)
	seat, other := w.join("seat"), w.join("other")
	key := newUUID()
	first := seat.post("once", "Idempotency-Key", key).want(t, 201, "")
	again := seat.post("once", "Idempotency-Key", key).want(t, 201, "")
	if again.header.Get("Idempotency-Replayed") != "true" || first.header.Get("Idempotency-Replayed") != "" {
		t.Error("the second answer, and only it, must say that it is one")
	}
	var a, b postedReply
	first.into(t, &a)
	again.into(t, &b)
	if a.Message.ID != b.Message.ID || b.RepeatOf != 0 {
		t.Errorf("first %+v, again %+v", a.Message, b.Message)
	}
	seat.post("twice", "Idempotency-Key", key).want(t, 409, "idempotency_conflict")
	other.post("twice", "Idempotency-Key", key).want(t, 201, "") // keys belong to a seat
	for _, bad := range []string{"x", "00000000-0000-1000-8000-000000000001", "{" + key + "}", strings.ReplaceAll(key, "-", "")} {
		seat.post("bad key", "Idempotency-Key", bad).want(t, 400, "invalid_idempotency_key")
	}
	// A retried repeat is counted once, whatever way it comes.
	repeatKey := newUUID()
	seat.post("once", "Idempotency-Key", repeatKey).want(t, 200, "")
	seat.post("once", "Idempotency-Key", repeatKey).want(t, 200, "")
	seat.post("else", "Idempotency-Key", repeatKey).want(t, 409, "idempotency_conflict")
	var p postedReply
	seat.post("once").want(t, 200, "").into(t, &p)
	if p.Count != 3 {
		t.Errorf("count %d, want 3: stored, repeated with a key, repeated without", p.Count)
	}
	// The websocket's ids are the same keys.
	socket, _ := seat.open(0)
	socket.send(fmt.Sprintf(`{"op":"post","id":%q,"content":"once"}`, key))
	if f := socket.expect("posted"); f.Sequence != a.Message.Sequence || f.RepeatOf != 0 {
		t.Errorf("by websocket: %s", f.raw)
	}
	socket.send(fmt.Sprintf(`{"op":"post","id":%q,"content":"something else"}`, key))
	if f := socket.expect("refused"); f.Error.Code != "idempotency_conflict" || f.ID != key {
		t.Errorf("by websocket: %s", f.raw)
	}
	w.clock.advance(24*time.Hour + time.Minute)
	if p := seat.post("a day later", "Idempotency-Key", key).want(t, 201, ""); p.header.Get("Idempotency-Replayed") != "" {
		t.Error("a key is kept for a day")
	}
}

func TestLogIsTheSameBytesForEverybody(t *testing.T) {
	w := start(t, fast)
	lead, yu := w.join("lead"), w.join("yu")
	for i := range 25 {
		lead.stored(fmt.Sprintf("line %d <b>&amp;</b> \"quoted\" \u2028 ünïcödé \x00\x1b[31m", i))
	}
	a, b := lead.get("/log?after=0&limit=10").want(t, 200, ""), yu.get("/log?after=0&limit=10")
	observer := w.call("GET", lead.path("/log?after=0&limit=10"), w.rooms["main"].Observer, "")
	if string(a.body) != string(b.body) || string(a.body) != string(observer.body) {
		t.Error("readers got different bytes")
	}
	etag := a.header.Get("ETag")
	if etag == "" || strings.HasPrefix(etag, "W/") || etag != b.header.Get("ETag") || !strings.Contains(a.header.Get("Cache-Control"), "immutable") {
		t.Errorf("full page: ETag %q and %q, %q", etag, b.header.Get("ETag"), a.header.Get("Cache-Control"))
	}
	if r := w.call("GET", yu.path("/log?after=0&limit=10"), yu.token, "", "If-None-Match", etag); r.status != 304 || len(r.body) != 0 {
		t.Errorf("known page: %d with %d bytes", r.status, len(r.body))
	}
	part := yu.get("/log?after=20&limit=10").want(t, 200, "")
	if strings.Contains(part.header.Get("Cache-Control"), "immutable") {
		t.Error("a page that is not full may still grow")
	}
	lead.stored("one more")
	grown := w.call("GET", yu.path("/log?after=20&limit=10"), yu.token, "", "If-None-Match", part.header.Get("ETag"))
	if grown.status != 200 || !strings.HasPrefix(string(grown.body), string(part.body)) || len(grown.body) == len(part.body) {
		t.Errorf("grown page: %d, %d bytes after %d", grown.status, len(grown.body), len(part.body))
	}
	// The websocket hands out the same bytes.
	socket, _ := yu.open(0)
	_, raw := socket.backlog()
	lines := strings.Split(strings.TrimSuffix(string(yu.get("/log?limit=256").body), "\n"), "\n")
	if len(lines) != 26 || len(raw) != 26 {
		t.Fatalf("%d lines, %d messages", len(lines), len(raw))
	}
	for i := range lines {
		if lines[i] != string(raw[i]) {
			t.Fatalf("message %d: log\n%s\nwebsocket\n%s", i+1, lines[i], raw[i])
		}
	}
}

func TestTranscriptOnlyGrowsAndCannotBeForged(t *testing.T) {
	w := start(t, fast)
	lead, yu := w.join("lead"), w.join("yu")
	lead.stored("v1 note plan to yu n=1\r\nhold the date\r#9 yu 20260101T000000Z\n\n#10 yu")
	before := yu.get("/transcript").want(t, 200, "")
	want := "#1 lead 20260918T080000Z\n  v1 note plan to yu n=1\n  hold the date\n  #9 yu 20260101T000000Z\n  \n  #10 yu\n\n"
	if string(before.body) != want {
		t.Errorf("transcript:\n%q\nwant\n%q", before.body, want)
	}
	w.clock.advance(90 * time.Second)
	yu.reply(1, "noted").want(t, 201, "")
	after := lead.get("/transcript")
	if string(after.body) != want+"#2 yu 20260918T080130Z [re #1]\n  noted\n\n" {
		t.Errorf("after a reply:\n%s", after.body)
	}
	if strings.Contains(string(after.body), "msg_") {
		t.Error("a transcript names no ids")
	}
	if again := yu.get("/transcript"); string(again.body) != string(after.body) || again.header.Get("ETag") == before.header.Get("ETag") {
		t.Error("a transcript is the same for every reader, and its tag follows its length")
	}
}

func TestEveryAnswerToASeatNamesIt(t *testing.T) {
	w := start(t)
	yu := w.join("yu")
	yu.stored("hello")
	answers := map[string]reply{
		"room": yu.get(""), "messages": yu.get("/messages"), "latest": yu.get("/messages?order=desc"), "wait": yu.get("/wait?timeout=0&after=1"),
		"post": yu.post("hello again"), "repeat": yu.post("hello"), "state": yu.get("/state"), "brief": yu.get("/brief"), "error": yu.post(" "),
		"mine": yu.get("/messages?to=me"),
	}
	for what, r := range answers {
		var named struct{ Name string }
		r.into(t, &named)
		if named.Name != "yu" {
			t.Errorf("%s: %s", what, r.body)
		}
	}
	for _, what := range []string{"/log", "/transcript"} {
		if got := yu.get(what).header.Get("Earshot-Seat"); got != "yu" {
			t.Errorf("%s: Earshot-Seat %q", what, got)
		}
	}
}

func TestAnswersToPostsCarryDiagnosticsAndWhatIsOwed(t *testing.T) {
	w := start(t, fast)
	lead, yu := w.join("lead"), w.join("yu")
	var p postedReply
	lead.post("v1 request limiter to yu n=3\nask which library, by 20260918T0900Z\nopt/A keep\ndefault A").want(t, 201, "").into(t, &p)
	if len(p.Owed) != 0 {
		t.Errorf("the asker owes %v", p.Owed)
	}
	yu.post("v1 report limiter to lead n=4\nreading it").want(t, 201, "").into(t, &p)
	if len(p.Diagnostics) == 0 || p.Diagnostics[0].Code != "wrong-count" || p.Diagnostics[0].Severity != "error" || p.Diagnostics[0].Fix == nil || !p.Diagnostics[0].Fix.Safe {
		t.Errorf("diagnostics of a wrong count: %+v", p.Diagnostics)
	}
	if len(p.Owed) != 1 || p.Owed[0].Sequence != 1 || p.Owed[0].Line != 2 || p.Owed[0].From != "lead" || p.Owed[0].Due != "2026-09-18T09:00:00.000Z" {
		t.Errorf("yu owes %+v", p.Owed)
	}
	yu.reply(1, "v1 decide limiter to lead n=1\nA it is").want(t, 201, "").into(t, &p)
	if len(p.Owed) != 0 {
		t.Errorf("after the answer yu still owes %+v", p.Owed)
	}
	socket, _ := yu.open(3)
	lead.stored("v1 request limiter to yu n=1\nask and the name? by 20260918T0930Z")
	socket.send(fmt.Sprintf(`{"op":"post","id":%q,"content":"v1 note limiter to nobody n=1\nhm"}`, newUUID()))
	var f struct {
		Diagnostics []struct{ Code string }
		Owed        []struct{ Sequence int64 }
	}
	if err := json.Unmarshal(socket.expect("posted").raw, &f); err != nil || len(f.Owed) != 1 || f.Owed[0].Sequence != 4 || len(f.Diagnostics) != 1 || f.Diagnostics[0].Code != "unknown-seat" {
		t.Errorf("by websocket: %+v, %v", f, err)
	}
}

func TestPolicyRefusesAgentsErrorsButNotPeoples(t *testing.T) {
	w := start(t, fast, func(c *room.Config) { c.Policy = room.PolicyRefuse })
	agent := w.join("agent")
	person := w.joinWith("main", "person", w.rooms["main"].PersonInvite)
	wrong := "v1 report limiter to person n=3\none fact"
	r := agent.post(wrong).want(t, 422, "convention_errors")
	if !strings.Contains(string(r.body), "wrong-count") || !strings.Contains(string(r.body), `"fix"`) || !strings.Contains(string(r.body), "acted on. Fix: Set n to 1.") {
		t.Errorf("refused without saying why and what would mend it: %s", r.body)
	}
	person.post(wrong).want(t, 201, "")
	agent.post("plain prose is no attempt at v1").want(t, 201, "")
	agent.post("v1 report limiter to person n=1\none fact").want(t, 201, "")
	socket, _ := agent.open(0)
	socket.send(fmt.Sprintf(`{"op":"post","id":%q,"content":%s}`, newUUID(), quote(wrong)))
	if f := socket.expect("refused"); f.Error.Code != "convention_errors" {
		t.Errorf("by websocket: %s", f.raw)
	}
}

func TestSecretsAreRefusedWithoutAnEcho(t *testing.T) {
	w := start(t, fast)
	person := w.joinWith("main", "person", w.rooms["main"].PersonInvite)
	for _, secret := range []string{
		w.rooms["main"].Invite, person.token,
		"-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQ\n-----END OPENSSH PRIVATE KEY-----",
		"ghp_" + strings.Repeat("a1B2", 9),
	} {
		r := person.post("here it is:\n"+secret+"\nkeep it").want(t, 422, "secret_in_content")
		if strings.Contains(string(r.body), secret) {
			t.Errorf("the refusal repeats the secret: %s", r.body)
		}
	}
	if l := person.list(""); len(l.Items) != 0 {
		t.Errorf("stored: %v", l.Items)
	}
}

func TestReadsAddressedToMe(t *testing.T) {
	w := start(t, fast)
	lead, yu, mia := w.join("lead"), w.join("yu"), w.join("mia")
	lead.stored("v1 note plan to mia n=1\nfor mia")     // 1
	lead.stored("v1 note plan to YU n=1\nfor yu")       // 2
	lead.stored("prose to nobody")                      // 3
	yu.stored("v1 note plan to mia n=1\nfrom yu")       // 4
	mia.reply(4, "an answer to yu").want(t, 201, "")    // 5
	lead.stored("v1 note plan to all n=1\nfor all")     // 6
	lead.stored("v1 note plan to mia n=1\nmia again")   // 7
	lead.stored("v1 note plan to mia,yu n=1\nfor both") // 8
	l := yu.list("?to=me")
	got := []int64{}
	for _, m := range l.Items {
		got = append(got, m.Sequence)
	}
	if fmt.Sprint(got) != "[2 5 6 8]" || l.LeftOut != 3 || l.HasMore || l.NextCursor == nil || *l.NextCursor != "8" {
		t.Errorf("to=me: %v, %d left out, more %t, cursor %v", got, l.LeftOut, l.HasMore, l.NextCursor)
	}
	if l = yu.list("?to=me&limit=1"); len(l.Items) != 1 || !l.HasMore || *l.NextCursor != "2" || l.LeftOut != 1 {
		t.Errorf("one of them: %d items, more %t, cursor %v, %d left out", len(l.Items), l.HasMore, *l.NextCursor, l.LeftOut)
	}
	done := make(chan reply, 1)
	go func() { done <- yu.get("/wait?after=8&timeout=20&to=me") }()
	lead.stored("v1 note plan to mia n=1\nnot for yu")
	lead.stored("v1 note plan to yu n=1\nfor yu at last")
	(<-done).want(t, 200, "").into(t, &l)
	if len(l.Items) != 1 || l.Items[0].Sequence != 10 || l.LeftOut != 1 {
		t.Errorf("wait to=me: %d items, %d left out", len(l.Items), l.LeftOut)
	}
	w.call("GET", yu.path("/messages?to=me"), w.rooms["main"].Observer, "").want(t, 400, "invalid_request")
}

func TestWaitWakesAtOnceAndGivesUpInTime(t *testing.T) {
	t.Parallel()
	w := start(t)
	lead, yu := w.join("lead"), w.join("yu")
	var l list
	yu.get("/wait?timeout=0").want(t, 200, "").into(t, &l)
	if len(l.Items) != 0 || l.NextCursor != nil {
		t.Errorf("empty room: %+v", l)
	}
	done := make(chan reply, 1)
	go func() { done <- yu.get("/wait?after=0&timeout=25") }()
	began := time.Now()
	lead.stored("wake up")
	(<-done).want(t, 200, "").into(t, &l)
	if len(l.Items) != 1 || *l.NextCursor != "1" || time.Since(began) > 20*time.Second {
		t.Errorf("after %s: %+v", time.Since(began), l)
	}
	began = time.Now()
	yu.get("/wait?after=1&timeout=1").want(t, 200, "").into(t, &l)
	if len(l.Items) != 0 || *l.NextCursor != "1" || time.Since(began) < 900*time.Millisecond {
		t.Errorf("after %s: %+v", time.Since(began), l)
	}
}

func TestPages(t *testing.T) {
	w := start(t, fast)
	lead := w.join("lead")
	for i := range 7 {
		lead.stored(strconv.Itoa(i + 1))
	}
	tests := []struct{ query, want, cursor string }{
		{"", "1 2 3 4 5 6 7", "7"}, {"?after=5", "6 7", "7"}, {"?limit=2", "1 2", "2"}, {"?after=7", "", "7"}, {"?after=99", "", "99"},
		{"?order=desc&limit=2", "7 6", "6"}, {"?before=6&limit=2", "5 4", "4"}, {"?before=3", "2 1", "1"}, {"?before=1", "", ""}, {"?before=99&limit=1", "7", "7"},
	}
	for _, tt := range tests {
		l := lead.list(tt.query)
		got := []string{}
		for _, m := range l.Items {
			got = append(got, m.Content)
		}
		cursor := ""
		if l.NextCursor != nil {
			cursor = *l.NextCursor
		}
		if strings.Join(got, " ") != tt.want || cursor != tt.cursor {
			t.Errorf("%s: %v cursor %q, want %s cursor %q", tt.query, got, cursor, tt.want, tt.cursor)
		}
	}
	for _, bad := range []string{"?after=-1", "?after=x", "?limit=0", "?limit=101", "?order=up", "?after=1&order=desc", "?before=1&order=asc", "?before=2&after=1", "?q=x", "?to=you", "?after=1&after=2", "?before=0", "?after=%zz", "?after=1;limit=2"} {
		lead.get("/messages"+bad).want(t, 400, "invalid_request")
	}
	socket, _ := lead.open(7)
	for _, tt := range []struct {
		frame string
		want  string
	}{
		{`{"op":"page","before":5,"limit":2}`, "[3 4]"}, {`{"op":"page","before":3}`, "[1 2]"}, {`{"op":"page"}`, "[1 2 3 4 5 6 7]"}, {`{"op":"page","before":1,"limit":256}`, "[]"}, {`{"op":"page","before":99,"limit":1}`, "[7]"},
	} {
		socket.send(tt.frame)
		f := socket.until("messages", func(f frame) bool { return f.Page })
		got := []int64{}
		for _, m := range f.Messages {
			got = append(got, m.Sequence)
		}
		if fmt.Sprint(got) != tt.want {
			t.Errorf("%s: %v, want %s", tt.frame, got, tt.want)
		}
	}
}

// judge is a resolver that knows one commit.
type judge struct{}

func (judge) Resolve(_ context.Context, ref string) (evidence.Verdict, error) {
	if strings.Contains(ref, "3f9a2c1") {
		return evidence.Verdict{Result: evidence.Found, Detail: "limiter: cap per seat"}, nil
	}
	return evidence.Verdict{Result: evidence.Missing, Detail: "no such commit"}, nil
}

func TestVerdictsAreStoredAndToldToAll(t *testing.T) {
	w := start(t, fast, func(c *room.Config) { c.Resolver = judge{} })
	worker, yu := w.join("worker"), w.join("yu")
	socket, _ := yu.open(0)
	socket.backlog()
	worker.stored("v1 report limiter to yu n=4\ndone#1 the code\nev#1 commit 3f9a2c1\ndone#2 the docs\nev#2 commit 0000001a")
	found := socket.until("verdict", func(f frame) bool { return f.Line == 3 })
	missing := socket.until("verdict", func(f frame) bool { return f.Line == 5 })
	if found.Sequence != 1 || found.Result != "found" || found.Detail == "" || found.Reference != "commit 3f9a2c1" || missing.Result != "missing" {
		t.Errorf("told\n%s\n%s", found.raw, missing.raw)
	}
	late, _ := yu.open(0)
	seen := 0
	for {
		f, err := late.next()
		if err != nil {
			t.Fatal(err)
		}
		if f.Op == "verdict" {
			seen++
		}
		if f.Op == "live" {
			break
		}
	}
	if seen != 2 {
		t.Errorf("%d verdicts before live, want 2", seen)
	}
}

func TestStateAndBrief(t *testing.T) {
	w := start(t, fast)
	lead, yu := w.join("lead"), w.join("yu")
	lead.stored("v1 request limiter to yu n=4\nreq write the limiter by 20260918T1000Z\nmust-not touch the billing code\nask which store, by 20260918T0900Z\ndefault Redis")
	lead.stored("v1 request docs to yu n=1\nreq write the docs by 20260919T1000Z")
	type record struct {
		Topic, Seat, Text string
		Must              []struct {
			Text, Seat, Due string
			Sequence        int64
			Line            int
		}
		MustNot []struct{ Text string } `json:"must_not"`
		Claimed []struct{ Text string }
	}
	var state, brief record
	r := yu.get("/state?topic=limiter").want(t, 200, "")
	r.into(t, &state)
	if !strings.HasPrefix(state.Text, "v1 state limiter to all n=") || len(state.Must) != 2 || state.Must[0].Sequence != 1 || state.Must[0].Seat != "yu" || len(state.MustNot) != 1 {
		t.Errorf("state of the topic: %s", r.body)
	}
	if !strings.Contains(string(r.body), `"proved":[]`) {
		t.Errorf("lists are always there: %s", r.body)
	}
	r = w.call("GET", lead.path("/state"), w.rooms["main"].Observer, "").want(t, 200, "")
	r.into(t, &state)
	if !strings.Contains(state.Text, "docs") || !strings.Contains(state.Text, "limiter") {
		t.Errorf("state of the room: %s", r.body)
	}
	r = yu.get("/brief").want(t, 200, "")
	r.into(t, &brief)
	if brief.Seat != "yu" || !strings.HasPrefix(brief.Text, "v1 brief ") || len(brief.Must) != 3 {
		t.Errorf("own brief: %s", r.body)
	}
	r = lead.get("/brief?seat=YU&topic=docs").want(t, 200, "")
	r.into(t, &brief)
	if brief.Seat != "yu" || len(brief.Must) != 1 || brief.Must[0].Sequence != 2 {
		t.Errorf("another's brief on a topic: %s", r.body)
	}
	lead.get("/brief?seat=nobody").want(t, 404, "seat_not_found")
	w.call("GET", lead.path("/brief"), w.rooms["main"].Observer, "").want(t, 400, "invalid_request")
}

func TestFullRoomRefusesAndForgetsNothing(t *testing.T) {
	w := start(t, fast, func(c *room.Config) { c.MaxRoomBytes = 64 << 10 })
	seat := w.join("seat")
	stored := 0
	for ; stored < 100; stored++ {
		r := seat.post(fmt.Sprintf("%d %s", stored, strings.Repeat("x", 3000)))
		if r.status != 201 {
			r.want(t, 409, "room_full")
			break
		}
	}
	if stored < 10 || stored == 100 {
		t.Fatalf("%d messages of 3 KB were stored in 64 KiB", stored)
	}
	seat.post("0 "+strings.Repeat("x", 3000)).want(t, 200, "") // a repeat needs no room
	if l := seat.list("?limit=100"); len(l.Items) != stored || l.Items[0].Sequence != 1 {
		t.Errorf("%d of %d messages are there", len(l.Items), stored)
	}
}
