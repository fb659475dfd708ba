package ledger

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"earshot/convention"
	"earshot/convention/evidence"
)

// What the twin answers, in the ledger's own types.

func (it *tItem) acceptedBy() *tPost {
	if it.ask {
		return it.accepted
	}
	for _, report := range it.reports {
		for _, p := range report.accepts {
			if p.from == it.post.from && p.from != report.from {
				return p
			}
		}
	}
	return nil
}

// stateAt is the list of states, the first that holds.
func (it *tItem) stateAt(now time.Time, window time.Duration) State {
	timed := !it.due.IsZero()
	late := timed && !now.Before(it.due)
	for _, s := range []struct {
		state State
		holds bool
	}{
		{Proved, it.proved != nil},
		{Accepted, it.acceptedBy() != nil},
		{Answered, it.answered != nil},
		{Unreadable, it.unreadable != nil},
		{Withdrawn, it.withdrawn != nil},
		{Superseded, it.superseded != nil},
		{Claimed, it.claimed != nil},
		{Defaulted, it.ask && late && it.post.silent},
		{Overdue, late},
		{Blocked, it.blocked != nil},
		{Due, timed && !now.Before(it.due.Add(-window))},
	} {
		if s.holds {
			return s.state
		}
	}
	return Open
}

func (w *twin) grade(d *tDone) string {
	if d.proof.Grade != convention.Proved {
		return ""
	}
	grade := Contradicted
	for _, e := range d.proof.Evidence {
		ev := &d.post.m.Doc.Facts[e]
		kind, _ := evidence.KindOf(ev.Text)
		if kind == "" || len(d.proof.Needs) > 0 && !slices.Contains(d.proof.Needs, kind) {
			continue
		}
		switch w.verdicts[fmt.Sprint(d.post.m.Sequence, ev.Line, ev.Text)].Result {
		case evidence.Found:
			return Checked
		case evidence.Missing, evidence.Failed:
		default:
			grade = Cited
		}
	}
	return grade
}

func (w *twin) public(it *tItem, now time.Time) Item {
	p := it.post
	x := Item{
		Kind: Req, State: it.stateAt(now, w.window), Sequence: p.m.Sequence, Line: it.line, MessageID: p.m.ID, Topic: p.topic, Text: it.text,
		From: w.seat(p.from), Owes: w.seat(it.owner), At: p.m.At, Due: it.due, Decider: it.decider, AnsweredHow: it.how, Late: it.late,
		Holds: it.holds, Acks: it.acks, Nudges: it.nudges, Handovers: it.handovers, Progress: it.progress, BlockedText: it.blockedText,
		Options: p.options, Recommended: p.rec,
	}
	if it.ask {
		x.Kind, x.Default = Ask, p.silence
	}
	if it.blocked != nil {
		x.BlockedBy = it.blocked.m.Sequence
	}
	settled := []State{Proved, Accepted, Answered, Withdrawn, Superseded, Defaulted}
	s := w.state(it.owner)
	x.Orphaned = s != nil && s.Left && !slices.Contains(settled, x.State)
	by := it.claimed
	switch {
	case it.answered != nil:
		by = it.answered
	case it.unreadable != nil:
		by = it.unreadable
	case it.proved != nil:
		by = it.proved.post
		x.Owes = w.seat(by.from)
	}
	if by != nil {
		x.AnsweredBy, x.AnsweredAt = by.m.Sequence, by.m.At
	}
	closed := it.acceptedBy()
	switch x.State {
	case Withdrawn:
		closed = it.withdrawn
	case Superseded:
		closed = it.superseded
	}
	if closed != nil {
		x.ClosedBy = closed.m.Sequence
	}
	switch {
	case it.acceptedBy() != nil:
		x.Grade = GradeAccepted
	case it.proved != nil:
		x.Grade = w.grade(it.proved)
	default:
		for _, r := range it.reports {
			for _, d := range r.dones {
				if d.item == it && w.grade(d) == Contradicted {
					x.Grade = Contradicted
				}
			}
		}
	}
	for _, other := range w.items {
		if other.post == p && other.line == it.line {
			x.Of++
			if s := other.stateAt(now, w.window); s == Proved || s == Accepted || s == Answered {
				x.Answered++
			}
		}
	}
	return x
}

