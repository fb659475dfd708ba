package ledger

import (
	"earshot/convention"
	"earshot/convention/evidence"
)

// done is a done line of a message that acts.
type done struct {
	post  *post
	words words
	cites []cite
	claim *claim // what it is while unproven
	item  *item  // the req it settled or claimed
	next  *done  // of its message
	text  span
	line  uint32
	proof convention.ProofGrade // by the kinds alone
	need  evidence.Set
}

// cite is one ev line of a done.
type cite struct {
	verdict *evidence.Verdict // nil: nobody looked
	ref     span
	line    uint32
	kind    evidence.Set // the one that it is of; none where it is of no kind
}

func (c *cite) result() evidence.Result {
	if c.verdict == nil {
		return evidence.Unlooked
	}
	return c.verdict.Result
}

func (c *cite) refuted() bool {
	r := c.result()
	return r == evidence.Missing || r == evidence.Failed
}

// proves reports whether evidence of the cite's kind can prove what needs need.
func (c *cite) proves(need evidence.Set) bool { return c.kind != 0 && (need == 0 || need&c.kind != 0) }

// good reports whether the line is proved: it has evidence of a kind that can
// prove it which nobody found missing or failed.
func (d *done) good() bool {
	if d.proof != convention.Proved {
		return false
	}
	for i := range d.cites {
		if c := &d.cites[i]; c.proves(d.need) && !c.refuted() {
			return true
		}
	}
	return false
}

// grade says what the evidence is worth; "" where it is of no kind that proves.
func (d *done) grade() string {
	if d.proof != convention.Proved {
		return ""
	}
	grade := Contradicted
	for i := range d.cites {
		c := &d.cites[i]
		switch {
		case !c.proves(d.need) || c.refuted():
		case c.result() == evidence.Found:
			return Checked
		default:
			grade = Cited
		}
	}
	return grade
}

func (d *done) why() doubt {
	switch d.proof {
	case convention.NoEvidence:
		return noEvidence
	case convention.WrongKind:
		return evidenceKind
	}
	return evidenceMissing
}
