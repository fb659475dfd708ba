package hall

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"time"

	"earshot/client/wire"
	"earshot/cmd/internal/room/engine"
	"earshot/convention/evidence"
)

// Config is what a hall is opened with. Engine, Now, Rand and Log must be set.
type Config struct {
	Room    string
	Engine  *engine.Engine
	Gateway string // names this server among those of the same room
	Now     func() time.Time
	Rand    io.Reader // safe for concurrent use
	Log     *slog.Logger

	RefuseErrors bool             // refuse agents' bodies that begin like v1 and have errors
	Rate         Rate             // cap of a seat
	DueWindow    time.Duration    // 0 is the ledger's default
	Count        func(string) int // tokens of a text; nil leaves the figures out
	Resolver     evidence.Resolver

	hold <-chan struct{} // where set, what was stored before is not read for the ledger until it is closed
}

const (
	tickEvery      = 500 * time.Millisecond
	flushEvery     = 5 * time.Second
	sizeEvery      = 30 * time.Second
	markPace       = 20 * time.Millisecond // for each seat: every mark that moves is told to every reader
	warnFull       = 0.8
	applyTimeout   = 10 * time.Second
	closingTimeout = 5 * time.Second
)

// Hall is one room. It is safe for concurrent use.
type Hall struct {
	config Config
	log    *engine.Log
	table  *engine.Table

	ring    ring
	notices notices
	news    signal // raised whenever ring or notices grew
	book    *book
	look    *lookup // nil without a resolver

	mu        sync.Mutex // guards what follows
	seats     map[string]*seat
	names     map[string]string // folded name to member
	tokens    map[tokenHash]tokenRecord
	repeats   map[int64]repeatRecord
	paused    pauseRecord
	room      roomRecord
	high      int64             // how far the log had got when that was last written down
	revisions map[string]uint64 // of every key of the table, as applied
	index     index
	recent    share
	peers     map[string]peer
	early     map[int64][]func() // what to say about messages that are not here yet
	applied   int64              // newest entry folded, or newest when the hall opened
	opened    int64              // newest entry when the hall opened
	judging   bool               // everything that posts are judged by is folded
	whole     bool               // and everything else that was stored before the hall opened
	marked    time.Time          // when marks were told last, by the real clock
	closing   bool
	posting   sync.WaitGroup
	sessions  map[*Session]struct{}
	open      map[tokenHash]int // sessions of each token

	running context.Context // of everything that runs in the background
	cancel  context.CancelFunc
	done    chan struct{} // closed when the ticker ended

	ready    chan struct{} // closed when judging becomes true
	recalled chan struct{} // closed when reading what was stored before has ended
}

// NewEpoch names a history.
func NewEpoch(rand io.Reader) (string, error) { return newID(rand, "ep_") }

// Open opens a room and makes it where there is none. It returns before a long log is folded: readers are
// served at once, posts wait for the messages of the last day, and obligations for all.
func Open(ctx context.Context, config Config) (*Hall, error) {
	epoch, err := NewEpoch(config.Rand)
	if err != nil {
		return nil, err
	}
	h := &Hall{
		config: config, seats: make(map[string]*seat), names: make(map[string]string),
		tokens: make(map[tokenHash]tokenRecord), repeats: make(map[int64]repeatRecord),
		revisions: make(map[string]uint64), index: newIndex(), peers: make(map[string]peer),
		early: make(map[int64][]func()), sessions: make(map[*Session]struct{}), open: make(map[tokenHash]int), done: make(chan struct{}),
		ready: make(chan struct{}), recalled: make(chan struct{}),
	}
	h.running, h.cancel = context.WithCancel(context.WithoutCancel(ctx))
	h.config.Rate = config.Rate.withDefaults()
	h.book = newBook(config.DueWindow)
	if h.log, err = config.Engine.OpenLog(ctx, config.Room, epoch); err != nil {
		return nil, err
	}
	if h.table, err = config.Engine.OpenTable(ctx, config.Room); err != nil {
		return nil, err
	}
	if err := h.start(ctx); err != nil {
		h.cancel()
		return nil, err
	}
	return h, nil
}

func (h *Hall) start(ctx context.Context) error {
	items, revision, err := h.table.All(ctx)
	if err != nil {
		return fmt.Errorf("read the seats of room %s: %w", h.config.Room, err)
	}
	size, err := h.log.Size(ctx)
	if err != nil {
		return err
	}
	h.opened, h.applied, h.ring.head = size.Last, size.Last, size.Last
	h.apply(items)
	if err := h.register(ctx); err != nil {
		return err
	}
	h.tellBook()
	if h.config.Resolver != nil {
		h.look = startLookup(h.running, h, h.config.Resolver)
	}
	if err := h.table.Follow(h.running, revision, h.apply); err != nil {
		return err
	}
	if err := h.log.Follow(h.running, h.opened, h.fold); err != nil {
		return err
	}
	if err := h.listen(h.running); err != nil {
		return err
	}
	go h.recall(h.running)
	go h.tickUntil(h.running)
	return nil
}

