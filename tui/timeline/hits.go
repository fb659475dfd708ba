package timeline

import "sort"

// hits are sequences, found from the newest message to the oldest and counted
// from the oldest, so that what is found later is added without a copy of what
// was found before.
type hits struct {
	pieces [][]int64 // descending, and one behind the other
	ends   []int     // hits up to the end of each piece
	n      int
}

// add takes in hits below all that are there, descending.
func (h *hits) add(found []int64) {
	if len(found) == 0 {
		return
	}
	h.n += len(found)
	h.pieces, h.ends = append(h.pieces, found), append(h.ends, h.n)
}

// at is hit i, from the oldest.
func (h *hits) at(i int) int64 {
	i = h.n - 1 - i // from the newest
	p := sort.SearchInts(h.ends, i+1)
	return h.pieces[p][len(h.pieces[p])-(h.ends[p]-i)]
}

// from is the number of hits below a sequence: the place of the first that is
// not.
func (h *hits) from(seq int64) int {
	return sort.Search(h.n, func(i int) bool { return h.at(i) >= seq })
}
