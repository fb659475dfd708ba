package render

import (
	"flag"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"earshot/convention"
	"earshot/convention/evidence"
	"earshot/convention/ledger"
)

var update = flag.Bool("update", false, "write the golden files")

const proposal = `v1 propose limiter to yu n=10
ask how to store rate-limit counters, 20260918T0900Z
opt/A Redis sliding window: exact, +1 network hop/req ~3ms, $0 extra (Upstash exists)
opt/B in-memory token bucket per function instance: 0 hops, inexact across instances, limit exceeded by up to N instances
rec A
reason correctness across Fluid Compute instances beats 3ms
risk A Redis outage→endpoint fail closed unless a bypass is added
mit fail open + logged warning when Redis is unreachable
decider yu (CTO)
default silence past the ask time→A with the fail-open
approvals none beyond the decider
`

const report = `v1 report limiter to lead n=10
ask decide 20260918T0900Z: mock Redis in tests, or skip the route test
outcome partial
done#1 limiter lib/rate-limit.ts sliding window
ev#1 commit 3f9a2c1 on branch feat/rate-limit
claim unit test passing, 12 cases
todo route test for the 429 path
block vitest lacks a Redis mock, needs UPSTASH_REDIS_REST_URL in test env
cost 61000 tokens
eta mock lands→2h to finish, p=0.7
`

func at(hour, minute int) time.Time { return time.Date(2026, 9, 18, hour, minute, 0, 0, time.UTC) }

func noon() Clock { return Clock{Now: at(9, 12), Zone: time.FixedZone("CEST", 2*3600)} }

// lines gives a state with the flags of one line each.
func lines(m map[int]ledger.LineState) ledger.MessageState { return ledger.MessageState{Lines: m} }

func itemOn(it ledger.Item) ledger.LineState { return ledger.LineState{Items: []ledger.Item{it}} }

