package ledger

import "earshot/convention/evidence"

// The internal records as the view shows them.

func (it *item) public() Item {
	a, p := it.asking, it.post()
	x := Item{
		Kind: Req, State: it.shown(), Sequence: p.seq, Line: int(it.line), MessageID: p.id, Topic: p.topic.name,
		Text: p.cut(it.text), From: p.from.public(), Owes: it.owner.public(), At: p.at.time(), Due: it.due.time(), Decider: it.decider,
		Late: it.late.String(), Options: a.options, Recommended: a.recommended,
	}
	if it.ask {
		x.Kind, x.Default = Ask, a.silence
	}
	x.Orphaned = !x.State.Settled() && it.owner.self().state.Left
	x.Of, x.Answered = it.siblings()
	if past := it.past; past != nil {
		x.Holds, x.Acks, x.Nudges, x.Handovers = past.holds, past.acks, past.nudges, past.handovers
	}
	if j := it.job; j != nil {
		x.Progress = j.progress
		if j.blocked != nil {
			x.BlockedBy, x.BlockedText = j.blocked.seq, j.blocked.cut(j.blockedText)
		}
		if j.proved != nil {
			x.Owes = j.proved.post.from.public() // who did the work, whoever owed it later
		}
	}
	if by := it.settledBy(); by != nil {
		x.AnsweredBy, x.AnsweredAt, x.AnsweredHow = by.seq, by.at.time(), it.how()
	}
	if by := it.closedBy(); by != nil {
		x.ClosedBy = by.seq
	}
	x.Grade = it.grade()
	return x
}

// how is how an answer was recognised, "" for what is none.
func (it *item) how() string {
	switch {
	case !it.isAnswered():
		return ""
	case it.byTopic:
		return ByTopic
	}
	return ByReply
}

// siblings counts the items that the same line opened, and those of them that are
// settled by their seats.
func (it *item) siblings() (of, answered int) {
	switch {
	case it.group != nil:
		return it.group.of, it.group.settled
	case it.settled:
		return 1, 1
	}
	return 1, 0
}

// settledBy is the message that answered an ask or settled a req.
func (it *item) settledBy() *post {
	switch {
	case it.answered != nil:
		return it.answered
	case it.proved() != nil:
		return it.proved().post
	}
	return it.claimed()
}

// closedBy is the message that withdrew, superseded or accepted the item.
func (it *item) closedBy() *post {
	switch it.shown() {
	case Withdrawn:
		return it.ended().withdrawn
	case Superseded:
		return it.ended().superseded
	}
	return it.acceptedBy()
}

func (it *item) grade() string {
	switch {
	case it.acceptedBy() != nil:
		return GradeAccepted
	case it.proved() != nil:
		return it.proved().grade()
	}
	for _, p := range it.reports() {
		for d := p.detail.dones; d != nil; d = d.next {
			if d.item == it && d.grade() == Contradicted {
				return Contradicted
			}
		}
	}
	return ""
}

func (c *claim) public() Claim {
	t := ""
	if c.post.topic != nil {
		t = c.post.topic.name
	}
	return Claim{Sequence: c.post.seq, Line: int(c.line), Seat: c.post.from.public(), Topic: t, Text: c.post.cut(c.text), Why: c.why.String(), Needs: c.needs.Kinds()}
}

func (x *loose) public() Line {
	return Line{Sequence: x.post.seq, Line: int(x.line), Seat: x.post.from.public(), Modality: x.modality, Text: x.post.cut(x.text)}
}

func (x *dataPost) public() Data {
	return Data{Sequence: x.post.seq, Seat: x.post.from.public(), Declared: x.declared, Facts: x.facts}
}

func (x *decision) public() Decision {
	return Decision{Sequence: x.post.seq, Line: int(x.line), Seat: x.post.from.public(), Topic: x.ask.topic.name,
		Decider: x.decider.public(), Text: x.post.cut(x.text), Ask: x.ask.seq}
}

func (s *series) public() Repeat {
	return Repeat{Seat: s.first.from.public(), First: s.first.seq, Last: s.last.seq, Count: s.count, Loop: s.loop}
}

