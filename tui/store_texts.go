package tui

import "strings"

const (
	// arenaBlock is how many bytes are allocated for texts at a time.
	arenaBlock = 64 << 10
	// ownText is the size from which on a text keeps the memory it came in.
	ownText = 4 << 10
)

// arena copies short texts one behind the other into large blocks, so that a
// text takes its bytes and no more. A block never moves and is never written
// twice: what was handed out stays valid for as long as it is held.
type arena struct {
	block   *strings.Builder
	written int64 // bytes put so far
}

// put copies s and gives all of the block up to the end of the copy; fresh
// says that the block begins with it.
func (a *arena) put(s string) (block string, fresh bool) {
	if a.block == nil || a.block.Len()+len(s) > a.block.Cap() {
		a.block = new(strings.Builder)
		a.block.Grow(arenaBlock)
		fresh = true
	}
	a.block.WriteString(s)
	a.written += int64(len(s))
	return a.block.String(), fresh
}

// texts is a row of texts, each found by where it begins. They stand in runs,
// one directly behind the other, so that many can be searched as one.
type texts struct {
	runs []string
	size uint32 // bytes of all runs; the bounds of messages keep it far below the limit
	end  int64  // what the arena had written when the last run ended
}

// add puts s at the end of the row and says where it begins.
func (t *texts) add(a *arena, s string) (at uint32) {
	at = t.size
	t.size += uint32(len(s))
	switch last := len(t.runs) - 1; {
	case s == "":
	case len(s) >= ownText:
		t.runs, t.end = append(t.runs, s), -1
	default:
		goesOn := last >= 0 && t.end == a.written
		block, fresh := a.put(s)
		t.end = a.written
		if goesOn && !fresh {
			t.runs[last] = block[len(block)-len(s)-len(t.runs[last]):]
		} else {
			t.runs = append(t.runs, block[len(block)-len(s):])
		}
	}
	return at
}

// get is the text of so many bytes that begins at a place.
func (t *texts) get(at, size uint32) string {
	if size == 0 {
		return ""
	}
	run, at := t.run(at)
	return run[at : at+size]
}

// run is the run that a place lies in, and how far the place is from its start.
func (t *texts) run(at uint32) (string, uint32) {
	for _, run := range t.runs {
		if at < uint32(len(run)) {
			return run, at
		}
		at -= uint32(len(run))
	}
	return "", 0
}
