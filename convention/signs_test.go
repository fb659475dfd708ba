package convention

import (
	"math/rand/v2"
	"slices"
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
	miss("credential", secretSigns, len(Secrets(text)) > 0)
	miss("instant", instantSign, nextInstant(text, 0, len(text)).reading != noTime)
}

// signed are texts that each show one thing that is looked for by signs, at the
// start, in the middle and at the end, in any case, after ASCII and after none.
var signed = []string{
	"as discussed", "at this point", "in order to", "in\u00a0order to", "I think", "i  guess", "basically", "just", "kind of", "please note that", "pls note that", "probably", "maybe",
	"dl 9:00", "dl: tomorrow", "dl\u30002026-09-18T09:00Z", "pls", "impl", "req'd", "req’d", "b/c", "w/o", "w/ x",
	"tomorrow", "tonight", "EOD", "eow", "cob", "next week", "next  Monday", "in 2h", "in\t3 days", "9:00", "9am", "12 pm", "9:30\u2003PM", "14:02Z",
	"yu decides", "ghp_" + strings.Repeat("a1", 20), "it decided", "decision by yu", "x; may y", "x. must not y", "x, req y", "x, but must-not y", ";may y", "20260918T0900Z", "2026-09-18T09:00", "20261301T9900",
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

// Every kind of credential shows, and so does a message that holds it anywhere.
func TestCredentialsShow(t *testing.T) {
	kinds := []string{keyBegin + "RSA " + keyTail, "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N"}
	for _, x := range secretPrefixes {
		kinds = append(kinds, x.prefix+strings.Repeat("a1", x.least))
	}
	for _, k := range kinds {
		if len(Secrets(k)) != 1 {
			t.Errorf("%q is no credential", k)
		}
		for _, around := range [...][2]string{{"", ""}, {"x_", ""}, {"x-", "."}, {"限", "限"}, {"(", ")"}, {"=", ""}} {
			word := around[0] + k + around[1]
			lawSigns(t, word)
			for _, body := range []string{
				"v1 note " + word + " to all n=1\nx", "v1 note x to " + word + " n=1\nx", "v1 note x to all n=1\ndone#" + word, "v1 note x to all n=1\ntodo:" + word,
				"v1 note x to all n=1\n- ask x\n\n" + word + " y", "```\nv1 note x to all n=1\ntodo x\n```" + word, "```" + word + "\nv1 note x to all n=1\ntodo x\n```", "v2 " + word + " to x\nx", bom + word + "\nx",
			} {
				said := slices.ContainsFunc(Check(Parse(body), Context{}), func(d Diagnostic) bool { return d.Code == "secret" })
				if said != (len(Secrets(body)) > 0) {
					t.Errorf("%q: %v", body, said)
				}
			}
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
