// Package ledger keeps what a room owes: open asks and requests, claims without
// proof, decisions, prohibitions and permissions, repeats, and what silence has
// decided.
//
// It is fed parsed messages in sequence order and asked with any moment. It
// knows messages, seats, verdicts and repeat counts as values. It must never
// know a network, a file, a terminal or a clock: now is always a parameter.
//
// Invariants: feeding one by one equals feeding all at once; a message fed twice
// changes nothing; what it says is a function of the messages, the seats, the
// repeat counts and the verdicts, never of the order in which At was asked; in
// doubt an item stays open. One message costs its lines times what its seat has
// open on that topic, plus the seats it addresses, whatever came before.
//
// A Ledger and its Views belong to one goroutine.
package ledger

import (
	"time"

	"earshot/convention"
	"earshot/convention/evidence"
)

// DefaultDueWindow is how long before its due time an item counts as due.
const DefaultDueWindow = 15 * time.Minute

// Seat is a member of the room: keyed by ID, addressed by Name. ID is empty for
// a seat that was addressed and has not been seen yet.
type Seat struct{ ID, Name string }

// Message is one message of the room with its parsed body.
type Message struct {
	// Sequence is the message's number in the room, from 1; the only order.
	Sequence int64
	// ID is what replies refer to, ReplyTo the ID this message replies to, or "".
	ID, ReplyTo string
	From        Seat
	At          time.Time
	// Doc is the parsed body. The ledger reads it during Feed and keeps its
	// Source only.
	Doc *convention.Message
	// Repeats is the server's count of this body, the stored one included; 0
	// means that the server did not say.
	Repeats int
	// Operator says that an operator posted it: one may hand over what another
	// seat owes.
	Operator bool
}

// SeatState is what the room says about a seat.
type SeatState struct {
	Seat
	// Left says that the seat is no member any more: what it owes is orphaned.
	Left bool
	// JoinedAt and LeftAt bound its membership; zero where the room does not say.
	JoinedAt, LeftAt time.Time
	// FetchKnown says that the room reports what the seat has fetched. Without it
	// silence is unknown, and the seat is never listed as silent.
	FetchKnown bool
	// Fetched is the highest sequence the seat has fetched or shown.
	Fetched             int64
	FetchedAt, PostedAt time.Time
}

// Options are the settable rules.
type Options struct {
	// DueWindow is how long before its due time an item counts as due; 0 means
	// DefaultDueWindow.
	DueWindow time.Duration
}

// Ledger is the room's book. The zero value is not ready; use New.
type Ledger struct {
	options Options
	now     time.Time // of the last view
	// revision counts what may have changed what views say, but for the moment.
	revision uint64
	moment   moment // likewise
	clock    moment // the latest at which any message was written

	posts      posts
	byID       table[uint32]     // numbers of posts, the first with each id
	bodies     table[uint32]     // likewise, by outline
	strays     map[uint32]string // reply references to messages that were never fed, by number
	intents    map[string]*intent
	weights    map[uint32]int     // of posts that stand for several messages, by number
	bySeries   map[uint32]*series // of posts whose body others have, by number
	tokensOf   []int32            // tokens of posts as far as they were counted, by number
	topics     map[string]*topic
	topicOrder []*topic
	roster     roster

	same   table[*item] // the latest with each key
	timers timers
	order  uint32 // of acts
	soiled []*desk
	notes  map[int64]*note // about messages that were not fed yet
	made   slabs

	live      roll[*item]
	claims    roll[*claim]
	loose     roll[*loose]
	data      roll[*dataPost]
	decisions roll[*decision]
	series    roll[*series]
	possibles roll[*possible]
	budgets   roll[*budget]
	counts    Counts
}

// note is what the room said about a message before it came.
type note struct {
	repeats  int
	verdicts []earlyVerdict
}

type earlyVerdict struct {
	line    int
	ref     string
	verdict evidence.Verdict
}

