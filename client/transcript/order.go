package transcript

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"earshot/client/wire"
)

// window and windowBytes bound what is held back while an earlier message is waited for.
const (
	window      = 4096
	windowBytes = 16 << 20
)

// order gives messages their sequences and puts them in order.
type order struct {
	last int64 // released
	top  int64 // highest seen
	held []wire.Message
	size int // bytes of content held
}

// add takes the next message and gives back what is ready. The error says why it is left out.
func (o *order) add(m wire.Message, ready []wire.Message) ([]wire.Message, error) {
	if m.Sequence == 0 {
		m.Sequence = o.top + 1
	}
	if m.ID == "" {
		m.ID = "msg_" + strconv.FormatInt(m.Sequence, 10)
	}
	at, taken := slices.BinarySearchFunc(o.held, m.Sequence, func(h wire.Message, n int64) int { return cmp.Compare(h.Sequence, n) })
	if taken || m.Sequence <= o.last {
		return ready, fmt.Errorf("sequence %d is taken already or comes too late, behind %d", m.Sequence, o.top)
	}
	o.top = max(o.top, m.Sequence)
	if m.Sequence == o.last+1 {
		o.last = m.Sequence
		ready = append(ready, m)
	} else {
		o.held = slices.Insert(o.held, at, m)
		o.size += len(m.Content)
	}
	for len(o.held) > window || o.size > windowBytes {
		ready = o.release(ready, 1)
	}
	return o.release(ready, 0), nil
}

// release gives out the first n held messages whatever is missing before them, and all that follow without a hole.
func (o *order) release(ready []wire.Message, n int) []wire.Message {
	i := 0
	for i < len(o.held) && (i < n || o.held[i].Sequence == o.last+1) {
		o.last = o.held[i].Sequence
		o.size -= len(o.held[i].Content)
		ready = append(ready, o.held[i])
		i++
	}
	o.held = slices.Delete(o.held, 0, i)
	return ready
}

// flush gives out everything.
func (o *order) flush(ready []wire.Message) []wire.Message { return o.release(ready, len(o.held)) }
