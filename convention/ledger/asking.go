package ledger

import (
	"earshot/convention"
)

// asking is what a message with ask or req lines says about all of them.
type asking struct {
	post        *post
	items       []item
	options     []Option
	recommended string
	silence     string    // the text of its default line
	words       *words    // of its asks and options, once read
	possibles   *possible // the last that might answer it
	crowd       *crowd
	silent      bool // it has a default line
}

// crowd is what an asking has where several seats have to do with it.
type crowd struct {
	deciders []*seat
	byOwner  map[*seat][]*item // made where many seats owe
}

func (a *asking) deciders() []*seat {
	if a.crowd == nil {
		return nil
	}
	return a.crowd.deciders
}

// opened puts the items of a message where they are looked for.
func (l *Ledger) opened(a *asking) {
	a.index()
	for i := range a.items {
		if it := &a.items[i]; it.decider {
			a.standIn(it)
		}
	}
	l.watch(a)
	for i := range a.items {
		it := &a.items[i]
		l.expect(it)
		l.show(it)
	}
}

// index keeps the lookup of one seat's asks cheap where many seats owe.
func (a *asking) index() {
	if len(a.items) <= fewEntries {
		return
	}
	c := a.crowded()
	c.byOwner = make(map[*seat][]*item)
	for i := range a.items {
		it := &a.items[i]
		c.byOwner[it.owner.self()] = append(c.byOwner[it.owner.self()], it)
	}
}

func (a *asking) crowded() *crowd {
	if a.crowd == nil {
		a.crowd = &crowd{}
	}
	return a.crowd
}

// standIn makes the seat that an item was handed over to its decider.
func (a *asking) standIn(it *item) {
	if it.past == nil {
		return
	}
	for _, h := range it.past.handovers {
		for i, d := range a.deciders() {
			if d.public() == h.From {
				a.crowd.deciders[i] = it.owner
			}
		}
	}
}

// asks reads what a message says about its ask and req lines.
func (l *Ledger) asks(p *post, doc *convention.Message) *asking {
	a := l.made.askings.put(asking{post: p})
	for i := range doc.Facts {
		f := &doc.Facts[i]
		switch f.Label.Modality {
		case convention.Opt:
			a.options = append(a.options, Option{ID: f.Label.ID, Text: f.Text})
		case convention.Rec:
			if a.recommended == "" {
				a.recommended = firstToken(f.Text)
			}
		case convention.Default:
			if !a.silent {
				a.silent, a.silence = true, f.Text
			}
		case convention.Decider:
			if list := l.deciderOf(f, p.at); len(list) > 0 {
				c := a.crowded()
				c.deciders = append(c.deciders, list...)
			}
		}
	}
	l.more(p).asking = a
	return a
}

// read returns the words of the asks and options. They are read when an answer
// has first to be told by them.
func (a *asking) read(l *Ledger) words {
	if a.words != nil {
		return *a.words
	}
	var buf [64]uint32
	set := words(buf[:0])
	doc := convention.Parse(a.post.source)
	for i := range doc.Facts {
		f := &doc.Facts[i]
		if m := f.Label.Modality; m == convention.Opt || m == convention.Ask {
			set = appendWords(set, a.post.source, f, a.post.topic.words)
		}
	}
	kept := l.made.keep(set.sorted())
	a.words = &kept
	return kept
}

// deciderOf returns the seats a decider line names with its first word.
func (l *Ledger) deciderOf(f *convention.Fact, at moment) []*seat {
	name := firstToken(f.Text)
	if name == "" {
		return nil
	}
	return l.named(name, at)
}

// addressedDeciders returns the deciders that the message addresses.
func (a *asking) addressedDeciders() []*seat {
	if a.crowd == nil {
		return nil
	}
	var list []*seat
	for _, s := range a.post.to() {
		if a.decidedBy(s) {
			list = append(list, s)
		}
	}
	return list
}

// of returns the asks of the message that a seat may answer: those it owes, and
// all of them where it is the decider.
// They are appended to list, which callers keep on the stack.
func (a *asking) of(s *seat, list []*item) []*item {
	s = s.self()
	decides := a.decidedBy(s)
	if a.crowd != nil && a.crowd.byOwner != nil && !decides {
		for _, it := range a.crowd.byOwner[s] {
			if it.ask && it.owner.self() == s {
				list = append(list, it)
			}
		}
		return list
	}
	for i := range a.items {
		if it := &a.items[i]; it.ask && (decides || it.owner.self() == s) {
			list = append(list, it)
		}
	}
	return list
}

// hasAsk reports whether one of the lines is an ask.
func (a *asking) hasAsk() bool {
	for i := range a.items {
		if a.items[i].ask {
			return true
		}
	}
	return false
}

func (a *asking) decidedBy(s *seat) bool {
	for _, d := range a.deciders() {
		if same(d, s) {
			return true
		}
	}
	return false
}
