package ledger

// table finds records again by a hash. It keeps 32 bits of each hash beside the
// record, so that two records may pass for one another: whoever looks one up
// compares the records themselves. It grows by parts, so that no single entry
// costs the size of the table.
type table[T any] struct{ parts [tableParts]part[T] }

// tableParts is into how many parts a table is split, a power of two.
const tableParts = 32

// part is an open hash table: full slots, in the order they came, from where their
// hash points to the next empty one.
type part[T any] struct {
	slots []slot[T]
	used  int
}

// slot is empty where its tag is 0.
type slot[T any] struct {
	tag    uint32
	record T
}

// find returns where the first record is kept whose hash passes for h and of which
// is holds; nil where there is none. What it returns may be changed, to a record
// of the same hash, until the next put.
func (t *table[T]) find(h uint64, is func(T) bool) *T {
	p, tag := t.of(h)
	if p.used == 0 {
		return nil
	}
	for i := p.home(tag); ; i = (i + 1) & (len(p.slots) - 1) {
		switch s := &p.slots[i]; {
		case s.tag == 0:
			return nil
		case s.tag == tag && is(s.record):
			return &s.record
		}
	}
}

// put adds a record. Records with the same hash are found in the order they came.
func (t *table[T]) put(h uint64, record T) {
	p, tag := t.of(h)
	if p.used*4 >= len(p.slots)*3 {
		p.grow()
	}
	p.add(slot[T]{tag, record})
	p.used++
}

// of splits a hash: the part it belongs to, and what the part keeps of it.
func (t *table[T]) of(h uint64) (*part[T], uint32) {
	return &t.parts[h>>32%tableParts], max(1, uint32(h))
}

func (p *part[T]) home(tag uint32) int { return int(tag) & (len(p.slots) - 1) }

func (p *part[T]) add(s slot[T]) {
	i := p.home(s.tag)
	for p.slots[i].tag != 0 {
		i = (i + 1) & (len(p.slots) - 1)
	}
	p.slots[i] = s
}

// grow doubles the slots. Those from the first empty one on come first: so equal
// hashes stay in order where a run of slots goes round the end.
func (p *part[T]) grow() {
	old := p.slots
	p.slots = make([]slot[T], max(4, 2*len(old)))
	start := 0
	for start < len(old) && old[start].tag != 0 {
		start++
	}
	for i := range old {
		if s := old[(start+i)%len(old)]; s.tag != 0 {
			p.add(s)
		}
	}
}
