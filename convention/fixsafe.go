package convention

// maxRounds bounds the rounds of [FixSafe]: one fix can wait for another on
// the same words, and that one for a third.
const maxRounds = 3

// FixSafe applies every safe fix, in at most three rounds, and returns the
// mended body and how many fixes were applied. It changes no value and
// nobody's obligations.
func FixSafe(body string, c Context) (string, int) {
	var k Checker
	applied := 0
	for range maxRounds {
		edits, fixes := safeEdits(len(body), k.once(Parse(body), &c))
		if fixes == 0 {
			break
		}
		mended, err := Apply(body, edits)
		if err != nil {
			break // fixes that touch are never taken together, so that this does not happen
		}
		body = mended
		applied += fixes
	}
	return body, applied
}

// safeEdits picks the safe fixes that do not touch one another, in order.
func safeEdits(size int, all []Diagnostic) (edits []Edit, fixes int) {
	t := touched{covered: make([]bool, size+1), inserted: make([]bool, size+1)}
	for i := range all {
		f := all[i].Fix
		if f == nil || !f.Safe || t.any(f.Edits) {
			continue
		}
		t.add(f.Edits)
		edits = append(edits, f.Edits...)
		fixes++
	}
	return edits, fixes
}

// touched is what edits have been taken: which bytes they replace, and at
// which offsets they only insert.
type touched struct{ covered, inserted []bool }

// any reports whether one of the edits replaces a byte that is replaced
// already, or inserts at the edge of another edit, where their order would
// decide what comes out.
func (t *touched) any(edits []Edit) bool {
	for _, e := range edits {
		if e.Span.Len() == 0 {
			if t.inserted[e.Span.Start] || t.covered[e.Span.Start] || e.Span.Start > 0 && t.covered[e.Span.Start-1] {
				return true
			}
			continue
		}
		for i := e.Span.Start; i < e.Span.End; i++ {
			if t.covered[i] || t.inserted[i] {
				return true
			}
		}
		if t.inserted[e.Span.End] {
			return true
		}
	}
	return false
}

func (t *touched) add(edits []Edit) {
	for _, e := range edits {
		if e.Span.Len() == 0 {
			t.inserted[e.Span.Start] = true
		}
		for i := e.Span.Start; i < e.Span.End; i++ {
			t.covered[i] = true
		}
	}
}
