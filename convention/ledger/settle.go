package ledger

import (
	"slices"

	"earshot/convention"
	"earshot/convention/evidence"
)

// desk is what one seat has in hand on one topic: the reqs it owes, the claims it
// made, the asks it has to answer. Everything that settles reqs and claims is
// kept as acts, so that a verdict which changes the past can be followed by
// playing them again.
type desk struct {
	seat   *seat
	topic  *topic
	reqs   shelf[item]
	claims shelf[claim]
	askers []*asker
	acts   []*act
	links  []*desk // whose acts touch each other's items
	soiled bool    // a verdict changed what an act was worth
}

type actKind uint8

const (
	actOpen  actKind = iota // a req is owed here from now on
	actClose                // and no longer: withdrawn, superseded, handed over
	actDone
	actClaim
	actBlock
	actProgress
)

// act is one thing that happened on a desk, in the order of the log.
type act struct {
	post  *post
	what  deed
	order uint32
	kind  actKind
}

// deed is what an act is about: the entry of a req (actOpen, actClose), a *done
// (actDone), a *claim (actClaim), or the *work of any other line.
type deed interface{ said() words }

// work is a line that tells of work and neither proves nor lists anything.
type work struct {
	words words
	text  span
}

func (w *work) said() words  { return w.words }
func (d *done) said() words  { return d.words }
func (c *claim) said() words { return c.entry.words }

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

// perform does an act and keeps it for a later replay.
func (l *Ledger) perform(d *desk, a act) {
	l.order++
	a.order = l.order
	kept := l.made.acts.put(a)
	d.acts = append(d.acts, kept)
	l.play(d, kept)
}

func (l *Ledger) play(d *desk, a *act) {
	switch a.kind {
	case actOpen:
		if e := a.what.(*entry[item]); e.of.job.proved == nil {
			d.reqs.put(e)
		}
	case actClose:
		a.what.(*entry[item]).leave()
	case actDone:
		l.playDone(d, a)
	case actClaim:
		if c, ok := a.what.(*claim); ok {
			l.openClaim(d, c)
		}
		if a.post.is(acts) {
			if top, _ := l.best(d, a); len(top) == 1 {
				l.claimed(top[0].of, a.post)
			} else {
				l.progress(top, a.post)
			}
		}
	case actBlock:
		l.playBlock(d, a)
	case actProgress:
		top, only := l.best(d, a)
		if len(top) == 0 && only != nil {
			top = []*entry[item]{only}
		}
		l.progress(top, a.post)
	}
}

// playDone gives a done to the one req whose words it shares most.
func (l *Ledger) playDone(d *desk, a *act) {
	done := a.what.(*done)
	good := done.good()
	top, only := l.best(d, a)
	switch {
	case len(top) == 1:
		it := top[0].of
		done.item = it
		if good && top[0].hits >= top[0].words.enough() {
			l.proved(it, done)
		} else {
			l.claimed(it, a.post)
		}
	case len(top) > 1:
		l.progress(top, a.post)
	case only != nil:
		done.item = only.of
		l.claimed(only.of, a.post)
	}
	if good {
		l.lift(d, a)
	} else {
		l.openClaim(d, l.asClaim(done))
	}
}

// lift takes the seat's earlier claims off the list that a proved done covers.
func (l *Ledger) lift(d *desk, a *act) {
	var buf [8]*entry[claim]
	for _, e := range d.claims.match(a.what.said(), buf[:0]) {
		if e.of.post != a.post && e.hits >= e.words.enough() {
			e.leave()
			l.shutClaim(e.of)
		}
	}
}

func (l *Ledger) playBlock(d *desk, a *act) {
	hits, only := l.candidates(d, a)
	if len(hits) == 0 && only != nil {
		hits = []*entry[item]{only}
	}
	for _, e := range hits {
		e.of.job.blocked, e.of.job.blockedText = a.post, a.what.(*work).text
		l.show(e.of)
	}
}

// best returns the candidates that share the most words with the line, and the
// single candidate where there is only one.
func (l *Ledger) best(d *desk, a *act) (top []*entry[item], only *entry[item]) {
	hits, only := l.candidates(d, a)
	most := int32(0)
	for _, e := range hits {
		most = max(most, e.hits)
	}
	for _, e := range hits {
		if e.hits == most {
			top = append(top, e)
		}
	}
	return top, only
}

// candidates are the seat's open reqs that share a word with the line, on its
// topic or in the message it replies to.
func (l *Ledger) candidates(d *desk, a *act) (hits []*entry[item], only *entry[item]) {
	hits, only = d.reqs.match(a.what.said(), nil), d.reqs.only()
	t := a.post.target()
	if t == nil || t.topic == d.topic || !requests(t) {
		return hits, only
	}
	other := d.seat.self().desk(t.topic)
	link(d, other)
	there := 0
	for _, e := range other.reqs.all {
		if e.on != &other.reqs || e.of.post() != t {
			continue
		}
		there++
		only = e
		if e.hits = e.words.shared(a.what.said()); e.hits > 0 {
			hits = append(hits, e)
		}
	}
	if d.reqs.live+there > 1 {
		only = nil
	}
	return hits, only
}

func link(a, b *desk) {
	if !slices.Contains(a.links, b) {
		a.links = append(a.links, b)
		b.links = append(b.links, a)
	}
}

func (l *Ledger) proved(it *item, by *done) {
	it.job.proved = by
	it.job.reports = append(it.job.reports, by.post)
	l.settles(by.post, it)
	it.job.entry.leave()
	l.show(it)
}

func (l *Ledger) claimed(it *item, by *post) {
	it.job.claimed = by
	if n := len(it.job.reports); n == 0 || it.job.reports[n-1] != by {
		it.job.reports = append(it.job.reports, by)
		l.settles(by, it)
	}
	l.show(it)
}

// settlement is one of the items that a message claims or proves.
type settlement struct {
	item *item
	next *settlement
}

// settles notes that a post claims or proves an item.
func (l *Ledger) settles(p *post, it *item) {
	d := l.more(p)
	for x := d.settled; x != nil; x = x.next {
		if x.item == it {
			return
		}
	}
	d.settled = &settlement{it, d.settled}
}

func (l *Ledger) progress(on []*entry[item], by *post) {
	for _, e := range on {
		e.of.job.progress = by.seq
	}
}

func (l *Ledger) openClaim(d *desk, c *claim) {
	if c == nil || c.open || c.post.corrected() {
		return
	}
	c.open = true
	d.claims.put(&c.entry)
	l.counts.Claims++
	l.claims.enter(c)
}

func (l *Ledger) shutClaim(c *claim) {
	if c.open {
		c.open = false
		l.counts.Claims--
		l.claims.leave()
	}
}
