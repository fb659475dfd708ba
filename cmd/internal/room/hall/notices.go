package hall

import (
	"container/list"
	"sync"

	"earshot/client/wire"
)

// Notice is one thing that readers are told besides messages: a seat, a repeat count or a verdict.
type Notice struct {
	Sequence int64      // message it is about, 0 for a seat
	Seat     *wire.Seat // set for a seat
	Frame    []byte     // encoded frame, set for everything else; must not be changed
}

// notices keeps the last word on each thing, ordered by when it was said. Readers remember how far
// they have listened, so that a slow one skips words that were replaced, and nobody has a queue.
type notices struct {
	mu      sync.Mutex
	order   list.List // of spoken
	byKey   map[string]*list.Element
	version uint64
}

type spoken struct {
	version uint64
	notice  Notice
}

func (n *notices) say(key string, notice Notice) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.version++
	if e := n.byKey[key]; e != nil {
		e.Value = spoken{n.version, notice}
		n.order.MoveToBack(e)
		return
	}
	if n.byKey == nil {
		n.byKey = make(map[string]*list.Element)
	}
	n.byKey[key] = n.order.PushBack(spoken{n.version, notice})
}

func (n *notices) now() uint64 {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.version
}

// since returns what was said after a version, oldest first, and the version reached.
func (n *notices) since(version uint64) ([]Notice, uint64) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if version == n.version {
		return nil, version
	}
	first := n.order.Back()
	for e := first; e != nil && e.Value.(spoken).version > version; e = e.Prev() {
		first = e
	}
	var said []Notice
	for e := first; e != nil; e = e.Next() {
		said = append(said, e.Value.(spoken).notice)
	}
	return said, n.version
}

// about returns the last word on every message after a sequence, and at most older words on messages
// up to it, the latest said.
func (n *notices) about(after int64, older int) ([]Notice, uint64) {
	n.mu.Lock()
	defer n.mu.Unlock()
	var said []Notice
	for e := n.order.Back(); e != nil; e = e.Prev() {
		notice := e.Value.(spoken).notice
		switch {
		case notice.Sequence == 0:
			continue
		case notice.Sequence <= after:
			if older == 0 {
				continue
			}
			older--
		}
		said = append(said, notice)
	}
	for i, j := 0, len(said)-1; i < j; i, j = i+1, j-1 {
		said[i], said[j] = said[j], said[i]
	}
	return said, n.version
}
