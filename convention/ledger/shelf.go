package ledger

// entry is something that a line can be matched with by words: a req, a claim or
// a prohibition.
type entry[T any] struct {
	words words
	of    *T
	on    *shelf[T] // nil: on none
	asked uint32
	hits  int32
	again bool // it was on a shelf before, and may still lie on this one
}

func (e *entry[T]) said() words { return e.words }

// shelf holds the entries that still wait for a match, in the order they came.
type shelf[T any] struct {
	all    []*entry[T]
	live   int
	byWord *wordIndex[T] // made once a walk over all would cost more
}

// wordIndex finds the entries of a shelf by a word.
type wordIndex[T any] struct {
	entries map[uint32][]*entry[T]
	asked   uint32 // number of the question, so that entries need no clearing
}

// fewEntries is up to how many entries a walk is cheaper than an index.
const fewEntries = 24

func (s *shelf[T]) put(e *entry[T]) {
	if e.again {
		s.rebuild()
	}
	e.on, e.again, e.asked = s, true, 0
	s.all = append(s.all, e)
	s.live++
	switch {
	case s.byWord != nil:
		s.byWord.add(e)
	case len(s.all) > fewEntries:
		s.rebuild()
	}
}

func (x *wordIndex[T]) add(e *entry[T]) {
	for _, w := range e.words {
		x.entries[w] = append(x.entries[w], e)
	}
}

// leave takes an entry off its shelf. It costs amortized constant time.
func (e *entry[T]) leave() {
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

func (s *shelf[T]) rebuild() {
	kept := make([]*entry[T], 0, s.live+1)
	for _, e := range s.all {
		if e.on == s {
			kept = append(kept, e)
		}
	}
	s.all = kept
	s.byWord = nil
	if len(kept) > fewEntries {
		s.byWord = &wordIndex[T]{entries: make(map[uint32][]*entry[T])}
		for _, e := range kept {
			e.asked = 0
			s.byWord.add(e)
		}
	}
}

func (s *shelf[T]) clear() {
	for _, e := range s.all {
		if e.on == s {
			e.on = nil
		}
	}
	s.all, s.live, s.byWord = nil, 0, nil
}

// match appends the entries that share a word with w, with their hits set, which
// hold until the next match. Their order is not defined.
func (s *shelf[T]) match(w words, found []*entry[T]) []*entry[T] {
	if s.byWord == nil {
		for _, e := range s.all {
			if e.on != s {
				continue
			}
			if e.hits = e.words.shared(w); e.hits > 0 {
				found = append(found, e)
			}
		}
		return found
	}
	s.byWord.asked++
	asked := s.byWord.asked
	for _, hash := range w {
		for _, e := range s.byWord.entries[hash] {
			switch {
			case e.on != s:
			case e.asked == asked:
				e.hits++
			default:
				e.asked, e.hits = asked, 1
				found = append(found, e)
			}
		}
	}
	return found
}

// only returns the single entry on the shelf, or nil.
func (s *shelf[T]) only() *entry[T] {
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
