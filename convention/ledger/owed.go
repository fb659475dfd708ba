package ledger

import (
	"time"

	"earshot/convention"
)

// asking is what a message with ask or req lines says about all of them.
type asking struct {
	post        *post
	options     []Option
	recommended string
	silence     string // the text of its default line
	silent      bool   // it has one
	deciders    []*seat
	words       words // of its asks and options
	items       []*item
	byOwner     map[*seat][]*item // made where many seats owe
	possibles   []*possible       // that might answer it
}

// item is one ask or req line as one seat owes it.
type item struct {
	asking  *asking
	post    *post
	line    int
	nth     int
	ask     bool
	text    string
	bare    string // text without its times
	owner   *seat
	due     time.Time
	decider bool
	group   *group
	entry   entry // of a req

	answered   *post
	how        string
	late       string
	unreadable *post
	withdrawn  *post
	superseded *post
	accepted   *post // an ask's; a req's is read off its reports
	next       *item // the item that superseded it
	holds      int
	acks       []Ack
	nudges     []int64
	handovers  []Handover

	// What settles a req; forgotten and found again in a replay.
	proved      *done
	claimed     *post
	reports     []*post
	blocked     *post
	blockedText string
	progress    int64

	shown     State
	timer     time.Time // when it changes by time alone, zero never
	alive     bool      // on the roll of what may have to be looked at
	inRoll    bool
	waitsOn   *seat // whose unsettled counts it
	counted   bool  // and whose owing does
	isSettled bool  // as its group counts it
}

// group is the items that one line opened.
type group struct{ of, settled int }

func (it *item) place() place  { return place{it.post.seq, it.line, it.nth} }
func (it *item) listed() bool  { return it.alive }
func (it *item) rolled() *bool { return &it.inRoll }

func (it *item) unsettle() {
	it.proved, it.claimed, it.reports, it.blocked, it.blockedText, it.progress = nil, nil, nil, nil, "", 0
	it.entry.again = false
}

// waits reports whether an ask has no answer yet that counts.
func (it *item) waits() bool { return it.ask && it.answered == nil }

// pends reports whether an ask still waits and nobody took it back.
func (it *item) pends() bool {
	return it.waits() && it.withdrawn == nil && it.superseded == nil && it.accepted == nil
}

// defaulted reports whether silence has decided by a moment.
func (it *item) defaulted(now time.Time) bool {
	return it.pends() && it.unreadable == nil && it.asking.silent && !it.due.IsZero() && !now.Before(it.due)
}

// acceptedBy returns the message by which the asker accepted: for a req, one in
// reply to a report that settles it. Nobody accepts its own work.
func (it *item) acceptedBy() *post {
	if it.ask {
		return it.accepted
	}
	for _, report := range it.reports {
		if report.detail == nil {
			continue
		}
		for _, p := range report.detail.accepts {
			if same(p.from, it.post.from) && !same(p.from, report.from) {
				return p
			}
		}
	}
	return nil
}

func same(a, b *seat) bool { return a.self() == b.self() }

// state returns the first state that holds at a moment, and when the next one
// sets in by time alone (zero: never).
func (it *item) state(now time.Time, window time.Duration) (State, time.Time) {
	var never time.Time
	switch {
	case it.proved != nil:
		return Proved, never
	case it.acceptedBy() != nil:
		return Accepted, never
	case it.answered != nil:
		return Answered, never
	case it.unreadable != nil:
		return Unreadable, never
	case it.withdrawn != nil:
		return Withdrawn, never
	case it.superseded != nil:
		return Superseded, never
	case it.claimed != nil:
		return Claimed, never
	}
	return it.waiting(now, window)
}

// waiting is the state of an item that nothing but time has touched.
func (it *item) waiting(now time.Time, window time.Duration) (State, time.Time) {
	var never time.Time
	late := !it.due.IsZero() && !now.Before(it.due)
	switch {
	case it.due.IsZero() && it.blocked != nil:
		return Blocked, never
	case it.due.IsZero():
		return Open, never
	case late && it.ask && it.asking.silent:
		return Defaulted, never
	case late:
		return Overdue, never
	case it.blocked != nil:
		return Blocked, it.due
	}
	if soon := it.due.Add(-window); now.Before(soon) {
		return Open, soon
	}
	return Due, it.due
}

// sameKey is equal for items that ask the same seat the same thing.
type sameKey struct {
	from, to *seat
	topic    *topic
	text     uint64
	ask      bool
}

// open makes an item of each ask and req line for each seat that owes it: an ask
// is owed by the deciders that the message addresses, where there are any, and
// otherwise by every seat addressed.
func (l *Ledger) open(p *post, doc *convention.Message) {
	var a *asking
	var deciders []*seat
	for i := range doc.Facts {
		m := doc.Facts[i].Label.Modality
		if !asksFor(m) {
			continue
		}
		if a == nil {
			a = l.asks(p, doc)
			deciders = a.addressedDeciders()
		}
		if m == convention.Ask && len(deciders) > 0 {
			l.openLine(a, doc, i, deciders, true)
		} else {
			l.openLine(a, doc, i, p.addressed, false)
		}
	}
	if a == nil {
		return
	}
	a.index()
	for _, it := range a.items {
		if it.decider {
			a.standIn(it)
		}
	}
	l.watch(a)
	for _, it := range a.items {
		l.expect(it)
		l.show(it)
	}
}

// index keeps the lookup of one seat's asks cheap where many seats owe.
func (a *asking) index() {
	a.byOwner = nil
	if len(a.items) <= fewEntries {
		return
	}
	a.byOwner = make(map[*seat][]*item)
	for _, it := range a.items {
		a.byOwner[it.owner.self()] = append(a.byOwner[it.owner.self()], it)
	}
}

