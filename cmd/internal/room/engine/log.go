package engine

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Headers of ours beside a stored entry. The gateway alone writes them.
const (
	headerKey     = "Earshot-Key"
	headerGateway = "Earshot-Gateway"
	headerID      = "Earshot-Id" // of an imported entry: its id where it was stored first
	epochKey      = "earshot-epoch"
)

// Post is one entry to be stored.
type Post struct {
	Member  string // seat that posts, subject of the entry
	ID      string // the same id within the duplicate window is stored once
	Key     string // the poster's idempotency key, kept beside the entry; "" for none
	Gateway string // gateway that took it
	Body    []byte
	// After, where Checked, is the sequence of the seat's last entry as the gateway knows it. Another
	// one gives ErrConflict.
	After   uint64
	Checked bool
}

// Ack is the log's answer to a Post.
type Ack struct {
	Sequence  int64
	Duplicate bool // an entry of that id was there already, at Sequence
}

// Entry is one stored entry.
type Entry struct {
	Sequence int64
	Member   string
	Key      string
	Gateway  string
	ID       string
	Body     []byte
}

// Log is the append-only log of one room. It is safe for concurrent use.
type Log struct {
	stream stream
	prefix string // subjects of entries without the member
	epoch  string
	bytes  int64
}

// OpenLog opens a room's log and makes it where there is none. newEpoch names a log that is made
// now; an existing one keeps its own. Room names are checked by the caller.
func (e *Engine) OpenLog(ctx context.Context, room, newEpoch string) (*Log, error) {
	name := "ROOM_" + room
	s, err := e.openStream(ctx, e.logConfig(name, room, newEpoch))
	if err != nil {
		return nil, fmt.Errorf("open the log of room %s: %w", room, err)
	}
	config := s.CachedInfo().Config
	return &Log{
		stream: stream{engine: e, name: name, tail: "tail." + room + ".>"},
		prefix: "room." + room + ".seat.",
		epoch:  config.Metadata[epochKey],
		bytes:  config.MaxBytes,
	}, nil
}

// openStream opens a stream and makes it where there is none.
func (e *Engine) openStream(ctx context.Context, config jetstream.StreamConfig) (s jetstream.Stream, err error) {
	err = e.whileForming(ctx, func() error {
		s, err = e.stream.Stream(ctx, config.Name)
		if !errors.Is(err, jetstream.ErrStreamNotFound) {
			return err
		}
		s, err = e.stream.CreateStream(ctx, config)
		if errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) { // another gateway was faster
			s, err = e.stream.Stream(ctx, config.Name)
		}
		return err
	})
	return s, err
}

// HasLog tells whether a room's log exists.
func (e *Engine) HasLog(ctx context.Context, room string) (bool, error) {
	_, err := e.stream.Stream(ctx, "ROOM_"+room)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("look for the log of room %s: %w", room, err)
	}
	return true, nil
}

// RemoveRoom deletes a room's log and table. What is deleted here is gone.
func (e *Engine) RemoveRoom(ctx context.Context, room string) error {
	for _, name := range []string{"FACTS_" + room, "ROOM_" + room} {
		if err := e.stream.DeleteStream(ctx, name); err != nil && !errors.Is(err, jetstream.ErrStreamNotFound) {
			return fmt.Errorf("remove %s: %w", name, err)
		}
	}
	return nil
}

func (e *Engine) logConfig(name, room, epoch string) jetstream.StreamConfig {
	return jetstream.StreamConfig{
		Name:        name,
		Subjects:    []string{"room." + room + ".seat.*"},
		Retention:   jetstream.LimitsPolicy,
		Storage:     e.config.storage(),
		Replicas:    e.config.Replicas,
		Discard:     jetstream.DiscardNew,
		MaxBytes:    e.config.MaxLogBytes,
		MaxMsgSize:  MaxEntryBytes,
		MaxMsgs:     -1,
		DenyDelete:  true,
		DenyPurge:   true,
		AllowDirect: true,
		Duplicates:  e.config.Duplicates,
		RePublish:   &jetstream.RePublish{Source: "room." + room + ".seat.*", Destination: "tail." + room + ".seat.{{wildcard(1)}}"},
		Metadata:    map[string]string{epochKey: epoch},
	}
}

// Epoch names this log. Another epoch under the same room means another history.
func (l *Log) Epoch() string { return l.epoch }

