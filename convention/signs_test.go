package convention

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// lawSigns holds that a look that the signs of a text spare would have found
// nothing.
func lawSigns(t *testing.T, text string) {
	t.Helper()
	has := readSigns(text)
	miss := func(what string, s signs, found bool) {
		t.Helper()
		if found && has&s == 0 {
			t.Fatalf("%q holds a %s and does not show it: %b", text, what, has)
		}
	}
	everything := Span{0, len(text)}
	p := pass{source: text, facts: []Fact{{TextSpan: everything, signs: phraseSigns}}}
	miss("phrase", phraseSigns, len(p.phraseList()) > 0)
	_, relative := nextRelative(text, 0, len(text))
	miss("relative time", relativeSigns, relative)
	_, decided := decisionWords(text, everything)
	miss("decision", decSign, decided)
	_, clause := nextClause(text, 0, len(text))
	miss("clause", clauseSigns, clause)
	miss("instant", instantSign, nextInstant(text, 0, len(text)).reading != noTime)
}

// signed are texts that each show one thing that is looked for by signs, at the
// start, in the middle and at the end, in any case, after ASCII and after none.
var signed = []string{
	"as discussed", "at this point", "in order to", "in\u00a0order to", "I think", "i  guess", "basically", "just", "kind of", "please note that", "pls note that", "probably", "maybe",
	"dl 9:00", "dl: tomorrow", "dl\u30002026-09-18T09:00Z", "pls", "impl", "req'd", "req’d", "b/c", "w/o", "w/ x",
	"tomorrow", "tonight", "EOD", "eow", "cob", "next week", "next  Monday", "in 2h", "in\t3 days", "9:00", "9am", "12 pm", "9:30\u2003PM", "14:02Z",
	"yu decides", "it decided", "decision by yu", "x; may y", "x. must not y", "x, req y", "x, but must-not y", ";may y", "20260918T0900Z", "2026-09-18T09:00", "20261301T9900",
}

func TestSigns(t *testing.T) {
	for _, s := range signed {
		for _, around := range [...][2]string{{"", ""}, {"x ", " y"}, {"限", "限"}, {"(", ")"}, {"\xff", "\xff"}, {"`a`", "`b`"}, {"“", "”"}, {"a", "b"}, {"\u0301", "\u0301"}, {"→", ","}, {"1", "2"}} {
			for _, x := range [...]string{s, strings.ToUpper(s), strings.ToLower(s)} {
				lawSigns(t, around[0]+x+around[1])
			}
		}
	}
	for _, plain := range []string{"outcome partial", "sliding window with a counter", "the requests of this main branch", "that was the third run of today, spam", "commit 3f9a2c1 on branch feat/rate-limit", "cost 61000 tokens"} {
		if has := readSigns(plain); has != 0 {
			t.Errorf("%q shows %b", plain, has)
		}
	}
}

func FuzzSigns(f *testing.F) {
	for _, s := range signed {
		f.Add(s)
	}
	f.Add(studyReport)
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 2000 {
			return
		}
		lawSigns(t, text)
		r := rand.New(rand.NewPCG(uint64(len(text)), 3))
		for range 20 {
			at, s := r.IntN(len(text)+1), signed[r.IntN(len(signed))]
			lawSigns(t, text[:at]+s[r.IntN(len(s)):]+text[at:])
		}
	})
}
