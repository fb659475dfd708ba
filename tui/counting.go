package tui

import (
	"earshot/tui/chrome"
)

const (
	// One command counts at most so much, so that what comes on the screen is
	// soon next.
	countMessages = 128
	countBytes    = 64 << 10
)

// counting is the token count of the rooms' messages, which goes on in the
// background: first what is on the screen, then what is new, then the rest
// from the newest to the oldest.
type counting struct {
	busy bool
}

// uncounted are the parts of a room's log that were not looked at yet: below
// low and from high on.
type uncounted struct{ low, high int }

func (u *uncounted) restart(n int) { u.low, u.high = n, n }

func (m *Model) counterLoaded(msg counterMsg) {
	m.dirty = true
	if msg.err != nil {
		m.notify(chrome.Warn, "tokens stay unknown: "+msg.err.Error())
		m.opts.Log.Warn("token counter", "error", msg.err)
		return
	}
	m.counter = msg.counter
	for _, r := range m.rooms {
		r.composer.SetCounter(msg.counter)
		r.uncounted.restart(r.log.Len())
	}
}

// countMore starts the next count where none is under way.
func (m *Model) countMore() {
	if m.counter == nil || m.counting.busy {
		return
	}
	for i := range m.rooms {
		r := m.rooms[(m.active+i)%len(m.rooms)]
		if sequences, bodies := r.nextUncounted(m.showsTimeline() && i == 0); len(bodies) > 0 {
			m.counting.busy = true
			m.do(cmdCount(r.index, r.epoch, m.counter, sequences, bodies))
			return
		}
	}
}

// nextUncounted picks what is counted next.
func (r *room) nextUncounted(visible bool) (sequences []int64, bodies []string) {
	size := 0
	take := func(i int) bool {
		if len(bodies) >= countMessages || size >= countBytes {
			return false
		}
		if e := r.log.entry(i); e.tokens == unknownTokens {
			e.tokens = beingCounted
			size += int(e.size)
			sequences, bodies = append(sequences, r.log.Sequence(i)), append(bodies, r.log.body(i))
		}
		return true
	}
	if visible {
		for _, seq := range r.timeline.Visible() {
			if i, ok := r.log.Index(seq); ok {
				take(i)
			}
		}
	}
	for r.uncounted.high < r.log.Len() && take(r.uncounted.high) {
		r.uncounted.high++
	}
	for r.uncounted.low > 0 && take(r.uncounted.low-1) {
		r.uncounted.low--
	}
	return sequences, bodies
}

// counted takes the tokens of some messages in.
func (m *Model) counted(msg countedMsg) {
	m.counting.busy = false
	defer m.countMore()
	r := m.rooms[msg.room]
	if msg.epoch != r.epoch {
		return
	}
	visible := make(map[int64]bool)
	for _, seq := range r.timeline.Visible() {
		visible[seq] = true
	}
	shown := false
	for n, seq := range msg.sequences {
		if i, ok := r.log.Index(seq); ok {
			r.log.setTokens(i, int32(msg.counts[n]))
			shown = shown || visible[seq]
		}
	}
	if shown {
		r.timeline.Recounted()
		m.dirty = true
	}
}
