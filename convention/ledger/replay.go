package ledger

import (
	"cmp"
	"slices"
)

// soil marks a desk whose past has to be played again.
func (l *Ledger) soil(d *desk) {
	if !d.soiled {
		d.soiled = true
		l.soiled = append(l.soiled, d)
	}
}

// replay plays the acts of every soiled desk again, and of those whose items
// they share. It costs what these desks hold, and happens only after a verdict
// that changed what a done is worth.
func (l *Ledger) replay() {
	for len(l.soiled) > 0 {
		group := l.soiled[:1:1]
		l.soiled = l.soiled[1:]
		if !group[0].soiled {
			continue
		}
		group[0].soiled = false
		in := map[*desk]bool{group[0]: true}
		for i := 0; i < len(group); i++ {
			for _, next := range group[i].links {
				if !in[next] {
					in[next] = true
					next.soiled = false
					group = append(group, next)
				}
			}
		}
		l.playAgain(group)
	}
}

// actOf is an act and the desk it happened on.
type actOf struct {
	desk *desk
	act  *act
}

func (l *Ledger) playAgain(group []*desk) {
	var all []actOf
	touched := make(map[*item]bool)
	for _, d := range group {
		d.reqs.clear()
		d.claims.clear()
		for _, a := range d.acts {
			all = append(all, actOf{d, a})
			switch x := a.what.(type) {
			case *entry[item]:
				touched[x.of] = true
				x.of.job.unsettle()
			case *done:
				x.item = nil
				l.shut(x.claim)
			case *result:
				l.shut(x.claim)
			case *claim:
				l.shut(x)
			}
		}
	}
	slices.SortFunc(all, func(a, b actOf) int { return cmp.Compare(a.act.order, b.act.order) })
	for _, a := range all {
		l.play(a.desk, a.act)
	}
	for it := range touched {
		l.show(it)
	}
}

// shut takes a claim off the list before it is played again.
func (l *Ledger) shut(c *claim) {
	if c != nil {
		l.shutClaim(c)
		c.entry.again = false
	}
}

// take moves what another desk holds to this one, which has to be played again.
func (d *desk) take(other *desk) {
	d.acts = append(d.acts, other.acts...)
	slices.SortFunc(d.acts, func(a, b *act) int { return cmp.Compare(a.order, b.order) })
	for _, a := range other.askers {
		for _, p := range a.posts {
			d.expect(p)
		}
	}
	for _, linked := range other.links {
		link(d, linked)
	}
	other.acts = nil
}
