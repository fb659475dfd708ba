package tui

import (
	"math"
	"slices"
	"sort"
	"strings"
	"time"

	"earshot/client/wire"
	"earshot/convention"
	"earshot/convention/ledger"
	"earshot/tui/timeline"
)

// parsedDocs bounds the parsed messages kept at a time: a few screens.
const parsedDocs = 1024

// sender is who wrote a message.
type sender struct{ id, name string }

// voice is a sender, by number, in a kind of message.
type voice struct {
	sender int
	kind   string // of the protocol, "message" for ordinary ones
}

// store is the log of one room in the order of its sequences. Beside its texts
// a message takes some fifty bytes.
type store struct {
	chunks []*chunk
	head   int // places at the front of the first chunk that are not taken
	n      int
	arenas arenas
	// ids gives messages by number: message i has number origin + i, whatever
	// comes at the end or at the front.
	ids     *idTable
	origin  uint32
	senders interner[sender]
	voices  interner[voice]
	topics  interner[string]
	docs    docCache
	sums    sums
	// orphans are replies to messages that are not here (yet), by the id they
	// reply to; missing is the way back.
	orphans map[string][]int64
	missing map[int64]string
	// farReplies are the messages replied to, by the sequence of the reply,
	// where entry.back does not reach.
	farReplies map[int64]int64
}

func newStore() *store {
	s := &store{orphans: make(map[string][]int64), missing: make(map[int64]string), farReplies: make(map[int64]int64)}
	s.forgetIDs()
	s.topics.of("") // index 0 is no topic
	return s
}

// forgetIDs starts the numbers over. There is room for as many messages at the
// front as at the end.
func (s *store) forgetIDs() { s.ids, s.origin = newIDTable(), 1<<31 }

// idOf is the id of the message with a number.
func (s *store) idOf(number uint32) string { return s.slot(int(number - s.origin)).id() }

// Len is the number of messages.
func (s *store) Len() int { return s.n }

func (s *store) slot(i int) slot {
	i += s.head
	return slot{s.chunks[i/chunkSize], i % chunkSize}
}

func (s *store) entry(i int) *entry { return s.slot(i).entry() }

func (s *store) body(i int) string { return s.slot(i).body() }

// senderOf is the number of who wrote message i.
func (s *store) senderOf(i int) int { return s.voices.values[s.entry(i).voice].sender }

// sentAt is when message i was written, in Unix milliseconds.
func (s *store) sentAt(i int) int64 { return s.slot(i).at() }

// replyTo is the sequence that message i replies to, 0 for none or not known.
func (s *store) replyTo(i int) int64 {
	switch back := s.entry(i).back; back {
	case 0:
		return 0
	case farBack:
		return s.farReplies[s.Sequence(i)]
	default:
		return s.Sequence(i) - int64(back)
	}
}

// setReplyTo notes what message i replies to.
func (s *store) setReplyTo(i int, to int64) {
	seq := s.Sequence(i)
	if back := seq - to; back > 0 && back < farBack {
		s.entry(i).back = uint32(back)
		return
	}
	s.entry(i).back = farBack
	s.farReplies[seq] = to
}

// farBack stands for a reply to a message that is very far back, or that came
// later.
const farBack = 1<<32 - 1

// At gives message i as the timeline sees it.
func (s *store) At(i int) timeline.Message {
	at := s.slot(i)
	e := at.entry()
	v := s.voices.values[e.voice]
	from := s.senders.values[v.sender]
	return timeline.Message{
		Sequence: at.sequence(), ID: at.id(), ReplyTo: s.replyTo(i),
		From: from.name, FromID: from.id, Type: v.kind,
		At: time.UnixMilli(at.at()), Body: at.body(), Tokens: max(int(e.tokens), -1),
	}
}

// Size is how many bytes and line feeds the body of message i has.
func (s *store) Size(i int) (bytes, lines int) {
	e := s.entry(i)
	return int(e.size), int(e.lines)
}

// Doc is the parsed body of message i.
func (s *store) Doc(i int) *convention.Message {
	at := s.slot(i)
	return s.docs.get(at.sequence(), at.body)
}

// ledgerMessage is message i as the ledger is fed with it.
func (s *store) ledgerMessage(i int) ledger.Message {
	msg := s.ledgerHead(i)
	msg.Doc = s.Doc(i)
	return msg
}

// ledgerHead is ledgerMessage without the parsed body.
func (s *store) ledgerHead(i int) ledger.Message {
	at, from := s.slot(i), s.senders.values[s.senderOf(i)]
	seq := at.sequence()
	msg := ledger.Message{
		Sequence: seq, ID: at.id(), From: ledger.Seat{ID: from.id, Name: from.name},
		At: time.UnixMilli(at.at()), ReplyTo: s.missing[seq],
	}
	if to := s.replyTo(i); to != 0 {
		if answered, ok := s.Index(to); ok {
			msg.ReplyTo = s.slot(answered).id()
		}
	}
	return msg
}

// Index finds a message by its sequence.
func (s *store) Index(seq int64) (int, bool) {
	if s.n == 0 {
		return 0, false
	}
	// Sequences are dense in nearly every room: try the direct place first.
	if i := seq - s.Sequence(0); i >= 0 && i < int64(s.n) && s.Sequence(int(i)) == seq {
		return int(i), true
	}
	i := s.after(seq - 1)
	return i, i < s.n && s.Sequence(i) == seq
}

