package ledger

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"earshot/convention"
)

// Owed lists what waits for a seat: its items that are not settled, by sequence
// and line. It costs what the seat has in hand.
func (v View) Owed(who Seat) []Item {
	s := v.l.lookup(who)
	if s == nil {
		return []Item{}
	}
	return v.publics(slices.DeleteFunc(s.inHand(), func(it *item) bool { return it.shown().Settled() }))
}

// lookup returns the seat with the id or, without one, that bears the name.
func (l *Ledger) lookup(who Seat) *seat {
	if s := l.roster.byID[who.ID]; s != nil && who.ID != "" {
		return s
	}
	if list := l.roster.byName[foldName(who.Name)]; len(list) > 0 {
		return list[len(list)-1]
	}
	return nil
}

// inHand returns the seat's items that are not settled, or that silence has
// settled lately, in log order.
func (s *seat) inHand() []*item {
	var list []*item
	for _, d := range s.desks {
		for _, a := range d.askers {
			for _, posts := range [][]*post{a.posts, a.old()} {
				for _, p := range posts {
					items := p.items()
					for i := range items {
						it := &items[i]
						if it.ask && same(it.owner, s) && (!it.shown().Settled() || it.shown() == Defaulted) {
							list = append(list, it)
						}
					}
				}
			}
		}
		for _, e := range d.reqs.all {
			if e.on == &d.reqs && !e.of.shown().Settled() {
				list = append(list, e.of)
			}
		}
	}
	sortItems(list)
	return slices.Compact(list)
}

// briefLine is one line of a brief before its topic and source are added.
type briefLine struct {
	label string
	text  string
	seq   int64
	topic string
}

// Brief folds what a seat has to act on, in a topic or ("") in the room, into a v1
// message of intent brief, with the reserved words. It costs what the seat has in
// hand and what holds on its topics. count is not needed and may be nil.
func (v View) Brief(topic string, who Seat, count func(string) int) Brief {
	b := Brief{Topic: topic, Seat: who, Lists: listed(nil)}
	s := v.l.lookup(who)
	if s == nil {
		b.Text = briefHeader(topic, convention.SeatToken(who.Name, who.ID), 0)
		return b
	}
	b.Seat = s.public()
	var lines []briefLine
	lines = v.briefItems(lines, &b, s)
	lines = v.briefRules(lines, &b, s)
	lines = v.briefClaims(lines, &b, s)
	lines = v.briefBudgets(lines, &b, s)
	text := make([]string, len(lines))
	for i, x := range lines {
		if topic == "" && x.topic != "" {
			text[i] = fmt.Sprintf("%s %s, %s #%d", x.label, clip(x.text), x.topic, x.seq)
		} else {
			text[i] = fmt.Sprintf("%s %s #%d", x.label, clip(x.text), x.seq)
		}
	}
	text = within(text)
	b.Text = strings.TrimSuffix(briefHeader(topic, b.Seat.Name, len(text))+"\n"+strings.Join(text, "\n"), "\n")
	return b
}

func briefHeader(topic, name string, n int) string {
	if topic == "" {
		topic = "room"
	}
	return fmt.Sprintf("v1 brief %s to %s n=%d", topic, name, n)
}

// within keeps a brief a message that a room takes: what comes first matters most.
func within(lines []string) []string {
	bytes := 0
	for i, line := range lines {
		if bytes += len(line) + 1; bytes > mostBytes {
			return append(lines[:i:i], fmt.Sprintf("left out %d lines", len(lines)-i))
		}
	}
	return lines
}

