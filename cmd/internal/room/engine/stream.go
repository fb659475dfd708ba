package engine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// JetStream's words. A stored message may carry headers of the same names, so that the last value
// of each is the server's.
const (
	headerSequence = "Nats-Sequence"
	headerSubject  = "Nats-Subject"
	headerLast     = "Nats-Last-Sequence"
	headerMsgID    = "Nats-Msg-Id"
	headerStatus   = "Status"

	statusEnd          = "204"
	statusNotFound     = "404"
	statusTooMany      = "413"
	statusNoResponders = "503"

	codeStoreFailed   = 10077
	codeWrongSequence = 10071
	codeTooLarge      = 10054
	codeNoPeers       = 10005
)

const (
	attemptTimeout = 2 * time.Second  // one request; a node that dies with it in flight does not say so
	publishTimeout = 20 * time.Second // all attempts of a publish together, where the configuration says nothing
	readTimeout    = 10 * time.Second // all attempts of a read together
	retryPause     = 50 * time.Millisecond
	fillBatch      = 500
	fillBytes      = 1 << 20
	tailBuffer     = 8192
	lastMost       = 1024 // subjects whose newest records the server sends at once
)

// record is one stored message with what the server says about it.
type record struct {
	sequence uint64
	subject  string
	header   nats.Header
	data     []byte
}

// stream is what logs and tables share: publish with retries, batched reads, and a tail.
type stream struct {
	engine *Engine
	name   string
	tail   string // subject on which the server republishes what it stored
}

// publish stores one message and survives the loss of a node: attempts repeat with the same id until
// an answer comes or the time is over. The error is ErrConflict, ErrFull, ErrTooLarge, ErrUnsure or
// another refusal.
func (s *stream) publish(ctx context.Context, message *nats.Msg, options ...jetstream.PublishOpt) (*jetstream.PubAck, error) {
	ctx, cancel := context.WithTimeout(ctx, s.engine.config.Patience)
	defer cancel()
	options = append(options, jetstream.WithRetryAttempts(1))
	for {
		attempt, done := context.WithTimeout(ctx, attemptTimeout)
		ack, err := s.engine.stream.PublishMsg(attempt, message, options...)
		done()
		if err == nil {
			return ack, nil
		}
		if final := refusal(err); final != nil {
			return nil, final
		}
		if !pause(ctx, retryPause) {
			return nil, fmt.Errorf("%w: %w", ErrUnsure, err)
		}
	}
}

// refusal returns the final error that a publish answer means, nil where another try may help.
func refusal(err error) error {
	var api *jetstream.APIError
	if !errors.As(err, &api) {
		if errors.Is(err, nats.ErrMaxPayload) {
			return fmt.Errorf("%w: %w", ErrTooLarge, err)
		}
		return nil
	}
	switch {
	case api.ErrorCode == codeWrongSequence:
		return fmt.Errorf("%w: %w", ErrConflict, err)
	case api.ErrorCode == codeTooLarge:
		return fmt.Errorf("%w: %w", ErrTooLarge, err)
	case api.ErrorCode == codeStoreFailed && strings.Contains(api.Description, "maximum bytes"):
		return fmt.Errorf("%w: %w", ErrFull, err)
	case api.Code == 503:
		return nil
	}
	return fmt.Errorf("store in %s: %w", "the log", err)
}

// pause waits and tells whether ctx still runs.
func pause(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}

// directGet is a request to the stream's direct read API.
type directGet struct {
	Sequence uint64 `json:"seq,omitempty"`
	Batch    int    `json:"batch,omitempty"`
	MaxBytes int    `json:"max_bytes,omitempty"`
	LastFor  string `json:"last_by_subj,omitempty"`
	// LastOfEach asks for the newest record of each subject, of 1,024 at most.
	LastOfEach []string `json:"multi_last,omitempty"`
	// Bare leaves headers out, the server's own included: what comes is known by its place.
	Bare bool `json:"no_hdr,omitempty"`
}

// read returns up to limit records from a sequence on, fewer where maxBytes is reached first (one
// always fits). On a cluster the replica that answers may lag behind what was acknowledged.
func (s *stream) read(ctx context.Context, from uint64, limit, maxBytes int) ([]record, error) {
	return s.get(ctx, directGet{Sequence: from, Batch: limit, MaxBytes: maxBytes})
}

// bodies is read for bytes and sequences alone, which takes the server and this side half the time: what
// it would write into headers is most of the work. It holds for streams that nothing was deleted from, and
// makes sure that it did.
func (s *stream) bodies(ctx context.Context, from uint64, limit, maxBytes int) ([]record, error) {
	found, err := s.get(ctx, directGet{Sequence: from, Batch: limit, MaxBytes: maxBytes, Bare: true})
	if errors.Is(err, errGaps) {
		return s.read(ctx, from, limit, maxBytes)
	}
	return found, err
}

