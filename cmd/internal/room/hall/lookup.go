package hall

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"

	"earshot/client/wire"
	"earshot/convention"
	"earshot/convention/evidence"
)

const (
	lookupTimeout = 10 * time.Second // one reference
	lookupFor     = 24 * time.Hour   // older messages without a verdict are left alone
	lookupQueue   = 4096
	lookupAtOnce  = 4 // so that one slow host does not hold all others up
)

// question is one reference of one line that nobody has looked at.
type question struct {
	sequence  int64
	line      int
	reference string
}

// lookup has references looked at away from the fold: those of one message one after the other, of a few
// messages at once.
type lookup struct {
	hall      *Hall
	resolver  evidence.Resolver
	questions chan []question // of one message
}

func startLookup(ctx context.Context, h *Hall, resolver evidence.Resolver) *lookup {
	l := &lookup{hall: h, resolver: resolver, questions: make(chan []question, lookupQueue)}
	for range lookupAtOnce {
		go l.work(ctx)
	}
	return l
}

func (l *lookup) work(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case asked := <-l.questions:
			for _, q := range asked {
				l.answer(ctx, q)
			}
		}
	}
}

// offer asks for the references of a message that nobody has given a verdict on. When the queue is full,
// they stay without one.
func (l *lookup) offer(m wire.Message, doc *convention.Message) {
	if !doc.Acts() {
		return
	}
	var asked []question
	for _, f := range doc.Facts {
		if f.Label.Modality == convention.Ev && !l.hall.judged(verdictKey(m.Sequence, f.Line, f.Text)) {
			asked = append(asked, question{m.Sequence, f.Line, f.Text})
		}
	}
	if len(asked) == 0 {
		return
	}
	select {
	case l.questions <- asked:
	default:
		l.hall.config.Log.Warn("too many references to look at", "room", l.hall.config.Room, "sequence", m.Sequence)
	}
}

func (h *Hall) judged(key string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.revisions[key] > 0
}

func verdictKey(sequence int64, line int, reference string) string {
	sum := sha256.Sum256([]byte(reference))
	return fmt.Sprintf("%s%d.%d.%s", keyVerdict, sequence, line, hex.EncodeToString(sum[:8]))
}

func (l *lookup) answer(ctx context.Context, q question) {
	defer func() {
		if r := recover(); r != nil {
			l.hall.config.Log.Error("look at a reference", "sequence", q.sequence, "panic", fmt.Sprint(r))
		}
	}()
	within, cancel := context.WithTimeout(ctx, lookupTimeout)
	defer cancel()
	verdict, err := l.resolver.Resolve(within, q.reference)
	if err != nil {
		l.hall.config.Log.Info("a reference could not be looked at", "sequence", q.sequence, "error", err)
		verdict = evidence.Verdict{Result: evidence.Unknown, Detail: "could not be looked at"}
	}
	if verdict.Result == evidence.Unlooked {
		return
	}
	record := verdictRecord{Sequence: q.sequence, Line: q.line, Reference: q.reference, Result: verdict.Result.String(), Detail: verdict.Detail}
	if err := l.hall.put(ctx, verdictKey(q.sequence, q.line, q.reference), record); err != nil {
		l.hall.config.Log.Warn("a verdict was not written down", "sequence", q.sequence, "error", err)
	}
}
