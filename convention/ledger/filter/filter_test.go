package filter

import (
	"errors"
	"strings"
	"testing"

	"earshot/convention"
	"earshot/convention/ledger"
)

const ask = "v1 propose limiter to yu n=2\nask how to store counters\nclaim it works"

// Every term of the expression is held against one message, alone and negated.
func TestTermsHoldOrNot(t *testing.T) {
	flagged := ledger.MessageState{
		RepeatOf: 3,
		Lines: map[int]ledger.LineState{
			2: {Items: []ledger.Item{{State: ledger.Overdue}, {State: ledger.Answered, Late: ledger.LateAfterDefault}}},
			3: {Claim: &ledger.Claim{}},
		},
	}
	s := Subject{From: "Lead", Doc: convention.Parse(ask), State: flagged, Unread: true}
	for term, want := range map[string]bool{
		"seat:lead": true, "seat:LEAD": true, "seat:yu": false,
		"topic:limiter": true, "topic:limit": false, "to:yu": true, "to:all": false,
		"intent:propose": true, "intent:report": false,
		"counters": true, `"store counters"`: true, `"counters store"`: false, "COUNTERS": true,
		"is:ask": true, "is:req": false, "is:claim": true, "is:unproven": true, "is:unaddressed": false,
		"is:overdue": true, "is:due": false, "is:defaulted": false, "is:data": false, "is:repeat": true,
		"is:conflict": true, "is:possible": false, "is:unread": true,
	} {
		f, err := Parse(term)
		if err != nil {
			t.Fatal(err)
		}
		if got := f.Match(s); got != want {
			t.Errorf("%s picks: %v, want %v", term, got, want)
		}
		not, err := Parse("-" + term)
		if err != nil {
			t.Fatal(err)
		}
		if got := not.Match(s); got == want {
			t.Errorf("-%s picks: %v as well", term, got)
		}
	}
}

func TestTermsAreAllNeeded(t *testing.T) {
	s := Subject{From: "lead", Doc: convention.Parse(ask)}
	for expression, want := range map[string]bool{
		"":                                   true,
		"  ":                                 true,
		"seat:lead topic:limiter":            true,
		"seat:lead topic:other":              false,
		"seat:lead -topic:other":             true,
		`is:ask "how to" -seat:runner to:yu`: true,
	} {
		f, err := Parse(expression)
		if err != nil {
			t.Fatal(err)
		}
		if got := f.Match(s); got != want {
			t.Errorf("%q picks: %v, want %v", expression, got, want)
		}
	}
}

// An ask that silence has decided is past its time without an answer as well.
func TestDefaultedIsOverdueToo(t *testing.T) {
	for state, want := range map[ledger.State][2]bool{
		ledger.Defaulted: {true, true}, ledger.Overdue: {true, false}, ledger.Due: {}, ledger.Answered: {},
	} {
		s := Subject{Doc: convention.Parse(ask), State: ledger.MessageState{Lines: map[int]ledger.LineState{2: {Items: []ledger.Item{{State: state}}}}}}
		for i, term := range []string{"is:overdue", "is:defaulted"} {
			f, err := Parse(term)
			if err != nil {
				t.Fatal(err)
			}
			if f.Match(s) != want[i] {
				t.Errorf("%s of what is %s: %v", term, state, !want[i])
			}
		}
	}
}

// What has no header has no topic, intent or addressee, and is no error.
func TestProseHasNoHeader(t *testing.T) {
	s := Subject{From: "lead", Doc: convention.Parse("topic:limiter is what I mean")}
	for term, want := range map[string]bool{"topic:limiter": false, "-topic:limiter": true, `"topic:limiter"`: true} {
		f, err := Parse(term)
		if err != nil {
			t.Fatal(err)
		}
		if got := f.Match(s); got != want {
			t.Errorf("%s picks: %v, want %v", term, got, want)
		}
	}
}

func TestErrorsSayWhere(t *testing.T) {
	for expression, at := range map[string]int{
		"seat:yu colour:red": 8,
		`topic:x "no end`:    8,
		"is:new":             3,
		"a -":                2,
		"seat:":              0,
		"topic: x":           0,
	} {
		_, err := Parse(expression)
		var e *Error
		if !errors.As(err, &e) {
			t.Fatalf("%q: error %v", expression, err)
		}
		if e.Offset != at {
			t.Errorf("%q: error at %d, want %d: %v", expression, e.Offset, at, err)
		}
	}
}

func TestEveryStateIsKnown(t *testing.T) {
	for _, state := range States() {
		if _, err := Parse("is:" + state); err != nil {
			t.Error(err)
		}
	}
	for _, key := range Keys() {
		if _, err := Parse(key + ":ask"); err != nil {
			t.Error(err)
		}
	}
}

func TestTimeAndAddressAreWords(t *testing.T) {
	f, err := Parse("12:30 http://x/y")
	if err != nil {
		t.Fatal(err)
	}
	if terms := f.Terms(); len(terms) != 2 || terms[0].Key != Words || terms[1].Key != Words {
		t.Fatalf("terms %+v", f.Terms())
	}
}

// Whatever is typed, parsing gives a filter or an error inside of the text,
// never both, and a filter picks by its terms alone.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"", `seat:yu -"a b" is:ask`, `-`, `"`, "is:", "x:y", "-seat:\"a b\"", "é:ü", "\x80 seat:\xff"} {
		f.Add(s)
	}
	subject := Subject{From: "yu", Doc: convention.Parse(ask)}
	f.Fuzz(func(t *testing.T, s string) {
		got, err := Parse(s)
		if err != nil {
			var e *Error
			if !errors.As(err, &e) || e.Offset < 0 || e.Offset > len(s) {
				t.Fatalf("%q: %v", s, err)
			}
			return
		}
		if got.String() != strings.TrimSpace(s) {
			t.Fatalf("%q prints as %q", s, got.String())
		}
		want := true
		for _, term := range got.Terms() {
			one := Filter{terms: []Term{{Key: term.Key, Value: term.Value}}}
			want = want && one.Match(subject) != term.Negate
		}
		if got.Match(subject) != want {
			t.Fatalf("%q picks: %v, its terms: %v", s, got.Match(subject), want)
		}
	})
}
