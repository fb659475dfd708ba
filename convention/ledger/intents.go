package ledger

import (
	"strings"
	"time"

	"earshot/convention"
)

// intend carries out what a message does to items by its intent.
func (l *Ledger) intend(p *post, doc *convention.Message) {
	l.correct(p)
	switch p.intent {
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

func (p *post) corrected() bool { return p.detail != nil && p.detail.corrected != nil }

// correct notes a correction: a reply of a seat to its own message with the same
// intent and topic. The earlier message obliges nothing any more, and what was
// wrong with it leaves the lists.
func (l *Ledger) correct(p *post) {
	old := p.reply
	if old == nil || !same(old.from, p.from) || old.intent != p.intent || old.topic != p.topic || old.topic == nil || old.corrected() {
		return
	}
	d := l.more(old)
	d.corrected = p
	for _, it := range d.items {
		if it.superseded == nil {
			it.superseded = p
		}
		l.closed(it)
	}
	for _, c := range d.claims {
		c.entry.leave()
		l.shutClaim(c)
	}
	for _, done := range d.dones {
		if done.claim != nil {
			done.claim.entry.leave()
			l.shutClaim(done.claim)
		}
	}
	for _, r := range d.rules {
		r.entry.leave()
	}
	l.unflag(d)
}

// hold moves the due time of what a seat owes, before it has come: of a message's
// items those that are due before the new time, or, where none of them has a
// time, all.
func (l *Ledger) hold(p *post, doc *convention.Message) {
	until, ok := oneTime(doc)
	if !ok || !until.After(p.at) || p.target == nil || p.target.detail == nil {
		return
	}
	timed := false
	for _, it := range p.target.detail.items {
		timed = timed || same(it.owner, p.from) && !it.due.IsZero()
	}
	for _, it := range p.target.detail.items {
		if !same(it.owner, p.from) || it.answered != nil || timed && (it.due.IsZero() || !it.due.Before(until) || !p.at.Before(it.due)) {
			continue
		}
		it.due = until
		it.holds++
		if it.ask {
			it.owner.self().desk(it.post.topic).expect(it.post)
		}
		l.show(it)
	}
}

// oneTime returns the message's instant where it has exactly one.
func oneTime(doc *convention.Message) (time.Time, bool) {
	var found time.Time
	for i := range doc.Facts {
		for _, t := range doc.Facts[i].Times {
			if !found.IsZero() && !found.Equal(t.At) {
				return time.Time{}, false
			}
			found = t.At
		}
	}
	return found, !found.IsZero()
}

// withdraw takes back what the asker asked and nobody has settled, silence
// included.
func (l *Ledger) withdraw(p *post) {
	own := p.target
	if own == nil || !same(own.from, p.from) || own.detail == nil {
		return
	}
	for _, it := range own.detail.items {
		if it.answered != nil || it.withdrawn != nil || it.defaulted(p.at) {
			continue
		}
		it.withdrawn = p
		l.closed(it)
	}
}

// accept notes that the asker accepts: an ask in reply to its answer or to the
// asking message, a req in reply to a report that settles it.
func (l *Ledger) accept(p *post) {
	if p.target == nil {
		return
	}
	l.acceptAsks(p)
	report := l.more(p.target)
	report.accepts = append(report.accepts, p)
	for _, it := range report.settled {
		l.show(it)
	}
}

// acceptAsks accepts asks: those of the asker's own message, or those that the
// message answers.
func (l *Ledger) acceptAsks(p *post) {
	var list []*item
	if same(p.target.from, p.from) && p.target.detail != nil {
		list = p.target.detail.items
	} else if d := p.target.detail; d != nil {
		list = d.answers
	}
	for _, it := range list {
		if it.ask && it.accepted == nil && same(it.post.from, p.from) && !same(it.owner, p.from) {
			it.accepted = p
			it.asking.review(l)
			l.show(it)
		}
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
		if until, ok := oneTime(doc); ok && until.After(p.at) {
			p.from.away = &away{until: until, to: to, by: p}
			l.handAll(p, to)
			return
		}
	}
	if p.target == nil || p.target.detail == nil {
		return
	}
	for _, it := range p.target.detail.items {
		if p.is(operator) || same(it.owner, p.from) {
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
			if it := d.acts[i].item; it != nil && same(it.owner, p.from) {
				list = append(list, it)
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
	if same(it.owner, to) || it.answered != nil || it.accepted != nil || it.withdrawn != nil || it.superseded != nil || it.defaulted(p.at) {
		return
	}
	from := it.owner.self()
	it.handovers = append(it.handovers, Handover{Sequence: p.seq, From: from.public(), To: to.public(), At: p.at})
	if !it.ask {
		l.perform(from.desk(it.post.topic), act{kind: actClose, post: p, item: it})
	}
	it.owner = to
	a := it.asking
	a.index()
	if it.decider {
		a.standIn(it)
		l.watch(a)
	}
	if !it.ask {
		link(from.desk(it.post.topic), to.desk(it.post.topic))
	}
	l.expect(it)
	a.review(l)
	l.show(it)
}

// nudge notes a reminder on the items it reminds of.
func (l *Ledger) nudge(p *post) {
	if p.target == nil || p.target.detail == nil || p.is(repeated) {
		return
	}
	for _, it := range p.target.detail.items {
		if p.reaches(it.owner) {
			it.nudges = append(it.nudges, p.seq)
		}
	}
}
