package tui

import (
	"cmp"
	"math"
	"slices"

	"earshot/tui/timeline"
)

const chunkSize = 512

// chunk is a fixed block of messages that never moves, so that a snapshot of
// the blocks can be searched while messages keep coming. Once every place is
// taken, texts, sequences and times do not change any more.
//
// Its own fields come first, so that the garbage collector, which looks no
// further than the last pointer, does not go through the entries.
type chunk struct {
	bodies, ids texts
	// Sequences that go up by one and times that are near each other take no
	// more than a distance from the first; stamps has them in full where a
	// chunk holds others.
	stamps *[chunkSize]stamp
	sieve  *timeline.Sieve // of the bodies
	first  int64           // the sequence of place 0
	began  int64           // the time that the entries' times count from
	taken  int
	// tokens is the sum of the entries' that are counted.
	tokens, counted int
	// ordered says that the chunk is full and that its bodies stand in the
	// order of the messages.
	ordered bool

	entries [chunkSize]entry
}

// entry is one stored message without its texts. Everything parsed from the
// body is made again when it is looked at.
type entry struct {
	body, size uint32 // where the body begins, and its bytes
	id         uint32 // where the id begins
	after      int32  // milliseconds since the chunk began
	back       uint32 // how many sequences before this one the message replied to is; see store.replyTo
	topic      uint32 // 0 for none
	tokens     int32  // or unknownTokens, beingCounted
	voice      uint32
	idSize     uint16
	lines      uint16 // line feeds in the body, capped
}

// stamp is a sequence and a time in Unix milliseconds.
type stamp struct{ sequence, at int64 }

// What entry.tokens says before they are known.
const (
	unknownTokens = -1
	beingCounted  = -2
)

// slot is the place of one message in its chunk.
type slot struct {
	*chunk
	i int
}

func (s slot) entry() *entry { return &s.entries[s.i] }

func (s slot) body() string {
	e := s.entry()
	return s.bodies.get(e.body, e.size)
}

func (s slot) id() string {
	e := s.entry()
	return s.ids.get(e.id, uint32(e.idSize))
}

func (s slot) sequence() int64 {
	if s.stamps != nil {
		return s.stamps[s.i].sequence
	}
	return s.first + int64(s.i)
}

// at is the time of the message in Unix milliseconds.
func (s slot) at() int64 {
	if s.stamps != nil {
		return s.stamps[s.i].at
	}
	return s.began + int64(s.entry().after)
}

// stamp sets sequence and time of a place that is not taken yet.
func (s slot) stamp(t stamp) {
	if s.taken == 0 {
		s.first, s.began = t.sequence-int64(s.i), t.at
	}
	after := t.at - s.began
	if s.stamps == nil && (t.sequence != s.first+int64(s.i) || after != int64(int32(after))) {
		full := new([chunkSize]stamp)
		for i := range full { // places that are not taken yet are stamped when they are
			full[i] = stamp{slot{s.chunk, i}.sequence(), slot{s.chunk, i}.at()}
		}
		s.stamps = full
	}
	if s.stamps != nil {
		s.stamps[s.i] = t
		return
	}
	s.entry().after = int32(after)
}

// write puts texts and stamp of a message into a place that is not taken yet.
// An id that is longer than any room's is not kept.
func (s slot) write(a *arenas, body, id string, t stamp) {
	s.stamp(t)
	e := s.entry()
	e.body, e.size = s.bodies.add(&a.bodies, body), uint32(len(body))
	if len(id) <= math.MaxUint16 {
		e.id, e.idSize = s.ids.add(&a.ids, id), uint16(len(id))
	}
	if s.sieve == nil {
		s.sieve = new(timeline.Sieve)
	}
	s.sieve.Add(body)
	s.taken++
	s.ordered = s.full() && slices.IsSortedFunc(s.entries[:], func(a, b entry) int { return cmp.Compare(a.body, b.body) })
}

// setTokens notes how many tokens the message has, and gives what was known.
func (s slot) setTokens(tokens int32) (was int32) {
	e := s.entry()
	if was = e.tokens; was >= 0 {
		s.tokens -= int(was)
		s.counted--
	}
	e.tokens = tokens
	s.tokens += int(tokens)
	s.counted++
	return was
}

// take writes what another place has, as if it were not being counted.
func (s slot) take(a *arenas, from slot) {
	*s.entry() = *from.entry()
	s.entry().tokens = unknownTokens
	if t := from.entry().tokens; t >= 0 {
		s.setTokens(t)
	}
	s.write(a, from.body(), from.id(), stamp{from.sequence(), from.at()})
}

func (c *chunk) full() bool { return c.taken == chunkSize }

// searchable is the sieve where nothing will be added to it any more, else nil.
func (c *chunk) searchable() *timeline.Sieve {
	if !c.full() {
		return nil
	}
	return c.sieve
}

// copied is a chunk that stays as it is while this one is written on.
func (c *chunk) copied() *chunk {
	d := *c
	d.bodies.runs, d.ids.runs = slices.Clone(c.bodies.runs), slices.Clone(c.ids.runs)
	return &d
}

// arenas are where a store's texts go.
type arenas struct{ bodies, ids arena }