// New returns an empty ledger.
func New(o Options) *Ledger {
	if o.DueWindow <= 0 {
		o.DueWindow = DefaultDueWindow
	}
	return &Ledger{
		options:  o,
		strays:   make(map[uint32]string),
		intents:  make(map[string]*intent),
		weights:  make(map[uint32]int),
		bySeries: make(map[uint32]*series),
		topics:   make(map[string]*topic),
		notes:    make(map[int64]*note),
		roster:   roster{byID: make(map[string]*seat), byName: make(map[string][]*seat)},
	}
}

// Feed takes the next message and reports whether it did: not one that it has
// already, and not one older than the last. For older history feed a new ledger.
func (l *Ledger) Feed(m Message) bool {
	if m.Doc == nil || l.posts.n > 0 && m.Sequence <= l.posts.last().seq {
		return false
	}
	l.revision++
	p := l.newPost(m)
	l.repeats(p)
	if p.is(acts | isData | isBroken) {
		p.addressed = l.addressed(p, m.Doc)
	}
	switch {
	case p.is(acts):
		if !p.is(reports) {
			l.act(p, m.Doc)
		}
	default:
		l.shelve(p, m.Doc)
	}
	p.from.posted, p.from.spoke = true, p.at
	l.counts.Messages++
	l.recall(p)
	return true
}

// act carries out a message that obliges, answers, proves and decides.
func (l *Ledger) act(p *post, doc *convention.Message) {
	l.intend(p, doc)
	l.answer(p, doc)
	l.flagDecision(p, doc)
	l.work(p, doc)
	if p.is(repeated) {
		return
	}
	if !p.is(nudges) {
		l.open(p, doc)
	}
	l.rules(p, doc)
	l.budget(p, doc)
}

// shelve notes what there is to say of a message that must not be acted on.
func (l *Ledger) shelve(p *post, doc *convention.Message) {
	if p.is(isData) {
		l.flagData(p, doc)
	}
	if p.is(isBroken) {
		l.flagLoose(p, doc)
	}
	if p.is(reports) {
		return
	}
	l.answer(p, doc)
	if p.is(prose) {
		l.flagDecision(p, doc)
		l.hear(p, doc)
		return
	}
	l.work(p, doc)
}

// topicOf returns the topic of a post; broken headers may name none.
func (l *Ledger) topicOf(p *post) *topic {
	if p.topic != nil {
		return p.topic
	}
	return l.topic("")
}

// soon returns the note about a message that was not fed yet.
func (l *Ledger) soon(sequence int64) *note {
	n := l.notes[sequence]
	if n == nil {
		n = &note{}
		l.notes[sequence] = n
	}
	return n
}

// recall applies what was said about a message before it came.
func (l *Ledger) recall(p *post) {
	n := l.notes[p.seq]
	if n == nil {
		return
	}
	delete(l.notes, p.seq)
	if n.repeats > 0 {
		l.Repeat(p.seq, n.repeats, p.at.time())
	}
	for _, v := range n.verdicts {
		l.Verdict(p.seq, v.line, v.ref, v.verdict)
	}
}

// Verdict takes what a resolver said of the reference on an ev line. It holds for
// that line until another verdict; one that is unknown does not lift one that
// found the reference missing or failed. No verdict cures a wrong kind.
func (l *Ledger) Verdict(sequence int64, line int, ref string, v evidence.Verdict) {
	l.revision++
	p := l.posts.find(sequence)
	if p == nil {
		n := l.soon(sequence)
		n.verdicts = append(n.verdicts, earlyVerdict{line, ref, v})
		return
	}
	if p.detail == nil {
		return
	}
	for d := p.detail.dones; d != nil; d = d.next {
		before := d.good()
		for i := range d.cites {
			if c := &d.cites[i]; int(c.line) == line && p.cut(c.ref) == ref {
				c.judge(v)
			}
		}
		if d.good() != before {
			l.soil(p.from.self().desk(l.topicOf(p)))
		}
	}
}

func (c *cite) judge(v evidence.Verdict) {
	settled := v.Result == evidence.Unknown || v.Result == evidence.Unlooked
	if settled && c.result() != evidence.Unlooked {
		return
	}
	c.verdict = &v
}
