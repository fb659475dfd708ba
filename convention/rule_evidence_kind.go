package convention

import (
	"slices"

	"earshot/convention/evidence"
)

func evidenceKind() Rule {
	return Rule{
		Code: "evidence-kind", Severity: Error,
		Title: "no ev of the line is of a kind that can prove it",
		Fix:   "safe: writes claim, and its ev line becomes a plain fact",
		Doc: `A commit proves that code exists, not that a test ran. A test or check result is
proved by a run, a log or an artifact; a deployment or release that is live by a
run, a deploy, a tag or a url; anything else by a reference of any known kind:
commit run pr branch file url msg log artifact tag deploy. Cite the kind that
proves the line, or write claim.`,
		Bad:   "v1 report limiter to lead n=2\ndone#1 12 unit tests pass\nev#1 commit 3f9a2c1",
		Good:  "v1 report limiter to lead n=2\ndone#1 12 unit tests pass\nev#1 run https://ci.example.test/actions/runs/81723",
		scope: asks,
		lines: linesOf(Done),
		check: checkEvidenceKind,
	}
}

func checkEvidenceKind(p *pass) {
	if p.count[Ev] == 0 {
		return
	}
	pairs := p.pairing()
	var k *kindCheck
	for i, d := range pairs.dones {
		f := &p.facts[d.fact]
		kinds := pairs.kinds(d)
		if !pairs.hasEvidence(d) || kinds.Has(evidence.Run) || grade(evidence.Need(f.Text), kinds, true) != WrongKind {
			continue // a run proves whatever can be proved
		}
		if k == nil {
			k = newKindCheck(p)
		}
		p.report(f.Label.Span, k.message(i), k.fix(i))
	}
}

// kindCheck knows what every done line needs, and of each id's group whether
// one of its done lines is proved.
type kindCheck struct {
	p       *pass
	pairs   *pairing
	needs   []evidence.Set
	proved  []bool  // by group
	members [][]int // by group: indexes into dones
}

func newKindCheck(p *pass) *kindCheck {
	pairs := p.pairing()
	k := &kindCheck{p: p, pairs: pairs,
		needs:  make([]evidence.Set, len(pairs.dones)),
		proved: make([]bool, len(pairs.groups)), members: make([][]int, len(pairs.groups)),
	}
	for i, d := range pairs.dones {
		k.needs[i] = evidence.Need(p.facts[d.fact].Text)
		if d.group >= 0 {
			k.members[d.group] = append(k.members[d.group], i)
			k.proved[d.group] = k.proved[d.group] || grade(k.needs[i], pairs.kinds(d), pairs.hasEvidence(d)) == Proved
		}
	}
	return k
}

func (k *kindCheck) message(i int) string {
	kinds := k.pairs.kinds(k.pairs.dones[i])
	if kinds == 0 {
		return "its ev names no reference of a known kind, so nothing proves this: cite one, or write claim"
	}
	return "a " + listKinds(kinds) + " cannot prove this: cite a " + listKinds(k.needs[i]) + ", or write claim"
}

// listKinds writes "run, log or artifact".
func listKinds(s evidence.Set) string {
	var words []string
	for _, kind := range s.Kinds() {
		words = append(words, string(kind))
	}
	return joinParts(words, " or ")
}

// maxKindEdits bounds the lines that one fix rewrites.
const maxKindEdits = 32

// fix makes the done line a claim and what it cites plain facts. Evidence
// that proves another done line of the same id stays; where it proves none of
// them, all become claims together, because each would lose its evidence.
func (k *kindCheck) fix(i int) *Fix {
	d := k.pairs.dones[i]
	dones, evs := []int{i}, d.own.evs
	if d.group >= 0 && !k.proved[d.group] && len(k.pairs.groups[d.group].evs) > 0 {
		dones, evs = k.members[d.group], k.pairs.groups[d.group].evs
		if len(dones) > maxKindEdits || len(evs) > maxKindEdits {
			return nil
		}
		evs = slices.Clone(evs)
		for _, other := range dones {
			evs = append(evs, k.pairs.dones[other].own.evs...)
		}
	}
	if len(dones)+len(evs) > maxKindEdits {
		return nil
	}
	var edits []Edit
	for _, done := range dones {
		edits = append(edits, k.p.claimEdit(&k.p.facts[k.pairs.dones[done].fact]))
	}
	for _, e := range evs {
		edits = append(edits, plainEdits(&k.p.facts[e])...)
	}
	return safely("Write claim", sortEdits(edits)...)
}

// plainEdits take the label off an ev line, and the marks around it. What is
// left starts with the kind of the reference, so that no other reading can
// befall it.
func plainEdits(f *Fact) []Edit {
	kind, named := evidence.KindOf(f.Text)
	word := string(kind)
	switch {
	case named:
		word = ""
	case kind == "":
		word = referenceWord
	}
	if word != "" && f.TextSpan.Len() > 0 {
		word += " "
	}
	edits := []Edit{replace(Span{f.Span.Start, f.TextSpan.Start}, word)}
	if f.TextSpan.End < f.Span.End {
		edits = append(edits, remove(Span{f.TextSpan.End, f.Span.End}))
	}
	return edits
}
