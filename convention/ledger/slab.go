package ledger

import "reflect"

// slab makes values that live as long as the ledger, many with one allocation.
// Every value is handed out once.
type slab[T any] struct {
	free []T
	next int // how many the next allocation is for
}

// slabBytes is what an allocation may take at most: the allocator's own unit of
// that size less what it notes beside it, so that next to nothing is lost.
const slabBytes = 8192 - 8

// firstSlab is how many values the first allocation is for: rooms are small at
// first, and many stay so.
const firstSlab = 8

func (s *slab[T]) put(x T) *T {
	p := &s.take(1)[0]
	*p = x
	return p
}

// take returns n zero values that lie together.
func (s *slab[T]) take(n int) []T {
	if n > len(s.free) {
		most := slabBytes / int(reflect.TypeFor[T]().Size())
		if n > most/4 {
			return make([]T, n)
		}
		s.next = min(max(firstSlab, n, 2*s.next), most)
		s.free = make([]T, s.next)
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

// wordBlock is how many words lie together.
const wordBlock = 512

// keep returns a copy of a set that was read into a buffer.
func (s *slabs) keep(set words) words {
	if len(set) > len(s.hashes) {
		s.hashes = make([]uint32, max(len(set), wordBlock))
	}
	n := copy(s.hashes, set)
	kept := s.hashes[:n:n]
	s.hashes = s.hashes[n:]
	return kept
}
