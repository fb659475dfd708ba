package convention

import "earshot/convention/evidence"

// ProofGrade says what the evidence of a done line is worth by its kind.
type ProofGrade uint8

// The grades.
const (
	NoEvidence ProofGrade = iota // only a claim
	WrongKind                    // evidence, but none of a kind that can prove the line
	Proved                       // at least one ev of a kind that can
)

// Proof is the evidence of one done line.
type Proof struct {
	Grade    ProofGrade
	Evidence []int           // indexes of the ev facts that belong to it, in order
	Needs    []evidence.Kind // the kinds that can prove it; nil means any kind
}

// Proof returns the proof of the done line at Facts[i], by the kinds of its
// evidence alone. It is the zero value for any other line.
func (m *Message) Proof(i int) Proof {
	return Proof{}
}
