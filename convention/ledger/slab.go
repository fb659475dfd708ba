package ledger

// slabSize is how many values of a slab lie together.
const slabSize = 64

// slab makes values that live as long as the ledger, many with one allocation.
// Every value is handed out once.
type slab[T any] struct{ free []T }

func (s *slab[T]) put(x T) *T {
	p := &s.take(1)[0]
	*p = x
	return p
}

// take returns n zero values that lie together.
func (s *slab[T]) take(n int) []T {
	if n > len(s.free) {
		if n > slabSize/4 {
			return make([]T, n)
		}
		s.free = make([]T, slabSize)
	}
	list := s.free[:n:n]
	s.free = s.free[n:]
	return list
}

// slabs are what the ledger makes of messages.
type slabs struct {
	details   slab[detail]
	askings   slab[asking]
	items     slab[item]
	jobs      slab[job]
	dones     slab[done]
	cites     slab[cite]
	claims    slab[claim]
	acts      slab[act]
	works     slab[work]
	possibles slab[possible]
	hashes    []uint32
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
