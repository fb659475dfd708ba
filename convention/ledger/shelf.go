package ledger

// entry is something that a line can be matched with by words: a req, a claim or
// a prohibition.
type entry struct {
	words words
	item  *item
	claim *claim
	rule  *rule
	on    *shelf // nil: on none
	again bool   // it was on a shelf before, and may still lie on this one
	asked uint64
	hits  int
}

// shelf holds the entries that still wait for a match, in the order they came.
type shelf struct {
	all    []*entry
	live   int
	byWord map[uint32][]*entry // made once a walk over all would cost more
	asked  uint64              // number of the question, so that entries need no clearing
	found  []*entry            // reused between questions
}

// fewEntries is up to how many entries a walk is cheaper than an index.
const fewEntries = 24

func (s *shelf) put(e *entry) {
	if e.again {
		s.rebuild()
	}
	e.on, e.again, e.asked = s, true, 0
	s.all = append(s.all, e)
	s.live++
	switch {
	case s.byWord != nil:
		s.index(e)
	case len(s.all) > fewEntries:
		s.rebuild()
	}
}

func (s *shelf) index(e *entry) {
	for _, w := range e.words {
		s.byWord[w] = append(s.byWord[w], e)
	}
}

// leave takes an entry off its shelf. It costs amortized constant time.
func (e *entry) leave() {
	s := e.on
	if s == nil {
		return
	}
	e.on = nil
	s.live--
	if s.live < len(s.all)/2 {
		s.rebuild()
	}
}

func (s *shelf) rebuild() {
	kept := make([]*entry, 0, s.live+1)
	for _, e := range s.all {
		if e.on == s {
			kept = append(kept, e)
		}
	}
	s.all = kept
	s.byWord = nil
	if len(kept) > fewEntries {
		s.byWord = make(map[uint32][]*entry)
		for _, e := range kept {
			s.index(e)
		}
	}
}

func (s *shelf) clear() {
	for _, e := range s.all {
		if e.on == s {
			e.on = nil
		}
	}
	s.all, s.live, s.byWord = nil, 0, nil
}

// match returns the entries that share a word with w, with their hits set. The
// list is valid until the next match. Its order is not defined.
func (s *shelf) match(w words) []*entry {
	s.found = s.found[:0]
	if s.byWord == nil {
		for _, e := range s.all {
			if e.on != s {
				continue
			}
			if e.hits = e.words.shared(w); e.hits > 0 {
				s.found = append(s.found, e)
			}
		}
		return s.found
	}
	s.asked++
	for _, hash := range w {
		for _, e := range s.byWord[hash] {
			switch {
			case e.on != s:
			case e.asked == s.asked:
				e.hits++
			default:
				e.asked, e.hits = s.asked, 1
				s.found = append(s.found, e)
			}
		}
	}
	return s.found
}

// only returns the single entry on the shelf, or nil.
func (s *shelf) only() *entry {
	if s.live != 1 {
		return nil
	}
	for _, e := range s.all {
		if e.on == s {
			return e
		}
	}
	return nil
}
