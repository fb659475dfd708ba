package ledger

import "earshot/convention/evidence"

// claim is a line that something may still prove.
type claim struct {
	post   *post
	next   *claim // of its message
	entry  entry[claim]
	text   span
	line   uint32
	needs  evidence.Set
	why    doubt
	open   bool
	inRoll bool
}

// doubt is why a line is only a claim.
type doubt uint8

const (
	saysSo doubt = iota
	noEvidence
	evidenceKind
	evidenceMissing
)

func (d doubt) String() string {
	switch d {
	case noEvidence:
		return WhyNoEvidence
	case evidenceKind:
		return WhyEvidenceKind
	case evidenceMissing:
		return WhyEvidenceMissing
	}
	return WhyClaim
}

func (c *claim) place() place  { return place{sequence: c.post.seq, line: int(c.line)} }
func (c *claim) listed() bool  { return c.open }
func (c *claim) rolled() *bool { return &c.inRoll }

// newClaim makes a claim of a line.
func (l *Ledger) newClaim(p *post, line uint32, text span, w words, why doubt, needs evidence.Set) *claim {
	c := l.made.claims.put(claim{post: p, line: line, text: text, why: why, needs: needs})
	c.entry = entry[claim]{words: w, of: c}
	return c
}

// asClaim returns what the done is while nothing proves it; nil in a message
// that only repeats another, which is on the list already.
func (l *Ledger) asClaim(d *done) *claim {
	if d.claim == nil && !d.post.is(repeated) {
		d.claim = l.newClaim(d.post, d.line, d.text, d.words, saysSo, d.need)
	}
	if d.claim != nil {
		d.claim.why = d.why()
	}
	return d.claim
}

func (l *Ledger) openClaim(d *desk, c *claim) {
	if c == nil || c.open || c.post.corrected() {
		return
	}
	c.open = true
	d.claims.put(&c.entry)
	l.counts.Claims++
	c.post.from.self().claimed++
	l.claims.enter(c)
}

func (l *Ledger) shutClaim(c *claim) {
	if c.open {
		c.open = false
		l.counts.Claims--
		c.post.from.self().claimed--
		l.claims.leave()
	}
}
