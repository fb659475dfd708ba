package timeline

import (
	"cmp"
	"slices"
	"strings"
)

// search is what is looked for, and what was found so far.
type search struct {
	pattern string // lower case
	rev     uint64
	hits    hits
	looked  int // messages looked at
	total   int
	done    bool
}

// Scan is a search to be run outside of the loop, in pieces: hand it to [Find]
// and the result to [Timeline.Found].
type Scan struct {
	Rev     uint64
	Pattern string
	bodies  Bodies
	next    int // index to look at next, going down
	// most is how many hits one finding brings; ready are hits beyond it.
	most  int
	ready []int64
	piece int // bytes of this piece, firstPiece where 0
}

// Finding is what one piece of a search found.
type Finding struct {
	Rev    uint64
	hits   []int64 // descending
	looked int
	// Rest is the search that remains; nil when it is done.
	Rest *Scan
}

const (
	// How much text one piece of a search looks at: the first one little, since
	// what is looked for is most often near; each one after it twice as much, up
	// to some 10 ms of work.
	firstPiece = 256 << 10
	mostPiece  = 8 << 20
	// glance is what passing over a message, or over many at once, counts for.
	glance = 64
	// How many hits one finding brings at most, so that taking it in stays well
	// below a millisecond, also where a filter has to look at each.
	mostHits     = 4096
	mostFiltered = 128
)

// Search starts looking for a pattern, without regard to case, from the
// newest message to the oldest. An empty pattern ends the search.
func (t *Timeline) Search(pattern string) *Scan {
	rev := t.search.rev + 1
	t.search = search{pattern: strings.ToLower(pattern), rev: rev, total: t.log.Len()}
	t.list.Redraw()
	if pattern == "" {
		return nil
	}
	bodies, most := t.log.Bodies(), mostHits
	if !t.filter.spec.Empty() {
		most = mostFiltered
	}
	return &Scan{Rev: rev, Pattern: t.search.pattern, bodies: bodies, next: bodies.Len() - 1, most: most}
}

// Pattern is what is looked for, "" for nothing.
func (t *Timeline) Pattern() string { return t.search.pattern }

// Find runs one piece of a search; it may run in any goroutine.
func Find(s Scan) Finding {
	f, found := Finding{Rev: s.Rev}, s.ready
	n, m := needleOf(s.Pattern), meshOf(s.Pattern)
	most := cmp.Or(s.most, mostHits)
	for read := 0; s.next >= 0 && read < max(s.piece, firstPiece) && len(found) < most; {
		first, text, sieve := s.bodies.Run(s.next)
		read += glance
		if sieve.lets(&m) {
			read += len(text) + glance*(s.next-first)
			found = n.among(s.bodies, first, text, found)
		}
		f.looked += s.next - first + 1
		s.next = first - 1
	}
	f.hits, s.ready = found[:min(most, len(found))], found[min(most, len(found)):]
	if s.next >= 0 || len(s.ready) > 0 {
		s.piece = min(2*max(s.piece, firstPiece), mostPiece)
		f.Rest = &s
	}
	return f
}

// among adds the sequences of the bodies that have the pattern to hits, the
// last first: of those from first on that stand one behind the other in text.
func (n *needle) among(bodies Bodies, first int, text string, hits []int64) []int64 {
	from := len(hits)
	seq, body := bodies.Body(first)
	end := len(body) // of the body, in text
	for at := 0; ; at = end {
		// Bytes beyond ASCII may mean something else where other text stands
		// beside them: there every body is looked at alone.
		if n.ascii {
			i := n.index(text[at:])
			if i < 0 {
				break
			}
			at += i
		}
		for end <= at && end < len(text) {
			first++
			seq, body = bodies.Body(first)
			end += len(body)
		}
		// What was found may go on behind the end of the body.
		if n.index(body) >= 0 {
			hits = append(hits, seq)
		}
		if end >= len(text) {
			break
		}
	}
	slices.Reverse(hits[from:])
	return hits
}

// Found takes in what a piece found; a finding of another search is dropped,
// and so is what the filter hides. first reports whether these are the first hits.
func (t *Timeline) Found(f Finding) (first bool) {
	if f.Rev != t.search.rev {
		return false
	}
	found := f.hits[:0:0]
	for _, seq := range f.hits {
		if i, known := t.log.Index(seq); known && (t.filter.spec.Empty() || t.picks(i)) {
			found = append(found, seq)
		}
	}
	first = t.search.hits.n == 0 && len(found) > 0
	t.search.hits.add(found)
	t.search.looked += f.looked
	t.search.done = f.Rest == nil
	return first
}

// Hits gives the place of the current message among the hits (from 1, 0 where
// it is none), their number, and whether the search has looked everywhere.
func (t *Timeline) Hits() (at, of int, done bool) {
	hits := &t.search.hits
	seq := t.Selected()
	if i := hits.from(seq); seq > 0 && i < hits.n && hits.at(i) == seq {
		at = i + 1
	}
	return at, hits.n, t.search.done || t.search.total == 0
}

// Searched is the share of the log that the search has looked at, 0 … 1.
func (t *Timeline) Searched() float64 {
	return float64(t.search.looked) / float64(max(t.search.total, 1))
}

// ShowHit shows the next hit below the current message, or above it; from the
// last it goes on with the first. It reports whether there is a hit.
func (t *Timeline) ShowHit(down bool) bool {
	hits := &t.search.hits
	if hits.n == 0 {
		return false
	}
	m, _ := t.Current()
	i := hits.from(m.Sequence + 1)
	if !down {
		i = hits.from(m.Sequence) - 1
	}
	return t.Show(hits.at((i + hits.n) % hits.n))
}

// ShowNearestHit shows the hit at or above the current message, or the first
// one below it.
func (t *Timeline) ShowNearestHit() bool {
	hits := &t.search.hits
	if hits.n == 0 {
		return false
	}
	m, _ := t.Current()
	return t.Show(hits.at(max(hits.from(m.Sequence+1)-1, 0)))
}

// Wants reports whether a finding belongs to the search that is under way.
func (t *Timeline) Wants(f Finding) bool { return f.Rev == t.search.rev && t.search.pattern != "" }
