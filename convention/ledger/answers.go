package ledger

import (
	"slices"
	"strings"

	"earshot/convention"
	"earshot/convention/internal/word"
)

// asker is what one seat asked another on a topic and still waits for.
type asker struct {
	seat  *seat
	posts []*post // open, in log order
	past  *silenced
}

// silenced are asks that silence has decided: only the last oldAsks are looked at
// again.
type silenced struct{ posts []*post }

// old are the asks that silence has decided.
func (a *asker) old() []*post {
	if a.past == nil {
		return nil
	}
	return a.past.posts
}

// oldAsks is how many asks that silence has decided are still looked at when a
// late answer or a decision comes without a reply reference. Older silence is
// history, and a message must not cost more for it.
const oldAsks = 16

// expect notes that the seat has an answer to give to a message's asks.
func (d *desk) expect(p *post) {
	for _, a := range d.askers {
		if same(a.seat, p.from) {
			at := len(a.posts)
			for at > 0 && a.posts[at-1].seq > p.seq {
				at--
			}
			if at == 0 || a.posts[at-1] != p {
				a.posts = slices.Insert(a.posts, at, p)
			}
			return
		}
	}
	d.askers = append(d.askers, &asker{seat: p.from, posts: []*post{p}})
}

// waiting returns the asks that may be answered by topic: the open ones; where
// there are none, the last ones that silence has decided.
func (l *Ledger) waiting(d *desk, a *asker) []*post {
	kept := a.posts[:0]
	for _, p := range a.posts {
		switch l.stage(p.detail.asking, d.seat) {
		case stageOpen:
			kept = append(kept, p)
		case stageDefaulted:
			a.retire(p)
		}
	}
	clear(a.posts[len(kept):])
	a.posts = kept
	if len(kept) > 0 {
		return kept
	}
	if a.past == nil {
		return nil
	}
	a.past.posts = slices.DeleteFunc(a.past.posts, func(p *post) bool { return l.stage(p.detail.asking, d.seat) != stageDefaulted })
	return a.past.posts
}

// retire moves a message to those that silence has decided.
func (a *asker) retire(p *post) {
	if a.past == nil {
		a.past = &silenced{}
	}
	old := a.past.posts
	if slices.Contains(old, p) {
		return
	}
	if len(old) == oldAsks {
		old = slices.Delete(old, 0, 1)
	}
	a.past.posts = append(old, p)
}

type stage uint8

const (
	stageClosed stage = iota
	stageOpen
	stageDefaulted
)

// stage says whether a message's asks of a seat still wait at the room's latest
// moment, or silence has decided all that do.
func (l *Ledger) stage(a *asking, s *seat) stage {
	at := stageClosed
	var buf [8]*item
	for _, it := range a.of(s, buf[:0]) {
		switch {
		case !it.pends():
		case it.defaulted(l.clock):
			if at == stageClosed {
				at = stageDefaulted
			}
		default:
			return stageOpen
		}
	}
	return at
}

// speech is what a message says in answer to something.
type speech struct {
	post       *post
	doc        *convention.Message
	substance  bool // at least one line that is not an ask
	unreadable bool // all such lines are unknown
	eligible   bool // by intent: may answer by topic
	words      words
	hasWords   bool
}

// talk is the intents that never answer by topic.
func talk(intent string) bool {
	switch intent {
	case "status", "report", "note", "request", "propose", "ask", "nudge", "state", "brief":
		return true
	}
	return false
}

// procedure is the intents that change an item without answering it.
func procedure(intent string) bool {
	switch intent {
	case "hold", "handover", "nudge", "state", "brief":
		return true
	}
	return false
}

func newSpeech(p *post, doc *convention.Message) speech {
	s := speech{post: p, doc: doc, unreadable: p.is(acts)}
	for i := range doc.Facts {
		switch doc.Facts[i].Label.Modality {
		case convention.Ask:
			continue
		case convention.Unknown:
		default:
			s.unreadable = false
		}
		s.substance = true
	}
	s.unreadable = s.unreadable && s.substance
	s.eligible = p.is(acts) && !p.intent.talk && !p.intent.procedure && !(p.reply != nil && (p.intent.name == "accept" || p.intent.name == "withdraw"))
	return s
}

// answer finds what a message answers, acknowledges or might answer.
func (l *Ledger) answer(p *post, doc *convention.Message) {
	if p.is(reports) || p.is(acts|isData|isBroken) && p.intent.procedure {
		return
	}
	s := newSpeech(p, doc)
	replied := l.answerReply(&s)
	if p.is(acts) && s.substance {
		l.answerTopic(&s, replied)
	}
}

// answerReply handles a reply to an asking message. It reports whether the
// message is one to an ask, the seat's own or another's: such a reply speaks to
// that ask and answers no other by topic.
func (l *Ledger) answerReply(s *speech) bool {
	p := s.post
	a := p.target().asks()
	if a == nil {
		return false
	}
	var buf [8]*item
	list := a.of(p.from, buf[:0])
	if len(list) == 0 {
		return a.hasAsk()
	}
	switch {
	case p.is(isData | isBroken):
		l.mightAnswer(s, a)
	case acknowledges(p, s.doc, a):
		for _, it := range list {
			if it.waits() {
				past := it.remember()
				past.acks = append(past.acks, Ack{Sequence: p.seq, Seat: p.from.public(), At: p.at.time(), Text: s.doc.Facts[0].Text})
			}
		}
	case s.substance:
		for _, it := range list {
			l.settleAsked(it, s)
		}
	}
	return true
}

