package convention

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"earshot/convention/evidence"
)

// pieces are what random messages are made of: every word that some rule
// knows, marks, values, and things that are nearly one of them.
var pieces = strings.Split(`req|ask|must-not|may|done|ev|claim|plan|todo|block|opt/A|opt/B|rec|default|risk|mit|deadline|decider|unknown|
done#1|done#2|ev#1|ev#2|done/A|opt/2|TODO:|Done|Risk:|ev:|done#|opt/|req:|MAY|
must|must not|mustn't|do not|don’t|never|should|shall|please|required|Required:|forbidden|allowed to|optional|blocked|blocker|decision|question|evidence|proof|recommend|recommended|option A|option 3|fyi|fyi,|please don't|
-|*|1.|2)|(3)|•|>|**|__|~~|"|“|”|'|[|]|[ ]|✅|🚀|1️⃣|##|`+"`"+`|`+"```"+`|~~~|
**done**|**ask**:|"req|"ask"|`+"`"+`may`+"`"+`|_todo_|- ask|- done#1|> ev|1. must not|- must|
;|,|.|:|→|—|/|=|(|)|?|!|
20260918T0900Z|20260918T090005Z|2026-09-18T09:00:00Z|2026-09-18T11:00+02:00|2026-09-18T09:00:00.5Z|20261301T0900Z|20260918T0900|2024-02-30T10:00Z|20200101T0000Z|
tomorrow|tonight|EOD|next week|in 2h|9:00|9:30 am|5pm|in|next|
150000|429|42|3.5|2026-09-18|Sep 18|18|60/min|12/12|0 failures|coverage 87%|benchmark 3 ms|tests pass|12 tests pass|deployed|rolled out|live in eu|rolled|live|pass|test|0|failures|
commit 3f9a2c1|run 81723|pr 412|branch feat/x|file lib/x.ts|url https://example.test/x|msg #12|log ci.txt|tag v2|deploy prod|commit badc0de1|
3f9a2c1|https://ci.test/actions/runs/9|https://git.test/pull/9|https://example.test/|msg_8Fk2|#12|lib/rate-limit.ts|feat/limit|see above|commit|run|
please note that|pls note that|as discussed|basically|basically,|just|kind of|in order to|at this point|I think|probably|I guess|maybe|in order|kind|of|as|discussed|note that|
dl|pls|req'd|impl|w/|w/o|b/c|impl of|
path|link:|hash|time|ref|endpoint|route|uri|path lib/x.ts|ref todo/x|time 20260918T0900Z|
yu|yu (CTO)|lead|worker|zoe|@yu:|laed|none|
yu decides|yu decided|decides|decided|decision by|by|who|not|be|
A|B|C|2|3|rec A|→C|→A|risk C|
i_5fBAXDeXWz|job-rl-0917|UPSTASH_REDIS_REST_URL|123e4567-e89b-12d3|
; must not|; may|, must-not|. may not|, and req|; but must not|and|but|
limiter|Redis|the route|outcome partial|cost 61000 tokens|限流|готово|नमस्ते|café|e`+"\u0301"+`|
rit_Zm9vYmFyMTIzNDU2Nzg5MDEy|AKIAIOSFODNN7EXAMPLE|`, "|")

var headers = []string{
	"v1 report limiter to lead n=%d", "v1 propose limiter to yu n=%d", "v1 request limiter to worker,yu n=%d", "v1 note limiter to all n=%d",
	"v1 state limiter to all n=%d", "v1 brief limiter to worker n=%d", "v1 note limiter", "v1 report limiter lead n=%d", "v1 report limiter to lead, yu n=%d",
	"v1 report limiter to lead", "v1 report rate limiter to laed n=%d", "v1 report limiter to lead n=%d urgent", "v2 report limiter to lead n=%d", "v1 report limiter n=%d to lead",
	"v1 report limiter to twin,zoe n=%d", "v1 report job-rl-0917 to yuu n=%d", "v1  report\tlimiter to  lead  n=0%d", "v1 to lead n=%d", "v1",
}

