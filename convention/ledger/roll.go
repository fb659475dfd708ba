package ledger

import "sort"

// place is where something stands in the log: message, line, and its number
// among several of one line.
type place struct {
	sequence int64
	line     int
	nth      int
}

func (p place) before(q place) bool {
	if p.sequence != q.sequence {
		return p.sequence < q.sequence
	}
	if p.line != q.line {
		return p.line < q.line
	}
	return p.nth < q.nth
}

// member is what a roll needs to know of its entries: where they stand and
// whether they count at present. rolled is the roll's own mark.
type member interface {
	place() place
	listed() bool
	rolled() *bool
}

// roll is a list in log order whose entries come and go. Entries that do not
// count any more stay until they are the greater part, so that coming and going
// costs amortized constant time and reading costs what is read.
type roll[T member] struct {
	all  []T
	live int
}

// enter makes an entry known whose listed has turned true. Most come in order.
func (r *roll[T]) enter(x T) {
	r.live++
	if mark := x.rolled(); *mark {
		return
	} else {
		*mark = true
	}
	at := len(r.all)
	if at > 0 && x.place().before(r.all[at-1].place()) {
		at = sort.Search(len(r.all), func(i int) bool { return x.place().before(r.all[i].place()) })
	}
	r.all = append(r.all, x)
	copy(r.all[at+1:], r.all[at:])
	r.all[at] = x
}

// leave tells that an entry's listed has turned false.
func (r *roll[T]) leave() {
	r.live--
	if len(r.all) < 32 || r.live > len(r.all)/2 {
		return
	}
	kept := r.all[:0]
	for _, x := range r.all {
		if x.listed() {
			kept = append(kept, x)
		} else {
			*x.rolled() = false
		}
	}
	clear(r.all[len(kept):])
	r.all = kept
}

// each calls f with every entry that counts, in log order.
func (r *roll[T]) each(f func(T)) {
	for _, x := range r.all {
		if x.listed() {
			f(x)
		}
	}
}
