package convention

import (
	"reflect"
	"slices"
	"strconv"
	"testing"
)

// A checker says of a message what [Check] says, whatever it has seen before.
func TestCheckerForgets(t *testing.T) {
	var bodies []string
	for _, r := range Rules() {
		bodies = append(bodies, r.Bad, r.Good)
	}
	bodies = append(bodies, studyReport, studyProposal, "", "{}")
	for _, c := range lawContexts() {
		var k Checker
		var kept [][]Diagnostic
		for i := range 3 * len(bodies) {
			got := k.Check(Parse(bodies[i*7%len(bodies)]), c)
			kept = append(kept, got)
		}
		for i, got := range kept {
			if want := Check(Parse(bodies[i*7%len(bodies)]), c); !reflect.DeepEqual(got, want) {
				t.Fatalf("message %d: %+v, want %+v", i, got, want)
			}
		}
	}
}

func TestIDSet(t *testing.T) {
	var s idSet
	var list []string
	for i := range 40 {
		id := strconv.Itoa(i * 7 % 20)
		if got, want := s.add(id), !slices.Contains(list, id); got != want {
			t.Fatalf("add %d: %v", i, got)
		}
		list = append(list, id)
		for k := range 25 {
			if id := strconv.Itoa(k); s.has(id) != slices.Contains(list, id) {
				t.Fatalf("after %d, has %s: %v", i, id, s.has(id))
			}
		}
	}
}

// A rule that is in no scope would never look at anything.
func TestEveryRuleIsInAScope(t *testing.T) {
	for _, r := range table {
		if r.scope == 0 || r.check == nil {
			t.Errorf("%s looks at nothing", r.Code)
		}
	}
}

// lawNeeds holds that what a rule says it needs spares nothing but looks that
// find nothing.
func lawNeeds(t *testing.T, text string, c Context) {
	t.Helper()
	m := Parse(text)
	var fast Checker
	want := fast.once(m, &c)
	var slow pass
	slow.start(m, &c)
	for i := range table {
		if r := &table[i]; slow.scopes&r.scope != 0 {
			slow.rule = r
			r.check(&slow)
		}
	}
	slow.hideSecrets()
	slices.SortStableFunc(slow.out, inOrder)
	if !reflect.DeepEqual(slow.out, want) {
		t.Fatalf("%q: %+v without a look at what the rules need, %+v with it", text, slow.out, want)
	}
}