// compose writes a message from a script: a byte each for the header and for
// how n and the line ends are, then a piece a byte.
func compose(script []byte) string {
	if len(script) < 2 {
		return string(script)
	}
	var lines []string
	var line strings.Builder
	end := func() {
		lines = append(lines, line.String())
		line.Reset()
	}
	for _, b := range script[2:] {
		if b >= 248 {
			end()
			continue
		}
		piece := strings.Trim(pieces[int(b)%len(pieces)], "\n")
		if b >= 240 {
			piece = "\t" // also a way to a blank line
		}
		if line.Len() > 0 {
			line.WriteByte(' ')
		}
		line.WriteString(piece)
	}
	end()
	facts := 0
	for _, l := range lines {
		if strings.TrimSpace(l) != "" {
			facts++
		}
	}
	how := script[1]
	header := headers[int(script[0])%len(headers)]
	if strings.Contains(header, "%d") {
		header = fmt.Sprintf(header, facts+int(how&1)*int(how>>4))
	}
	sep := []string{"\n", "\n", "\n", "\r\n", "\r"}[int(how>>1)%5]
	text := header + sep + strings.Join(lines, sep)
	if how%7 == 0 {
		text += sep
	}
	if how%11 == 0 {
		text = "```" + sep + text + sep + "```"
	}
	if how%13 == 0 {
		text = bom + text
	}
	return text
}

// lawContexts are the contexts that every law holds in.
func lawContexts() []Context {
	return []Context{
		{},
		{
			Seats: []string{"lead", "worker", "yu", "twin", "Twin", "Night Watch"}, Now: time.Date(2026, 9, 1, 0, 0, 0, 0, time.UTC),
			RoomMessages: 50, V1Share: 0.1,
			Tokens: func(s string) int { return (len(s) + 1) / 2 },
			Verdict: func(ref string) evidence.Verdict {
				if strings.Contains(ref, "badc0de1") {
					return evidence.Verdict{Result: evidence.Missing}
				}
				return evidence.Verdict{}
			},
		},
	}
}

func checkLaws(t *testing.T, text string) {
	t.Helper()
	for _, c := range lawContexts() {
		m := Parse(text)
		all := Check(m, c)
		lawSpans(t, text, all)
		lawSame(t, text, c, all)
		lawFixes(t, text, c, all)
		lawSafe(t, text, c)
		lawSecrets(t, text, all)
		lawNeeds(t, text, c)
	}
	lawParse(t, text)
	lawSigns(t, text)
	for line := range strings.Lines(text) {
		lawSigns(t, line)
	}
	lawPrint(t, text)
	lawTwin(t, text)
	lawFold(t, text)
}

func boundary(text string, i int) bool {
	if i < 0 || i > len(text) {
		return false
	}
	if i == len(text) || i == 0 || utf8.RuneStart(text[i]) {
		return true
	}
	// Inside of what is no rune, every byte is one.
	back := i
	for back > 0 && i-back < utf8.UTFMax && !utf8.RuneStart(text[back]) {
		back--
	}
	_, size := utf8.DecodeRuneInString(text[back:])
	return back+size <= i
}

func lawSpan(t *testing.T, text string, sp Span, what string) {
	t.Helper()
	if sp.Start > sp.End || !boundary(text, sp.Start) || !boundary(text, sp.End) {
		t.Fatalf("%s: span %v is not one of %q", what, sp, text)
	}
}

func lawSpans(t *testing.T, text string, all []Diagnostic) {
	t.Helper()
	for i, d := range all {
		lawSpan(t, text, d.Span, d.Code)
		if d.Message == "" || strings.ContainsAny(d.Message, "\n\r") || !utf8.ValidString(d.Message) {
			t.Fatalf("%s: message %q", d.Code, d.Message)
		}
		if i > 0 && (all[i-1].Span.Start > d.Span.Start || all[i-1].Span == d.Span && all[i-1].Code > d.Code) {
			t.Fatalf("%s stands after %s in %q", d.Code, all[i-1].Code, text)
		}
		if d.Fix == nil {
			continue
		}
		if d.Fix.Title == "" || len(d.Fix.Edits) == 0 {
			t.Fatalf("%s: an empty fix", d.Code)
		}
		for j, e := range d.Fix.Edits {
			lawSpan(t, text, e.Span, d.Code+" edit")
			if j > 0 && d.Fix.Edits[j-1].Span.End > e.Span.Start {
				t.Fatalf("%s: edits overlap or are not sorted: %+v", d.Code, d.Fix.Edits)
			}
		}
	}
}

