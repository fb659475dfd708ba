package vlist

import "slices"

// blockItems is the most items of a block of heights. At a million items this
// gives some two thousand blocks: few enough to rebuild their index when one
// comes or goes.
const blockItems = 512

// samples is the number of items whose estimates stand for a block nobody has
// looked into.
const samples = 4

const (
	// sampled is some number of blocks that are sampled when all are indexed.
	sampled = 128
	// latest is of how many of them the others are the mean.
	latest = 8
)

// block holds the heights of a run of items. Until one of them is looked at it
// holds their number and a guess of their sum alone.
type block struct {
	n    int
	each []int32 // nil until looked at: true heights where seen, else estimates
}

// heights is a row of item heights with sums in log n. Items are inserted and
// removed block by block, so that neither end is copied for the other.
type heights struct {
	blocks   []block
	counts   fenwick // items by block
	sums     fenwick // rows by block
	estimate func(i int) int
}

// size is the number of items.
func (h *heights) size() int { return h.counts.before(len(h.blocks)) }

// total is the height of all items, in part a guess.
func (h *heights) total() int { return h.sums.before(len(h.blocks)) }

// reset starts over with n items of estimated height.
func (h *heights) reset(n int) {
	h.blocks = h.blocks[:0]
	h.grow(n)
	h.index()
}

// forget makes every height an estimate again.
func (h *heights) forget() {
	for i := range h.blocks {
		h.blocks[i].each = nil
	}
	h.index()
}

// grow adds blocks of n items at the end without indexing them.
func (h *heights) grow(n int) {
	h.blocks = append(h.blocks, newBlocks(n)...)
}

func newBlocks(n int) []block {
	var made []block
	for ; n > 0; n -= blockItems {
		made = append(made, block{n: min(n, blockItems)})
	}
	return made
}

// index rebuilds both trees from the blocks. Of many blocks nobody has looked
// into only some are sampled; the others are guessed to be like the latest of
// those.
func (h *heights) index() {
	counts := make([]int, len(h.blocks))
	sums := make([]int, len(h.blocks))
	every := 1 + len(h.blocks)/sampled
	first, mean := 0, 0.0 // mean is that of an item
	for i, b := range h.blocks {
		counts[i] = b.n
		switch {
		case b.each != nil:
			sums[i] = h.sum(b, first)
		case mean > 0 && i%every != 0:
			sums[i] = max(b.n, int(mean*float64(b.n)))
		default:
			sums[i] = h.sum(b, first)
			here := float64(sums[i]) / float64(max(b.n, 1))
			if mean == 0 {
				mean = here
			}
			mean += (here - mean) / latest
		}
		first += b.n
	}
	h.counts.build(counts)
	h.sums.build(sums)
}

// sum is the height of a block that starts at item first.
func (h *heights) sum(b block, first int) int {
	if b.each != nil {
		s := 0
		for _, v := range b.each {
			s += int(v)
		}
		return s
	}
	if b.n <= samples {
		s := 0
		for i := range b.n {
			s += h.guess(first + i)
		}
		return s
	}
	s := 0
	for k := range samples {
		s += h.guess(first + (2*k+1)*b.n/(2*samples))
	}
	return s * b.n / samples
}

func (h *heights) guess(i int) int { return max(1, h.estimate(i)) }

// locate is the block of item i and the first item of that block.
func (h *heights) locate(i int) (b, first int) { return h.counts.find(i) }

// look makes a block hold a height for each of its items.
func (h *heights) look(b, first int) []int32 {
	if h.blocks[b].each == nil {
		was := h.sums.before(b+1) - h.sums.before(b)
		each := make([]int32, h.blocks[b].n)
		sum := 0
		for k := range each {
			v := h.guess(first + k)
			each[k] = int32(v)
			sum += v
		}
		h.blocks[b].each = each
		h.sums.add(b, sum-was)
	}
	return h.blocks[b].each
}

// set replaces the height of item i.
func (h *heights) set(i, rows int) {
	b, first := h.locate(i)
	each := h.look(b, first)
	if d := rows - int(each[i-first]); d != 0 {
		each[i-first] = int32(rows)
		h.sums.add(b, d)
	}
}

