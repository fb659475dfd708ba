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
	clock   time.Time // the latest moment any message was written

	posts      []*post // by sequence
	byID       map[string]*post
	bodies     map[uint64]*post // the first with each outline
	topics     map[string]*topic
	topicOrder []*topic
	roster     roster

	items  []*item // by sequence, line and order of addressing
	same   map[sameKey][]*item
	timers timers
	order  int64 // of acts
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
		options: o,
		byID:    make(map[string]*post),
		bodies:  make(map[uint64]*post),
		topics:  make(map[string]*topic),
		same:    make(map[sameKey][]*item),
		notes:   make(map[int64]*note),
		roster:  roster{byID: make(map[string]*seat), byName: make(map[string][]*seat)},
	}
}

// Feed takes the next message and reports whether it did: not one that it has
// already, and not one older than the last. For older history feed a new ledger.
func (l *Ledger) Feed(m Message) bool {
	if n := len(l.posts); m.Doc == nil || n > 0 && m.Sequence <= l.posts[n-1].seq {
		return false
	}
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

// work reads the lines that settle reqs and make claims.
func (l *Ledger) work(p *post, doc *convention.Message) {
	var d *desk
	var proofs []convention.Proof
	for i := range doc.Facts {
		f := &doc.Facts[i]
		kind, ok := workKind(f.Label.Modality)
		if !ok || kind != actDone && kind != actClaim && !p.is(acts) {
			continue
		}
		if d == nil {
			d = p.from.desk(l.topicOf(p))
		}
		a := act{kind: kind, post: p, words: l.wordsOf(p.source, f, d.topic.words), text: f.Text}
		if kind == actDone {
			if proofs == nil {
				proofs = doc.Proofs()
			}
			if !l.readDone(p, doc, f, proofs[i], &a) {
				continue
			}
		}
		if a.kind == actClaim && a.claim == nil && !p.is(repeated) {
			a.claim = l.made.claims.put(claim{post: p, line: f.Line, text: f.Text, why: WhyClaim, entry: entry{words: a.words}})
		}
		if a.claim != nil {
			m := l.more(p)
			m.claims = append(m.claims, a.claim)
		}
		l.perform(d, a)
	}
}

// topicOf returns the topic of a post; broken headers may name none.
func (l *Ledger) topicOf(p *post) *topic {
	if p.topic != nil {
		return p.topic
	}
	return l.topic("")
}

func workKind(m convention.Modality) (actKind, bool) {
	switch m {
	case convention.Done:
		return actDone, true
	case convention.Claim:
		return actClaim, true
	case convention.Block:
		return actBlock, true
	case convention.Plan, convention.Todo:
		return actProgress, true
	}
	return 0, false
}

// readDone reads a done line. In a message that does not act it proves nothing:
// it is a claim where its evidence could not prove it either, and else nothing.
func (l *Ledger) readDone(p *post, doc *convention.Message, f *convention.Fact, proof convention.Proof, a *act) bool {
	d := l.made.dones.put(done{post: p, line: f.Line, text: f.Text, proof: proof.Grade, need: evidence.SetOf(proof.Needs...)})
	if !p.is(acts) {
		if d.proof == convention.Proved || p.is(repeated) {
			return false
		}
		a.kind = actClaim
		a.claim = l.made.claims.put(claim{post: p, line: f.Line, text: f.Text, why: d.why(), needs: d.need, entry: entry{words: a.words}})
		return true
	}
	if n := len(proof.Evidence); n > 0 {
		d.cites = make([]cite, 0, n)
	}
	for _, i := range proof.Evidence {
		ev := &doc.Facts[i]
		kind, _ := evidence.KindOf(ev.Text)
		d.cites = append(d.cites, cite{line: ev.Line, ref: ev.Text, kind: kind})
	}
	m := l.more(p)
	m.dones = append(m.dones, d)
	a.done = d
	return true
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
		l.Repeat(p.seq, n.repeats, p.at)
	}
	for _, v := range n.verdicts {
		l.Verdict(p.seq, v.line, v.ref, v.verdict)
	}
}

// Verdict takes what a resolver said of the reference on an ev line. It holds for
// that line until another verdict; one that is unknown does not lift one that
// found the reference missing or failed. No verdict cures a wrong kind.
func (l *Ledger) Verdict(sequence int64, line int, ref string, v evidence.Verdict) {
	p := l.find(sequence)
	if p == nil {
		n := l.soon(sequence)
		n.verdicts = append(n.verdicts, earlyVerdict{line, ref, v})
		return
	}
	if p.detail == nil {
		return
	}
	for _, d := range p.detail.dones {
		before := d.good()
		for i := range d.cites {
			if c := &d.cites[i]; c.line == line && c.ref == ref {
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
	if settled && c.verdict.Result != evidence.Unlooked {
		return
	}
	c.verdict = v
}