// Append stores one entry and returns when it is safe. Repeating it with the same id after ErrUnsure
// stores it once.
func (l *Log) Append(ctx context.Context, p Post) (Ack, error) {
	m := nats.NewMsg(l.prefix + p.Member)
	m.Data = p.Body
	if p.Key != "" {
		m.Header.Set(headerKey, p.Key)
	}
	m.Header.Set(headerGateway, p.Gateway)
	options := []jetstream.PublishOpt{jetstream.WithMsgID(p.ID)}
	if p.Checked {
		options = append(options, jetstream.WithExpectLastSequencePerSubject(p.After))
	}
	ack, err := l.stream.publish(ctx, m, options...)
	if errors.Is(err, ErrConflict) {
		return l.afterConflict(ctx, p, err)
	}
	if err != nil {
		return Ack{}, err
	}
	return Ack{Sequence: int64(ack.Sequence), Duplicate: ack.Duplicate}, nil
}

// afterConflict looks whether the entry that was in the way is this one, stored by an attempt whose
// answer was lost: a single server checks the expectation before the id.
func (l *Log) afterConflict(ctx context.Context, p Post, conflict error) (Ack, error) {
	last, err := l.stream.last(ctx, l.prefix+p.Member)
	if err != nil {
		return Ack{}, errors.Join(conflict, err)
	}
	if last != nil && last.header.Get(headerMsgID) == p.ID {
		return Ack{Sequence: int64(last.sequence), Duplicate: true}, nil
	}
	return Ack{}, conflict
}

// Read returns up to limit entries after a sequence, fewer where their bodies pass maxBytes (one
// always fits). An empty answer means that none is stored, or not yet where it was asked.
func (l *Log) Read(ctx context.Context, after int64, limit, maxBytes int) ([]Entry, error) {
	found, err := l.stream.read(ctx, uint64(after)+1, limit, maxBytes)
	if err != nil {
		return nil, err
	}
	return l.entries(found), nil
}

// Bodies is Read for those who need no more of an entry than its sequence and its body: the rest is empty.
// It costs half as much.
func (l *Log) Bodies(ctx context.Context, after int64, limit, maxBytes int) ([]Entry, error) {
	found, err := l.stream.bodies(ctx, uint64(after)+1, limit, maxBytes)
	if err != nil {
		return nil, err
	}
	entries := make([]Entry, len(found))
	for i, r := range found {
		entries[i] = Entry{Sequence: int64(r.sequence), Body: r.data}
	}
	return entries, nil
}

// Latest returns the newest entry of each member, in no order. Beyond 1,024 members it returns none.
func (l *Log) Latest(ctx context.Context) ([]Entry, error) {
	found, err := l.stream.get(ctx, directGet{LastOfEach: []string{l.prefix + "*"}})
	if errors.Is(err, errTooMany) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return l.entries(found), nil
}

// Follow calls handle with every entry after a sequence, in order, from one goroutine, until ctx ends.
func (l *Log) Follow(ctx context.Context, after int64, handle func([]Entry)) error {
	return l.stream.follow(ctx, uint64(after)+1, func(found []record) { handle(l.entries(found)) })
}

// Size is what a log holds.
type Size struct {
	Last       int64 // sequence of the newest entry, 0 where there is none
	Bytes, Max int64
}

// Size asks the engine how much the log holds.
func (l *Log) Size(ctx context.Context) (Size, error) {
	s, err := l.stream.engine.stream.Stream(ctx, l.stream.name)
	if err != nil {
		return Size{}, fmt.Errorf("ask about %s: %w", l.stream.name, err)
	}
	state := s.CachedInfo().State
	return Size{Last: int64(state.LastSeq), Bytes: int64(state.Bytes), Max: l.bytes}, nil
}

func (l *Log) entries(found []record) []Entry {
	entries := make([]Entry, len(found))
	for i, r := range found {
		entries[i] = Entry{
			Sequence: int64(r.sequence),
			Member:   strings.TrimPrefix(r.subject, l.prefix),
			Key:      r.header.Get(headerKey),
			Gateway:  r.header.Get(headerGateway),
			ID:       idOf(r.header),
			Body:     r.data,
		}
	}
	return entries
}

func idOf(header nats.Header) string {
	if id := header.Get(headerID); id != "" {
		return id
	}
	return header.Get(headerMsgID)
}