// get is the height of item i as far as it is known.
func (h *heights) get(i int) int {
	b, first := h.locate(i)
	return int(h.look(b, first)[i-first])
}

// above is the height of all items before item i.
func (h *heights) above(i int) int {
	b, first := h.locate(i)
	if b == len(h.blocks) {
		return h.total()
	}
	each := h.look(b, first)
	s := h.sums.before(b)
	for _, v := range each[:i-first] {
		s += int(v)
	}
	return s
}

// find is the item that row y of the whole falls into, and the row within it.
func (h *heights) find(y int) (i, row int) {
	b, before := h.sums.find(y)
	if b == len(h.blocks) {
		return h.size(), 0
	}
	first := h.counts.before(b)
	// Looking into the block may replace its guessed sum by a smaller one.
	row = y - before
	for k, v := range h.look(b, first) {
		if row < int(v) {
			return first + k, row
		}
		row -= int(v)
	}
	last := first + h.blocks[b].n - 1
	return last, h.get(last) - 1
}

// insert adds n items before item i, which may be the number of items.
func (h *heights) insert(i, n int) {
	if n <= 0 {
		return
	}
	b, first := h.locate(i)
	if b == len(h.blocks) && b > 0 { // at the end: the last block may have room
		b--
		first = i - h.blocks[b].n
	}
	if b < len(h.blocks) && h.blocks[b].n+n <= blockItems {
		h.widen(b, first, i-first, n)
		return
	}
	if i == h.size() {
		h.extend(i, n)
		return
	}
	if k := i - first; k > 0 && n <= blockItems/2 {
		h.split(b, h.blocks[b].n/2)
		h.index()
		h.insert(i, n)
		return
	}
	at := h.split(b, i-first)
	h.blocks = slices.Insert(h.blocks, at, newBlocks(n)...)
	h.index()
}

// extend adds blocks at the end and to both trees.
func (h *heights) extend(i, n int) {
	for _, b := range newBlocks(n) {
		h.blocks = append(h.blocks, b)
		h.counts.push(b.n)
		h.sums.push(h.sum(b, i))
		i += b.n
	}
}

// widen adds n items to block b before its k-th.
func (h *heights) widen(b, first, k, n int) {
	bl := &h.blocks[b]
	was := h.sums.before(b+1) - h.sums.before(b)
	if bl.each != nil {
		fresh := make([]int32, n)
		for j := range fresh {
			fresh[j] = int32(h.guess(first + k + j))
		}
		bl.each = slices.Insert(bl.each, k, fresh...)
	}
	bl.n += n
	h.counts.add(b, n)
	h.sums.add(b, h.sum(*bl, first)-was)
}

// split cuts block b before its k-th item and is the index of the second half.
// The caller indexes.
func (h *heights) split(b, k int) int {
	bl := h.blocks[b]
	switch k {
	case 0:
		return b
	case bl.n:
		return b + 1
	}
	left, right := block{n: k}, block{n: bl.n - k}
	if bl.each != nil {
		left.each = slices.Clone(bl.each[:k])
		right.each = slices.Clone(bl.each[k:])
	}
	h.blocks[b] = left
	h.blocks = slices.Insert(h.blocks, b+1, right)
	return b + 1
}

// remove takes items i … i+n-1 away. Small neighbours are joined, so that
// removing does not leave a trail of tiny blocks.
func (h *heights) remove(i, n int) {
	if n <= 0 {
		return
	}
	b, first := h.locate(i)
	from := h.split(b, i-first)
	to := from
	for n > 0 {
		if k := h.blocks[to].n; k > n {
			h.split(to, n)
			n = 0
		} else {
			n -= k
		}
		to++
	}
	h.blocks = slices.Delete(h.blocks, from, to)
	h.join(from)
	h.index()
}

// join merges block b into the one before it where both fit into one.
func (h *heights) join(b int) {
	if b == 0 || b >= len(h.blocks) {
		return
	}
	l, r := &h.blocks[b-1], h.blocks[b]
	if l.n+r.n > blockItems || (l.each == nil) != (r.each == nil) {
		return
	}
	l.n += r.n
	l.each = append(l.each, r.each...)
	h.blocks = slices.Delete(h.blocks, b, b+1)
}
