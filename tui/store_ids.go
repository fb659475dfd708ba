package tui

import "hash/maphash"

// idTable finds messages by their ids. It keeps numbers alone: the ids stand
// in the log. It is cut into shards, so that no message has to wait for more
// than a small part of it to grow.
type idTable struct {
	seed   maphash.Seed
	shards [idShards]idShard
}

const idShards = 1 << 10

// idShard is a hash table with open addressing. A slot holds a number, 0 for
// none, and eight bits of the hash, which spare nearly every look at an id
// that is another one.
type idShard struct {
	slots []uint32
	tags  []uint8
	taken int
}

func newIDTable() *idTable { return &idTable{seed: maphash.MakeSeed()} }

// find is the number kept for an id, 0 for none; idOf gives the id of a number.
func (t *idTable) find(id string, idOf func(number uint32) string) uint32 {
	h := maphash.String(t.seed, id)
	s := &t.shards[h%idShards]
	if len(s.slots) == 0 {
		return 0
	}
	return s.slots[s.place(h, id, idOf)]
}

// put keeps a number, which is not 0, for an id that is not empty.
func (t *idTable) put(id string, number uint32, idOf func(number uint32) string) {
	h := maphash.String(t.seed, id)
	s := &t.shards[h%idShards]
	if (s.taken+1)*8 > len(s.slots)*7 {
		s.grow(t.seed, idOf)
	}
	at := s.place(h, id, idOf)
	if s.slots[at] == 0 {
		s.taken++
	}
	s.slots[at], s.tags[at] = number, tagOf(h)
}

// start is where to look for a hash first; tagOf are bits of it that start
// does not use.
func (s *idShard) start(h uint64) int { return int(h >> 32 * uint64(len(s.slots)) >> 32) }

func tagOf(h uint64) uint8 { return uint8(h >> 16) }

// place is the slot that holds an id, or the empty one where it belongs.
func (s *idShard) place(h uint64, id string, idOf func(number uint32) string) int {
	at := s.start(h)
	for s.slots[at] != 0 && (s.tags[at] != tagOf(h) || idOf(s.slots[at]) != id) {
		if at++; at == len(s.slots) {
			at = 0
		}
	}
	return at
}

// grow makes the shard half as large again.
func (s *idShard) grow(seed maphash.Seed, idOf func(number uint32) string) {
	old := s.slots
	n := len(old) + len(old)/2 + 4
	s.slots, s.tags = make([]uint32, n), make([]uint8, n)
	for _, number := range old {
		if number == 0 {
			continue
		}
		id := idOf(number)
		h := maphash.String(seed, id)
		at := s.place(h, id, idOf)
		s.slots[at], s.tags[at] = number, tagOf(h)
	}
}