func lawSame(t *testing.T, text string, c Context, all []Diagnostic) {
	t.Helper()
	again := Check(Parse(text), c)
	if len(again) != len(all) {
		t.Fatalf("two checks of %q differ", text)
	}
	for i := range all {
		if all[i].Code != again[i].Code || all[i].Span != again[i].Span || all[i].Message != again[i].Message {
			t.Fatalf("two checks of %q differ at %d", text, i)
		}
	}
}

func summary(all []Diagnostic) string {
	var b strings.Builder
	for _, d := range all {
		fmt.Fprintf(&b, "\n  %s %v", d.Code, d.Span)
	}
	return b.String()
}

// A fix removes its diagnostic and adds none.
func lawFixes(t *testing.T, text string, c Context, all []Diagnostic) {
	t.Helper()
	before := codes(all)
	for _, d := range all {
		if d.Fix == nil {
			continue
		}
		mended, err := Apply(text, d.Fix.Edits)
		if err != nil {
			t.Fatalf("%s: %v", d.Code, err)
		}
		left := Check(Parse(mended), c)
		after := codes(left)
		for code, n := range after {
			if n > before[code] {
				t.Fatalf("the fix of %s adds %s:\n%q\n%q%s\nbecomes%s", d.Code, code, text, mended, summary(all), summary(left))
			}
		}
		if after[d.Code] >= before[d.Code] {
			t.Fatalf("the fix of %s leaves it:\n%q\n%q%s", d.Code, text, mended, summary(left))
		}
	}
}

// Safe fixes converge in three rounds and change neither a value nor who
// must do what.
func lawSafe(t *testing.T, text string, c Context) {
	t.Helper()
	mended, n := FixSafe(text, c)
	left := Check(Parse(mended), c)
	for _, d := range left {
		if d.Fix != nil && d.Fix.Safe {
			t.Fatalf("%d safe fixes leave %s in\n%q\nof\n%q", n, d.Code, mended, text)
		}
	}
	before := codes(Check(Parse(text), c))
	for code, count := range codes(left) {
		if count > before[code] {
			t.Fatalf("safe fixes add %s:\n%q\n%q", code, text, mended)
		}
	}
	if was, is := meaning(text), meaning(mended); was != is {
		t.Fatalf("safe fixes change what is said\n%q\n%q\n%s\n%s", text, mended, was, is)
	}
}

// meaning is who must do what by when, in which values: the addressees, and
// for each line its modality, instants, due time and every word with a digit.
// A done line that nothing proves is a claim, and what does not prove is a
// plain fact.
func meaning(text string) string {
	m := Parse(text)
	if m.Header == nil || m.Header.Version.Text != "v1" {
		return "no header"
	}
	var b strings.Builder
	h := m.Header
	fmt.Fprintf(&b, "%s %s %v", h.Intent.Text, h.Topic.Text, names2(h.To))
	reports := strings.EqualFold(h.Intent.Text, "state") || strings.EqualFold(h.Intent.Text, "brief")
	p := pass{m: m, source: m.Source, facts: m.Facts, reports: reports}
	p.mend()
	facts, pairs := p.facts, p.pairing()
	proved := map[int]bool{}
	for _, d := range pairs.dones {
		if grade(evidence.Need(facts[d.fact].Text), pairs.kinds(d), pairs.hasEvidence(d)) == Proved {
			proved[d.fact] = true
			for _, e := range pairs.evidence(d) {
				proved[e] = true
			}
		}
	}
	for i := range facts {
		f := &facts[i]
		modality := f.Label.Modality
		switch {
		case modality == Done && !proved[i] && !reports:
			modality = Claim
		case modality == Ev && !proved[i] && !reports:
			modality = None
		}
		fmt.Fprintf(&b, "\n%s", modality)
		if modality == Opt {
			b.WriteString("/" + f.Label.ID)
		}
		if at, ok := askTime(facts, i); ok && (modality == Ask || modality == Req) {
			b.WriteString(" due " + at.Format(time.RFC3339Nano))
		}
		for _, v := range values(f, m.Source) {
			b.WriteString(" " + v)
		}
	}
	return b.String()
}