// briefItems tells what the seat owes, soonest first, with what its silence does.
func (v View) briefItems(lines []briefLine, b *Brief, s *seat) []briefLine {
	list := slices.DeleteFunc(s.inHand(), func(it *item) bool { return b.Topic != "" && it.post().topic.name != b.Topic })
	slices.SortStableFunc(list, func(x, y *item) int {
		if x.ask != y.ask {
			if x.ask {
				return -1
			}
			return 1
		}
		return cmp.Or(boolOrder(x.due.isZero(), y.due.isZero()), x.due.compare(y.due))
	})
	told := make(map[*asking]bool)
	var read bareTexts
	for _, it := range list {
		label := "req"
		if it.ask {
			label = "ask"
		}
		e := Entry{Text: read.of(it), Sequence: it.post().seq, Line: int(it.line), Seat: b.Seat, Due: it.due.time(), State: it.shown()}
		line := briefLine{label, e.Text + by(e.Due), it.post().seq, it.post().topic.name}
		if it.shown() == Defaulted {
			if !told[it.asking] {
				told[it.asking] = true
				e.Text = it.asking.silence
				b.Defaults = append(b.Defaults, e)
				lines = append(lines, briefLine{"in-force", it.asking.silence, it.post().seq, it.post().topic.name})
			}
			continue
		}
		b.Must = append(b.Must, e)
		if it.shown() != Open && it.shown() != Due {
			line.text += ", " + string(it.shown())
		}
		lines = append(lines, line)
		if by := it.blocked(); by != nil && it.shown() != Claimed {
			b.Blocked = append(b.Blocked, Entry{Text: by.cut(it.job.blockedText), Sequence: by.seq, Line: int(it.line), Seat: b.Seat, State: Blocked})
		}
		if it.ask && !told[it.asking] {
			told[it.asking] = true
			lines = v.briefChoice(lines, b, it)
		}
	}
	return lines
}

func boolOrder(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// briefChoice tells the options of an ask and what silence means.
func (v View) briefChoice(lines []briefLine, b *Brief, it *item) []briefLine {
	a := it.asking
	e := Entry{Sequence: it.post().seq, Line: int(it.line), Seat: b.Seat, Due: it.due.time(), State: it.shown()}
	for _, o := range a.options {
		e.Text = strings.TrimSpace(o.ID + " " + o.Text)
		b.Options = append(b.Options, e)
		lines = append(lines, briefLine{"option", e.Text, it.post().seq, it.post().topic.name})
	}
	if a.silent {
		e.Text = a.silence
		b.Defaults = append(b.Defaults, e)
		lines = append(lines, briefLine{"default", a.silence, it.post().seq, it.post().topic.name})
	}
	return lines
}

// briefRules tells what binds the seat and what it may do in requests that stand.
func (v View) briefRules(lines []briefLine, b *Brief, s *seat) []briefLine {
	var may []briefLine
	for _, t := range v.l.topicOrder {
		if b.Topic != "" && t.name != b.Topic {
			continue
		}
		for _, book := range t.rules {
			if same(book.sender, s) {
				continue
			}
			for _, e := range book.shelf.all {
				if r := e.of; e.on == &book.shelf && r.binds(s) {
					text := r.post.cut(r.text)
					b.MustNot = append(b.MustNot, Entry{Text: text, Sequence: r.post.seq, Line: r.line, Seat: b.Seat})
					lines = append(lines, briefLine{"must-not", text, r.post.seq, t.name})
				}
			}
			for _, r := range book.may {
				if r.post.reaches(s) && !spent(r.post) && !r.post.corrected() {
					text := r.post.cut(r.text)
					b.May = append(b.May, Entry{Text: text, Sequence: r.post.seq, Line: r.line, Seat: b.Seat})
					may = append(may, briefLine{"may", text, r.post.seq, t.name})
				}
			}
		}
	}
	return append(lines, may...)
}

// briefClaims tells the seat what it has still to prove.
func (v View) briefClaims(lines []briefLine, b *Brief, s *seat) []briefLine {
	var list []*claim
	for _, d := range s.desks {
		if b.Topic != "" && d.topic.name != b.Topic {
			continue
		}
		for _, e := range d.claims.all {
			if e.on == &d.claims && e.of.open {
				list = append(list, e.of)
			}
		}
	}
	slices.SortFunc(list, func(x, y *claim) int {
		return cmp.Or(cmp.Compare(x.post.seq, y.post.seq), cmp.Compare(x.line, y.line))
	})
	for _, c := range list {
		x := c.public()
		b.Claimed = append(b.Claimed, Entry{Text: x.Text, Sequence: c.post.seq, Line: int(c.line), Seat: b.Seat, State: Claimed})
		lines = append(lines, briefLine{"claim", x.Text, c.post.seq, x.Topic})
	}
	return lines
}

func (v View) briefBudgets(lines []briefLine, b *Brief, s *seat) []briefLine {
	for _, t := range v.l.topicOrder {
		if b.Topic != "" && t.name != b.Topic {
			continue
		}
		for _, x := range t.budgets {
			if same(x.seat, s) && !spent(x.post) {
				f := x.fact()
				b.Costs = append(b.Costs, f.Entry)
				lines = append(lines, briefLine{"budget", f.Text + f.suffix, x.post.seq, t.name})
			}
		}
	}
	return lines
}