// register writes down when the room was made, once, and that its log was found shorter than it had
// been: sequences will then be handed out again with other messages, which is another history.
func (h *Hall) register(ctx context.Context) error {
	h.mu.Lock()
	record, revision, lost := h.room, h.revisions[keyRoom], h.high-h.opened
	h.mu.Unlock()
	switch {
	case lost > 0:
		h.config.Log.Error("the log lost messages: its folder was put back or damaged", "room", h.config.Room, "messages", lost)
		record.Rollbacks++
	case !record.Created.IsZero():
		return nil
	}
	if record.Created.IsZero() {
		record.Created = h.moment()
	}
	err := h.swap(ctx, keyRoom, record, revision)
	if errors.Is(err, engine.ErrConflict) { // another server was faster; its word comes with the table
		return nil
	}
	if err == nil && lost > 0 {
		h.mu.Lock()
		h.high = h.opened
		h.mu.Unlock()
		err = h.put(ctx, keyHigh, highRecord{Sequence: h.opened})
	}
	return err
}

// tickUntil does what time alone brings: presence fades, marks are written down, keys are forgotten.
func (h *Hall) tickUntil(ctx context.Context) {
	defer close(h.done)
	ticker := time.NewTicker(tickEvery)
	defer ticker.Stop()
	flushed, measured := time.Now(), time.Time{}
	for {
		select {
		case <-ctx.Done():
			return
		case at := <-ticker.C:
			h.refresh()
			if at.Sub(flushed) >= flushEvery {
				h.flush(ctx)
				flushed = at
			}
			if at.Sub(measured) >= sizeEvery {
				h.measure(ctx)
				measured = at
			}
			h.beat()
		}
	}
}

// refresh brings everything up to the clock that depends on it.
func (h *Hall) refresh() {
	now := h.config.Now()
	h.mu.Lock()
	marks := time.Since(h.marked) >= markPace*time.Duration(len(h.seats))
	if marks {
		h.marked = time.Now()
	}
	said := false
	for _, s := range h.seats {
		if marks || h.wireSeat(s, now).Presence != s.told.Presence {
			said = h.tell(s, now) || said
		}
	}
	h.index.forget(now.Add(-wire.RepeatWindow), now.Add(-wire.IdempotencyFor))
	h.mu.Unlock()
	if said {
		h.news.raise()
	}
}

// measure warns in the server's log of a room that will soon be full. A log that is shorter than what
// was folded from it has lost messages while it was served, which only a cluster that does not sync
// can do: nothing more is taken until the servers are started again and give it a new epoch.
func (h *Hall) measure(ctx context.Context) {
	h.mu.Lock()
	applied := h.applied
	h.mu.Unlock()
	size, err := h.log.Size(ctx)
	switch {
	case err != nil:
		h.config.Log.Debug("measure the log", "room", h.config.Room, "error", err)
	case size.Last < applied:
		h.config.Log.Error("the log lost messages; start every server of the room again", "room", h.config.Room, "from", size.Last+1, "to", applied)
		h.mu.Lock()
		h.closing = true
		h.mu.Unlock()
	case size.Max > 0 && float64(size.Bytes) >= warnFull*float64(size.Max):
		h.config.Log.Warn("room is nearly full and will refuse posts", "room", h.config.Room, "bytes", size.Bytes, "of", size.Max)
	}
}

// tell says what changed about a seat and whether anything did; it is called with the lock held. A
// post says its time itself.
func (h *Hall) tell(s *seat, now time.Time) bool {
	if s.hidden() {
		return false
	}
	w := h.wireSeat(s, now)
	before := s.told
	before.PostedAt = w.PostedAt
	if before == w {
		return false
	}
	s.told = w
	h.notices.say("seat."+s.record.Member, Notice{Seat: &w})
	return true
}

// Room describes the room.
func (h *Hall) Room() wire.Room {
	h.mu.Lock()
	defer h.mu.Unlock()
	state := wire.RoomOpen
	if h.paused.Paused {
		state = wire.RoomPaused
	}
	return wire.Room{ID: h.config.Room, Name: h.config.Room, State: state, CreatedAt: h.room.Created}
}

// Name is the room's name.
func (h *Hall) Name() string { return h.config.Room }

// Epoch names the history: another one under the same room has other messages.
func (h *Hall) Epoch() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.room.Rollbacks == 0 {
		return h.log.Epoch()
	}
	return fmt.Sprintf("%s.%d", h.log.Epoch(), h.room.Rollbacks)
}

// Last is the sequence of the newest message.
func (h *Hall) Last() int64 { return h.ring.last() }

// Changed returns a channel that is closed when there is news for readers.
func (h *Hall) Changed() <-chan struct{} { return h.news.wait() }

// Drain stops taking posts and waits for those under way, at most until ctx ends: a cluster without a
// leader may keep them for long.
func (h *Hall) Drain(ctx context.Context) {
	h.mu.Lock()
	h.closing = true
	h.mu.Unlock()
	answered := make(chan struct{})
	go func() { h.posting.Wait(); close(answered) }()
	select {
	case <-answered:
	case <-ctx.Done():
	}
}

// Close stops taking posts, writes down what is not yet, and ends.
func (h *Hall) Close() {
	ctx, cancel := context.WithTimeout(context.Background(), closingTimeout)
	defer cancel()
	h.Drain(ctx)
	h.flush(ctx)
	h.cancel()
	<-h.done
	<-h.recalled
}
