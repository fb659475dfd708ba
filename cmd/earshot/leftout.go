package main

import (
	"fmt"
	"sync"
)

// leftOutSaid is how many lines that are no messages are named before they are only counted: a file that is
// no transcript has thousands.
const leftOutSaid = 5

// leftOut counts the lines of a transcript that are no messages. It is safe for several goroutines.
type leftOut struct {
	mu     sync.Mutex
	lines  int
	first  error
	unsaid int // since the rest was last taken
	named  int // likewise
}

// add counts a line. It is to be named where say is true, and otherwise counted with the rest.
func (l *leftOut) add(line int, err error) (say bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.lines++; l.lines == 1 {
		l.first = fmt.Errorf("line %d: %w", line, err)
	}
	if l.named < leftOutSaid {
		l.named++
		return true
	}
	l.unsaid++
	return false
}

// told gives how many lines were left out so far, and the first.
func (l *leftOut) told() (lines int, first error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.lines, l.first
}

// rest takes what is to be said of the lines that were only counted; "" where there are none. Lines that come
// later are named again.
func (l *leftOut) rest(name string) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	unsaid := l.unsaid
	l.unsaid, l.named = 0, 0
	switch unsaid {
	case 0:
		return ""
	case 1:
		return name + ": 1 more line is no message and was left out."
	}
	return fmt.Sprintf("%s: %d more lines are no messages and were left out.", name, unsaid)
}