// flagged are messages with every flag there is, and the words that must be read.
func flagged() map[string]MessageInput {
	ask := "v1 ask t to yu n=2\nask which one, 20260918T0900Z\ndefault the first"
	due := ledger.Item{Kind: ledger.Ask, State: ledger.Due, Due: at(9, 15)}
	defaulted := ledger.Item{Kind: ledger.Ask, State: ledger.Defaulted, Due: at(9, 0)}
	late := ledger.Item{Kind: ledger.Ask, State: ledger.Answered, Due: at(9, 0), AnsweredBy: 15, Late: ledger.LateAfterDefault}
	doc := func(body string, s ledger.MessageState) MessageInput {
		return MessageInput{Sequence: 12, From: "lead", At: at(8, 0), Doc: convention.Parse(body), State: s, Tokens: 12, Clock: noon()}
	}
	one := func(body string, ls ledger.LineState) MessageInput {
		return doc(body, lines(map[int]ledger.LineState{2: ls}))
	}
	req := "v1 request t to yu n=1\nreq do it"
	done := "v1 report t to yu n=2\ndone#1 the tests pass\nev#1 commit 3f9a2c1"
	return map[string]MessageInput{
		"UNADDRESSED":             one("v1 note t to n=1\nreq do it", ledger.LineState{Unaddressed: true}),
		"BAD HEADER":              doc("v1 note t n=1\nreq do it", ledger.MessageState{}),
		"DUE in 3m":               one(ask, itemOn(due)),
		"OVERDUE −12m":            one(ask, itemOn(defaulted)),
		"DEFAULT in 3m":           one(ask, itemOn(due)),
		"IN FORCE since 11:00+02": one(ask, itemOn(defaulted)),
		"CONFLICT with default":   one(ask, itemOn(late)),
		"ANSWERED by #15":         one(ask, itemOn(late)),
		"LATE":                    one(ask, itemOn(ledger.Item{State: ledger.Answered, AnsweredBy: 9, Late: ledger.Late})),
		"due in 48m":              one(ask, itemOn(ledger.Item{State: ledger.Open, Due: at(10, 0)})),
		"PROVED by #16":           one(req, itemOn(ledger.Item{Kind: ledger.Req, State: ledger.Proved, AnsweredBy: 16, Grade: ledger.Checked})),
		"CLAIMED by #16":          one(req, itemOn(ledger.Item{Kind: ledger.Req, State: ledger.Claimed, AnsweredBy: 16})),
		"BLOCKED by #17":          one(req, itemOn(ledger.Item{Kind: ledger.Req, State: ledger.Overdue, BlockedBy: 17, Due: at(9, 0)})),
		"ACCEPTED by #18":         one(req, itemOn(ledger.Item{State: ledger.Accepted, ClosedBy: 18})),
		"WITHDRAWN by #19":        one(req, itemOn(ledger.Item{State: ledger.Withdrawn, ClosedBy: 19})),
		"SUPERSEDED by #20":       one(req, itemOn(ledger.Item{State: ledger.Superseded, ClosedBy: 20})),
		"UNREADABLE by #21":       one(req, itemOn(ledger.Item{State: ledger.Unreadable, AnsweredBy: 21})),
		"PONDERED":                one(req, itemOn(ledger.Item{State: "pondered"})),
		"HELD ×2":                 one(req, itemOn(ledger.Item{State: ledger.Open, Holds: 2})),
		"ORPHANED":                one(req, itemOn(ledger.Item{State: ledger.Open, Orphaned: true})),
		"ANSWERED 2 of 3": one(ask, ledger.LineState{Items: []ledger.Item{
			{State: ledger.Answered, AnsweredBy: 13}, {State: ledger.Answered, AnsweredBy: 14}, {State: ledger.Open}}}),
		"OVERDUE −12m ×2": one(req, ledger.LineState{Items: []ledger.Item{
			{State: ledger.Overdue, Due: at(9, 0)}, {State: ledger.Overdue, Due: at(9, 0)}}}),
		"UNPROVEN": one(done, ledger.LineState{Claim: &ledger.Claim{Why: ledger.WhyClaim}}),
		"needs run, log or artifact": one(done, ledger.LineState{Claim: &ledger.Claim{
			Why: ledger.WhyEvidenceKind, Needs: []evidence.Kind{"run", "log", "artifact"}}}),
		"no evidence":      one(done, ledger.LineState{Claim: &ledger.Claim{Why: ledger.WhyNoEvidence}}),
		"EVIDENCE MISSING": one(done, ledger.LineState{Claim: &ledger.Claim{Why: ledger.WhyEvidenceMissing}}),
		"cited, not looked at": doc(done, lines(map[int]ledger.LineState{
			2: {Proved: true, Grade: ledger.Cited}, 3: {Grade: ledger.Cited}})),
		"CHECKED":         doc(done, lines(map[int]ledger.LineState{3: {Grade: ledger.Checked, Detail: "on main"}})),
		"CONTRADICTED":    doc(done, lines(map[int]ledger.LineState{3: {Grade: ledger.Contradicted}})),
		"ACCEPTED":        doc(done, lines(map[int]ledger.LineState{2: {Proved: true, Grade: ledger.GradeAccepted}})),
		"NOT THE DECIDER": one(done, ledger.LineState{Decision: &ledger.Decision{Decider: ledger.Seat{Name: "yu"}}}),
		"that is yu":      one(done, ledger.LineState{Decision: &ledger.Decision{Decider: ledger.Seat{Name: "yu"}}}),
		"LIFTED by #22":   one("v1 note t to yu n=1\nmust-not push", ledger.LineState{Lifted: 22}),
		"possible answer to #4": one("prose\nof a sort", ledger.LineState{
			Possible: &ledger.Possible{Kind: ledger.PossibleAnswer, Item: 4}}),
		"DATA n=10≠9":        doc(report, ledger.MessageState{Data: &ledger.Data{Declared: 10, Facts: 9}}),
		"REPEAT of #29 ×100": doc(req, ledger.MessageState{RepeatOf: 29, Repeat: &ledger.Repeat{First: 29, Count: 100}}),
		"REPEAT ×4":          doc(req, ledger.MessageState{Repeat: &ledger.Repeat{First: 12, Count: 4}}),
		"LOOP":               doc(req, ledger.MessageState{Repeat: &ledger.Repeat{First: 12, Count: 4, Loop: true}}),
		"CORRECTED by #13":   doc(req, ledger.MessageState{Corrected: true, CorrectedBy: 13}),
	}
}