func names2(to []Token) (list []string) {
	for _, t := range to {
		list = append(list, t.Text)
	}
	return list
}

func values(f *Fact, source string) []string {
	var list []string
	text := source[f.TextSpan.Start:f.TextSpan.End]
	for i := len(f.Times) - 1; i >= 0; i-- {
		t := f.Times[i]
		list = append(list, t.At.UTC().Format(time.RFC3339Nano))
		text = text[:t.Span.Start-f.TextSpan.Start] + " " + text[t.Span.End-f.TextSpan.Start:]
	}
	for _, w := range strings.Fields(text) {
		if strings.ContainsAny(w, "0123456789") {
			list = append(list, strings.Trim(w, "\"'“”`,.;:()[]"))
		}
	}
	slices.Sort(list)
	return list
}

func lawSecrets(t *testing.T, text string, all []Diagnostic) {
	t.Helper()
	for _, sp := range Secrets(text) {
		lawSpan(t, text, sp, "secret")
		for _, d := range all {
			said := d.Message
			if d.Fix != nil {
				said += d.Fix.Title
				for _, e := range d.Fix.Edits {
					said += "\n" + e.Text
				}
			}
			if strings.Contains(said, text[sp.Start:sp.End]) {
				t.Fatalf("%s repeats a credential: %q", d.Code, said)
			}
		}
	}
}

func lawParse(t *testing.T, text string) {
	t.Helper()
	m := Parse(text)
	if m.Source != text {
		t.Fatal("the source is not kept")
	}
	line := 0
	if h := m.Header; h != nil {
		lawSpan(t, text, h.Span, "header")
		line = h.Line
		for _, tok := range append([]Token{h.Version, h.Intent, h.Topic, h.Count}, h.To...) {
			lawSpan(t, text, tok.Span, "header token")
			if tok.Text != valid(text[tok.Span.Start:tok.Span.End]) {
				t.Fatalf("token %q is not at %v", tok.Text, tok.Span)
			}
		}
	}
	for _, f := range m.Facts {
		lawSpan(t, text, f.Span, "fact")
		lawSpan(t, text, f.TextSpan, "text")
		lawSpan(t, text, f.Label.Span, "label")
		at, column := Position(text, f.Span.Start)
		if f.Line != at || column < 1 || f.Line <= line {
			t.Fatalf("a fact on line %d is said to be on %d, after %d", at, f.Line, line)
		}
		line = f.Line
		if f.Text != valid(text[f.TextSpan.Start:f.TextSpan.End]) || f.Span.Len() == 0 {
			t.Fatalf("text %q is not at %v", f.Text, f.TextSpan)
		}
		for _, at := range f.Times {
			lawSpan(t, text, at.Span, "time")
		}
	}
	if m.Form == V1 && m.Acts() == m.Data() {
		t.Fatal("a well-formed message acts or is data")
	}
}

// Parse, print and parse again is the identity for well-formed messages.
func lawPrint(t *testing.T, text string) {
	t.Helper()
	m := Parse(text)
	printed := m.Print()
	if m.Form != V1 {
		if printed != text {
			t.Fatalf("a body that is not well-formed is printed as %q", printed)
		}
		return
	}
	again := Parse(printed)
	if was, is := content(m), content(again); was != is {
		t.Fatalf("%q printed as %q\n%s\n%s", text, printed, was, is)
	}
	if twice := again.Print(); twice != printed {
		t.Fatalf("%q printed again as %q", printed, twice)
	}
}

// content is everything that a message says, without where it says it.
func content(m *Message) string {
	var b strings.Builder
	h := m.Header
	fmt.Fprintf(&b, "%v %s %s %s %v %d", m.Form, h.Version.Text, h.Intent.Text, h.Topic.Text, names2(h.To), h.N)
	for _, f := range m.Facts {
		fmt.Fprintf(&b, "\n%s|%s", f.Label, f.Text)
		for _, t := range f.Times {
			fmt.Fprintf(&b, "|%s %d", t.At.Format(time.RFC3339Nano), t.Form)
		}
	}
	return b.String()
}

