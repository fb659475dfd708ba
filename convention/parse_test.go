package convention

import (
	"strings"
	"testing"
	"time"
)

const studyProposal = `v1 propose limiter to yu n=10
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

const studyReport = `v1 report limiter to lead n=10
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

func TestParseStudyProposal(t *testing.T) {
	m := Parse(studyProposal)
	if m.Form != V1 || !m.Acts() || m.Data() {
		t.Fatalf("form %v, acts %v, data %v", m.Form, m.Acts(), m.Data())
	}
	h := m.Header
	if h.Version.Text != "v1" || h.Intent.Text != "propose" || h.Topic.Text != "limiter" || len(h.To) != 1 || h.To[0].Text != "yu" || h.N != 10 {
		t.Fatalf("header %+v", h)
	}
	want := []Modality{Ask, Opt, Opt, Rec, None, Risk, Mit, Decider, Default, None}
	if len(m.Facts) != len(want) {
		t.Fatalf("%d facts, want %d", len(m.Facts), len(want))
	}
	for i, f := range m.Facts {
		if f.Label.Modality != want[i] || f.Line != i+2 {
			t.Errorf("fact %d: %v on line %d, want %v on line %d", i, f.Label.Modality, f.Line, want[i], i+2)
		}
	}
	if l := m.Facts[1].Label; l.ID != "A" || l.Sep != '/' || !l.Plain {
		t.Errorf("label of the first option: %+v", l)
	}
	at, ok := m.AskTime(0)
	if !ok || !at.Equal(time.Date(2026, 9, 18, 9, 0, 0, 0, time.UTC)) {
		t.Errorf("ask time %v %v", at, ok)
	}
	if got := m.Print(); got != studyProposal {
		t.Errorf("print: %q", got)
	}
}

func TestParseStudyReport(t *testing.T) {
	m := Parse(studyReport)
	if m.Form != V1 || m.Acts() || !m.Data() || len(m.Facts) != 9 {
		t.Fatalf("form %v, acts %v, data %v, %d facts", m.Form, m.Acts(), m.Data(), len(m.Facts))
	}
	if l := m.Facts[2].Label; l.Modality != Done || l.ID != "1" || l.Sep != '#' {
		t.Errorf("label %+v", l)
	}
}

func TestForm(t *testing.T) {
	tests := []struct {
		body string
		form Form
	}{
		{"", Empty}, {" \n\t\r\n", Empty}, {bom, Empty}, {"```\n```", Empty}, {"\u3000\u00a0", Empty},
		{"v1 note x to all n=0", V1}, {"\n\n  v1 note x to all n=0\n", V1}, {bom + "v1 note x to all n=0", V1},
		{"v1 note x to all n=0\r\r\n", V1}, {"v1\tnote  x to\u00a0all n=00", V1}, {"v1 note x to a,b,c n=9", V1},
		{"~~~ text\nv1 note x to all n=0\n~~~~", V1},
		// Meant as a header: v and digits, and both marks, or one in the first six tokens, or at most three tokens and more lines.
		{"v1 of the plan is ready", Prose}, {"v1 of the plan is ready\nmore", Prose}, {"v1", Prose}, {"v1 is out", Prose}, {"v12 rocks", Prose},
		{"v1\nx", Broken}, {"v1 note\nx", Broken}, {"v1 note limiter\n\n \nx", Broken}, {"v1 note limiter\n\n", Prose}, {"v1 is out now\nx", Prose},
		{"v1 goes to staging", Broken}, {"v1 a b c d to e", Broken}, {"v1 a b c d e to f", Prose}, {"v1 a b c d n=3", Broken}, {"v1 a b c d e n=3", Prose},
		{"v1 a b c d e f to g n=3", Broken}, {"v1 a b c d e n=3 to g", Broken}, {"v1 a b to c n=x", Broken}, {"v1 a b to c n=3 d", Broken},
		{"v1 a b TO c N=3 d e", Prose}, {"V1 a b to c n=3", Prose}, {"v a to b n=1", Prose}, {"v1. a to b n=1", Prose}, {"version 1 to all n=2", Prose},
		{"v2 note x to all n=0", Broken}, {"v10 note x to all n=0", Broken}, {"v1 a b to ,c n=0", Broken}, {"v1 a b to c,,d n=0", Broken}, {"v1 a b to c n=-1", Broken},
		{"v1 a b to c n=99999999999999999999", Broken}, {"v1 a b to c n=1000000", V1},
		{"hello", Prose}, {"123", Prose}, {`"text"`, Prose}, {"{not json}", Prose}, {"[1] see above", Prose}, {`{"a":`, Prose},
		{"{}", JSON}, {" [1, 2]\n", JSON}, {"```json\n{\"a\": 1}\n```", JSON}, {"{\"a\": 1}\n{\"b\": 2}", Prose},
		{"P1:V4:A2:X0", SCP}, {"P1:V4", SCP}, {"\nP1:V4\n", SCP}, {"P1", Prose}, {"P1:", Prose}, {"P1:V", Prose}, {"12:30", Prose}, {"P1:V4 x", Prose}, {"P1:V4\nP1:V4", Prose}, {"http://x", Prose},
		{"```\nv1 note x to all n=0", Prose}, {"```\na\n```\nb\n```", Prose}, {"```\nv1 note x to all n=0\n```\nmore", Prose}, {"``` `x`\nv1 note x to all n=0\n```", Prose},
		{"````\n```\nv1 note x to all n=0\n```\n````", V1}, {"```\n~~~\nv1 note x to all n=0\n~~~\n```", V1},
	}
	for _, test := range tests {
		if got := Parse(test.body).Form; got != test.form {
			t.Errorf("%q is %v, want %v", test.body, got, test.form)
		}
	}
}

