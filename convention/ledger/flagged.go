package ledger

import (
	"slices"

	"earshot/convention"
)

// flag is what the flagged things have in common: where they stand and whether
// they are on their list.
type flag struct {
	post   *post
	line   int
	nth    int
	on     bool
	inRoll bool
}

func (f *flag) place() place  { return place{f.post.seq, f.line, f.nth} }
func (f *flag) listed() bool  { return f.on }
func (f *flag) rolled() *bool { return &f.inRoll }

// loose is a demand in a message that addresses no seat.
type loose struct {
	flag
	modality convention.Modality
	text     string
}

// dataPost is a message with a wrong count.
type dataPost struct {
	flag
	declared, facts int
}

// decision is a line that decides what another seat was asked to decide.
type decision struct {
	flag
	text    string
	decider *seat
	ask     *post
}

// possible is something the convention does not settle.
type possible struct {
	flag
	kind string
	item *asking
	to   *seat
	role string // whom it asks, where that is no seat
	text string
}

// flagData lists a message with a wrong count, once for all its copies.
func (l *Ledger) flagData(p *post, doc *convention.Message) {
	d := &dataPost{flag: flag{post: p}, declared: doc.Header.N, facts: len(doc.Facts)}
	l.more(p).data = d
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
			x := &loose{flag: flag{post: p, line: f.Line}, modality: f.Label.Modality, text: f.Text}
			d := l.more(p)
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
	if d.data != nil && d.data.on {
		d.data.on = false
		l.counts.Data--
		l.data.leave()
	}
	for _, x := range d.unaddressed {
		if x.on {
			x.on = false
			l.counts.Unaddressed--
			l.loose.leave()
		}
	}
	for _, x := range d.decisions {
		if x.on {
			x.on = false
			l.counts.Decisions--
			l.counts.Conflicts--
			l.decisions.leave()
		}
	}
	for _, x := range d.possibles {
		l.unlist(x)
	}
}

func (l *Ledger) list(x *possible) {
	if x.post.is(repeated) {
		return
	}
	d := l.more(x.post)
	x.nth = len(d.possibles)
	d.possibles = append(d.possibles, x)
	if x.item != nil {
		x.item.possibles = append(x.item.possibles, x)
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
	for _, x := range a.possibles {
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
			l.list(&possible{flag: flag{post: s.post, line: f.Line}, kind: PossibleAnswer, item: a, text: f.Text})
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
		if s.fits(p.detail.asking) {
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
