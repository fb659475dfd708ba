package ledger

import (
	"strings"

	"earshot/convention"
)

// post is a message as the ledger keeps it. The parsed body is not kept: what it
// did is in the detail, and the rest can be read from the source again.
type post struct {
	id, source string
	seq        int64
	at         moment
	from       *seat
	topic      *topic    // nil where there is no header
	intent     *intent   // likewise
	reply      *post     // what it replies to
	addressed  *audience // nil: nobody
	detail     *detail   // nil while nothing is to be said of it
	number     uint32    // its place in the log, from 0
	prior      uint32    // the number of the seat's message before it, and 1; 0: none
	next       uint32    // the same of the one after it
	flags      flags
}

type flags uint16

const (
	acts     flags = 1 << iota // well-formed, right count: obliges, answers, proves, decides
	isData                     // well-formed, wrong count
	isBroken                   // under a broken header
	reports                    // intent state or brief: only reports
	nudges                     // intent nudge
	repeated                   // an earlier message of the seat has this body
	prose                      // no header
	toAll
	operator // posted with an operator's rights
	replied  // it has a reply reference
	heavy    // it stands for several messages: its weight is kept apart
	inSeries // others have its body: the series is kept apart
	reminds  // it replies to a nudge: its target is in the detail
)

func (p *post) is(f flags) bool { return p.flags&f != 0 }

// intent is what a message says it is for, in lower case.
type intent struct {
	name      string
	talk      bool // a message of it never answers by topic
	procedure bool // it changes an item without answering it
}

// word is the message's intent, "" without a header.
func (p *post) word() string {
	if p.intent == nil {
		return ""
	}
	return p.intent.name
}

// target is what the message replies to, nudges followed to what they nudge.
func (p *post) target() *post {
	if p.is(reminds) {
		return p.detail.rare.target
	}
	return p.reply
}

// audience is the seats that a message addresses. It is often shared between
// messages and never changed.
type audience []*seat

func (p *post) to() audience {
	if p.addressed == nil {
		return nil
	}
	return *p.addressed
}

// posts are the messages of the room in the order of the log, in blocks that never
// move.
type posts struct {
	blocks []*[postBlock]post
	n      int
}

// postBlock is how many messages lie together: as many as slabBytes hold.
const postBlock = 73

func (s *posts) at(i int) *post { return &s.blocks[i/postBlock][i%postBlock] }

func (s *posts) last() *post { return s.at(s.n - 1) }

// add returns the place of the next message.
func (s *posts) add() *post {
	if s.n%postBlock == 0 {
		s.blocks = append(s.blocks, new([postBlock]post))
	}
	s.n++
	p := s.last()
	p.number = uint32(s.n - 1)
	return p
}

// find returns the post with a sequence, or nil.
func (s *posts) find(sequence int64) *post {
	if s.n == 0 {
		return nil
	}
	low, high := 0, s.n
	if guess := sequence - s.at(0).seq; guess >= 0 && guess < int64(high) && s.at(int(guess)).seq == sequence {
		return s.at(int(guess))
	}
	for low < high {
		mid := int(uint(low+high) >> 1)
		if s.at(mid).seq < sequence {
			low = mid + 1
		} else {
			high = mid
		}
	}
	if low < s.n && s.at(low).seq == sequence {
		return s.at(low)
	}
	return nil
}

// newPost files a message under its sender, its topic and what it replies to.
func (l *Ledger) newPost(m Message) *post {
	p := l.posts.add()
	p.seq, p.id, p.source, p.at = m.Sequence, m.ID, m.Doc.Source, momentOf(m.At)
	p.from = l.member(m.From)
	l.weigh(p, m.Repeats)
	if m.Operator {
		p.flags |= operator
	}
	if m.ReplyTo != "" {
		l.refer(p, m.ReplyTo)
	}
	p.read(l, m.Doc)
	l.register(p)
	l.clock = max(l.clock, p.at)
	return p
}

// weigh notes how many messages a post stands for. Nearly all stand for themselves.
func (l *Ledger) weigh(p *post, count int) {
	if count > 1 {
		p.flags |= heavy
		l.weights[p.number] = count
	}
}

func (l *Ledger) weight(p *post) int {
	if p.is(heavy) {
		return l.weights[p.number]
	}
	return 1
}

// refer finds what a message replies to.
func (l *Ledger) refer(p *post, id string) {
	p.flags |= replied
	r := l.withID(id)
	if r == nil {
		l.strays[p.number] = id
		return
	}
	p.reply = r
	if r.is(nudges) && r.reply != nil {
		p.flags |= reminds
		l.rare(p).target = r.target()
	}
}

// reference is the reply reference of a message as it was given.
func (l *Ledger) reference(p *post) string {
	switch {
	case p.reply != nil:
		return p.reply.id
	case p.is(replied):
		return l.strays[p.number]
	}
	return ""
}

// withID returns the first message with an id, or nil.
func (l *Ledger) withID(id string) *post {
	at := l.byID.find(mix(hashOffset, id), func(n uint32) bool { return l.posts.at(int(n)).id == id })
	if at == nil {
		return nil
	}
	return l.posts.at(int(*at))
}

// register makes a message known by its id, unless an earlier one has it.
func (l *Ledger) register(p *post) {
	if p.id != "" && l.withID(p.id) == nil {
		l.byID.put(mix(hashOffset, p.id), p.number)
	}
}

// read notes what the header says.
func (p *post) read(l *Ledger, doc *convention.Message) {
	switch {
	case doc.Form == convention.Prose || doc.Form == convention.JSON || doc.Form == convention.SCP:
		p.flags |= prose
	case doc.Form == convention.Broken:
		p.flags |= isBroken
	case doc.Data():
		p.flags |= isData
	case doc.Acts():
		p.flags |= acts
	}
	if doc.Header == nil {
		return
	}
	p.intent = l.intent(strings.ToLower(doc.Header.Intent.Text))
	if name := doc.Header.Topic.Text; name != "" {
		p.topic = l.topic(name)
		p.topic.posts = append(p.topic.posts, p)
	}
	if doc.AddressedToAll() {
		p.flags |= toAll
	}
	switch p.intent.name {
	case "state", "brief":
		p.flags |= reports
	case "nudge":
		if p.is(acts) {
			p.flags |= nudges
		}
	}
}

// intent returns the one record of an intent.
func (l *Ledger) intent(name string) *intent {
	x := l.intents[name]
	if x == nil {
		x = &intent{name: strings.Clone(name), talk: talk(name), procedure: procedure(name)}
		l.intents[x.name] = x
	}
	return x
}

// reaches reports whether the message is addressed to a seat.
func (p *post) reaches(to *seat) bool {
	if p.is(toAll) {
		return true
	}
	for _, s := range p.to() {
		if same(s, to) {
			return true
		}
	}
	return false
}