func TestEveryFlagIsAWordEverywhere(t *testing.T) {
	for word, in := range flagged() {
		if !slices.ContainsFunc(Flags(in), func(f Flag) bool { return f.Word.String() == word }) {
			t.Errorf("Flags has no %q: %v", word, Flags(in))
		}
		if text := strings.Join(PlainLines(in), "\n"); !strings.Contains(text, word) {
			t.Errorf("plain lines have no %q:\n%s", word, text)
		}
		for _, width := range []int{40, 60, 80, 120} {
			if text := plainRows(MessageRows(in, width, NewMeasure(false))); !strings.Contains(text, word) {
				t.Errorf("%d columns have no %q:\n%s", width, word, text)
			}
		}
	}
}

func TestUnknownSeatIsFlagged(t *testing.T) {
	in := MessageInput{Doc: convention.Parse("v1 ask t to yu,scuot,all n=1\nask what"), Tokens: -1,
		SeatsKnown: func(name string) bool { return name == "yu" }}
	if got := Flags(in); len(got) != 1 || got[0].Word.String() != "UNKNOWN SEAT scuot" {
		t.Errorf("Flags = %v", got)
	}
}

func plainRows(rows []Row) string {
	var b strings.Builder
	for _, r := range rows {
		b.WriteString(r.Plain())
		b.WriteByte('\n')
	}
	return b.String()
}

// study is the thread of the study as it looks at its own moment.
func study() []MessageInput {
	ask := itemOn(ledger.Item{Kind: ledger.Ask, State: ledger.Defaulted, Due: at(9, 0)})
	return []MessageInput{
		{Sequence: 12, From: "lead", At: at(7, 10), Doc: convention.Parse(proposal), Tokens: 147, Clock: noon(),
			State: lines(map[int]ledger.LineState{2: ask})},
		{Sequence: 14, From: "worker", At: at(8, 5), Doc: convention.Parse(report), Tokens: 127, Clock: noon(),
			ReplyTo: &ReplyRef{Sequence: 12, From: "lead", Text: proposal},
			State: ledger.MessageState{Data: &ledger.Data{Declared: 10, Facts: 9},
				Lines: map[int]ledger.LineState{6: {Claim: &ledger.Claim{Why: ledger.WhyClaim}}}}},
		{Sequence: 17, From: "scout", At: at(8, 30), Tokens: 24, Clock: noon(),
			Doc: convention.Parse("Morning all! Can somebody look at the upload endpoint,\n\nit gets hammered: https://example.com/up?x=1.")},
		{Sequence: 30, From: "runner", Folded: 99, Tokens: -1, Clock: noon(),
			State: ledger.MessageState{RepeatOf: 29, Repeat: &ledger.Repeat{First: 29, Count: 100, Loop: true}}},
		{From: "yu", Pending: "pending", Tokens: 31, Clock: noon(),
			Doc: convention.Parse("v1 decide limiter to lead n=1\nA Redis sliding window, fail open")},
		{From: "yu", Pending: "refused: too fast", Tokens: 9, Clock: noon(),
			Doc: convention.Parse("v1 note limiter to lead,worker,scout,runner,mia,ole n=1\nopt/redis-window as discussed")},
	}
}

// The golden files hold the look at one width each; they are for eyes.
func TestLook(t *testing.T) {
	for name, width := range map[string]int{"narrow": 44, "medium": 78, "wide": 118} {
		var b strings.Builder
		for _, in := range study() {
			b.WriteString(plainRows(MessageRows(in, width, NewMeasure(false))))
		}
		golden(t, "rows_"+name, b.String())
	}
	var b strings.Builder
	for _, in := range study() {
		if err := WritePlain(&b, in); err != nil {
			t.Fatal(err)
		}
	}
	golden(t, "plain", b.String())
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs from its golden file:\n%s", name, got)
	}
}

// Rows and plain lines say the same words.
func TestPlainSaysTheSame(t *testing.T) {
	inputs := study()
	for _, in := range flagged() {
		inputs = append(inputs, in)
	}
	for _, in := range inputs {
		rows := strings.Fields(plainRows(MessageRows(in, 4000, NewMeasure(false))))
		plain := strings.Fields(strings.Join(PlainLines(in), "\n"))
		slices.Sort(rows)
		slices.Sort(plain)
		if !slices.Equal(rows, plain) {
			t.Errorf("#%d: rows say\n%q\nplain lines\n%q", in.Sequence, rows, plain)
		}
	}
}