// next is the first moment after now at which an item changes by time alone.
func (w *twin) next(now time.Time) time.Time {
	var next time.Time
	for _, it := range w.items {
		if it.due.IsZero() {
			continue
		}
		for _, at := range []time.Time{it.due.Add(-w.window), it.due} {
			if at.After(now) && it.stateAt(at, w.window) != it.stateAt(at.Add(-1), w.window) && (next.IsZero() || at.Before(next)) {
				next = at
			}
		}
	}
	return next
}

// report says everything the twin knows at a moment, one thing a line.
func (w *twin) report(now time.Time) []string {
	var c Counts
	var out []string
	for _, it := range w.items {
		x := w.public(it, now)
		out = append(out, itemLine(x))
		c.countState(x.State)
		if x.Late == LateAfterDefault {
			c.Conflicts++
		}
		if s := w.state(it.owner); s != nil && s.Left && !slices.Contains([]State{Proved, Accepted, Answered, Withdrawn, Superseded, Defaulted}, x.State) {
			c.Orphaned++
		}
	}
	slices.SortFunc(w.claims, func(a, b *tClaim) int { return int(a.post.m.Sequence-b.post.m.Sequence)*1000 + a.line - b.line })
	for _, x := range w.claims {
		if x.open && x.post.corrected == nil {
			out = append(out, claimLine(Claim{x.post.m.Sequence, x.line, w.seat(x.post.from), x.post.topic, x.text, x.why, x.needs}))
			c.Claims++
		}
	}
	out = append(out, w.reportFlags(&c)...)
	out = append(out, w.reportRepeats(&c)...)
	for _, r := range w.rules {
		if n := r.lifted(); n > 0 {
			out = append(out, fmt.Sprintf("lifted #%d:%d by #%d", r.post.m.Sequence, r.line, n))
		}
	}
	c.Messages = len(w.log)
	return append(out, fmt.Sprintf("counts %+v", c), fmt.Sprint("next ", w.next(now)))
}

func (w *twin) reportFlags(c *Counts) []string {
	var out []string
	for _, p := range w.posts {
		if p.data && p.corrected == nil && p.repeatOf == nil {
			out = append(out, fmt.Sprintf("data %+v", Data{p.m.Sequence, w.seat(p.from), p.m.Doc.Header.N, len(p.m.Doc.Facts)}))
			c.Data++
		}
		if p.broken && len(p.m.Doc.Header.To) == 0 && p.corrected == nil && p.repeatOf == nil {
			for _, f := range p.m.Doc.Facts {
				if slices.Contains([]convention.Modality{convention.Req, convention.Ask, convention.MustNot, convention.Deadline, convention.Decider}, f.Label.Modality) {
					out = append(out, fmt.Sprintf("loose %+v", Line{p.m.Sequence, f.Line, w.seat(p.from), f.Label.Modality, f.Text}))
					c.Unaddressed++
				}
			}
		}
	}
	for _, x := range w.decisions {
		if x.post.corrected == nil {
			out = append(out, fmt.Sprintf("decision %+v", Decision{x.post.m.Sequence, x.line, w.seat(x.post.from), x.ask.topic, w.seat(x.decider), x.text, x.ask.m.Sequence}))
			c.Decisions++
			c.Conflicts++
		}
	}
	for _, x := range w.possibles {
		y := Possible{Kind: x.kind, Sequence: x.post.m.Sequence, Line: x.line, Seat: w.seat(x.post.from), Text: x.text}
		y.To.Name = x.role
		if x.to != "" {
			y.To = w.seat(x.to)
		}
		if x.item != nil {
			y.Item = x.item.m.Sequence
			waits := false
			for _, it := range w.items {
				waits = waits || it.post == x.item && it.may(x.post.from) && it.pends()
			}
			if !waits {
				continue
			}
		}
		if x.post.corrected == nil {
			out = append(out, fmt.Sprintf("possible %+v", y))
			c.Possible++
		}
	}
	return out
}