// errTooMany says that the server will not send so many records.
var errTooMany = errors.New("too many records")

// errGaps says that sequences do not follow from places.
var errGaps = errors.New("records are missing")

// last returns the newest record of a subject, nil where there is none.
func (s *stream) last(ctx context.Context, subject string) (*record, error) {
	found, err := s.get(ctx, directGet{LastFor: subject})
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return &found[0], nil
}

// get asks until somebody answers: a node that dies takes requests with it, and right after an election
// there is a moment without anybody to ask.
func (s *stream) get(ctx context.Context, request directGet) ([]record, error) {
	ctx, cancel := context.WithTimeout(ctx, readTimeout)
	defer cancel()
	body, err := json.Marshal(request)
	if err != nil {
		return nil, fmt.Errorf("ask %s: %w", s.name, err)
	}
	for {
		found, err := s.ask(ctx, body, request)
		again := errors.Is(err, nats.ErrNoResponders) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, nats.ErrTimeout)
		if err == nil || !again || !pause(ctx, retryPause) {
			return found, err
		}
	}
}

// ask makes one request and gathers its answers.
func (s *stream) ask(ctx context.Context, body []byte, request directGet) ([]record, error) {
	ctx, cancel := context.WithTimeout(ctx, attemptTimeout)
	defer cancel()
	inbox := s.engine.conn.NewInbox()
	most := max(request.Batch, 1)
	if len(request.LastOfEach) > 0 {
		most = lastMost
	}
	answers := make(chan *nats.Msg, most+1) // holds all that can come
	sub, err := s.engine.conn.ChanSubscribe(inbox, answers)
	if err != nil {
		return nil, fmt.Errorf("ask %s: %w", s.name, err)
	}
	defer func() { _ = sub.Unsubscribe() }()
	if err := s.engine.conn.PublishRequest("$JS.API.DIRECT.GET."+s.name, inbox, body); err != nil {
		return nil, fmt.Errorf("ask %s: %w", s.name, err)
	}
	return s.collect(ctx, answers, request)
}

// collect gathers the answers of one request until the server says that there are no more.
func (s *stream) collect(ctx context.Context, answers <-chan *nats.Msg, request directGet) ([]record, error) {
	found := make([]record, 0, request.Batch)
	for {
		var m *nats.Msg
		select {
		case m = <-answers:
		case <-ctx.Done():
			return nil, fmt.Errorf("read %s: %w", s.name, ctx.Err())
		}
		switch status := m.Header.Get(headerStatus); {
		case status == "" && request.Bare && len(m.Header) == 0:
			found = append(found, record{sequence: request.Sequence + uint64(len(found)), data: m.Data})
		case status == "":
			r, err := recordOf(m)
			if err != nil {
				return nil, fmt.Errorf("read %s: %w", s.name, err)
			}
			if found = append(found, r); request.LastFor != "" {
				return found, nil
			}
		case status == statusNotFound:
			return found, nil
		case status == statusEnd:
			if request.Bare {
				return found, s.whole(found, m.Header)
			}
			return found, nil
		case status == statusTooMany:
			return nil, fmt.Errorf("read %s: %w", s.name, errTooMany)
		case status == statusNoResponders && len(m.Data) == 0:
			return nil, nats.ErrNoResponders
		default:
			return nil, fmt.Errorf("read %s: status %s %s", s.name, status, m.Header.Get("Description"))
		}
	}
}

// whole holds the sequences of records against the last one that the server says it sent.
func (s *stream) whole(found []record, end nats.Header) error {
	last, err := strconv.ParseUint(end.Get(headerLast), 10, 64)
	if err != nil || len(found) == 0 || found[len(found)-1].sequence == last {
		return nil // a server that does not say, or nothing to hold against it
	}
	return fmt.Errorf("read %s: %w", s.name, errGaps)
}

func recordOf(m *nats.Msg) (record, error) {
	sequence, err := strconv.ParseUint(lastValue(m.Header, headerSequence), 10, 64)
	if err != nil {
		return record{}, fmt.Errorf("stored message without a sequence: %w", err)
	}
	return record{sequence: sequence, subject: lastValue(m.Header, headerSubject), header: m.Header, data: m.Data}, nil
}

func lastValue(h nats.Header, key string) string {
	values := h.Values(key)
	if len(values) == 0 {
		return ""
	}
	return values[len(values)-1]
}