func TestBrokenHeaderKeepsWhatCanBeRead(t *testing.T) {
	tests := []struct {
		line, intent, topic, to string
		n                       int
	}{
		{"v1 note limiter", "note", "limiter", "", -1},
		{"v1 note limiter to", "note", "limiter", "", -1},
		{"v1 note limiter to lead", "note", "limiter", "lead", -1},
		{"v1 note limiter to lead, yu n=3", "note", "limiter", "lead,yu", 3},
		{"v1 note limiter to lead ,yu n=3", "note", "limiter", "lead,yu", 3},
		{"v1 note limiter to lead asap n=3", "note", "limiter", "lead", 3},
		{"v1 note limiter n=3 to lead", "note", "limiter", "lead", 3},
		{"v1 note to lead n=3", "note", "", "lead", 3},
		{"v1 to lead n=3", "", "", "lead", 3},
		{"v1 note rate limiter to lead n=three", "note", "rate", "lead", -1},
		{"v1 note n=3", "note", "", "", 3},
		{"v1 note n=3 to lead yu", "note", "", "lead", 3},
		{"v1 a b to c x", "a", "b", "c", -1},
		{"v1 a b to c n", "a", "b", "c", -1},
		{"v1 a b to ,, n=2", "a", "b", "", 2},
	}
	for _, test := range tests {
		m := Parse(test.line + "\nask x")
		if m.Form != Broken {
			t.Errorf("%q is %v", test.line, m.Form)
			continue
		}
		h := m.Header
		var to []string
		for _, s := range h.To {
			to = append(to, s.Text)
		}
		if h.Intent.Text != test.intent || h.Topic.Text != test.topic || strings.Join(to, ",") != test.to || h.N != test.n {
			t.Errorf("%q: intent %q topic %q to %q n %d", test.line, h.Intent.Text, h.Topic.Text, to, h.N)
		}
		if len(m.Facts) != 1 || m.Facts[0].Label.Modality != Ask || m.Acts() || m.Data() {
			t.Errorf("%q: its lines are labelled, and it neither acts nor is data", test.line)
		}
	}
}

