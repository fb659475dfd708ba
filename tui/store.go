package tui

import (
	"slices"
	"sort"
	"strings"
	"time"

	"earshot/client/wire"
	"earshot/convention"
	"earshot/convention/ledger"
	"earshot/tui/timeline"
)

const (
	chunkSize = 512
	// parsedDocs bounds the parsed messages kept at a time: a few screens.
	parsedDocs = 1024
)

// entry is one stored message. The body is kept once, as text; everything
// parsed from it is made again when it is looked at.
type entry struct {
	body    string
	id      string
	seq     int64
	at      int64 // Unix milliseconds
	replyTo int64 // sequence, 0 for none or not known
	seat    uint32
	topic   uint32 // 0 for none
	tokens  int32  // or unknownTokens, beingCounted
	kind    uint32
	lines   uint16 // line feeds in the body, capped
}

// What entry.tokens says before they are known.
const (
	unknownTokens = -1
	beingCounted  = -2
)

// chunk is a fixed block of entries that never moves, so that a snapshot of
// the blocks can be searched while messages keep coming.
type chunk [chunkSize]entry

// sender is who wrote a message, interned.
type sender struct{ id, name string }

// store is the log of one room in the order of its sequences.
type store struct {
	chunks  []*chunk
	head    int // unused entries at the front of the first chunk
	n       int
	byID    map[string]int64
	senders interner[sender]
	topics  interner[string]
	kinds   interner[string]
	docs    docCache
	// orphans are replies to messages that are not here (yet), by the id they
	// reply to; missing is the way back.
	orphans map[string][]int64
	missing map[int64]string
}

func newStore() *store {
	s := &store{byID: make(map[string]int64), orphans: make(map[string][]int64), missing: make(map[int64]string)}
	s.topics.of("") // index 0 is no topic
	s.kinds.of("message")
	return s
}

// Len is the number of messages.
func (s *store) Len() int { return s.n }

func (s *store) entry(i int) *entry {
	i += s.head
	return &s.chunks[i/chunkSize][i%chunkSize]
}

// At gives message i as the timeline sees it.
func (s *store) At(i int) timeline.Message {
	e := s.entry(i)
	from := s.senders.values[e.seat]
	return timeline.Message{
		Sequence: e.seq, ID: e.id, ReplyTo: e.replyTo,
		From: from.name, FromID: from.id, Type: s.kinds.values[e.kind],
		At: time.UnixMilli(e.at), Body: e.body, Lines: int(e.lines), Tokens: max(int(e.tokens), -1),
	}
}

// Doc is the parsed body of message i.
func (s *store) Doc(i int) *convention.Message {
	e := s.entry(i)
	return s.docs.get(e.seq, e.body)
}

// ledgerMessage is message i as the ledger is fed with it.
func (s *store) ledgerMessage(i int) ledger.Message {
	msg := s.ledgerHead(i)
	msg.Doc = s.Doc(i)
	return msg
}

// ledgerHead is ledgerMessage without the parsed body.
func (s *store) ledgerHead(i int) ledger.Message {
	e := s.entry(i)
	from := s.senders.values[e.seat]
	msg := ledger.Message{
		Sequence: e.seq, ID: e.id, From: ledger.Seat{ID: from.id, Name: from.name},
		At: time.UnixMilli(e.at), ReplyTo: s.missing[e.seq],
	}
	if at, ok := s.Index(e.replyTo); ok && e.replyTo != 0 {
		msg.ReplyTo = s.entry(at).id
	}
	return msg
}

// Index finds a message by its sequence.
func (s *store) Index(seq int64) (int, bool) {
	if s.n == 0 {
		return 0, false
	}
	// Sequences are dense in nearly every room: try the direct place first.
	if i := int(seq - s.entry(0).seq); i >= 0 && i < s.n && s.entry(i).seq == seq {
		return i, true
	}
	i := s.after(seq - 1)
	return i, i < s.n && s.entry(i).seq == seq
}

// after is the index of the first message behind a sequence.
func (s *store) after(seq int64) int {
	return sort.Search(s.n, func(i int) bool { return s.entry(i).seq > seq })
}

// Topic is the number of a message's topic, 0 for none; equal numbers are
// equal topics.
func (s *store) Topic(i int) uint32 { return s.entry(i).topic }

// Sequence is that of message i.
func (s *store) Sequence(i int) int64 { return s.entry(i).seq }

// Last is the highest sequence, 0 in an empty room.
func (s *store) Last() int64 {
	if s.n == 0 {
		return 0
	}
	return s.entry(s.n - 1).seq
}

// Bodies gives every body of the moment to a search outside of the loop.
func (s *store) Bodies() timeline.Bodies {
	return snapshot{chunks: append([]*chunk(nil), s.chunks...), head: s.head, n: s.n}
}

// snapshot reads bodies and sequences only: neither changes once written.
type snapshot struct {
	chunks  []*chunk
	head, n int
}

// Len is the number of messages of the snapshot.
func (s snapshot) Len() int { return s.n }

