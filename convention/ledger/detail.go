package ledger

// detail is what a post did or what is wrong with it.
type detail struct {
	asking    *asking
	dones     *done       // the first, in the order of its lines
	claims    *claim      // likewise; those of its dones are with these
	answers   *item       // the first that it answered
	settled   *settlement // the last of the reqs that it claims or proves
	possibles *possible   // the last that it might be
	rare      *rare
}

// rare is what few posts have.
type rare struct {
	target      *post // what a nudge that it replies to nudges
	rules       []*rule
	decisions   []*decision
	unaddressed []*loose
	data        *dataPost
	corrected   *post
	accepts     []*post // accept messages in reply to it
	typed       string  // what its typed trailer asks or reports
}

// more returns a post's detail, made when first needed.
func (l *Ledger) more(p *post) *detail {
	if p.detail == nil {
		p.detail = l.made.details.put(detail{})
	}
	return p.detail
}

// rare returns the part of a post's detail that few have, made when first needed.
func (l *Ledger) rare(p *post) *rare {
	d := l.more(p)
	if d.rare == nil {
		d.rare = &rare{}
	}
	return d.rare
}

// seldom is what few posts have; empty where the post has nothing of it.
func (p *post) seldom() rare {
	if p.detail == nil || p.detail.rare == nil {
		return rare{}
	}
	return *p.detail.rare
}

// asks returns what a post asks, nil for nothing.
func (p *post) asks() *asking {
	if p == nil || p.detail == nil {
		return nil
	}
	return p.detail.asking
}

// items are those that a post opened.
func (p *post) items() []item {
	if a := p.asks(); a != nil {
		return a.items
	}
	return nil
}

func (p *post) corrected() bool { return p.seldom().corrected != nil }
