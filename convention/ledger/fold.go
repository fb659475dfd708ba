package ledger

import (
	"fmt"
	"strings"
	"time"

	"earshot/convention"
)

// factKind is the sort of a fact, in the order of a record.
type factKind uint8

const (
	factOwes factKind = iota
	factInForce
	factPending
	factDecided
	factBlocked
	factUnproven
	factForbidden
	factPermitted
	factProved
	factOption
	factHazard
	factBudget
	factLast
)

// dropOrder is what a record leaves out first where it would grow too large. What
// is owed, forbidden, in force, blocked and unproven is never left out.
func dropOrder() []factKind {
	return []factKind{factLast, factBudget, factHazard, factOption, factProved}
}

func (k factKind) word() string {
	switch k {
	case factOwes:
		return "owes"
	case factInForce:
		return "in-force"
	case factPending:
		return "pending"
	case factDecided:
		return "decided"
	case factBlocked:
		return "blocked"
	case factUnproven:
		return "unproven"
	case factForbidden:
		return "forbidden"
	case factPermitted:
		return "permitted"
	case factProved:
		return "proved"
	case factOption:
		return "option"
	case factHazard:
		return "hazard"
	case factBudget:
		return "budget"
	}
	return "last"
}

// fact is one line of a record: its entry, and what stands around its text there.
type fact struct {
	kind   factKind
	seats  string // after the label
	suffix string // after the text
	Entry
}

// line writes a fact as a record has it: a free label, the text, and the message
// it stems from.
func (f *fact) line() string {
	var b strings.Builder
	b.WriteString(f.kind.word())
	for _, part := range []string{f.seats, clip(f.Text)} {
		if part != "" {
			b.WriteByte(' ')
			b.WriteString(part)
		}
	}
	b.WriteString(f.suffix)
	fmt.Fprintf(&b, " #%d", f.Sequence)
	return b.String()
}

// clip shortens a long text at a word.
func clip(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if len(text) <= longestText {
		return text
	}
	cut := longestText
	if at := strings.LastIndexByte(text[:cut], ' '); at > longestText/2 {
		cut = at
	}
	return strings.ToValidUTF8(text[:cut], "") + "…"
}

// stamp writes a moment in ISO basic, with seconds where it has any.
func stamp(t time.Time) string {
	t = t.UTC()
	if t.Second() != 0 {
		return t.Format("20060102T150405Z")
	}
	return t.Format("20060102T1504Z")
}

func by(due time.Time) string {
	if due.IsZero() {
		return ""
	}
	return ", " + stamp(due)
}

// foldPost gathers what holds of one message.
func (l *Ledger) foldPost(all []fact, p *post) []fact {
	d, items := p.detail, p.items()
	if len(items) > 0 {
		var read bareTexts
		for i := range items {
			all = items[i].facts(all, items[:i], &read)
		}
		if !p.corrected() && waiting(items) {
			all = l.foldChoice(all, p)
		}
	}
	for c := d.claims; c != nil; c = c.next {
		all = c.fact(all)
	}
	for x := d.dones; x != nil; x = x.next {
		all = x.fact(all)
	}
	for _, r := range p.seldom().rules {
		all = r.fact(all)
	}
	return all
}

// facts gathers what an item is: owed, decided, or decided by silence. Seats that
// owe the same line alike share one line of the record.
func (it *item) facts(all []fact, earlier []item, read *bareTexts) []fact {
	e := Entry{Text: read.of(it), Sequence: it.post().seq, Line: int(it.line), Seat: it.owner.public(), Due: it.due.time(), State: it.shown()}
	switch it.shown() {
	case Open, Due, Overdue, Blocked, Claimed, Unreadable:
		suffix := by(e.Due)
		if it.shown() != Open && it.shown() != Due {
			suffix += " " + string(it.shown())
		}
		kind := Req
		if it.ask {
			kind = Ask
		}
		all = append(all, fact{kind: factOwes, seats: it.owner.public().Name + " " + kind, suffix: suffix, Entry: e})
		if it.ask && it.asking.silent && !it.due.isZero() && !it.unreadable && !sharesSilence(it, earlier) {
			e.Text = it.asking.silence
			all = append(all, fact{kind: factPending, suffix: " unless " + e.Seat.Name + " answers" + by(e.Due), Entry: e})
		}
		if by := it.blocked(); by != nil && it.claimed() == nil {
			all = append(all, fact{kind: factBlocked, seats: e.Seat.Name, suffix: ": " + clip(by.cut(it.job.blockedText)), Entry: Entry{
				Text: read.of(it), Sequence: by.seq, Line: int(it.line), Seat: e.Seat, State: Blocked}})
		}
	case Defaulted:
		if !sharesSilence(it, earlier) {
			e.Text = it.asking.silence
			all = append(all, fact{kind: factInForce, suffix: ", silence of " + e.Seat.Name + " since " + stamp(e.Due), Entry: e})
		}
	case Answered, Accepted:
		all = it.decided(all)
	}
	return all
}

// sharesSilence reports whether an earlier item of the message tells the same of
// its default.
func sharesSilence(it *item, earlier []item) bool {
	for i := range earlier {
		if old := &earlier[i]; old.ask && old.stands == it.stands && old.owner == it.owner && old.due == it.due {
			return true
		}
	}
	return false
}

