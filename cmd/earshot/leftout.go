package main

import (
	"fmt"
	"sync"
)

// leftOut counts the lines of a transcript that are no messages. It is safe for several goroutines.
type leftOut struct {
	mu    sync.Mutex
	lines int
	first error
}

func (l *leftOut) add(line int, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.lines++; l.lines == 1 {
		l.first = fmt.Errorf("line %d: %w", line, err)
	}
}

// told gives how many lines were left out so far, and the first.
func (l *leftOut) told() (lines int, first error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.lines, l.first
}
