package engine

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// importWindow is how many entries of an import wait for their acknowledgement at once.
const importWindow = 128

// Import fills an empty log, entry by entry, each at the sequence it had: next returns nil after the
// last one. The log of a room that holds entries already gives ErrExists. An import that fails leaves
// a log that begins like the other and is not to be served.
func (l *Log) Import(ctx context.Context, next func() (*Entry, error)) (int64, error) {
	size, err := l.Size(ctx)
	if err != nil {
		return 0, err
	}
	if size.Last > 0 {
		return 0, fmt.Errorf("import into %s: %w", l.stream.name, ErrExists)
	}
	var waiting []jetstream.PubAckFuture
	for sequence := int64(0); ; sequence++ {
		e, err := next()
		if err != nil {
			return 0, fmt.Errorf("import into %s: %w", l.stream.name, err)
		}
		if e == nil || len(waiting) == importWindow {
			if err := settle(ctx, waiting); err != nil {
				return 0, fmt.Errorf("import into %s: %w", l.stream.name, err)
			}
			waiting = waiting[:0]
		}
		if e == nil {
			return sequence, nil
		}
		if e.Sequence != sequence+1 {
			return 0, fmt.Errorf("import into %s: entry %d stands where %d belongs", l.stream.name, e.Sequence, sequence+1)
		}
		ack, err := l.importOne(e)
		if err != nil {
			return 0, fmt.Errorf("import into %s: %w", l.stream.name, err)
		}
		waiting = append(waiting, ack)
	}
}

func (l *Log) importOne(e *Entry) (jetstream.PubAckFuture, error) {
	m := nats.NewMsg(l.prefix + e.Member)
	m.Data = e.Body
	if e.Key != "" {
		m.Header.Set(headerKey, e.Key)
	}
	m.Header.Set(headerGateway, e.Gateway)
	// Two entries of one id are further apart than the log's memory of ids when they were stored, but
	// not when they are imported: the log is told another id, and the entry's own is kept beside it.
	m.Header.Set(headerID, e.ID)
	id := e.ID + ":" + strconv.FormatInt(e.Sequence, 10)
	return l.stream.engine.stream.PublishMsgAsync(m, jetstream.WithMsgID(id), jetstream.WithExpectLastSequence(uint64(e.Sequence-1)),
		jetstream.WithStallWait(publishTimeout))
}

// settle waits for the acknowledgements of a window.
func settle(ctx context.Context, waiting []jetstream.PubAckFuture) error {
	timer := time.NewTimer(publishTimeout)
	defer timer.Stop()
	for _, ack := range waiting {
		select {
		case <-ack.Ok():
		case err := <-ack.Err():
			return err
		case <-ctx.Done():
			return ctx.Err()
		case <-timer.C:
			return ErrUnsure
		}
	}
	return nil
}
