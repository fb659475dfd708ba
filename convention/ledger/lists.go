package ledger

import (
	"slices"

	"earshot/convention"
)

// foldWork gathers what stops a seat, by its last message about its work on the
// topic, where no req says so already.
func (l *Ledger) foldWork(all []fact, t *topic) []fact {
	seen := make(map[*seat]bool)
	told := make(map[place]bool)
	for i := range all {
		if all[i].kind == factBlocked {
			told[place{sequence: all[i].Sequence}] = true
		}
	}
	for i := len(t.posts) - 1; i >= 0; i-- {
		p := t.posts[i]
		who := p.from.self()
		if !p.is(acts) || p.is(reports) || p.corrected() || seen[who] {
			continue
		}
		doc := convention.Parse(p.source)
		for j := range doc.Facts {
			f := &doc.Facts[j]
			if _, ok := workKind(f.Label.Modality); !ok {
				continue
			}
			seen[who] = true
			if f.Label.Modality == convention.Block && !told[place{sequence: p.seq}] {
				all = append(all, fact{kind: factBlocked, seats: who.public().Name, Entry: Entry{
					Text: f.Text, Sequence: p.seq, Line: f.Line, Seat: who.public(), State: Blocked}})
			}
		}
	}
	return all
}

// lastWords gathers the last message of each seat on the topic.
func lastWords(t *topic) []fact {
	var list []fact
	seen := make(map[*seat]bool)
	for i := len(t.posts) - 1; i >= 0; i-- {
		p := t.posts[i]
		if who := p.from.self(); !seen[who] {
			seen[who] = true
			list = append(list, fact{kind: factLast, seats: who.public().Name, Entry: Entry{
				Text: p.word() + " " + stamp(p.at.time()), Sequence: p.seq, Seat: who.public()}})
		}
	}
	slices.Reverse(list)
	return list
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
