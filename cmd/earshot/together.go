package main

import (
	"slices"
	"sync"
)

// together brings lists of several programs together that keep them in one file: a program writes what it has
// changed, and leaves what others have. It is safe for several goroutines; what two programs write at the
// same moment is as the later of them wrote it.
type together[T comparable] struct {
	mu    sync.Mutex
	known map[string][]T // by room: what this program last read or was last given to keep
}

func newTogether[T comparable]() *together[T] { return &together[T]{known: make(map[string][]T)} }

// knows notes what was read of a room.
func (t *together[T]) knows(room string, all []T) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.known[room] = slices.Clone(all)
}

// merged is what is to be stored of a room where all is this program's list and stored what stands there:
// in front what others have added, without what they took out.
func (t *together[T]) merged(room string, stored, all []T) []T {
	t.mu.Lock()
	defer t.mu.Unlock()
	was := t.known[room]
	var result []T
	for _, one := range stored {
		if !slices.Contains(was, one) && !slices.Contains(all, one) {
			result = append(result, one)
		}
	}
	for _, one := range all {
		if !slices.Contains(was, one) || slices.Contains(stored, one) {
			result = append(result, one)
		}
	}
	t.known[room] = slices.Clone(all)
	return result
}