// decided gathers the answer to an ask that was a decision: one with a decider or
// options.
func (it *item) decided(all []fact) []fact {
	a := it.asking
	if !it.isAnswered() || len(a.deciders()) == 0 && len(a.options) == 0 {
		return all
	}
	doc := convention.Parse(it.answered.source)
	for i := range doc.Facts {
		f := &doc.Facts[i]
		if f.Label.Modality == convention.Ask {
			continue
		}
		who := it.answered.from.public()
		x := fact{kind: factDecided, seats: who.Name, Entry: Entry{Text: f.Text, Sequence: it.answered.seq, Line: f.Line, Seat: who}}
		if it.late == lateAfterDefault {
			x.suffix = ", after the default was in force"
		}
		return append(all, x)
	}
	return all
}

func waiting(items []item) bool {
	for i := range items {
		if it := &items[i]; it.ask && (!it.shown().Settled() || it.shown() == Defaulted) {
			return true
		}
	}
	return false
}

// foldChoice gathers options and hazards of a message whose ask is not decided, or
// decided by silence.
func (l *Ledger) foldChoice(all []fact, p *post) []fact {
	doc := convention.Parse(p.source)
	for i := range doc.Facts {
		f := &doc.Facts[i]
		e := Entry{Text: f.Text, Sequence: p.seq, Line: f.Line}
		switch f.Label.Modality {
		case convention.Opt:
			all = append(all, fact{kind: factOption, seats: f.Label.ID, Entry: e})
		case convention.Risk:
			all = append(all, fact{kind: factHazard, Entry: e})
		case convention.Mit:
			all = append(all, fact{kind: factHazard, seats: "mitigated:", Entry: e})
		}
	}
	return all
}

func (c *claim) fact(all []fact) []fact {
	if !c.open {
		return all
	}
	who := c.post.from.public()
	return append(all, fact{kind: factUnproven, seats: who.Name, Entry: Entry{Text: c.post.cut(c.text), Sequence: c.post.seq, Line: int(c.line), Seat: who, State: Claimed}})
}

// fact gathers a done: proved with what proves it, or unproven.
func (d *done) fact(all []fact) []fact {
	if d.claim != nil && d.claim.open {
		return d.claim.fact(all)
	}
	if !d.good() || d.post.is(repeated) {
		return all
	}
	who := d.post.from.public()
	x := fact{kind: factProved, seats: who.Name, Entry: Entry{Text: d.post.cut(d.text), Sequence: d.post.seq, Line: int(d.line), Seat: who, State: Proved}}
	for i := range d.cites {
		if c := &d.cites[i]; c.proves(d.need) && !c.refuted() {
			x.suffix = ", " + clip(d.post.cut(c.ref))
			break
		}
	}
	return append(all, x)
}

// latestProofs keeps the last of several proved lines of a seat that say the same:
// reports repeat what was done before.
func latestProofs(all []fact) []fact {
	type said struct{ seat, text string }
	last := make(map[said]int)
	for i := range all {
		if all[i].kind == factProved {
			last[said{all[i].seats, strings.ToLower(all[i].Text)}] = i
		}
	}
	kept := all[:0]
	for i := range all {
		if all[i].kind == factProved && last[said{all[i].seats, strings.ToLower(all[i].Text)}] != i {
			continue
		}
		kept = append(kept, all[i])
	}
	return kept
}

// fact gathers a prohibition that binds somebody, or a permission of a request
// that still stands. Both name that request.
func (r *rule) fact(all []fact) []fact {
	e := Entry{Text: r.post.cut(r.text), Sequence: r.post.seq, Line: r.line}
	names, only := r.bound()
	if names == "" {
		return all
	}
	e.Seat = only
	kind := factForbidden
	if r.may {
		if spent(r.post) || r.post.corrected() {
			return all
		}
		kind = factPermitted
	}
	return append(all, fact{kind: kind, seats: names, suffix: ", request", Entry: e})
}

// bound names the seats that a rule holds for, and the one where it is one.
func (r *rule) bound() (names string, only Seat) {
	if r.post.is(toAll) {
		if r.may || r.lifted() == nil && !r.post.corrected() {
			return "all", Seat{}
		}
		return "", Seat{}
	}
	if r.post.detail == nil {
		return "", Seat{}
	}
	var list []string
	for _, s := range r.post.to() {
		if r.may || r.binds(s) {
			only = s.public()
			list = append(list, only.Name)
		}
	}
	if len(list) > 1 {
		only = Seat{}
	}
	return strings.Join(list, ","), only
}

// spent reports whether everything a message asked for is settled: its
// permissions and budgets lapse with it.
func spent(p *post) bool {
	items := p.items()
	for i := range items {
		if !items[i].shown().Settled() {
			return false
		}
	}
	return len(items) > 0
}

func (b *budget) fact() fact {
	who := b.seat.public()
	text := fmt.Sprintf("%d tokens", b.tokens)
	if b.reported != nil {
		text += fmt.Sprintf(", %d spent", b.spent)
	}
	return fact{kind: factBudget, seats: who.Name, suffix: ", request", Entry: Entry{Text: text, Sequence: b.post.seq, Line: int(b.line), Seat: who}}
}

// budgetFacts gathers the budgets of requests that stand.
func (t *topic) budgetFacts() []fact {
	var all []fact
	for _, b := range t.budgets {
		if !spent(b.post) {
			all = append(all, b.fact())
		}
	}
	return all
}