// checkMessage holds the laws of drawing for one body.
func checkMessage(t *testing.T, body, name string, width int) {
	t.Helper()
	doc := convention.Parse(body)
	state := ledger.MessageState{Lines: map[int]ledger.LineState{}}
	for i, f := range doc.Facts {
		if i%3 == 0 {
			state.Lines[f.Line] = ledger.LineState{Unaddressed: true, Claim: &ledger.Claim{Why: ledger.WhyNoEvidence}}
		}
	}
	in := MessageInput{Sequence: 7, From: name, Type: name, Doc: doc, State: state, Tokens: 5, At: at(1, 1), Clock: noon(),
		ReplyTo: &ReplyRef{Sequence: 3, From: name, Text: body}, JSONPretty: width%2 == 0}
	for which, m := range measures {
		var all strings.Builder
		for _, r := range MessageRows(in, width, m) {
			if got := m.RowWidth(r); got > width {
				t.Fatalf("%s: %q at %d: row %q is %d wide", which, body, width, r.Plain(), got)
			}
			all.WriteString(r.Plain())
		}
		if width < 24 || doc.Form != convention.V1 {
			continue
		}
		drawn := squeeze(all.String())
		for _, f := range doc.Facts {
			if len(f.Times) > 0 {
				continue
			}
			if text := squeeze(CleanLine(f.Text).String()); !strings.Contains(drawn, text) {
				t.Fatalf("%s: %q at %d: %q is not in\n%s", which, body, width, text, drawn)
			}
		}
	}
	for _, line := range PlainLines(in) {
		if strings.ContainsAny(line, "\n\x1b") {
			t.Fatalf("%q: plain line %q", body, line)
		}
	}
}

func squeeze(s string) string { return strings.ReplaceAll(s, " ", "") }

func FuzzMessageRows(f *testing.F) {
	f.Add(proposal, "lead", 60)
	f.Add(report, "worker", 33)
	f.Add("{\"a\": [1, \"two\"]}", "x", 20)
	f.Add("P1:V4:A2:X0", "scp", 12)
	f.Add("\n\n  prose\n\n\nmore \u202e", "\x1b]0;x\x07", 5)
	f.Add("```\nv1 ask t to a n=1\nask x\n```", "fence", 1)
	f.Fuzz(func(t *testing.T, body, name string, width int) {
		checkMessage(t, body, name, 1+max(0, width%130))
	})
}

func TestMessageLawsOverHostileText(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for _, h := range hostile {
		for _, width := range []int{1, 5, 20, 44, 60, 100, 130} {
			checkMessage(t, h.raw, h.raw, width)
			checkMessage(t, "v1 "+h.raw+" t to "+h.raw+" n=2\nreq "+h.raw+"\nopt/"+h.raw+" "+h.raw, h.raw, width)
		}
	}
	for range 600 {
		body := "v1 note t to yu n=2\nreq " + strings.ReplaceAll(nastyText(r, 40), "\n", "") + "\ndone#" + nastyText(r, 10)
		checkMessage(t, body, nastyText(r, 20), 1+r.IntN(130))
	}
}

// A credential that an older message holds is shown nowhere, by no writer.
func TestCredentialsNeverShow(t *testing.T) {
	const token = "opr_abcDEFgh1234567890"
	for _, body := range []string{
		"v1 note " + token + " to yu n=3\nreq use " + token + " now\nnote " + token + "\nopt/A " + token,
		"prose " + token + " and " + token,
		`{"token": "` + token + `"}`,
		"v1 note t\nask " + token,
		"-----BEGIN RSA PRIVATE KEY-----\nMIIEabc\n-----END RSA PRIVATE KEY-----",
	} {
		in := MessageInput{Doc: convention.Parse(body), Tokens: -1, ReplyTo: &ReplyRef{Sequence: 1, From: "lead", Text: body}}
		texts := map[string]string{
			"rows":     plainRows(MessageRows(in, 80, NewMeasure(false))),
			"plain":    strings.Join(PlainLines(in), "\n"),
			"markdown": markdown(t, in),
			"html":     page(t, "room", in),
			"detail": plainRows(DetailRows(DetailInput{Message: in, Twin: convention.Twin(in.Doc, true),
				Items: []ledger.Item{{Text: token, Acks: []ledger.Ack{{Text: token}}}}}, 80, NewMeasure(false))),
			"triage": strings.Join(TriageLines(TriageRow{Item: &ledger.Item{Text: token, Topic: token, Default: token,
				Acks: []ledger.Ack{{Text: token}}}}, noon()), "\n"),
		}
		for name, text := range texts {
			if strings.Contains(text, "abcDEFgh") || strings.Contains(text, "MIIEabc") {
				t.Errorf("%s of %q:\n%s", name, body, text)
			}
			if !strings.Contains(strings.NewReplacer("\\", "", "&lt;", "<", "&gt;", ">").Replace(text), "<secret") {
				t.Errorf("%s of %q does not say that something was there:\n%s", name, body, text)
			}
		}
	}
}

