package convention

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"earshot/convention/evidence"
)

// body writes a well-formed message with the right count.
func body(lines ...string) string {
	return "v1 report limiter to lead n=" + strconv.Itoa(len(lines)) + "\n" + strings.Join(lines, "\n")
}

func TestProofPairs(t *testing.T) {
	tests := []struct {
		name  string
		lines []string
		grade ProofGrade
		ev    []int
	}{
		{"no evidence", []string{"done x"}, NoEvidence, nil},
		{"below", []string{"done x", "ev commit 3f9a2c1"}, Proved, []int{1}},
		{"below with facts between", []string{"done x", "cost 3 tokens", "ev commit 3f9a2c1"}, Proved, []int{2}},
		{"same id anywhere", []string{"done#1 x", "done#2 y", "ev#1 commit 3f9a2c1"}, Proved, []int{2}},
		{"same id above", []string{"done#2 y", "ev#1 commit 3f9a2c1", "done#1 z"}, NoEvidence, nil},
		{"another id", []string{"done#1 x", "ev#2 commit 3f9a2c1"}, NoEvidence, nil},
		{"ev without id under a done with one", []string{"done#1 x", "ev commit 3f9a2c1"}, Proved, []int{1}},
		{"ev with id under a done without", []string{"done x", "ev#1 commit 3f9a2c1"}, NoEvidence, nil},
		{"above only", []string{"ev commit 3f9a2c1", "done x"}, NoEvidence, nil},
		{"a nearer done takes it", []string{"done x", "done y", "ev commit 3f9a2c1"}, NoEvidence, nil},
		{"one of several suffices", []string{"done#1 12 tests pass", "ev#1 commit 3f9a2c1", "ev#1 run 9921 on CI"}, Proved, []int{1, 2}},
		{"a commit does not prove a test", []string{"done#1 12 tests pass", "ev#1 commit 3f9a2c1"}, WrongKind, []int{1}},
		{"no reference at all", []string{"done x", "ev see above"}, WrongKind, []int{1}},
		{"own and shared in order", []string{"done#1 x", "ev a/b.txt", "done y", "ev#1 commit 3f9a2c1"}, Proved, []int{1, 3}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			m := Parse(body(test.lines...))
			p := m.Proof(0)
			first := 0
			for m.Facts[first].Label.Modality != Done {
				first++
			}
			if first > 0 {
				p = m.Proof(first)
			}
			if p.Grade != test.grade || !slices.Equal(p.Evidence, test.ev) {
				t.Errorf("grade %v with %v, want %v with %v", p.Grade, p.Evidence, test.grade, test.ev)
			}
		})
	}
}

func TestProofNeeds(t *testing.T) {
	m := Parse(body("done 12/12", "done deployed", "done text", "claim x"))
	if got := m.Proof(0).Needs; !slices.Equal(got, []evidence.Kind{evidence.Run, evidence.Log, evidence.Artifact}) {
		t.Errorf("a test result needs %v", got)
	}
	if got := m.Proof(2).Needs; got != nil {
		t.Errorf("text needs %v, want any", got)
	}
	for _, i := range []int{-1, 3, 4} {
		if p := m.Proof(i); p.Grade != NoEvidence || p.Needs != nil || p.Evidence != nil {
			t.Errorf("Proof(%d) = %+v, want nothing", i, p)
		}
	}
}

// The bulk pairing and the walk for one line are two implementations of one
// sentence; random messages hold them against each other.
func FuzzProofsAgree(f *testing.F) {
	f.Add([]byte{0, 5, 1, 6, 2, 7, 3, 8, 4})
	f.Add([]byte("every done and every ev"))
	f.Fuzz(func(t *testing.T, script []byte) {
		kinds := []string{"done x", "done#1 12 tests pass", "done#2 z", "done/A deployed", "fact",
			"ev commit 3f9a2c1", "ev#1 run 7", "ev#2 nothing", "ev#3 lib/x.go", "ev/1 tag v2", "done#", "ev#: #12"}
		lines := []string{}
		for i, b := range script {
			if i > 200 {
				break
			}
			line := kinds[int(b)%len(kinds)]
			if b > 200 {
				line = "done#" + strconv.Itoa(int(b)) + " x"
			}
			lines = append(lines, line)
		}
		m := Parse(body(lines...))
		for _, all := range [][]Proof{m.Proofs(), m.pairedProofs()} {
			for i := range m.Facts {
				one := m.Proof(i)
				if one.Grade != all[i].Grade || !slices.Equal(one.Evidence, all[i].Evidence) || !slices.Equal(one.Needs, all[i].Needs) {
					t.Fatalf("fact %d: %+v alone, %+v among all", i, one, all[i])
				}
			}
		}
	})
}
