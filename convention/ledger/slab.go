package ledger

// slabSize is how many values of a slab lie together.
const slabSize = 64

// slab makes values that live as long as the ledger, many with one allocation.
// Every value is handed out once.
type slab[T any] struct{ free []T }

func (s *slab[T]) put(x T) *T {
	if len(s.free) == 0 {
		s.free = make([]T, slabSize)
	}
	p := &s.free[0]
	s.free = s.free[1:]
	*p = x
	return p
}

// slabs are what the ledger makes of messages.
type slabs struct {
	posts   slab[post]
	details slab[detail]
	askings slab[asking]
	items   slab[item]
	groups  slab[group]
	dones   slab[done]
	claims  slab[claim]
	acts    slab[act]
	hashes  []uint32
}

// keep returns a copy of a set that was read into a buffer.
func (s *slabs) keep(set words) words {
	if len(set) > len(s.hashes) {
		s.hashes = make([]uint32, max(len(set), slabSize*8))
	}
	n := copy(s.hashes, set)
	kept := s.hashes[:n:n]
	s.hashes = s.hashes[n:]
	return kept
}
