package convention

import "earshot/convention/evidence"

// ProofGrade says what the evidence of a done line is worth by its kind.
type ProofGrade uint8

// The grades.
const (
	NoEvidence ProofGrade = iota // only a claim
	WrongKind                    // evidence, but none of a kind that can prove the line
	Proved                       // at least one ev of a kind that can
)

// Proof is the evidence of one done line.
type Proof struct {
	Grade    ProofGrade
	Evidence []int           // indexes of the ev facts that belong to it, in order; not to be changed
	Needs    []evidence.Kind // the kinds that can prove it; nil means any kind
}

// Proof returns the proof of the done line at Facts[i], by the kinds of its
// evidence alone: an ev with an id belongs to the done lines with the same
// id, one without to the nearest done above it. It is the zero value for any
// other line. It costs a walk over the facts; for every done of a message use
// [Message.Proofs].
func (m *Message) Proof(i int) Proof {
	if i < 0 || i >= len(m.Facts) || m.Facts[i].Label.Modality != Done {
		return Proof{}
	}
	done := &m.Facts[i]
	var kinds evidence.Set
	var list []int
	nearest := -1
	for j := range m.Facts {
		f := &m.Facts[j]
		switch f.Label.Modality {
		case Done:
			nearest = j
		case Ev:
			if f.Label.Sep == '#' && done.Label.Sep == '#' && f.Label.ID == done.Label.ID || f.Label.Sep != '#' && nearest == i {
				list = append(list, j)
				kinds |= kindSet(f)
			}
		}
	}
	return newProof(done, list, kinds)
}

// fewDones is up to how many done lines a walk for each is cheaper than pairing
// all of them.
const fewDones = 4

// Proofs returns the proof of every done line, indexed like Facts. It takes time
// linear in the facts.
func (m *Message) Proofs() []Proof {
	dones := 0
	for i := range m.Facts {
		if m.Facts[i].Label.Modality == Done {
			dones++
		}
	}
	if dones > fewDones {
		return m.pairedProofs()
	}
	all := make([]Proof, len(m.Facts))
	for i := range m.Facts {
		if m.Facts[i].Label.Modality == Done {
			all[i] = m.Proof(i)
		}
	}
	return all
}

func (m *Message) pairedProofs() []Proof {
	all := make([]Proof, len(m.Facts))
	var p pairing
	p.read(m.Facts)
	for _, d := range p.dones {
		all[d.fact] = newProof(&m.Facts[d.fact], p.evidence(d), p.kinds(d))
	}
	return all
}

func newProof(done *Fact, list []int, kinds evidence.Set) Proof {
	need := evidence.Need(done.Text)
	return Proof{Grade: grade(need, kinds, len(list) > 0), Evidence: list, Needs: need.Kinds()}
}

func grade(need, kinds evidence.Set, any bool) ProofGrade {
	switch {
	case !any:
		return NoEvidence
	case need == 0 && kinds != 0, need&kinds != 0:
		return Proved
	}
	return WrongKind
}

func kindSet(f *Fact) evidence.Set {
	k, _ := evidence.KindOf(f.Text)
	return evidence.SetOf(k)
}

// pairing is which ev belongs to which done, in time and space linear in the
// facts: done lines that share an id share one list.
type pairing struct {
	dones   []doneLine
	groups  []evGroup
	orphans []int // ev facts without a done
	byID    map[string]int
}

type doneLine struct {
	fact  int
	group int // index of its id's group, or -1
	own   evGroup
}

// evGroup is a list of ev facts and the kinds that they hold.
type evGroup struct {
	id    string
	evs   []int
	kinds evidence.Set
}

func (g *evGroup) add(i int, f *Fact) {
	g.evs = append(g.evs, i)
	g.kinds |= kindSet(f)
}

// read pairs the facts, in the room that an earlier message took.
func (p *pairing) read(facts []Fact) {
	p.dones, p.groups, p.orphans, p.byID = p.dones[:0], p.groups[:0], p.orphans[:0], nil
	dones := 0
	for i := range facts {
		if facts[i].Label.Modality == Done {
			dones++
		}
	}
	if cap(p.dones) < dones {
		p.dones = make([]doneLine, 0, dones)
	}
	for i := range facts {
		if facts[i].Label.Modality == Done {
			p.addDone(i, facts[i].Label)
		}
	}
	above := -1
	for i := range facts {
		f := &facts[i]
		switch f.Label.Modality {
		case Done:
			above++
		case Ev:
			g := -1
			if f.Label.Sep == '#' {
				g = p.group(f.Label.ID)
			}
			switch {
			case g >= 0:
				p.groups[g].add(i, f)
			case f.Label.Sep != '#' && above >= 0:
				p.dones[above].own.add(i, f)
			default:
				p.orphans = append(p.orphans, i)
			}
		}
	}
}

func (p *pairing) addDone(i int, l Label) {
	p.dones = oneMore(p.dones)
	d := &p.dones[len(p.dones)-1]
	*d = doneLine{fact: i, group: -1, own: evGroup{evs: d.own.evs[:0]}}
	if l.Sep != '#' {
		return
	}
	if d.group = p.group(l.ID); d.group < 0 {
		d.group = len(p.groups)
		if p.groups == nil {
			p.groups = make([]evGroup, 0, cap(p.dones))
		}
		p.groups = oneMore(p.groups)
		g := &p.groups[d.group]
		*g = evGroup{id: l.ID, evs: g.evs[:0]}
		p.index(l.ID, d.group)
	}
}

// oneMore lengthens the list by one element, which is whatever stood there: zero in
// a list that was never longer.
func oneMore[T any](list []T) []T {
	if len(list) < cap(list) {
		return list[:len(list)+1]
	}
	var fresh T
	return append(list, fresh)
}

// fewGroups is up to how many ids a walk over the list is cheaper than a map.
const fewGroups = 8

func (p *pairing) index(id string, g int) {
	if g < fewGroups {
		return
	}
	if p.byID == nil {
		p.byID = make(map[string]int)
		for i := range p.groups {
			p.byID[p.groups[i].id] = i
		}
	}
	p.byID[id] = g
}

// group returns the index of the id's group, or -1.
func (p *pairing) group(id string) int {
	if p.byID != nil {
		if g, ok := p.byID[id]; ok {
			return g
		}
		return -1
	}
	for g := range p.groups {
		if p.groups[g].id == id {
			return g
		}
	}
	return -1
}

func (p *pairing) kinds(d doneLine) evidence.Set {
	if d.group < 0 {
		return d.own.kinds
	}
	return d.own.kinds | p.groups[d.group].kinds
}

func (p *pairing) hasEvidence(d doneLine) bool {
	return len(d.own.evs) > 0 || d.group >= 0 && len(p.groups[d.group].evs) > 0
}

// evidence lists the ev facts of the done in order. The list may be shared.
func (p *pairing) evidence(d doneLine) []int {
	if d.group < 0 || len(p.groups[d.group].evs) == 0 {
		return d.own.evs
	}
	shared := p.groups[d.group].evs
	if len(d.own.evs) == 0 {
		return shared
	}
	merged := make([]int, 0, len(shared)+len(d.own.evs))
	own := d.own.evs
	for _, e := range shared {
		for len(own) > 0 && own[0] < e {
			merged = append(merged, own[0])
			own = own[1:]
		}
		merged = append(merged, e)
	}
	return append(merged, own...)
}
