package ledger

import (
	"time"

	"earshot/convention"
)

func same(a, b *seat) bool { return a.self() == b.self() }

// state returns the first state that holds at a moment, and when the next one
// sets in by time alone (zero: never).
func (it *item) state(now moment, window time.Duration) (State, moment) {
	const never moment = 0
	switch {
	case it.proved() != nil:
		return Proved, never
	case it.acceptedBy() != nil:
		return Accepted, never
	case it.isAnswered():
		return Answered, never
	case it.unreadable:
		return Unreadable, never
	case it.end != nil && it.end.withdrawn != nil:
		return Withdrawn, never
	case it.end != nil && it.end.superseded != nil:
		return Superseded, never
	case it.claimed() != nil:
		return Claimed, never
	}
	return it.waiting(now, window)
}

// waiting is the state of an item that nothing but time has touched.
func (it *item) waiting(now moment, window time.Duration) (State, moment) {
	const never moment = 0
	late := !it.due.isZero() && !now.before(it.due)
	switch {
	case it.due.isZero() && it.blocked() != nil:
		return Blocked, never
	case it.due.isZero():
		return Open, never
	case late && it.ask && it.asking.silent:
		return Defaulted, never
	case late:
		return Overdue, never
	case it.blocked() != nil:
		return Blocked, it.due
	}
	if soon := it.due.add(-window); now.before(soon) {
		return Open, soon
	}
	return Due, it.due
}

// open makes an item of each ask and req line for each seat that owes it: an ask
// is owed by the deciders that the message addresses, where there are any, and
// otherwise by every seat addressed.
func (l *Ledger) open(p *post, doc *convention.Message) {
	asks, reqs := demands(doc)
	if asks+reqs == 0 {
		return
	}
	a := l.asks(p, doc)
	everybody, asked := p.to(), a.addressedDeciders()
	decide := len(asked) > 0
	if !decide {
		asked = everybody
	}
	a.items = l.made.items.take(asks*len(asked) + reqs*len(everybody))[:0]
	for i := range doc.Facts {
		switch doc.Facts[i].Label.Modality {
		case convention.Ask:
			l.openLine(a, doc, i, asked, decide)
		case convention.Req:
			l.openLine(a, doc, i, everybody, false)
		}
	}
	l.opened(a)
}

// demands counts the ask and the req lines.
func demands(doc *convention.Message) (asks, reqs int) {
	for i := range doc.Facts {
		switch doc.Facts[i].Label.Modality {
		case convention.Ask:
			asks++
		case convention.Req:
			reqs++
		}
	}
	return asks, reqs
}

// openLine opens the items of one line.
func (l *Ledger) openLine(a *asking, doc *convention.Message, i int, owners []*seat, decide bool) {
	p, f := a.post, &doc.Facts[i]
	ask := f.Label.Modality == convention.Ask
	var due moment
	if t, ok := doc.AskTime(i); ok {
		due = momentOf(t)
	}
	sense := sameText(doc.Source, f)
	var g *group
	if len(owners) > 1 {
		g = &group{of: len(owners)}
	}
	var w words
	if !ask {
		w = l.wordsOf(doc.Source, f, p.topic.words)
	}
	for _, s := range owners {
		a.items = append(a.items, item{asking: a, line: uint32(f.Line), nth: uint32(len(a.items)), ask: ask, text: spanOf(f.TextSpan),
			timed: len(f.Times) > 0, due: due, decider: decide, group: g, sense: sense})
		it := &a.items[len(a.items)-1]
		if !ask {
			it.job = l.made.jobs.put(job{entry: entry[item]{words: w, of: it}})
		}
		l.standIn(it, s)
		l.supersede(it)
	}
}

// standIn gives an item to its seat, or to the one that stands in for it.
func (l *Ledger) standIn(it *item, s *seat) {
	it.owner = s.self()
	for range 8 { // a ring of seats that stand in for each other ends somewhere
		w := it.owner.away
		if w == nil || !it.post().at.before(w.until) {
			return
		}
		it.handTo(w.to.self(), w.by)
	}
}

// key is a hash that is equal for items that ask the same seat the same thing.
func (it *item) key() uint64 { return it.keyBy(it.to()) }

// keyBy is the key of an item that is asked of a seat.
func (it *item) keyBy(to *seat) uint64 {
	h := stir(it.sense, uint64(it.post().from.self().number)<<32|uint64(to.number))
	h = stir(h, uint64(it.post().topic.number)<<1)
	if it.ask {
		h++
	}
	return h
}

// asksAgain reports whether two items ask the same seat the same thing.
func (it *item) asksAgain(old *item) bool {
	return old.sense == it.sense && old.ask == it.ask && old.post().topic == it.post().topic && same(old.post().from, it.post().from) && old.to() == it.to()
}

// supersede closes what the asker asked the same seat before, in the same words.
func (l *Ledger) supersede(it *item) {
	at := l.same.find(it.key(), it.asksAgain)
	switch {
	case at == nil:
		l.same.put(it.key(), it)
		return
	case (*at).post() == it.post():
		it.alike = (*at).alike
		(*at).alike = it
		return
	}
	for old := *at; old != nil; old = old.alike {
		end := old.ending()
		if end.superseded == nil {
			end.superseded = it.post()
		}
		end.next = it
		l.closed(old)
	}
	*at = it
}

// closed takes an item that was withdrawn or superseded off its desk.
func (l *Ledger) closed(it *item) {
	if !it.ask {
		l.perform(it.owner.self().desk(it.post().topic), act{kind: actClose, post: it.post(), what: &it.job.entry})
	} else {
		it.asking.review(l)
	}
	l.show(it)
}

// expect puts an item on the desks of the seats that may settle it.
func (l *Ledger) expect(it *item) {
	topic := it.post().topic
	d := it.owner.self().desk(topic)
	if !it.ask {
		l.perform(d, act{kind: actOpen, post: it.post(), what: &it.job.entry})
		return
	}
	d.expect(it.post())
	for _, s := range it.asking.deciders() {
		if !same(s, it.owner) {
			s.self().desk(topic).expect(it.post())
		}
	}
}
