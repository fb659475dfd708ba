package ledger

import "slices"

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
	actResult
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
// (actDone), a *result (actResult), a *claim (actClaim), or the *work of any other line.
type deed interface{ said() words }

// work is a line that tells of work and neither proves nor lists anything.
type work struct {
	words words
	text  span
}

func (w *work) said() words  { return w.words }
func (d *done) said() words  { return d.words }
func (c *claim) said() words { return c.entry.words }

// perform does an act and keeps it for a later replay.
func (l *Ledger) perform(d *desk, a act) {
	l.order++
	a.order = l.order
	kept := l.made.acts.put(a)
	d.acts = append(d.acts, kept)
	l.play(d, kept)
}

func (l *Ledger) play(d *desk, a *act) {
	var buf [fewHits]*entry[item]
	switch a.kind {
	case actOpen:
		if e := a.what.(*entry[item]); e.of.job.proved == nil {
			d.reqs.put(e)
		}
	case actClose:
		a.what.(*entry[item]).leave()
	case actDone:
		l.playDone(d, a)
	case actResult:
		l.playResult(d, a)
	case actClaim:
		if c, ok := a.what.(*claim); ok {
			l.openClaim(d, c)
		}
		if a.post.is(acts) {
			if top, _ := l.best(d, a, buf[:0]); len(top) == 1 {
				l.claimed(top[0].of, a.post)
			} else {
				l.progress(top, a.post)
			}
		}
	case actBlock:
		l.playBlock(d, a)
	case actProgress:
		top, only := l.best(d, a, buf[:0])
		if len(top) == 0 && only != nil {
			top = append(top, only)
		}
		l.progress(top, a.post)
	}
}

// playDone gives a done to the one req whose words it shares most.
func (l *Ledger) playDone(d *desk, a *act) {
	done := a.what.(*done)
	good := done.good()
	var buf [fewHits]*entry[item]
	top, only := l.best(d, a, buf[:0])
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
	var buf [fewHits]*entry[claim]
	for _, e := range d.claims.match(a.what.said(), buf[:0]) {
		if e.of.post != a.post && e.hits >= e.words.enough() {
			e.leave()
			l.shutClaim(e.of)
		}
	}
}

func (l *Ledger) playBlock(d *desk, a *act) {
	var buf [fewHits]*entry[item]
	hits, only := l.candidates(d, a, buf[:0])
	if len(hits) == 0 && only != nil {
		hits = append(hits, only)
	}
	for _, e := range hits {
		e.of.job.blocked, e.of.job.blockedText = a.post, a.what.(*work).text
		l.show(e.of)
	}
}

// fewHits is how many entries that share words with a line are kept on the stack.
const fewHits = 8

// best appends the candidates that share the most words with the line, and returns
// the single candidate where there is only one.
func (l *Ledger) best(d *desk, a *act, list []*entry[item]) (top []*entry[item], only *entry[item]) {
	hits, only := l.candidates(d, a, list)
	most := int32(0)
	for _, e := range hits {
		most = max(most, e.hits)
	}
	top = hits[:0]
	for _, e := range hits {
		if e.hits == most {
			top = append(top, e)
		}
	}
	return top, only
}

// candidates appends the seat's open reqs that share a word with the line, on its
// topic or in the message it replies to.
func (l *Ledger) candidates(d *desk, a *act, list []*entry[item]) (hits []*entry[item], only *entry[item]) {
	hits, only = d.reqs.match(a.what.said(), list), d.reqs.only()
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
