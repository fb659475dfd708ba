package ledger

import "sort"

// Findings are what somebody may have to look at, each list in the order of the
// log.
type Findings struct {
	Items       []Item
	Claims      []Claim
	Unaddressed []Line
	Data        []Data
	Decisions   []Decision
	Repeats     []Repeat
	Possible    []Possible
}

// Findings lists all that the view has: what [View.Live], [View.Claims] and the
// others list.
func (v View) Findings() Findings {
	return Findings{
		Items: v.Live(), Claims: v.Claims(), Unaddressed: v.Unaddressed(), Data: v.Data(),
		Decisions: v.Decisions(), Repeats: v.Repeats(), Possible: v.Possible(),
	}
}

// Gathering copies the findings out of a ledger in pieces, for whom all at once
// would hold up too long. The ledger may go on between the pieces: each finding
// is then as of its piece. Where [View.Revision] has not changed from the first
// to the last, they are those of [View.Findings].
type Gathering struct {
	found Findings
	list  int   // that is being gone through
	after place // how far
}

// Step copies some n findings more out of a view, and reports whether more remain.
func (g *Gathering) Step(v View, n int) (more bool) {
	for g.list < 7 {
		l, f := v.l, &g.found
		switch g.list {
		case 0:
			f.Items, n = gather(f.Items, &l.live, &g.after, n, (*item).public)
		case 1:
			f.Claims, n = gather(f.Claims, &l.claims, &g.after, n, (*claim).public)
		case 2:
			f.Unaddressed, n = gather(f.Unaddressed, &l.loose, &g.after, n, (*loose).public)
		case 3:
			f.Data, n = gather(f.Data, &l.data, &g.after, n, (*dataPost).public)
		case 4:
			f.Decisions, n = gather(f.Decisions, &l.decisions, &g.after, n, (*decision).public)
		case 5:
			f.Repeats, n = gather(f.Repeats, &l.series, &g.after, n, (*series).public)
		case 6:
			f.Possible, n = gather(f.Possible, &l.possibles, &g.after, n, (*possible).public)
		}
		if n <= 0 {
			return true
		}
		g.list, g.after = g.list+1, place{}
	}
	return false
}

// Findings is what was gathered, once nothing remains.
func (g *Gathering) Findings() Findings { return g.found }

// gather goes over some n entries of a roll behind a place, and moves it there.
func gather[T member, P any](list []P, r *roll[T], after *place, n int, public func(T) P) ([]P, int) {
	at := sort.Search(len(r.all), func(i int) bool { return after.before(r.all[i].place()) })
	for ; at < len(r.all) && (n > 0 || r.all[at].place() == *after); at++ {
		x := r.all[at]
		if *after = x.place(); x.listed() {
			list = append(list, public(x))
		}
		n--
	}
	return list, n
}

// Newest lists up to n items that are not settled, the newest first.
func (v View) Newest(n int) []Item {
	var list []Item
	for i := len(v.l.live.all) - 1; i >= 0 && len(list) < n; i-- {
		if it := v.l.live.all[i]; it.listed() && !it.shown().Settled() {
			list = append(list, it.public())
		}
	}
	return list
}