func TestLabels(t *testing.T) {
	tests := []struct {
		line     string
		modality Modality
		id       string
		plain    bool
		text     string
	}{
		{"req x", Req, "", true, "x"}, {"must-not x", MustNot, "", true, "x"}, {"unknown", Unknown, "", true, ""}, {"  may\t x ", May, "", true, "x"},
		{"done#1 x", Done, "1", true, "x"}, {"opt/A x", Opt, "A", true, "x"}, {"ev#limit-2_b x", Ev, "limit-2_b", true, "x"}, {"done#1.2 x", Done, "1.2", true, "x"},
		{"done#リミッタ x", Done, "リミッタ", true, "x"}, {"opt/B", Opt, "B", true, ""},
		{"TODO x", Todo, "", false, "x"}, {"Done: x", Done, "", false, "x"}, {"ask:x", Ask, "", false, "x"}, {"deadline:20260918T0900Z", Deadline, "", false, "20260918T0900Z"},
		{"done#1: x", Done, "1", false, "x"}, {"done# x", Done, "", false, "x"}, {"opt/: x", Opt, "", false, "x"}, {"MUST-NOT x", MustNot, "", false, "x"},
		{"request x", None, "", false, "request x"}, {"outcome: x", None, "", false, "outcome: x"}, {"done, x", None, "", false, "done, x"}, {"done.", None, "", false, "done."},
		{"req'd x", None, "", false, "req'd x"}, {"ask://host", None, "", false, "ask://host"}, {"todo/readme.md", None, "", false, "todo/readme.md"}, {"done#1, x", None, "", false, "done#1, x"},
		{"must-not-push x", None, "", false, "must-not-push x"}, {"ev/a/b", None, "", false, "ev/a/b"}, {"- req x", None, "", false, "- req x"}, {"ſ", None, "", false, "ſ"},
		{"eta 2h", None, "", false, "eta 2h"}, {"must not x", None, "", false, "must not x"},
	}
	for _, test := range tests {
		m := Parse("v1 note x to all n=1\n" + test.line)
		f := m.Facts[0]
		if f.Label.Modality != test.modality || f.Label.ID != test.id || f.Label.Plain != test.plain || f.Text != test.text {
			t.Errorf("%q: %v %q plain %v text %q", test.line, f.Label.Modality, f.Label.ID, f.Label.Plain, f.Text)
		}
	}
}

func TestEveryWordIsRead(t *testing.T) {
	all := Modalities()
	if len(all) != 18 {
		t.Fatalf("%d reserved words", len(all))
	}
	for _, m := range all {
		upper := strings.ToUpper(m.String())
		for _, word := range []string{m.String(), upper, m.String()[:1] + upper[1:]} {
			got, stop, plain := reservedAt("- "+word+":", 2, len(word)+3)
			if got != m || stop != len(word)+2 || plain != (word == m.String()) || m.Meaning() == "" {
				t.Errorf("%q is read as %v up to %d, plain: %v, meaning %q", word, got, stop, plain, m.Meaning())
			}
		}
		for _, word := range []string{"", m.String()[1:], m.String() + "s", "-" + m.String(), "deadlines", "unreserved-" + m.String()} {
			if got, _, _ := reservedAt(word, 0, len(word)); got != None {
				t.Errorf("%q is read as %v", word, got)
			}
		}
	}
	if None.String() != "" || None.Meaning() != "" || Modality(200).String() != "" {
		t.Error("what is no reserved word has one")
	}
}

