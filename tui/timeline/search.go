package timeline

import (
	"slices"
	"sort"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"earshot/render"
)

// search is what is looked for, and what was found so far.
type search struct {
	pattern string // lower case
	rev     uint64
	hits    []int64 // sequences, ascending once done
	looked  int     // messages looked at
	total   int
}

// Scan is a search to be run outside of the loop, in pieces: hand it to [Find]
// and the result to [Timeline.Found].
type Scan struct {
	Rev     uint64
	Pattern string
	bodies  Bodies
	next    int // index to look at next, going down
	piece   int // bytes of this piece, firstPiece where 0
}

// Finding is what one piece of a search found.
type Finding struct {
	Rev    uint64
	hits   []int64 // descending
	looked int
	// Rest is the search that remains; nil when it is done.
	Rest *Scan
}

// How much text one piece of a search looks at: the first one little, since what
// is looked for is most often near; each one after it twice as much, up to some
// 20 ms of work.
const (
	firstPiece = 256 << 10
	mostPiece  = 8 << 20
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
	bodies := t.log.Bodies()
	return &Scan{Rev: rev, Pattern: t.search.pattern, bodies: bodies, next: bodies.Len() - 1}
}

// Pattern is what is looked for, "" for nothing.
func (t *Timeline) Pattern() string { return t.search.pattern }

// Find runs one piece of a search; it may run in any goroutine.
func Find(s Scan) Finding {
	f := Finding{Rev: s.Rev}
	read, piece, n := 0, max(s.piece, firstPiece), needleOf(s.Pattern)
	for s.next >= 0 && read < piece {
		seq, body := s.bodies.Body(s.next)
		if n.index(body) >= 0 {
			f.hits = append(f.hits, seq)
		}
		read += len(body) + 64
		s.next--
		f.looked++
	}
	if s.next >= 0 {
		s.piece = min(2*piece, mostPiece)
		f.Rest = &s
	}
	return f
}

// Found takes in what a piece found; a finding of another search is dropped,
// and so is what the filter hides. first reports whether these are the first hits.
func (t *Timeline) Found(f Finding) (first bool) {
	if f.Rev != t.search.rev {
		return false
	}
	older := make([]int64, 0, len(f.hits)+len(t.search.hits))
	for _, seq := range slices.Backward(f.hits) {
		if i, known := t.log.Index(seq); known && (t.filter.spec.Empty() || t.picks(i)) {
			older = append(older, seq)
		}
	}
	first = len(t.search.hits) == 0 && len(older) > 0
	t.search.hits = append(older, t.search.hits...)
	t.search.looked += f.looked
	return first
}

// Hits gives the place of the current message among the hits (from 1, 0 where
// it is none), their number, and whether the search has looked everywhere.
func (t *Timeline) Hits() (at, of int, done bool) {
	s := t.search
	of, done = len(s.hits), s.looked >= s.total
	seq := t.Selected()
	i := sort.Search(of, func(i int) bool { return s.hits[i] >= seq })
	if seq > 0 && i < of && s.hits[i] == seq {
		at = i + 1
	}
	return at, of, done
}

// ShowHit shows the next hit below the current message, or above it; from the
// last it goes on with the first. It reports whether there is a hit.
func (t *Timeline) ShowHit(down bool) bool {
	hits := t.search.hits
	if len(hits) == 0 {
		return false
	}
	m, _ := t.Current()
	i := sort.Search(len(hits), func(i int) bool { return hits[i] > m.Sequence })
	if !down {
		i = sort.Search(len(hits), func(i int) bool { return hits[i] >= m.Sequence }) - 1
	}
	return t.Show(hits[(i+len(hits))%len(hits)])
}

// ShowNearestHit shows the hit at or above the current message, or the first
// one below it.
func (t *Timeline) ShowNearestHit() bool {
	hits := t.search.hits
	if len(hits) == 0 {
		return false
	}
	m, _ := t.Current()
	i := sort.Search(len(hits), func(i int) bool { return hits[i] > m.Sequence }) - 1
	return t.Show(hits[max(i, 0)])
}

// highlight underlines what the search looks for on a visible row.
func (s *search) highlight(row render.Row) render.Row {
	if s.pattern == "" {
		return row
	}
	var out render.Row
	for _, seg := range row {
		out = append(out, s.split(seg)...)
	}
	return out
}

// split cuts a segment around every hit, at the borders of grapheme clusters:
// a mark that stands alone would be drawn otherwise than on its letter.
func (s *search) split(seg render.Seg) render.Row {
	text := seg.Text.String()
	hit := indexFold(text, s.pattern)
	if hit < 0 {
		return render.Row{seg}
	}
	var out render.Row
	from := 0 // of what is not yet in out
	add := func(to int, found bool) {
		if to <= from {
			return
		}
		piece := seg
		piece.Text = render.CleanLine(text[from:to])
		if found {
			piece.Role, piece.Underline = render.Match, true
		}
		out = append(out, piece)
		from = to
	}
	at, end := 0, 0 // of the cluster looked at
	for hit >= 0 {
		stop := hit + max(foldPrefix(text[hit:], s.pattern), 1)
		for end <= hit {
			at = end
			end += clusterSize(text[end:])
		}
		add(at, false)
		for end < stop {
			end += clusterSize(text[end:])
		}
		add(end, true)
		if hit = indexFold(text[end:], s.pattern); hit >= 0 {
			hit += end
		}
	}
	add(len(text), false)
	return out
}

// clusterSize is the number of bytes of the first cluster of a text that is
// not empty.
func clusterSize(s string) int {
	cluster, _ := ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
	return max(len(cluster), 1)
}

// Wants reports whether a finding belongs to the search that is under way.
func (t *Timeline) Wants(f Finding) bool { return f.Rev == t.search.rev && t.search.pattern != "" }
