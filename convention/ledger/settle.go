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
	reqs   shelf
	claims shelf
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
	order int64
	kind  actKind
	post  *post
	words words
	text  string
	item  *item
	done  *done
	claim *claim
}

// done is a done line of a message that acts.
type done struct {
	post  *post
	line  int
	text  string
	proof convention.ProofGrade // by the kinds alone
	need  evidence.Set
	cites []cite
	claim *claim // what it is while unproven
	item  *item  // the req it settled or claimed
}

// cite is one ev line of a done.
type cite struct {
	line    int
	ref     string
	kind    evidence.Kind
	verdict evidence.Verdict
}

func (c *cite) refuted() bool {
	return c.verdict.Result == evidence.Missing || c.verdict.Result == evidence.Failed
}

// good reports whether the line is proved: it has evidence of a kind that can
// prove it which nobody found missing or failed.
func (d *done) good() bool {
	if d.proof != convention.Proved {
		return false
	}
	for i := range d.cites {
		if evidence.Proves(d.need, d.cites[i].kind) && !d.cites[i].refuted() {
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
		case !evidence.Proves(d.need, c.kind) || c.refuted():
		case c.verdict.Result == evidence.Found:
			return Checked
		default:
			grade = Cited
		}
	}
	return grade
}

func (d *done) why() string {
	switch d.proof {
	case convention.NoEvidence:
		return WhyNoEvidence
	case convention.WrongKind:
		return WhyEvidenceKind
	}
	return WhyEvidenceMissing
}

// claim is a line that something may still prove.
type claim struct {
	post   *post
	line   int
	text   string
	why    string
	needs  evidence.Set
	open   bool
	inRoll bool
	entry  entry
}

func (c *claim) place() place  { return place{sequence: c.post.seq, line: c.line} }
func (c *claim) listed() bool  { return c.open }
func (c *claim) rolled() *bool { return &c.inRoll }

// asClaim returns what the done is while nothing proves it; nil in a message
// that only repeats another, which is on the list already.
func (l *Ledger) asClaim(d *done, a *act) *claim {
	if d.claim == nil && !d.post.is(repeated) {
		d.claim = l.made.claims.put(claim{post: d.post, line: d.line, text: a.text, needs: d.need, entry: entry{words: a.words}})
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
		if a.item.proved == nil {
			d.reqs.put(&a.item.entry)
		}
	case actClose:
		a.item.entry.leave()
	case actDone:
		l.playDone(d, a)
	case actClaim:
		l.openClaim(d, a.claim)
		if a.post.is(acts) {
			if top, _ := l.best(d, a); len(top) == 1 {
				l.claimed(top[0].item, a.post)
			} else {
				l.progress(top, a.post)
			}
		}
	case actBlock:
		l.playBlock(d, a)
	case actProgress:
		top, only := l.best(d, a)
		if len(top) == 0 && only != nil {
			top = []*entry{only}
		}
		l.progress(top, a.post)
	}
}

// playDone gives a done to the one req whose words it shares most.
func (l *Ledger) playDone(d *desk, a *act) {
	good := a.done.good()
	top, only := l.best(d, a)
	switch {
	case len(top) == 1:
		it := top[0].item
		a.done.item = it
		if good && top[0].hits >= top[0].words.enough() {
			l.proved(it, a.done)
		} else {
			l.claimed(it, a.post)
		}
	case len(top) > 1:
		l.progress(top, a.post)
	case only != nil:
		a.done.item = only.item
		l.claimed(only.item, a.post)
	}
	if good {
		l.lift(d, a)
	} else {
		l.openClaim(d, l.asClaim(a.done, a))
	}
}

// lift takes the seat's earlier claims off the list that a proved done covers.
func (l *Ledger) lift(d *desk, a *act) {
	for _, e := range d.claims.match(a.words) {
		if e.claim.post != a.post && e.hits >= e.words.enough() {
			e.leave()
			l.shutClaim(e.claim)
		}
	}
}

func (l *Ledger) playBlock(d *desk, a *act) {
	hits, only := l.candidates(d, a)
	if len(hits) == 0 && only != nil {
		hits = []*entry{only}
	}
	for _, e := range hits {
		e.item.blocked, e.item.blockedText = a.post, a.text
		l.show(e.item)
	}
}

// best returns the candidates that share the most words with the line, and the
// single candidate where there is only one.
func (l *Ledger) best(d *desk, a *act) (top []*entry, only *entry) {
	hits, only := l.candidates(d, a)
	most := 0
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
func (l *Ledger) candidates(d *desk, a *act) (hits []*entry, only *entry) {
	hits, only = d.reqs.match(a.words), d.reqs.only()
	t := a.post.target
	if t == nil || t.topic == d.topic || !requests(t) {
		return hits, only
	}
	other := d.seat.self().desk(t.topic)
	link(d, other)
	there := 0
	for _, e := range other.reqs.all {
		if e.on != &other.reqs || e.item.post != t {
			continue
		}
		there++
		only = e
		if e.hits = e.words.shared(a.words); e.hits > 0 {
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
	it.proved = by
	it.reports = append(it.reports, by.post)
	l.settles(by.post, it)
	it.entry.leave()
	l.show(it)
}

func (l *Ledger) claimed(it *item, by *post) {
	it.claimed = by
	if n := len(it.reports); n == 0 || it.reports[n-1] != by {
		it.reports = append(it.reports, by)
		l.settles(by, it)
	}
	l.show(it)
}

// settles notes that a post claims or proves an item.
func (l *Ledger) settles(p *post, it *item) {
	if d := l.more(p); !slices.Contains(d.settled, it) {
		d.settled = append(d.settled, it)
	}
}

func (l *Ledger) progress(on []*entry, by *post) {
	for _, e := range on {
		e.item.progress = by.seq
	}
}

func (l *Ledger) openClaim(d *desk, c *claim) {
	if c == nil || c.open || c.post.corrected() {
		return
	}
	c.open = true
	c.entry.claim = c
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
