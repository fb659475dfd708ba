package convention

// idSet is a set of ids: a short list, or a map where they are many.
type idSet struct {
	few  [8]string
	n    int             // how many of few are set
	many map[string]bool // all of them, once there are more
}

// has reports whether the id is in the set.
func (s *idSet) has(id string) bool {
	if s.many != nil {
		return s.many[id]
	}
	for _, x := range s.few[:s.n] {
		if x == id {
			return true
		}
	}
	return false
}

// add puts the id into the set and reports whether it is new there.
func (s *idSet) add(id string) bool {
	if s.has(id) {
		return false
	}
	switch {
	case s.n < len(s.few):
		s.few[s.n] = id
		s.n++
		return true
	case s.many == nil:
		s.many = make(map[string]bool, 2*len(s.few))
		for _, x := range s.few {
			s.many[x] = true
		}
	}
	s.many[id] = true
	return true
}