// Body is that of message i.
func (s snapshot) Body(i int) (int64, string) {
	i += s.head
	e := &s.chunks[i/chunkSize][i%chunkSize]
	return e.seq, e.body
}

// change says what add did to the order of the log.
type change struct {
	appended int
	// disordered is set where messages came in front of known ones.
	disordered bool
	// resolved are the messages whose reply reference became known.
	resolved []int64
}

// add takes messages in ascending order; known sequences are dropped.
func (s *store) add(messages []wire.Message) change {
	var c change
	var older []wire.Message
	for _, m := range messages {
		switch {
		case m.Sequence > s.Last():
			s.append(m, &c)
		case s.n > 0 && m.Sequence < s.entry(0).seq:
			older = append(older, m)
		default:
			if _, known := s.Index(m.Sequence); !known {
				s.insert(m, &c)
			}
		}
	}
	for _, m := range slices.Backward(older) {
		if m.Sequence < s.entry(0).seq {
			s.prepend(m, &c)
		}
	}
	return c
}

func (s *store) append(m wire.Message, c *change) {
	end := s.head + s.n
	if end == len(s.chunks)*chunkSize {
		s.chunks = append(s.chunks, new(chunk))
	}
	s.n++
	c.appended++
	s.put(s.n-1, m, c)
}

func (s *store) prepend(m wire.Message, c *change) {
	if s.head == 0 {
		s.chunks = append([]*chunk{new(chunk)}, s.chunks...)
		s.head = chunkSize
	}
	s.head--
	s.n++
	c.disordered = true
	s.put(0, m, c)
}

// insert puts a message between known ones. A room whose log has holes that
// are filled later is rare; the whole log is laid out anew, in new chunks, so
// that snapshots stay valid.
func (s *store) insert(m wire.Message, c *change) {
	at := s.after(m.Sequence)
	old := *s
	s.chunks, s.head, s.n = nil, 0, 0
	for i := range old.n + 1 {
		if s.n == len(s.chunks)*chunkSize {
			s.chunks = append(s.chunks, new(chunk))
		}
		s.n++
		switch {
		case i < at:
			*s.entry(i) = *old.entry(i)
		case i > at:
			*s.entry(i) = *old.entry(i - 1)
		}
	}
	c.disordered = true
	s.put(at, m, c)
}

func (s *store) put(i int, m wire.Message, c *change) {
	from := sender{m.Sender.MemberID, convention.SeatToken(m.Sender.Name, m.Sender.MemberID)}
	e := s.entry(i)
	*e = entry{
		body: m.Content, id: m.ID, seq: m.Sequence, at: m.CreatedAt.UnixMilli(), tokens: unknownTokens,
		seat: uint32(s.senders.of(from)), kind: uint32(s.kinds.of(m.Type)),
		lines: uint16(min(strings.Count(m.Content, "\n"), 1<<16-1)),
	}
	doc := s.docs.get(e.seq, e.body)
	if doc.Header != nil {
		e.topic = uint32(s.topics.of(strings.ToLower(doc.Header.Topic.Text)))
	}
	s.link(e, m.ReplyTo, c)
}

// link resolves the message's own reference, and those that waited for it.
func (s *store) link(e *entry, replyTo string, c *change) {
	if replyTo != "" {
		if seq, ok := s.byID[replyTo]; ok {
			e.replyTo = seq
		} else {
			s.orphans[replyTo] = append(s.orphans[replyTo], e.seq)
			s.missing[e.seq] = replyTo
		}
	}
	if e.id == "" {
		return
	}
	s.byID[e.id] = e.seq
	waiting, ok := s.orphans[e.id]
	if !ok {
		return
	}
	delete(s.orphans, e.id)
	for _, seq := range waiting {
		delete(s.missing, seq)
		if i, known := s.Index(seq); known {
			s.entry(i).replyTo = e.seq
			c.resolved = append(c.resolved, seq)
		}
	}
}

// interner numbers equal values equally, from 0.
type interner[T comparable] struct {
	values  []T
	numbers map[T]int
}

func (t *interner[T]) of(v T) int {
	if n, ok := t.numbers[v]; ok {
		return n
	}
	if t.numbers == nil {
		t.numbers = make(map[T]int)
	}
	n := len(t.values)
	t.values = append(t.values, v)
	t.numbers[v] = n
	return n
}

// docCache keeps the parsed messages used last, in two generations: when the
// young one is full it becomes the old one, and what the old one held and
// nobody asked for since is forgotten.
type docCache struct {
	young, old map[int64]*convention.Message
}

func (c *docCache) get(seq int64, body string) *convention.Message {
	if doc, ok := c.young[seq]; ok {
		return doc
	}
	doc, ok := c.old[seq]
	if !ok {
		doc = convention.Parse(body)
	}
	if c.young == nil || len(c.young) >= parsedDocs/2 {
		c.young, c.old = make(map[int64]*convention.Message, parsedDocs/2), c.young
	}
	c.young[seq] = doc
	return doc
}