// Drawn part by part a message is the same.
// hugeBodies are what no screen shows whole.
func hugeBodies() map[string]string {
	return map[string]string{
		"one line of 100,000 characters": strings.Repeat("x", 100_000),
		"100,000 wide characters":        strings.Repeat("日", 100_000),
		"10,000 lines":                   strings.Repeat("a line of prose\n", 10_000),
		"10,000 facts":                   "v1 note t to yu n=10000\n" + strings.Repeat("req do it\n", 10_000),
		"10,000 lines of JSON":           "[" + strings.Repeat("1,\n", 10_000) + "1]",
		"mark flood":                     strings.Repeat("e\u0301\u0301\u0301", 50_000),
	}
}

// The head of a message is the start of the whole, ends soon after the rows that
// were asked for, and says whether it is all.
func TestHeadIsTheStart(t *testing.T) {
	bodies := slices.Collect(maps.Values(hugeBodies()))
	bodies = append(bodies, proposal, "", "prose", strings.Repeat("a\n\n\nb\n", 200), "v1 note t n=9\n"+strings.Repeat("ask x\n", 120),
		"v1 note t to yu n=500\n"+strings.Repeat("done#1 it\nev#1 commit 3f9a2c1\n", 250), strings.Repeat("{\"a\": 1}\n", 200))
	for _, body := range bodies {
		in := MessageInput{Sequence: 1, From: "lead", Doc: convention.Parse(body), ReplyTo: &ReplyRef{Sequence: 1},
			State: lines(map[int]ledger.LineState{100: {Unaddressed: true}})}
		for _, width := range []int{44, 80} {
			all := MessageRows(in, width, NewMeasure(false))
			for _, most := range []int{1, 48} {
				rows, whole := MessageHead(in, most, width, NewMeasure(false))
				if got, want := plainRows(rows), plainRows(all[:min(len(rows), len(all))]); got != want {
					t.Errorf("%.30q at %d:\n%s\nis not\n%s", body, width, got, want)
				}
				if whole != (len(rows) == len(all)) || !whole && len(rows) <= most {
					t.Errorf("%.30q at %d, head of %d: %d of %d rows, whole %v", body, width, most, len(rows), len(all), whole)
				}
			}
		}
	}
}

// The head of a huge body lays out as many of its lines as are asked for.
func TestHeadLaysOutWhatIsSeen(t *testing.T) {
	for name, body := range hugeBodies() {
		in := MessageInput{Doc: convention.Parse(body), Tokens: -1, JSONPretty: true}
		d := newDrawing(in, 80, NewMeasure(false))
		d.most, d.to = 48, min(d.to, 49)
		if n := len(d.parts()); n > 49 {
			t.Errorf("%s: %d lines laid out for 48 rows", name, n)
		}
	}
}

func BenchmarkMessageRows(b *testing.B) {
	for name, in := range map[string]MessageInput{"proposal": study()[0], "report": study()[1], "prose": study()[2]} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				MessageRows(in, 78, NewMeasure(false))
			}
		})
	}
	tall := MessageInput{Doc: convention.Parse(strings.Repeat("ab\n", 10_000)), Tokens: -1}
	b.Run("10,000 lines", func(b *testing.B) {
		for b.Loop() {
			MessageRows(tall, 78, NewMeasure(false))
		}
	})
	b.Run("the head of them", func(b *testing.B) {
		for b.Loop() {
			MessageHead(tall, 48, 78, NewMeasure(false))
		}
	})
	p, err := NewPalette("dark", true)
	if err != nil {
		b.Fatal(err)
	}
	rows := MessageRows(study()[0], 78, NewMeasure(false))
	b.Run("paint 13 rows", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			for _, r := range rows {
				p.Paint(r)
			}
		}
	})
}
