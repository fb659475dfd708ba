package ledger

import (
	"strings"

	"earshot/convention"
)

// intend carries out what a message does to items by its intent.
func (l *Ledger) intend(p *post, doc *convention.Message) {
	l.correct(p)
	switch p.intent.name {
	case "hold":
		l.hold(p, doc)
	case "withdraw":
		l.withdraw(p)
	case "accept":
		l.accept(p)
	case "handover":
		l.handover(p, doc)
	case "nudge":
		l.nudge(p)
	}
}

// correct notes a correction: a reply of a seat to its own message with the same
// intent and topic. The earlier message obliges nothing any more, and what was
// wrong with it leaves the lists.
func (l *Ledger) correct(p *post) {
	old := p.reply
	if old == nil || !same(old.from, p.from) || old.intent != p.intent || old.topic != p.topic || old.topic == nil || old.corrected() {
		return
	}
	l.rare(old).corrected = p
	d, items := old.detail, old.items()
	for i := range items {
		if end := items[i].ending(); end.superseded == nil {
			end.superseded = p
		}
		l.closed(&items[i])
	}
	for c := d.claims; c != nil; c = c.next {
		c.entry.leave()
		l.shutClaim(c)
	}
	for done := d.dones; done != nil; done = done.next {
		if done.claim != nil {
			done.claim.entry.leave()
			l.shutClaim(done.claim)
		}
	}
	for _, r := range d.rare.rules {
		r.entry.leave()
	}
	l.unflag(d)
}

// hold moves the due time of what a seat owes, before it has come: of a message's
// items those that are due before the new time, or, where none of them has a
// time, all.
func (l *Ledger) hold(p *post, doc *convention.Message) {
	until, ok := oneTime(doc)
	if !ok || !until.after(p.at) {
		return
	}
	timed, items := false, p.target().items()
	for i := range items {
		timed = timed || same(items[i].owner, p.from) && !items[i].due.isZero()
	}
	for i := range items {
		it := &items[i]
		if !same(it.owner, p.from) || it.isAnswered() || timed && (it.due.isZero() || !it.due.before(until) || !p.at.before(it.due)) {
			continue
		}
		it.due = until
		it.remember().holds++
		if it.ask {
			it.owner.self().desk(it.post().topic).expect(it.post())
		}
		l.show(it)
	}
}

// oneTime returns the message's instant where it has exactly one.
func oneTime(doc *convention.Message) (moment, bool) {
	var found moment
	for i := range doc.Facts {
		for _, t := range doc.Facts[i].Times {
			at := momentOf(t.At)
			if !found.isZero() && found != at {
				return 0, false
			}
			found = at
		}
	}
	return found, !found.isZero()
}

// withdraw takes back what the asker asked and nobody has settled, silence
// included.
func (l *Ledger) withdraw(p *post) {
	own := p.target()
	if own == nil || !same(own.from, p.from) {
		return
	}
	items := own.items()
	for i := range items {
		it := &items[i]
		if it.isAnswered() || it.ended().withdrawn != nil || it.defaulted(p.at) {
			continue
		}
		it.ending().withdrawn = p
		l.closed(it)
	}
}

// accept notes that the asker accepts: an ask in reply to its answer or to the
// asking message, a req in reply to a report that settles it.
func (l *Ledger) accept(p *post) {
	report := p.target()
	if report == nil {
		return
	}
	l.acceptAsks(p, report)
	r := l.rare(report)
	r.accepts = append(r.accepts, p)
	for x := report.detail.settled; x != nil; x = x.next {
		l.show(x.item)
	}
}

// acceptAsks accepts asks: those of the asker's own message, or those that the
// message answers.
func (l *Ledger) acceptAsks(p, report *post) {
	if report.detail == nil {
		return
	}
	if same(report.from, p.from) {
		items := report.items()
		for i := range items {
			l.acceptAsk(p, &items[i])
		}
		return
	}
	for it := report.detail.answers; it != nil; it = it.fellow {
		l.acceptAsk(p, it)
	}
}

func (l *Ledger) acceptAsk(p *post, it *item) {
	if it.ask && it.ended().accepted == nil && same(it.post().from, p.from) && !same(it.owner, p.from) {
		it.ending().accepted = p
		it.asking.review(l)
		l.show(it)
	}
}

// handover gives what a seat owes to another: in reply to the asking message, or
// all it owes until a time.
func (l *Ledger) handover(p *post, doc *convention.Message) {
	to, all := l.successor(p, doc)
	if to == nil {
		return
	}
	if all && !p.is(operator) {
		if until, ok := oneTime(doc); ok && until.after(p.at) {
			p.from.away = &away{until: until, to: to, by: p}
			l.handAll(p, to)
			return
		}
	}
	items := p.target().items()
	for i := range items {
		if it := &items[i]; p.is(operator) || same(it.owner, p.from) {
			l.hand(it, p, to)
		}
	}
}

// successor reads the decider line, and whether all is handed over.
func (l *Ledger) successor(p *post, doc *convention.Message) (to *seat, all bool) {
	all = strings.EqualFold(p.topic.name, "all")
	for i := range doc.Facts {
		f := &doc.Facts[i]
		switch f.Label.Modality {
		case convention.Decider:
			if list := l.deciderOf(f, p.at); to == nil && len(list) > 0 {
				to = list[0].self()
			}
		case convention.None:
			text := strings.ToLower(f.Text)
			all = all || text == "all" || strings.HasPrefix(text, "all ") || strings.HasPrefix(text, "handover all")
		}
	}
	if to != nil && same(to, p.from) && !p.is(operator) {
		return nil, false
	}
	return to, all
}

// handAll hands over all that the seat owes on every topic.
func (l *Ledger) handAll(p *post, to *seat) {
	var list []*item
	for _, d := range p.from.desks {
		for _, a := range d.askers {
			for _, asking := range a.posts {
				for _, it := range asking.detail.asking.of(p.from, nil) {
					if same(it.owner, p.from) {
						list = append(list, it)
					}
				}
			}
		}
		for i := range d.acts {
			if e, ok := d.acts[i].what.(*entry[item]); ok && same(e.of.owner, p.from) {
				list = append(list, e.of)
			}
		}
	}
	sortItems(list)
	for _, it := range list {
		l.hand(it, p, to)
	}
}

// hand gives one item to another seat. What is answered, withdrawn or superseded
// stays where it is, and so does what silence has decided.
func (l *Ledger) hand(it *item, p *post, to *seat) {
	end := it.ended()
	if same(it.owner, to) || it.isAnswered() || end.accepted != nil || end.withdrawn != nil || end.superseded != nil || it.defaulted(p.at) {
		return
	}
	from, topic := it.owner.self(), it.post().topic
	if !it.ask {
		l.perform(from.desk(topic), act{kind: actClose, post: p, what: &it.job.entry})
	}
	it.uncount()
	it.handTo(to, p)
	a := it.asking
	a.index()
	if it.decider {
		a.standIn(it)
		l.watch(a)
	}
	if !it.ask {
		link(from.desk(topic), to.desk(topic))
	}
	l.expect(it)
	a.review(l)
	l.show(it)
}

// nudge notes a reminder on the items it reminds of.
func (l *Ledger) nudge(p *post) {
	if p.is(repeated) {
		return
	}
	items := p.target().items()
	for i := range items {
		if it := &items[i]; p.reaches(it.owner) {
			past := it.remember()
			past.nudges = append(past.nudges, p.seq)
		}
	}
}
