package engine

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"
)

// Item is the last value of a key. Revisions grow over the whole table.
type Item struct {
	Key      string
	Revision uint64
	Value    []byte // empty: deleted
}

// Table keeps the last value of each key, beside a room's log. It is safe for concurrent use.
type Table struct {
	stream stream
	prefix string
}

// OpenTable opens a room's table and makes it where there is none.
func (e *Engine) OpenTable(ctx context.Context, room string) (*Table, error) {
	name := "FACTS_" + room
	_, err := e.openStream(ctx, jetstream.StreamConfig{
		Name:              name,
		Subjects:          []string{"facts." + room + ".>"},
		Storage:           e.config.storage(),
		Replicas:          e.config.Replicas,
		MaxMsgsPerSubject: 1,
		MaxMsgSize:        MaxEntryBytes,
		AllowDirect:       true,
		RePublish:         &jetstream.RePublish{Source: "facts." + room + ".>", Destination: "factstail." + room + ".>"},
	})
	if err != nil {
		return nil, fmt.Errorf("open the table of room %s: %w", room, err)
	}
	return &Table{
		stream: stream{engine: e, name: name, tail: "factstail." + room + ".>"},
		prefix: "facts." + room + ".",
	}, nil
}

// Put stores a value whatever was there. Keys are made of letters, digits, '-', '_' and '.'.
func (t *Table) Put(ctx context.Context, key string, value []byte) (uint64, error) {
	return t.put(ctx, key, value)
}

// Swap stores a value where the key's last revision is the given one, 0 for a key that was never
// written. Otherwise ErrConflict.
func (t *Table) Swap(ctx context.Context, key string, value []byte, revision uint64) (uint64, error) {
	return t.put(ctx, key, value, jetstream.WithExpectLastSequencePerSubject(revision))
}

func (t *Table) put(ctx context.Context, key string, value []byte, options ...jetstream.PublishOpt) (uint64, error) {
	m := nats.NewMsg(t.prefix + key)
	m.Data = value
	id := nuid.Next()
	ack, err := t.stream.publish(ctx, m, append(options, jetstream.WithMsgID(id))...)
	if errors.Is(err, ErrConflict) {
		// The value in the way may be this one, from an attempt whose answer was lost.
		last, readErr := t.stream.last(ctx, t.prefix+key)
		if readErr != nil {
			return 0, errors.Join(err, readErr)
		}
		if last != nil && last.header.Get(headerMsgID) == id {
			return last.sequence, nil
		}
	}
	if err != nil {
		return 0, err
	}
	return ack.Sequence, nil
}

// Get returns the last value of a key and whether there is one.
func (t *Table) Get(ctx context.Context, key string) (Item, bool, error) {
	last, err := t.stream.last(ctx, t.prefix+key)
	if err != nil || last == nil {
		return Item{}, false, err
	}
	return t.item(*last), true, nil
}

// All returns every key's last value by revision, and the revision to follow the table from.
func (t *Table) All(ctx context.Context) ([]Item, uint64, error) {
	var items []Item
	next := uint64(1)
	for {
		found, err := t.stream.read(ctx, next, fillBatch, fillBytes)
		if err != nil {
			return nil, 0, err
		}
		if len(found) == 0 {
			return items, next - 1, nil
		}
		items = append(items, t.items(found)...)
		next = found[len(found)-1].sequence + 1
	}
}

// Follow calls handle with every value written after a revision, in order, from one goroutine, until
// ctx ends. A value that was replaced meanwhile may be left out.
func (t *Table) Follow(ctx context.Context, after uint64, handle func([]Item)) error {
	return t.stream.follow(ctx, after+1, func(found []record) { handle(t.items(found)) })
}

func (t *Table) items(found []record) []Item {
	items := make([]Item, len(found))
	for i, r := range found {
		items[i] = t.item(r)
	}
	return items
}

func (t *Table) item(r record) Item {
	return Item{Key: strings.TrimPrefix(r.subject, t.prefix), Revision: r.sequence, Value: r.data}
}