// settleAsked notes an answer to an ask and to what it was asked again as. An ask
// that had its answer before passes nothing on: the new one asks anew.
func (l *Ledger) settleAsked(it *item, s *speech) {
	for again := it; again != nil && same(again.owner, it.owner); again = again.ended().next {
		l.settle(again, s, false)
		if again.answered != s.post {
			return
		}
	}
}

// settle notes an answer to one ask, once.
func (l *Ledger) settle(it *item, s *speech, byTopic bool) {
	p := s.post
	if !it.waits() || it.post().seq >= p.seq {
		return
	}
	if s.unreadable {
		it.answered, it.unreadable = p, true
		l.show(it)
		return
	}
	if end := it.ended(); !it.due.isZero() && !p.at.before(it.due) && end.withdrawn == nil && end.superseded == nil {
		it.late = late
		if it.asking.silent && it.answered == nil {
			it.late = lateAfterDefault
			l.counts.Conflicts++
		}
	}
	it.answered, it.unreadable, it.byTopic = p, false, byTopic
	d := l.more(p)
	it.fellow, d.answers = d.answers, it
	p.from.answers = append(p.from.answers, p.at.sub(it.post().at))
	it.asking.review(l)
	l.show(it)
}

// answerTopic handles a well-formed message on a topic on which the seat has
// asks to answer.
func (l *Ledger) answerTopic(s *speech, replied bool) {
	d := s.post.from.desks[s.post.topic]
	if d == nil || len(d.askers) == 0 || acknowledges(s.post, s.doc, nil) {
		return
	}
	for _, a := range d.askers {
		open := l.waiting(d, a)
		if len(open) == 0 {
			continue
		}
		able := s.eligible && !replied && s.post.reaches(a.seat)
		if !able {
			l.mightFit(s, open, false)
			continue
		}
		if p := s.only(l, open); p != nil {
			for _, it := range p.detail.asking.of(s.post.from, nil) {
				if it.pends() {
					l.settle(it, s, true)
				}
			}
			continue
		}
		l.mightFit(s, open, true)
	}
}

// only returns the one asking message that is meant: the single open one, or the
// one that the words fit, or the one whose option is named.
func (s *speech) only(l *Ledger, open []*post) *post {
	if len(open) == 1 {
		return open[0]
	}
	var byWords, byOption *post
	words, options := 0, 0
	for _, p := range open {
		if s.fitsWords(l, p.detail.asking) {
			byWords = p
			words++
		}
		if s.namesOption(p.detail.asking) {
			byOption = p
			options++
		}
	}
	switch {
	case words == 1 && options == 1 && byWords != byOption:
		return nil
	case words == 1:
		return byWords
	case options == 1:
		return byOption
	}
	return nil
}

func (s *speech) fits(l *Ledger, a *asking) bool { return s.namesOption(a) || s.fitsWords(l, a) }

// fitsWords reports whether the message shares enough words with the asks.
func (s *speech) fitsWords(l *Ledger, a *asking) bool {
	if !s.hasWords {
		s.hasWords = true
		for i := range s.doc.Facts {
			if f := &s.doc.Facts[i]; f.Label.Modality != convention.Ask {
				s.words = appendWords(s.words, s.post.source, f, s.post.topic.words)
			}
		}
		s.words = s.words.sorted()
	}
	of := a.read(l)
	return s.words.shared(of) >= of.enough()
}

// namesOption reports whether a line names an option of the asks.
func (s *speech) namesOption(a *asking) bool {
	for i := range s.doc.Facts {
		if f := &s.doc.Facts[i]; f.Label.Modality != convention.Ask && namesOption(f, a.options) {
			return true
		}
	}
	return false
}

// namesOption reports whether a line picks one of the options: its first word is
// the option's id, or a word such as "option" stands before the id, or it is
// labelled with it.
func namesOption(f *convention.Fact, options []Option) bool {
	if len(options) == 0 {
		return false
	}
	if f.Label.Sep == '/' && hasOption(options, f.Label.ID) {
		return true
	}
	first, before := true, ""
	for token := range strings.FieldsSeq(f.Text) {
		token = trimMarks(token)
		if (first || picks(before)) && hasOption(options, token) {
			return true
		}
		first, before = false, token
	}
	return false
}

func picks(w string) bool {
	var buf [16]byte
	switch string(word.Lower(w, &buf)) {
	case "option", "opt", "with", "choose", "chose", "chosen", "pick", "picked", "picking", "decide", "decided", "decision",
		"approve", "approved", "take", "taking", "go", "prefer":
		return true
	}
	return false
}

func hasOption(options []Option, id string) bool {
	return id != "" && slices.ContainsFunc(options, func(o Option) bool { return o.ID == id })
}