// after is the index of the first message behind a sequence.
func (s *store) after(seq int64) int {
	return sort.Search(s.n, func(i int) bool { return s.Sequence(i) > seq })
}

// Topic is the number of a message's topic, 0 for none; equal numbers are
// equal topics.
func (s *store) Topic(i int) uint32 { return s.entry(i).topic }

// Sequence is that of message i.
func (s *store) Sequence(i int) int64 { return s.slot(i).sequence() }

// Last is the highest sequence, 0 in an empty room.
func (s *store) Last() int64 {
	if s.n == 0 {
		return 0
	}
	return s.Sequence(s.n - 1)
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
	var older, between []wire.Message
	for _, m := range messages {
		switch {
		case m.Sequence > s.Last():
			s.append(m, &c)
		case s.n > 0 && m.Sequence < s.Sequence(0):
			older = append(older, m)
		default:
			if _, known := s.Index(m.Sequence); !known {
				between = append(between, m)
			}
		}
	}
	if len(between) > 0 {
		s.insert(between, &c)
	}
	for _, m := range slices.Backward(older) {
		if m.Sequence < s.Sequence(0) {
			s.prepend(m, &c)
		}
	}
	return c
}

func (s *store) append(m wire.Message, c *change) {
	s.extend()
	c.appended++
	s.put(s.n-1, m, c)
}

// extend makes a place behind the last message.
func (s *store) extend() {
	if s.head+s.n == len(s.chunks)*chunkSize {
		s.chunks = append(s.chunks, new(chunk))
	}
	s.n++
}

func (s *store) prepend(m wire.Message, c *change) {
	if s.head == 0 {
		s.chunks = append([]*chunk{new(chunk)}, s.chunks...)
		s.head = chunkSize
	}
	s.head--
	s.origin--
	s.n++
	c.disordered = true
	s.put(0, m, c)
}

// insert puts messages, in ascending order, between known ones. A room whose
// log has holes that are filled later is rare; the log is laid out anew from
// there on, in new chunks, so that snapshots stay valid.
func (s *store) insert(messages []wire.Message, c *change) {
	old := *s
	keep := (s.head + s.after(messages[0].Sequence)) / chunkSize // chunks in front of the first hole
	s.chunks, s.n = slices.Clone(s.chunks[:keep]), max(keep*chunkSize-s.head, 0)
	if keep == 0 {
		s.head = 0
	}
	fresh := make(map[int]wire.Message, len(messages))
	for i := s.n; i < old.n; i++ {
		for len(messages) > 0 && messages[0].Sequence < old.Sequence(i) {
			s.extend()
			s.write(s.n-1, messages[0])
			fresh[s.n-1], messages = messages[0], messages[1:]
		}
		s.extend()
		s.slot(s.n-1).take(&s.arenas, old.slot(i))
	}
	s.forgetIDs()
	for i := range s.n {
		s.number(i)
	}
	for i, m := range fresh {
		s.link(i, m.ReplyTo, c)
	}
	c.disordered = true
}

// number has message i found by its id.
func (s *store) number(i int) {
	if id := s.slot(i).id(); id != "" {
		s.ids.put(id, s.origin+uint32(i), s.idOf)
	}
}

// put writes a message into place i, which is not taken yet.
func (s *store) put(i int, m wire.Message, c *change) {
	s.write(i, m)
	s.number(i)
	s.link(i, m.ReplyTo, c)
}

// write is put without what ties the message to others.
func (s *store) write(i int, m wire.Message) {
	from := sender{m.Sender.MemberID, convention.SeatToken(m.Sender.Name, m.Sender.MemberID)}
	at := s.slot(i)
	e := at.entry()
	e.tokens, e.voice = unknownTokens, uint32(s.voices.of(voice{s.senders.of(from), m.Type}))
	e.lines = uint16(min(strings.Count(m.Content, "\n"), math.MaxUint16))
	at.write(&s.arenas, m.Content, m.ID, stamp{m.Sequence, m.CreatedAt.UnixMilli()})
	if doc := s.docs.get(m.Sequence, at.body); doc.Header != nil {
		e.topic = uint32(s.topics.of(strings.ToLower(doc.Header.Topic.Text)))
	}
	s.sum(i)
}

// link resolves the message's own reference, and those that waited for it.
func (s *store) link(i int, replyTo string, c *change) {
	seq := s.Sequence(i)
	if replyTo != "" {
		if number := s.ids.find(replyTo, s.idOf); number != 0 {
			s.setReplyTo(i, s.Sequence(int(number-s.origin)))
		} else {
			s.orphans[replyTo] = append(s.orphans[replyTo], seq)
			s.missing[seq] = replyTo
		}
	}
	id := s.slot(i).id()
	waiting, ok := s.orphans[id]
	if !ok || id == "" {
		return
	}
	delete(s.orphans, id)
	for _, from := range waiting {
		delete(s.missing, from)
		if at, known := s.Index(from); known {
			s.setReplyTo(at, seq)
			c.resolved = append(c.resolved, from)
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

func (c *docCache) get(seq int64, body func() string) *convention.Message {
	if doc, ok := c.young[seq]; ok {
		return doc
	}
	doc, ok := c.old[seq]
	if !ok {
		doc = convention.Parse(body())
	}
	if c.young == nil || len(c.young) >= parsedDocs/2 {
		c.young, c.old = make(map[int64]*convention.Message, parsedDocs/2), c.young
	}
	c.young[seq] = doc
	return doc
}
