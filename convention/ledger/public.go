package ledger

import "earshot/convention/evidence"

// The internal records as the view shows them.

func (it *item) public() Item {
	a := it.asking
	x := Item{
		Kind: Req, State: it.shown, Sequence: it.post.seq, Line: it.line, MessageID: it.post.id, Topic: it.post.topic.name,
		Text: it.text, From: it.post.from.public(), Owes: it.owner.public(), At: it.post.at, Due: it.due, Decider: it.decider,
		Late: it.late, Holds: it.holds, Acks: it.acks, Nudges: it.nudges, Handovers: it.handovers, Progress: it.progress,
		Options: a.options, Recommended: a.recommended, BlockedText: it.blockedText,
		Of: it.group.of, Answered: it.group.settled,
	}
	if it.ask {
		x.Kind, x.Default = Ask, a.silence
	}
	x.Orphaned = !x.State.Settled() && it.owner.self().state.Left
	if it.blocked != nil {
		x.BlockedBy = it.blocked.seq
	}
	if it.proved != nil {
		x.Owes = it.proved.post.from.public() // who did the work, whoever owed it later
	}
	if by := it.settledBy(); by != nil {
		x.AnsweredBy, x.AnsweredAt, x.AnsweredHow = by.seq, by.at, it.how
	}
	if by := it.closedBy(); by != nil {
		x.ClosedBy = by.seq
	}
	x.Grade = it.grade()
	return x
}

// settledBy is the message that answered an ask or settled a req.
func (it *item) settledBy() *post {
	switch {
	case it.answered != nil:
		return it.answered
	case it.unreadable != nil:
		return it.unreadable
	case it.proved != nil:
		return it.proved.post
	}
	return it.claimed
}

// closedBy is the message that withdrew, superseded or accepted the item.
func (it *item) closedBy() *post {
	switch it.shown {
	case Withdrawn:
		return it.withdrawn
	case Superseded:
		return it.superseded
	}
	return it.acceptedBy()
}

func (it *item) grade() string {
	switch {
	case it.acceptedBy() != nil:
		return GradeAccepted
	case it.proved != nil:
		return it.proved.grade()
	}
	for _, p := range it.reports {
		for _, d := range p.detail.dones {
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
	return Claim{Sequence: c.post.seq, Line: c.line, Seat: c.post.from.public(), Topic: t, Text: c.text, Why: c.why, Needs: c.needs.Kinds()}
}

func (x *loose) public() Line {
	return Line{Sequence: x.post.seq, Line: x.line, Seat: x.post.from.public(), Modality: x.modality, Text: x.text}
}

func (x *dataPost) public() Data {
	return Data{Sequence: x.post.seq, Seat: x.post.from.public(), Declared: x.declared, Facts: x.facts}
}

func (x *decision) public() Decision {
	return Decision{Sequence: x.post.seq, Line: x.line, Seat: x.post.from.public(), Topic: x.ask.topic.name,
		Decider: x.decider.public(), Text: x.text, Ask: x.ask.seq}
}

func (s *series) public() Repeat {
	return Repeat{Seat: s.first.from.public(), First: s.first.seq, Last: s.last.seq, Count: s.count, Loop: s.loop}
}

func (x *possible) public() Possible {
	y := Possible{Kind: x.kind, Sequence: x.post.seq, Line: x.line, Seat: x.post.from.public(), Text: x.text}
	if x.item != nil {
		y.Item = x.item.post.seq
	}
	switch {
	case x.to != nil:
		y.To = x.to.public()
	case x.role != "":
		y.To.Name = x.role
	}
	return y
}

func (b *budget) public() Budget {
	x := Budget{Sequence: b.post.seq, Line: b.line, Topic: b.post.topic.name, From: b.post.from.public(), Seat: b.seat.public(),
		Tokens: b.tokens, Spent: b.spent, Level: b.level()}
	if b.reported != nil {
		x.ReportedBy = b.reported.seq
	}
	return x
}

// Message returns what is flagged on a message; it costs its lines.
func (v View) Message(sequence int64) MessageState {
	p := v.l.find(sequence)
	if p == nil {
		return MessageState{}
	}
	var m MessageState
	if x := p.series; x != nil {
		r := x.public()
		m.Repeat = &r
		if x.first != p {
			m.RepeatOf = x.first.seq
		}
	}
	if d := p.detail; d != nil {
		d.describe(&m)
	}
	return m
}

func (d *detail) describe(m *MessageState) {
	if d.data != nil {
		x := d.data.public()
		m.Data = &x
	}
	if d.corrected != nil {
		m.Corrected, m.CorrectedBy = true, d.corrected.seq
	}
	at := func(line int, change func(*LineState)) {
		if m.Lines == nil {
			m.Lines = make(map[int]LineState)
		}
		s := m.Lines[line]
		change(&s)
		m.Lines[line] = s
	}
	for _, it := range d.items {
		at(it.line, func(s *LineState) { s.Items = append(s.Items, it.public()) })
	}
	for _, c := range d.claims {
		d.describeClaim(c, at)
	}
	for _, x := range d.dones {
		d.describeDone(x, at)
	}
	for _, x := range d.unaddressed {
		at(x.line, func(s *LineState) { s.Unaddressed = true })
	}
	for _, x := range d.decisions {
		at(x.line, func(s *LineState) { y := x.public(); s.Decision = &y })
	}
	for _, r := range d.rules {
		if by := r.lifted(); by != nil {
			at(r.line, func(s *LineState) { s.Lifted = by.seq })
		}
	}
	for _, x := range d.possibles {
		if x.on {
			at(x.line, func(s *LineState) { y := x.public(); s.Possible = &y })
		}
	}
}

func (d *detail) describeClaim(c *claim, at func(int, func(*LineState))) {
	if c != nil && c.open {
		at(c.line, func(s *LineState) { x := c.public(); s.Claim = &x })
	}
}

func (d *detail) describeDone(x *done, at func(int, func(*LineState))) {
	d.describeClaim(x.claim, at)
	good, grade := x.good(), x.grade()
	if good && x.item != nil && x.item.proved == x && x.item.acceptedBy() != nil {
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
	case c.verdict.Result == evidence.Found:
		return Checked
	}
	return ""
}