func (x *possible) public() Possible {
	y := Possible{Kind: x.kind.String(), Sequence: x.post.seq, Line: int(x.line), Seat: x.post.from.public()}
	if x.typed == nil {
		y.Text = x.post.cut(x.text)
	} else {
		y.Text, y.To.Name = x.typed.text, x.typed.role
	}
	if x.answer != nil {
		y.Item = x.answer.post.seq
	}
	if x.to != nil {
		y.To = x.to.public()
	}
	return y
}

func (b *budget) public() Budget {
	x := Budget{Sequence: b.post.seq, Line: int(b.line), Topic: b.post.topic.name, From: b.post.from.public(), Seat: b.seat.public(),
		Tokens: b.tokens, Spent: b.spent, Level: b.level()}
	if b.reported != nil {
		x.ReportedBy = b.reported.seq
	}
	return x
}

// Message returns what is flagged on a message; it costs its lines.
func (v View) Message(sequence int64) MessageState {
	p := v.l.posts.find(sequence)
	if p == nil {
		return MessageState{}
	}
	var m MessageState
	if x := v.l.seriesOf(p); x != nil {
		r := x.public()
		m.Repeat = &r
		if x.first != p {
			m.RepeatOf = x.first.seq
		}
	}
	if d := p.detail; d != nil {
		p.describe(&m)
	}
	return m
}

func (p *post) describe(m *MessageState) {
	d, rare := p.detail, p.seldom()
	if rare.data != nil {
		x := rare.data.public()
		m.Data = &x
	}
	if rare.corrected != nil {
		m.Corrected, m.CorrectedBy = true, rare.corrected.seq
	}
	at := func(line uint32, change func(*LineState)) {
		if m.Lines == nil {
			m.Lines = make(map[int]LineState)
		}
		s := m.Lines[int(line)]
		change(&s)
		m.Lines[int(line)] = s
	}
	items := p.items()
	for i := range items {
		at(items[i].line, func(s *LineState) { s.Items = append(s.Items, items[i].public()) })
	}
	for c := d.claims; c != nil; c = c.next {
		d.describeClaim(c, at)
	}
	for x := d.dones; x != nil; x = x.next {
		d.describeDone(x, at)
	}
	for _, x := range rare.unaddressed {
		at(x.line, func(s *LineState) { s.Unaddressed = true })
	}
	for _, x := range rare.decisions {
		at(x.line, func(s *LineState) { y := x.public(); s.Decision = &y })
	}
	for _, r := range rare.rules {
		if by := r.lifted(); by != nil {
			at(uint32(r.line), func(s *LineState) { s.Lifted = by.seq })
		}
	}
	for x := d.possibles; x != nil; x = x.next { // the last of a line is told
		if x.on && m.Lines[int(x.line)].Possible == nil {
			at(x.line, func(s *LineState) { y := x.public(); s.Possible = &y })
		}
	}
}

func (d *detail) describeClaim(c *claim, at func(uint32, func(*LineState))) {
	if c != nil && c.open {
		at(c.line, func(s *LineState) { x := c.public(); s.Claim = &x })
	}
}

func (d *detail) describeDone(x *done, at func(uint32, func(*LineState))) {
	d.describeClaim(x.claim, at)
	good, grade := x.good(), x.grade()
	if good && x.item != nil && x.item.proved() == x && x.item.acceptedBy() != nil {
		grade = GradeAccepted
	}
	if good || grade != "" {
		at(x.line, func(s *LineState) { s.Proved, s.Grade = good, grade })
	}
	for i := range x.cites {
		c := &x.cites[i]
		if word := c.word(); word != "" {
			at(c.line, func(s *LineState) { s.Grade, s.Detail = word, c.verdict.Detail })
		}
	}
}

// word is the grade of one reference somebody looked at.
func (c *cite) word() string {
	switch {
	case c.refuted():
		return Contradicted
	case c.result() == evidence.Found:
		return Checked
	}
	return ""
}
