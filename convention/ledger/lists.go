package ledger

import (
	"slices"

	"earshot/convention"
)

// lastWords gathers, from the last message of a topic to its first, what each
// seat said last there, and what stops it by its last message about its work,
// where no req says so already.
type lastWords struct {
	told           map[place]bool // what a req says already
	worked, spoken map[*seat]bool
	work, words    []fact
}

func (w *lastWords) begin(all []fact) {
	w.worked, w.spoken, w.told = make(map[*seat]bool), make(map[*seat]bool), make(map[place]bool)
	for i := range all {
		if all[i].kind == factBlocked {
			w.told[place{sequence: all[i].Sequence}] = true
		}
	}
}

// add takes the message before those it has, and returns what that weighs.
func (w *lastWords) add(p *post) (weight int) {
	who := p.from.self()
	if !w.spoken[who] {
		w.spoken[who] = true
		w.words = append(w.words, fact{kind: factLast, seats: who.public().Name, Entry: Entry{
			Text: p.word() + " " + stamp(p.at.time()), Sequence: p.seq, Seat: who.public()}})
	}
	if !p.is(acts) || p.is(reports) || p.corrected() || w.worked[who] {
		return weighThing
	}
	doc := convention.Parse(p.source)
	for i := range doc.Facts {
		f := &doc.Facts[i]
		if _, ok := workKind(f.Label.Modality); !ok {
			continue
		}
		w.worked[who] = true
		if f.Label.Modality == convention.Block && !w.told[place{sequence: p.seq}] {
			w.work = append(w.work, fact{kind: factBlocked, seats: who.public().Name, Entry: Entry{
				Text: f.Text, Sequence: p.seq, Line: f.Line, Seat: who.public(), State: Blocked}})
		}
	}
	return weighThing + len(p.source)/parsedBytes
}

// all are the last messages in the order of the log.
func (w *lastWords) all() []fact {
	slices.Reverse(w.words)
	return w.words
}

// listed sorts facts into the lists.
func listed(facts []fact) Lists {
	l := Lists{Must: []Entry{}, MustNot: []Entry{}, May: []Entry{}, Decided: []Entry{}, Defaults: []Entry{}, Proved: []Entry{},
		Claimed: []Entry{}, Blocked: []Entry{}, Options: []Entry{}, Risks: []Entry{}, Costs: []Entry{}}
	for i := range facts {
		if list := l.of(facts[i].kind); list != nil {
			*list = append(*list, facts[i].Entry)
		}
	}
	return l
}

func (l *Lists) of(k factKind) *[]Entry {
	switch k {
	case factOwes:
		return &l.Must
	case factInForce, factPending:
		return &l.Defaults
	case factDecided:
		return &l.Decided
	case factBlocked:
		return &l.Blocked
	case factUnproven:
		return &l.Claimed
	case factForbidden:
		return &l.MustNot
	case factPermitted:
		return &l.May
	case factProved:
		return &l.Proved
	case factOption:
		return &l.Options
	case factHazard:
		return &l.Risks
	case factBudget:
		return &l.Costs
	}
	return nil
}
