package engine_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"earshot/cmd/internal/room/engine"
)

func open(t *testing.T, config engine.Config) *engine.Engine {
	t.Helper()
	e, err := engine.Open(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() })
	return e
}

func openLog(t *testing.T, e *engine.Engine, room string) *engine.Log {
	t.Helper()
	l, err := e.OpenLog(t.Context(), room, "epoch-"+room)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func post(member string, n int) engine.Post {
	return engine.Post{Member: member, ID: fmt.Sprintf("%s:%d", member, n), Key: fmt.Sprintf("key-%d", n), Gateway: "g", Body: fmt.Appendf(nil, `{"n":%d}`, n)}
}

func appendAll(t *testing.T, l *engine.Log, member string, n int) {
	t.Helper()
	for i := 1; i <= n; i++ {
		if _, err := l.Append(t.Context(), post(member, i)); err != nil {
			t.Fatal(err)
		}
	}
}

func TestAppendIsDenseAndDeduplicatedByID(t *testing.T) {
	l := openLog(t, open(t, engine.Config{}), "main")
	appendAll(t, l, "i_a", 3)
	again, err := l.Append(t.Context(), post("i_a", 2))
	if err != nil || !again.Duplicate || again.Sequence != 2 {
		t.Fatalf("second time: %+v, %v; want the duplicate of 2", again, err)
	}
	other, err := l.Append(t.Context(), post("i_b", 2))
	if err != nil || other.Duplicate || other.Sequence != 4 {
		t.Fatalf("other seat: %+v, %v; want sequence 4", other, err)
	}
	entries, err := l.Read(t.Context(), 0, 10, 1<<20)
	if err != nil || len(entries) != 4 {
		t.Fatalf("read %d entries, %v", len(entries), err)
	}
	for i, e := range entries {
		if e.Sequence != int64(i+1) {
			t.Errorf("entry %d has sequence %d", i, e.Sequence)
		}
	}
	if e := entries[3]; e.Member != "i_b" || e.Key != "key-2" || e.Gateway != "g" || string(e.Body) != `{"n":2}` {
		t.Errorf("entry 4 came back as %+v", e)
	}
}

func TestExpectationConflictsOnlyWithAnotherEntry(t *testing.T) {
	l := openLog(t, open(t, engine.Config{}), "main")
	appendAll(t, l, "i_a", 1)
	stale := post("i_a", 2)
	stale.Checked = true
	if _, err := l.Append(t.Context(), stale); !errors.Is(err, engine.ErrConflict) {
		t.Fatalf("stale expectation: %v, want ErrConflict", err)
	}
	stale.After = 1
	if ack, err := l.Append(t.Context(), stale); err != nil || ack.Sequence != 2 {
		t.Fatalf("right expectation: %+v, %v", ack, err)
	}
	// The answer got lost, the gateway tries again with what it knew then.
	if ack, err := l.Append(t.Context(), stale); err != nil || !ack.Duplicate || ack.Sequence != 2 {
		t.Fatalf("retry of a stored entry: %+v, %v; want the duplicate of 2", ack, err)
	}
}

func TestReadRespectsLimits(t *testing.T) {
	l := openLog(t, open(t, engine.Config{}), "main")
	appendAll(t, l, "i_a", 20)
	if entries, err := l.Read(t.Context(), 5, 4, 1<<20); err != nil || len(entries) != 4 || entries[0].Sequence != 6 {
		t.Fatalf("limit: %d entries, %v", len(entries), err)
	}
	if entries, err := l.Read(t.Context(), 5, 10, 1); err != nil || len(entries) != 1 {
		t.Fatalf("bytes: %d entries, %v; one always fits", len(entries), err)
	}
	if entries, err := l.Read(t.Context(), 20, 10, 1<<20); err != nil || len(entries) != 0 {
		t.Fatalf("beyond the end: %d entries, %v", len(entries), err)
	}
}

// collector gathers what a follower sees and tells when it has enough.
type collector struct {
	mu   sync.Mutex
	seen []int64
	want int
	done chan struct{}
}

func collect(want int) *collector { return &collector{want: want, done: make(chan struct{})} }

func (c *collector) take(entries []engine.Entry) {
	c.mu.Lock()
	defer c.mu.Unlock()
	before := len(c.seen)
	for _, e := range entries {
		c.seen = append(c.seen, e.Sequence)
	}
	if before < c.want && len(c.seen) >= c.want {
		close(c.done)
	}
}

func (c *collector) wait(t *testing.T) []int64 {
	t.Helper()
	select {
	case <-c.done:
	case <-time.After(time.Minute):
		t.Fatal("follower did not see everything")
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.seen
}

func TestFollowersSeeEverythingOnceInOrder(t *testing.T) {
	l := openLog(t, open(t, engine.Config{}), "main")
	appendAll(t, l, "i_before", 700) // more than one batch of the fill
	const writers, each = 8, 200
	total := 700 + writers*each
	early := collect(total)
	if err := l.Follow(t.Context(), 0, early.take); err != nil {
		t.Fatal(err)
	}
	late := collect(total - 350)
	var group sync.WaitGroup
	for w := range writers {
		group.Go(func() {
			for i := 1; i <= each; i++ {
				if _, err := l.Append(t.Context(), post(fmt.Sprintf("i_%d", w), i)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	if err := l.Follow(t.Context(), 350, late.take); err != nil {
		t.Fatal(err)
	}
	group.Wait()
	for name, got := range map[string][]int64{"early": early.wait(t), "late": late.wait(t)} {
		for i, sequence := range got {
			if want := got[0] + int64(i); sequence != want {
				t.Fatalf("%s follower: position %d has sequence %d, want %d", name, i, sequence, want)
			}
		}
	}
	if first := late.wait(t)[0]; first != 351 {
		t.Errorf("late follower began at %d", first)
	}
}

func TestFullLogRefusesAndKeeps(t *testing.T) {
	l := openLog(t, open(t, engine.Config{MaxLogBytes: 64 << 10}), "main")
	body := bytes.Repeat([]byte("x"), 4<<10)
	stored := 0
	var err error
	for i := range 40 {
		if _, err = l.Append(t.Context(), engine.Post{Member: "i_a", ID: fmt.Sprint(i), Body: body}); err != nil {
			break
		}
		stored++
	}
	if !errors.Is(err, engine.ErrFull) {
		t.Fatalf("after %d entries: %v, want ErrFull", stored, err)
	}
	entries, err := l.Read(t.Context(), 0, 100, 1<<20)
	if err != nil || len(entries) != stored || entries[0].Sequence != 1 {
		t.Fatalf("log holds %d of %d, %v", len(entries), stored, err)
	}
}

func TestEntryOverTheLimitIsRefused(t *testing.T) {
	l := openLog(t, open(t, engine.Config{}), "main")
	for _, size := range []int{engine.MaxEntryBytes + 1, 2 << 20} {
		_, err := l.Append(t.Context(), engine.Post{Member: "i_a", ID: "big", Body: make([]byte, size)})
		if !errors.Is(err, engine.ErrTooLarge) {
			t.Errorf("%d bytes: %v, want ErrTooLarge", size, err)
		}
	}
}

func TestRestartKeepsLogTableEpochAndDuplicates(t *testing.T) {
	dir := t.TempDir()
	e := open(t, engine.Config{Dir: dir})
	l := openLog(t, e, "main")
	appendAll(t, l, "i_a", 5)
	table := openTable(t, e, "main")
	if _, err := table.Put(t.Context(), "seat.i_a", []byte("lead")); err != nil {
		t.Fatal(err)
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	e = open(t, engine.Config{Dir: dir})
	l, err := e.OpenLog(t.Context(), "main", "another-epoch")
	if err != nil || l.Epoch() != "epoch-main" {
		t.Fatalf("epoch %q, %v; the log keeps its own", l.Epoch(), err)
	}
	if size, err := l.Size(t.Context()); err != nil || size.Last != 5 {
		t.Fatalf("after the restart: %+v, %v", size, err)
	}
	if ack, err := l.Append(t.Context(), post("i_a", 5)); err != nil || !ack.Duplicate {
		t.Fatalf("duplicate after the restart: %+v, %v", ack, err)
	}
	if item, found, err := openTable(t, e, "main").Get(t.Context(), "seat.i_a"); err != nil || !found || string(item.Value) != "lead" {
		t.Fatalf("table after the restart: %+v, %v, %v", item, found, err)
	}
}

func TestDataFolderHasOneServer(t *testing.T) {
	dir := t.TempDir()
	first := open(t, engine.Config{Dir: dir})
	if _, err := engine.Open(t.Context(), engine.Config{Dir: dir}); !errors.Is(err, engine.ErrLocked) {
		t.Fatalf("second server on the folder: %v, want ErrLocked", err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	open(t, engine.Config{Dir: dir})
}

func TestMemoryLeavesNothingBehind(t *testing.T) {
	scratch := t.TempDir()
	t.Setenv("TMPDIR", scratch)
	e, err := engine.Open(t.Context(), engine.Config{})
	if err != nil {
		t.Fatal(err)
	}
	appendAll(t, openLog(t, e, "main"), "i_a", 10)
	inside, err := filepath.Glob(filepath.Join(scratch, "*"))
	if err != nil || len(inside) != 1 || filepath.Base(inside[0]) == "jetstream" {
		t.Fatalf("while it runs: %v, %v; want one private folder", inside, err)
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir(scratch); err != nil || len(left) != 0 {
		t.Fatalf("after the end: %v, %v; want nothing", left, err)
	}
}

func openTable(t *testing.T, e *engine.Engine, room string) *engine.Table {
	t.Helper()
	table, err := e.OpenTable(t.Context(), room)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func TestTableSwapsAndFollows(t *testing.T) {
	table := openTable(t, open(t, engine.Config{}), "main")
	ctx := t.Context()
	first, err := table.Swap(ctx, "name.yu", []byte("i_a"), 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := table.Swap(ctx, "name.yu", []byte("i_b"), 0); !errors.Is(err, engine.ErrConflict) {
		t.Fatalf("a name taken twice: %v, want ErrConflict", err)
	}
	items, after, err := table.All(ctx)
	if err != nil || len(items) != 1 || after != first {
		t.Fatalf("all: %v after %d, %v", items, after, err)
	}
	seen := make(chan engine.Item, 8)
	follow, stop := context.WithCancel(ctx)
	defer stop()
	err = table.Follow(follow, after, func(items []engine.Item) {
		for _, i := range items {
			seen <- i
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := table.Swap(ctx, "name.yu", []byte("i_c"), first); err != nil {
		t.Fatal(err)
	}
	if got := <-seen; got.Key != "name.yu" || string(got.Value) != "i_c" {
		t.Fatalf("follower saw %+v", got)
	}
	if items, _, err := table.All(ctx); err != nil || len(items) != 1 || string(items[0].Value) != "i_c" {
		t.Fatalf("all after the swap: %v, %v", items, err)
	}
}

// TestBodiesAreThoseOfRead holds the two reads against each other, bounds included.
func TestBodiesAreThoseOfRead(t *testing.T) {
	l := openLog(t, open(t, engine.Config{}), "main")
	appendAll(t, l, "i_a", 40)
	for _, tt := range []struct {
		after           int64
		limit, maxBytes int
	}{{0, 100, 1 << 20}, {0, 7, 1 << 20}, {39, 7, 1 << 20}, {40, 7, 1 << 20}, {99, 1, 1 << 20}, {0, 100, 1}, {12, 100, 900}, {3, 1, 1}} {
		whole, err := l.Read(t.Context(), tt.after, tt.limit, tt.maxBytes)
		if err != nil {
			t.Fatal(err)
		}
		bare, err := l.Bodies(t.Context(), tt.after, tt.limit, tt.maxBytes)
		if err != nil || len(bare) != len(whole) {
			t.Errorf("after %d, %d entries, %d bytes: %d bodies of %d, %v", tt.after, tt.limit, tt.maxBytes, len(bare), len(whole), err)
			continue
		}
		for i, e := range bare {
			if e.Sequence != whole[i].Sequence || !bytes.Equal(e.Body, whole[i].Body) {
				t.Errorf("after %d: entry %d is %d %s, want %d %s", tt.after, i, e.Sequence, e.Body, whole[i].Sequence, whole[i].Body)
			}
		}
	}
}

func TestLatestIsTheNewestEntryOfEachMember(t *testing.T) {
	l := openLog(t, open(t, engine.Config{}), "main")
	if found, err := l.Latest(t.Context()); err != nil || len(found) != 0 {
		t.Errorf("of an empty log: %v, %v", found, err)
	}
	appendAll(t, l, "i_a", 3)
	appendAll(t, l, "i_b", 2)
	appendAll(t, l, "i_c", 1)
	found, err := l.Latest(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	newest := map[string]int64{}
	for _, e := range found {
		newest[e.Member] = e.Sequence
	}
	if fmt.Sprint(newest) != "map[i_a:3 i_b:5 i_c:6]" {
		t.Errorf("newest %v", newest)
	}
	for i := range 1100 { // more members than the server tells of at once
		appendAll(t, l, fmt.Sprintf("i_%d", i), 1)
	}
	if found, err := l.Latest(t.Context()); err != nil || len(found) != 0 {
		t.Errorf("of too many members: %d, %v", len(found), err)
	}
}