func lawTwin(t *testing.T, text string) {
	t.Helper()
	m := Parse(text)
	for _, indent := range []bool{false, true} {
		if twin := Twin(m, indent); !json.Valid([]byte(twin)) || strings.HasSuffix(twin, "\n") {
			t.Fatalf("the twin of %q is %q", text, twin)
		}
	}
}

func lawFold(t *testing.T, text string) {
	t.Helper()
	folded := Fold(text)
	if Fold(folded) != folded || Fold("\n \t"+strings.ReplaceAll(text, "\n", " \r\n\n ")) != folded {
		t.Fatalf("folding %q is not stable: %q", text, folded)
	}
}

func FuzzLaws(f *testing.F) {
	for seed := range 64 {
		script := make([]byte, 40)
		state := uint32(seed)*2654435761 + 1
		for i := range script {
			state = state*1664525 + 1013904223
			script[i] = byte(state >> 24)
		}
		f.Add(script)
	}
	f.Fuzz(func(t *testing.T, script []byte) {
		if len(script) > 400 {
			return
		}
		checkLaws(t, compose(script))
	})
}

func FuzzText(f *testing.F) {
	for _, text := range []string{studyProposal, studyReport, "", "v1", "\xff", bom, "```\n```", "{}", "P1:V4", "v1 a b to c n=1\n\xe9\u2028x", "v1 note x\r\rask \u00a0y",
		"v1 a b to c n=2\n- \x00\n**", "v1 r l to lead n=1\n> \"**ask:** 20260918T0900Z**\"", strconv.Itoa(1 << 40)} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 4000 {
			return
		}
		checkLaws(t, text)
	})
}

const fewMessages = 1500 / slowdown

// randomMessages is how many random messages the laws are held against.
var randomMessages = flag.Int("messages", fewMessages, "random messages that the laws are held against")

// Short lines of few pieces reach more of the rules than the fuzzer does in
// the same time.
func TestLawsOnRandomMessages(t *testing.T) {
	seed := uint64(1)
	if *randomMessages != fewMessages {
		seed = uint64(*randomMessages)
	}
	r := rand.New(rand.NewPCG(seed, 2))
	for range *randomMessages {
		script := []byte{byte(r.IntN(256)), byte(r.IntN(256))}
		if r.IntN(2) == 0 {
			script[1] &^= 1 // mostly with the right count
		}
		for range 1 + r.IntN(6) {
			for range 1 + r.IntN(5) {
				script = append(script, byte(r.IntN(240)))
			}
			script = append(script, 250)
		}
		text := composeWide(script, r)
		if r.IntN(3) == 0 {
			text = scratch(text, r)
		}
		checkLaws(t, text)
	}
}

// scratch damages the text: bytes lost, doubled, and put in.
func scratch(text string, r *rand.Rand) string {
	odd := []string{"\xff", "\xe2\x82", "\u00a0", "\u3000", "\u2028", "\u200b", "\u0301", "\x00", "\r", "\n", "\n\n", "`", "*", "\"", ":", "#", "/", ",", "n=", " to ", "é", "限", "🚀", bom}
	for range 1 + r.IntN(4) {
		i := r.IntN(len(text) + 1)
		switch r.IntN(3) {
		case 0:
			text = text[:i] + text[min(i+1, len(text)):]
		case 1:
			text = text[:i] + odd[r.IntN(len(odd))] + text[i:]
		default:
			j := min(len(text), i+r.IntN(12))
			text = text[:j] + text[i:]
		}
	}
	return text
}

// composeWide is compose with pieces that a byte does not reach.
func composeWide(script []byte, r *rand.Rand) string {
	text := compose(script)
	for range 3 {
		i := strings.IndexByte(text, ' ')
		if j := r.IntN(len(text)); j > i && text[j] == ' ' {
			text = text[:j+1] + strings.Trim(pieces[r.IntN(len(pieces))], "\n") + text[j:]
		}
	}
	return text
}
