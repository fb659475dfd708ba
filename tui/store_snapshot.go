package tui

import (
	"slices"
	"sort"

	"earshot/tui/timeline"
)

// snapshot reads bodies and sequences only: neither changes once written.
type snapshot struct {
	chunks  []*chunk
	head, n int
}

// Bodies gives every body of the moment to a search outside of the loop.
func (s *store) Bodies() timeline.Bodies {
	snap := snapshot{chunks: slices.Clone(s.chunks), head: s.head, n: s.n}
	for i, c := range snap.chunks {
		if !c.full() {
			snap.chunks[i] = c.copied()
		}
	}
	return snap
}

// Len is the number of messages of the snapshot.
func (s snapshot) Len() int { return s.n }

func (s snapshot) slot(i int) slot {
	i += s.head
	return slot{s.chunks[i/chunkSize], i % chunkSize}
}

// Body is that of message i.
func (s snapshot) Body(i int) (int64, string) {
	at := s.slot(i)
	return at.sequence(), at.body()
}

// Run is the text that the body of message i ends, back to where it begins or
// to where its chunk does.
func (s snapshot) Run(i int) (first int, text string, sieve *timeline.Sieve) {
	at := s.slot(i)
	c, e := at.chunk, at.entry()
	if !c.ordered {
		return i, at.body(), c.searchable()
	}
	run, before := c.bodies.run(e.body)
	begin := e.body - before
	place := sort.Search(at.i, func(k int) bool { return c.entries[k].body >= begin })
	return i - (at.i - place), run[:before+e.size], c.searchable()
}