// standIn makes the seat that an item was handed over to its decider.
func (a *asking) standIn(it *item) {
	for _, h := range it.handovers {
		for i, d := range a.deciders {
			if d.public() == h.From {
				a.deciders[i] = it.owner
			}
		}
	}
}

func asksFor(m convention.Modality) bool { return m == convention.Ask || m == convention.Req }

// asks reads what a message says about its ask and req lines.
func (l *Ledger) asks(p *post, doc *convention.Message) *asking {
	a := l.made.askings.put(asking{post: p})
	var buf [64]uint32
	set := words(buf[:0])
	lines := 0
	for i := range doc.Facts {
		f := &doc.Facts[i]
		if asksFor(f.Label.Modality) {
			lines++
		}
		switch f.Label.Modality {
		case convention.Opt:
			a.options = append(a.options, Option{ID: f.Label.ID, Text: f.Text})
			set = appendWords(set, p.source, f, p.topic.words)
		case convention.Ask:
			set = appendWords(set, p.source, f, p.topic.words)
		case convention.Rec:
			if a.recommended == "" {
				a.recommended = firstToken(f.Text)
			}
		case convention.Default:
			if !a.silent {
				a.silent, a.silence = true, f.Text
			}
		case convention.Decider:
			a.deciders = append(a.deciders, l.deciderOf(f, p.at)...)
		}
	}
	a.words = l.made.keep(set.sorted())
	a.items = make([]*item, 0, min(lines*len(p.addressed), fewEntries))
	l.more(p).asking = a
	return a
}

// deciderOf returns the seats a decider line names with its first word.
func (l *Ledger) deciderOf(f *convention.Fact, at time.Time) []*seat {
	name := firstToken(f.Text)
	if name == "" {
		return nil
	}
	return l.named(name, at)
}

// openLine opens the items of one line.
func (l *Ledger) openLine(a *asking, doc *convention.Message, i int, owners []*seat, decide bool) {
	p, f := a.post, &doc.Facts[i]
	ask := f.Label.Modality == convention.Ask
	due, _ := doc.AskTime(i)
	text, bare := sameText(p.source, f), bareText(p.source, f)
	g := l.made.groups.put(group{of: len(owners)})
	for _, s := range owners {
		it := l.made.items.put(item{asking: a, post: p, line: f.Line, nth: len(a.items), ask: ask, text: f.Text, bare: bare, due: due, decider: decide, group: g})
		l.standIn(it, s)
		key := sameKey{p.from.self(), s.self(), p.topic, text, ask}
		if !ask {
			it.entry = entry{words: l.wordsOf(p.source, f, p.topic.words), item: it}
		}
		a.items = append(a.items, it)
		l.items = append(l.items, it)
		l.supersede(it, key)
	}
	p.detail.items = a.items
}

// addressedDeciders returns the deciders that the message addresses.
func (a *asking) addressedDeciders() []*seat {
	var list []*seat
	for _, s := range a.post.addressed {
		if a.decidedBy(s) {
			list = append(list, s)
		}
	}
	return list
}

// standIn gives an item to its seat, or to the one that stands in for it.
func (l *Ledger) standIn(it *item, s *seat) {
	it.owner = s.self()
	for range 8 { // a ring of seats that stand in for each other ends somewhere
		w := it.owner.away
		if w == nil || !it.post.at.Before(w.until) {
			return
		}
		to := w.to.self()
		it.handovers = append(it.handovers, Handover{Sequence: w.by.seq, From: it.owner.public(), To: to.public(), At: w.by.at})
		it.owner = to
	}
}

// supersede closes what the asker asked the same seat before, in the same words.
func (l *Ledger) supersede(it *item, key sameKey) {
	earlier := l.same[key]
	if len(earlier) > 0 && earlier[0].post != it.post {
		for _, old := range earlier {
			if old.superseded == nil {
				old.superseded = it.post
			}
			old.next = it
			l.closed(old)
		}
		earlier = nil
	}
	l.same[key] = append(earlier, it)
}

// closed takes an item that was withdrawn or superseded off its desk.
func (l *Ledger) closed(it *item) {
	if !it.ask {
		l.perform(it.owner.self().desk(it.post.topic), act{kind: actClose, post: it.post, item: it})
	} else {
		it.asking.review(l)
	}
	l.show(it)
}

// expect puts an item on the desks of the seats that may settle it.
func (l *Ledger) expect(it *item) {
	d := it.owner.self().desk(it.post.topic)
	if !it.ask {
		l.perform(d, act{kind: actOpen, post: it.post, item: it})
		return
	}
	d.expect(it.post)
	for _, s := range it.asking.deciders {
		if !same(s, it.owner) {
			s.self().desk(it.post.topic).expect(it.post)
		}
	}
}

// of returns the asks of the message that a seat may answer: those it owes, and
// all of them where it is the decider.
// They are appended to list, which callers keep on the stack.
func (a *asking) of(s *seat, list []*item) []*item {
	s = s.self()
	all := a.items
	if a.byOwner != nil && !a.decidedBy(s) {
		all = a.byOwner[s]
	}
	for _, it := range all {
		if it.ask && (it.owner.self() == s || a.decidedBy(s)) {
			list = append(list, it)
		}
	}
	return list
}

func (a *asking) decidedBy(s *seat) bool {
	for _, d := range a.deciders {
		if same(d, s) {
			return true
		}
	}
	return false
}