// reportRepeats counts every message as often as the server counted it.
func (w *twin) reportRepeats(c *Counts) []string {
	var out []string
	type copied struct {
		first *tPost
		at    time.Time
	}
	copies := map[string][]copied{}
	own := map[string][]*tPost{}
	counts := map[*tPost]int{}
	last := map[*tPost]int64{}
	loop := map[*tPost]bool{}
	first := func(p *tPost) *tPost {
		if p.repeatOf != nil {
			return p.repeatOf
		}
		return p
	}
	for _, p := range w.posts {
		f := first(p)
		for i := range max(1, w.repeats[p.m.Sequence], p.m.Repeats) {
			counts[f]++
			last[f] = p.m.Sequence
			own[p.from] = append(own[p.from], f)
			if i > 0 || p.repeatOf != nil {
				copies[p.from] = append(copies[p.from], copied{f, p.m.At})
			}
		}
	}
	for _, list := range own {
		for i := 2; i < len(list); i++ {
			if list[i] == list[i-1] && list[i] == list[i-2] {
				loop[list[i]] = true
			}
		}
	}
	for _, list := range copies {
		for i := 4; i < len(list); i++ {
			if list[i].at.Sub(list[i-4].at) <= 10*time.Minute {
				for _, x := range list[i-4 : i+1] {
					loop[x.first] = true
				}
			}
		}
	}
	for _, p := range w.posts {
		if counts[p] > 1 {
			out = append(out, fmt.Sprintf("repeat %+v", Repeat{w.seat(p.from), p.m.Sequence, last[p], counts[p], loop[p]}))
			c.Repeats++
			if loop[p] {
				c.Loops++
			}
		}
	}
	return out
}

func (c *Counts) countState(s State) {
	switch s {
	case Open:
		c.Open++
	case Due:
		c.Due++
	case Overdue:
		c.Overdue++
	case Defaulted:
		c.Defaulted++
	case Answered:
		c.Answered++
	case Proved:
		c.Proved++
	case Accepted:
		c.Accepted++
	case Claimed:
		c.Claimed++
	case Blocked:
		c.Blocked++
	case Superseded:
		c.Superseded++
	case Withdrawn:
		c.Withdrawn++
	case Unreadable:
		c.Unreadable++
	}
}

func itemLine(x Item) string   { return strings.ReplaceAll(fmt.Sprintf("item %+v", x), "\n", " ") }
func claimLine(x Claim) string { return fmt.Sprintf("claim %+v", x) }

// reportOf says the same of a view.
func reportOf(v View) []string {
	var out []string
	for _, x := range v.Items() {
		out = append(out, itemLine(x))
	}
	for _, x := range v.Claims() {
		out = append(out, claimLine(x))
	}
	data := v.Data()
	loose := v.Unaddressed()
	for len(data)+len(loose) > 0 { // in the order of the log
		if len(loose) == 0 || len(data) > 0 && data[0].Sequence < loose[0].Sequence {
			out, data = append(out, fmt.Sprintf("data %+v", data[0])), data[1:]
		} else {
			out, loose = append(out, fmt.Sprintf("loose %+v", loose[0])), loose[1:]
		}
	}
	for _, x := range v.Decisions() {
		out = append(out, fmt.Sprintf("decision %+v", x))
	}
	for _, x := range v.Possible() {
		out = append(out, fmt.Sprintf("possible %+v", x))
	}
	for _, x := range v.Repeats() {
		out = append(out, fmt.Sprintf("repeat %+v", x))
	}
	for n := range v.l.posts.n {
		p := v.l.posts.at(n)
		m := v.Message(p.seq)
		for line := range len(p.source) + 2 {
			if n := m.Lines[line].Lifted; n > 0 {
				out = append(out, fmt.Sprintf("lifted #%d:%d by #%d", p.seq, line, n))
			}
		}
	}
	return append(out, fmt.Sprintf("counts %+v", v.Counts()), fmt.Sprint("next ", v.NextChange()))
}
