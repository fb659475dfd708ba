package ledger

import (
	"slices"

	"earshot/convention"
)

// flag is what the flagged things have in common: where they stand and whether
// they are on their list.
type flag struct {
	post   *post
	line   uint32
	nth    uint32
	on     bool
	inRoll bool
}

func (f *flag) place() place  { return place{f.post.seq, int(f.line), int(f.nth)} }
func (f *flag) listed() bool  { return f.on }
func (f *flag) rolled() *bool { return &f.inRoll }

// loose is a demand in a message that addresses no seat.
type loose struct {
	flag
	modality convention.Modality
	text     span
}

// dataPost is a message with a wrong count.
type dataPost struct {
	flag
	declared, facts int
}

// decision is a line that decides what another seat was asked to decide.
type decision struct {
	flag
	text    span
	decider *seat
	ask     *post
}

// possible is something the convention does not settle.
type possible struct {
	flag
	kind   possibleKind
	answer *asking   // what it might answer
	to     *seat     // whom it asks
	next   *possible // the one before it of its message
	other  *possible // the one before it that might answer the same
	text   span
	typed  *typed // of a typed trailer
}

// typed is what a trailer says that its line does not.
type typed struct{ role, text string }

type possibleKind uint8

const (
	mayAnswer possibleKind = iota
	mayAsk
	mayResult
)

func (k possibleKind) String() string {
	switch k {
	case mayAsk:
		return PossibleAsk
	case mayResult:
		return PossibleResult
	}
	return PossibleAnswer
}

// flagData lists a message with a wrong count, once for all its copies.
func (l *Ledger) flagData(p *post, doc *convention.Message) {
	d := &dataPost{flag: flag{post: p}, declared: doc.Header.N, facts: len(doc.Facts)}
	l.rare(p).data = d
	if !p.is(repeated) {
		d.on = true
		l.counts.Data++
		l.data.enter(d)
	}
}

// flagLoose lists the demands of a message under a header that names no seat.
func (l *Ledger) flagLoose(p *post, doc *convention.Message) {
	if doc.Header == nil || len(doc.Header.To) > 0 {
		return
	}
	for i := range doc.Facts {
		f := &doc.Facts[i]
		switch f.Label.Modality {
		case convention.Req, convention.Ask, convention.MustNot, convention.Deadline, convention.Decider:
			x := &loose{flag: flag{post: p, line: uint32(f.Line)}, modality: f.Label.Modality, text: spanOf(f.TextSpan)}
			d := l.rare(p)
			d.unaddressed = append(d.unaddressed, x)
			if !p.is(repeated) {
				x.on = true
				l.counts.Unaddressed++
				l.loose.enter(x)
			}
		}
	}
}

// unflag takes what was wrong with a corrected message off the lists.
func (l *Ledger) unflag(d *detail) {
	for x := d.possibles; x != nil; x = x.next {
		l.unlist(x)
	}
	if d.rare == nil {
		return
	}
	if x := d.rare.data; x != nil && x.on {
		x.on = false
		l.counts.Data--
		l.data.leave()
	}
	for _, x := range d.rare.unaddressed {
		if x.on {
			x.on = false
			l.counts.Unaddressed--
			l.loose.leave()
		}
	}
	for _, x := range d.rare.decisions {
		if x.on {
			x.on = false
			l.counts.Decisions--
			l.counts.Conflicts--
			l.decisions.leave()
		}
	}
}

func (l *Ledger) list(x *possible) {
	if x.post.is(repeated) {
		return
	}
	d := l.more(x.post)
	if x.next = d.possibles; x.next != nil {
		x.nth = x.next.nth + 1
	}
	d.possibles = x
	if a := x.answer; a != nil {
		x.other, a.possibles = a.possibles, x
	}
	l.relist(x)
}

func (l *Ledger) relist(x *possible) {
	x.on = true
	l.counts.Possible++
	l.possibles.enter(x)
}

func (l *Ledger) unlist(x *possible) {
	if x.on {
		x.on = false
		l.counts.Possible--
		l.possibles.leave()
	}
}

// review keeps the possible answers listed of those seats alone that still have
// something to answer there.
func (a *asking) review(l *Ledger) {
	for x := a.possibles; x != nil; x = x.other {
		waits := a.waitsFor(x.post.from) && !x.post.corrected()
		switch {
		case x.on && !waits:
			l.unlist(x)
		case !x.on && waits:
			l.relist(x)
		}
	}
}

func (a *asking) waitsFor(s *seat) bool {
	var buf [8]*item
	return slices.ContainsFunc(a.of(s, buf[:0]), (*item).pends)
}

// mightAnswer lists a message as a possible answer to an asking message of which
// something still waits for its seat.
func (l *Ledger) mightAnswer(s *speech, a *asking) {
	if !a.waitsFor(s.post.from) {
		return
	}
	for i := range s.doc.Facts {
		if f := &s.doc.Facts[i]; f.Label.Modality != convention.Ask {
			l.list(l.made.possibles.put(possible{flag: flag{post: s.post, line: uint32(f.Line)}, kind: mayAnswer, answer: a, text: spanOf(f.TextSpan)}))
			return
		}
	}
}

// mightFit lists a message as a possible answer to those of the open asks that
// its words or an option fit; where it could have answered and fits none, to all
// of them.
func (l *Ledger) mightFit(s *speech, open []*post, able bool) {
	any := false
	for _, p := range open {
		if s.fits(l, p.detail.asking) {
			l.mightAnswer(s, p.detail.asking)
			any = true
		}
	}
	if any || !able || len(open) > oldAsks {
		return
	}
	for _, p := range open {
		l.mightAnswer(s, p.detail.asking)
	}
}
