package hall

import "sync"

// Bounds of the ring. A reader that falls behind it reads the log instead.
const (
	ringEntries = 4096
	ringBytes   = 8 << 20
)

// Entry is one message ready to be sent. All readers share it.
type Entry struct {
	Sequence int64
	Sent     []byte // the message's JSON with its sequence; must not be changed

	once  sync.Once
	ready any
}

// Ready returns what prepare makes of the entry, made once for all readers.
func (e *Entry) Ready(prepare func(sent []byte) any) any {
	e.once.Do(func() { e.ready = prepare(e.Sent) })
	return e.ready
}

// ring holds the newest entries, without gaps.
type ring struct {
	mu      sync.RWMutex
	entries []*Entry
	bytes   int
	head    int64 // sequence of the newest entry ever added
}

func (r *ring) add(entries ...*Entry) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, e := range entries {
		r.entries = append(r.entries, e)
		r.bytes += len(e.Sent)
		r.head = e.Sequence
	}
	drop := 0
	for len(r.entries)-drop > ringEntries || (r.bytes > ringBytes && len(r.entries)-drop > 1) {
		r.bytes -= len(r.entries[drop].Sent)
		r.entries[drop] = nil
		drop++
	}
	r.entries = r.entries[drop:]
}

// after returns entries after a sequence within the bounds of a page. Without ok the ring does not
// reach back that far.
func (r *ring) after(sequence int64, limit, maxBytes int) (entries []*Entry, ok bool) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if sequence >= r.head {
		return nil, true
	}
	if len(r.entries) == 0 || r.entries[0].Sequence > sequence+1 {
		return nil, false
	}
	size := 0
	for _, e := range r.entries[sequence+1-r.entries[0].Sequence:] {
		size += len(e.Sent)
		if len(entries) == limit || (len(entries) > 0 && size > maxBytes) {
			break
		}
		entries = append(entries, e)
	}
	return entries, true
}

func (r *ring) last() int64 {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.head
}

// signal wakes everybody who waits for news.
type signal struct {
	mu sync.Mutex
	ch chan struct{}
}

// wait returns a channel that the next raise closes.
func (s *signal) wait() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ch == nil {
		s.ch = make(chan struct{})
	}
	return s.ch
}

func (s *signal) raise() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ch != nil {
		close(s.ch)
		s.ch = nil
	}
}