func TestTimes(t *testing.T) {
	at := func(s string) time.Time {
		x, err := time.Parse(time.RFC3339Nano, s)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	nine := at("2026-09-18T09:00:00Z")
	tests := []struct {
		text string
		want []time.Time
		form TimeForm
	}{
		{"20260918T0900Z", []time.Time{nine}, Basic}, {"20260918T090000Z", []time.Time{nine}, Basic}, {"(20260918T0900Z),", []time.Time{nine}, Basic},
		{"decide 20260918T0900Z: mock", []time.Time{nine}, Basic}, {"by=20260918T0900Z.", []time.Time{nine}, Basic}, {"截止20260918T0900Z前", []time.Time{nine}, Basic},
		{"20260918T0900Z→A", []time.Time{nine}, Basic}, {"due:20260918T0900Z", []time.Time{nine}, Basic},
		{"2026-09-18T09:00Z", []time.Time{nine}, Extended}, {"2026-09-18T09:00:00Z", []time.Time{nine}, Extended}, {"2026-09-18T11:00:00+02:00", []time.Time{nine}, Extended},
		{"2026-09-18T04:30-0430", []time.Time{nine}, Extended}, {"2026-09-18T11:00+02", []time.Time{nine}, Extended}, {"20260918T110000+0200", []time.Time{nine}, Extended},
		{"2026-09-18T0900Z", []time.Time{nine}, Extended}, {"20260918T09:00Z", []time.Time{nine}, Extended},
		{"2026-09-18T09:00:00.25Z", []time.Time{at("2026-09-18T09:00:00.25Z")}, Extended}, {"2026-09-18T09:00:00,000000001Z", []time.Time{at("2026-09-18T09:00:00.000000001Z")}, Extended},
		{"20260918T0900Z/20260918T0900Z", []time.Time{nine, nine}, Basic}, {"20260918T0900Z-20260918T0900Z", []time.Time{nine, nine}, Basic},
		{"20240229T0000Z", []time.Time{at("2024-02-29T00:00:00Z")}, Basic}, {"99991231T2359Z", []time.Time{at("9999-12-31T23:59:00Z")}, Basic},
		{"20260918T0900", nil, 0}, {"2026-09-18T09:00", nil, 0}, {"2026-09-18 09:00Z", nil, 0}, {"20261318T0900Z", nil, 0}, {"20260230T0900Z", nil, 0}, {"20260918T2400Z", nil, 0},
		{"20260918T0960Z", nil, 0}, {"2026-09-18T09:00:60Z", nil, 0}, {"2026-09-18T09:00+24:00", nil, 0}, {"x20260918T0900Z", nil, 0}, {"120260918T0900Z", nil, 0}, {"20260918T0900Zulu", nil, 0},
		{"logs/20260918T0900Z", nil, 0}, {"20260918T0900Z.log", nil, 0}, {"a-20260918T0900Z", nil, 0}, {"20260918t0900z", nil, 0}, {"20260918T900Z", nil, 0}, {"00000101T0000Z", nil, 0},
		{"2026918T0900Z", nil, 0}, {"T0900Z", nil, 0}, {"20260918T09Z", nil, 0},
	}
	for _, test := range tests {
		f := Parse("v1 note x to all n=1\nask " + test.text).Facts[0]
		if len(f.Times) != len(test.want) {
			t.Errorf("%q: %d instants, want %d", test.text, len(f.Times), len(test.want))
			continue
		}
		for i, want := range test.want {
			if got := f.Times[i]; !got.At.Equal(want) || got.Form != test.form || got.At.Location() != time.UTC {
				t.Errorf("%q: %v form %d, want %v form %d", test.text, got.At, got.Form, want, test.form)
			}
		}
	}
}

func TestAskTime(t *testing.T) {
	tests := []struct {
		lines []string
		want  string
	}{
		{[]string{"ask x, 20260918T0900Z"}, "20260918T0900Z"},
		{[]string{"ask x 20260918T0900Z or 20260919T0900Z, not 20260917T0900Z"}, "20260919T0900Z"},
		{[]string{"ask x", "deadline 20260918T0900Z"}, "20260918T0900Z"},
		{[]string{"req x", "deadline 20260918T0900Z to 20260918T1000Z"}, "20260918T1000Z"},
		{[]string{"ask x 20260917T0900Z", "deadline 20260918T0900Z"}, "20260917T0900Z"},
		{[]string{"ask x", "plan 20260918T0900Z"}, ""},
		{[]string{"ask x", "deadline Friday"}, ""},
		{[]string{"may x 20260918T0900Z"}, ""},
	}
	for _, test := range tests {
		m := Parse(body(test.lines...))
		got := ""
		if at, ok := m.AskTime(0); ok {
			got, _ = basicTime(at)
		}
		if got != test.want {
			t.Errorf("%q: ask time %q, want %q", test.lines, got, test.want)
		}
	}
	m := Parse(body("ask x 20260918T0900Z"))
	for _, i := range []int{-1, 1} {
		if _, ok := m.AskTime(i); ok {
			t.Errorf("AskTime(%d) is a time", i)
		}
	}
}

func TestLinesAndSpans(t *testing.T) {
	text := bom + "\r\n v1 note x to all n=3 \r\rtodo a\n\n\tcaf\xe9 \xff\r\n  ```"
	m := Parse(text)
	if m.Form != V1 || !m.Acts() || m.Header.Line != 2 {
		t.Fatalf("%v, header on line %d", m.Form, m.Header.Line)
	}
	for i, want := range []struct {
		line int
		text string
	}{{4, "a"}, {6, "caf\uFFFD \uFFFD"}, {7, "```"}} {
		if f := m.Facts[i]; f.Line != want.line || f.Text != want.text {
			t.Errorf("fact %d: line %d %q", i, f.Line, f.Text)
		}
	}
	for _, test := range []struct{ offset, line, column int }{
		{0, 1, 1}, {3, 1, 1}, {5, 2, 1}, {6, 2, 2}, {len(text), 7, 6}, {-5, 1, 1}, {len(text) + 9, 7, 6},
	} {
		if line, column := Position(text, test.offset); line != test.line || column != test.column {
			t.Errorf("offset %d is %d:%d, want %d:%d", test.offset, line, column, test.line, test.column)
		}
	}
	if line, column := Position("限流\n\xff\xffx", 9); line != 2 || column != 3 {
		t.Errorf("every invalid byte takes a column: %d:%d", line, column)
	}
}

func TestAddressing(t *testing.T) {
	if !Parse("v1 note x to lead,ALL n=0").AddressedToAll() || Parse("v1 note x to lead,allan n=0").AddressedToAll() || Parse("to all").AddressedToAll() {
		t.Error("to all is not told")
	}
	if !SameSeat("Lead", "LEAD") || SameSeat("lead", "leads") {
		t.Error("seats do not compare without case")
	}
	for _, test := range []struct{ name, id, want string }{
		{"lead", "i_1", "lead"}, {"Night  Watch ", "i_1", "Night-Watch"}, {"", "i_1", "i_1"}, {" \t", "i_1", "i_1"},
	} {
		if got := SeatToken(test.name, test.id); got != test.want {
			t.Errorf("SeatToken(%q, %q) = %q", test.name, test.id, got)
		}
	}
}

func TestFold(t *testing.T) {
	for text, want := range map[string]string{
		"a": "a", " a \t b\r\n\r\n\n c ": "a b\nc", "a\rb": "a\nb", bom + "a": "a", "": "", " \n ": "", "a\u00a0\u3000b": "a b", "ab": "ab",
	} {
		if got := Fold(text); got != want {
			t.Errorf("Fold(%q) = %q, want %q", text, got, want)
		}
	}
	if Fold("a b") == Fold("a\nb") {
		t.Error("line breaks do not count")
	}
}

func TestPrintCanonical(t *testing.T) {
	messy := bom + "```\n v1  note\tx to a,B  n=02 \r\n\r\n TODO:  route  test \r\nopt/A: x\r\n```"
	want := "v1 note x to a,B n=02\ntodo route  test\nopt/A x\n"
	if got := Parse(messy).Print(); got != want {
		t.Errorf("printed %q, want %q", got, want)
	}
}

func TestTwin(t *testing.T) {
	m := Parse("v1 note x to a,b n=4\nask \"which\" <store>\ndone#1 y\nopt/A\nfree 限")
	want := `{"version":"v1","intent":"note","topic":"x","to":["a","b"],"facts":[{"ask":"\"which\" <store>"},{"done":"y","id":"1"},{"opt":"","id":"A"},{"fact":"free 限"}]}`
	if got := Twin(m, false); got != want {
		t.Errorf("twin %s", got)
	}
	if got := Twin(Parse("v1 note x to a n=1\nreq y"), true); got != "{\n  \"version\": \"v1\",\n  \"intent\": \"note\",\n  \"topic\": \"x\",\n  \"to\": [\n    \"a\"\n  ],\n  \"facts\": [\n    {\n      \"req\": \"y\"\n    }\n  ]\n}" {
		t.Errorf("twin %s", got)
	}
	if got := Twin(Parse("one\n\ntwo"), false); got != `{"facts":[{"fact":"one"},{"fact":"two"}]}` {
		t.Errorf("twin of prose %s", got)
	}
	if got := Twin(Parse(" {\"a\": [1, 2]} "), false); got != `{"a":[1,2]}` {
		t.Errorf("twin of JSON %s", got)
	}
}

func TestSeatKeyIsEqualWhereSeatsAreTheSame(t *testing.T) {
	names := []string{"lead", "LEAD", "leads", "Kim", "\u212aim", "sam", "\u017fam", "νικος", "ΝΙΚΟΣ", "νικοσ", "İda", "ida", "ıda", "Ida", "ß", "ẞ", "ss", "", "\xff", "\ufffd", "東京"}
	for _, a := range names {
		for _, b := range names {
			if got, want := SeatKey(a) == SeatKey(b), SameSeat(a, b); got != want {
				t.Errorf("%q and %q: keys equal is %v, same seat is %v", a, b, got, want)
			}
		}
	}
}
