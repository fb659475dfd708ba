package client_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"earshot/client"
	"earshot/client/clienttest"
	"earshot/client/wire"
)

// kept opens a history and gives the path of its file, which need not exist yet.
func kept(t testing.TB, dir string) *client.DiskHistory {
	t.Helper()
	h, err := client.OpenHistory(dir, here)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func batch(from, to int64) []wire.Message {
	var out []wire.Message
	for n := from; n <= to; n++ {
		out = append(out, wire.Message{Sequence: n, ID: fmt.Sprint("msg_", n), Content: strings.Repeat("x", int(n)%7), Type: "message"})
	}
	return out
}

// load reads a history through a new value, as the next start of the program does.
func load(t testing.TB, dir string) ([]int64, client.Resume) {
	t.Helper()
	var got []int64
	r, err := kept(t, dir).Load(func(f wire.Frame) error {
		if b, ok := f.(wire.Messages); ok {
			for _, m := range b.Messages {
				got = append(got, m.Sequence)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return got, r
}

func keep(t testing.TB, h *client.DiskHistory, epoch string, from, to int64) {
	t.Helper()
	if err := h.Append(epoch, wire.Messages{Messages: batch(from, to)}); err != nil {
		t.Fatal(err)
	}
}

func upTo(n int64) []int64 {
	var out []int64
	for i := range n {
		out = append(out, i+1)
	}
	return out
}

func TestHistoryIsKept(t *testing.T) {
	dir := t.TempDir()
	if got, r := load(t, dir); got != nil || r != (client.Resume{}) {
		t.Errorf("a new history holds %v %v", got, r)
	}
	h := kept(t, dir)
	keep(t, h, "e1", 1, 300)
	keep(t, h, "e1", 301, 600)
	if got, r := load(t, dir); !slices.Equal(got, upTo(600)) || r != (client.Resume{After: 600, Epoch: "e1"}) {
		t.Errorf("%d kept, %v", len(got), r)
	}
	again := kept(t, dir)
	if _, err := again.Load(func(wire.Frame) error { return nil }); err != nil {
		t.Fatal(err)
	}
	keep(t, again, "e1", 601, 700)
	keep(t, h, "e1", 601, 650) // both programs write what they hear
	keep(t, again, "e1", 701, 710)
	keep(t, h, "e1", 651, 720)
	if got, r := load(t, dir); !slices.Equal(got, upTo(720)) || r.After != 720 {
		t.Errorf("%d kept by two, %v", len(got), r)
	}
	keep(t, again, "e2", 1, 2)
	if got, r := load(t, dir); !slices.Equal(got, upTo(2)) || r != (client.Resume{After: 2, Epoch: "e2"}) {
		t.Errorf("another epoch: %v, %v", got, r)
	}
	if err := again.Reset(); err != nil {
		t.Fatal(err)
	}
	if got, _ := load(t, dir); got != nil {
		t.Errorf("after Reset: %v", got)
	}
}

func TestAnotherRoomsHistoryIsNotTaken(t *testing.T) {
	dir := t.TempDir()
	keep(t, kept(t, dir), "e1", 1, 3)
	mine := historyFile(t, dir)
	other, err := client.OpenHistory(dir, "ws://other/rooms/main")
	if err != nil {
		t.Fatal(err)
	}
	if err := other.Append("e1", wire.Messages{Messages: batch(1, 1)}); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(mine)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files(t, dir) {
		if err := os.WriteFile(f, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r, err := other.Load(func(f wire.Frame) error { return fmt.Errorf("handed out %v", f) })
	if err != nil || r != (client.Resume{}) {
		t.Errorf("%v, %v", r, err)
	}
}

func TestMessagesOfAnotherEpochDoNotCheck(t *testing.T) {
	dirs := []string{t.TempDir(), t.TempDir()}
	var data [2][]byte
	for i, epoch := range []string{"e1", "e2"} {
		keep(t, kept(t, dirs[i]), epoch, 1, 3)
		var err error
		if data[i], err = os.ReadFile(historyFile(t, dirs[i])); err != nil {
			t.Fatal(err)
		}
	}
	head, _, _ := bytes.Cut(data[0], []byte("\n"))
	_, rest, _ := bytes.Cut(data[1], []byte("\n"))
	if err := os.WriteFile(historyFile(t, dirs[0]), slices.Concat(head, []byte("\n"), rest), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, r := load(t, dirs[0]); got != nil || r != (client.Resume{}) {
		t.Errorf("loaded %v, %v", got, r)
	}
}

func files(t testing.TB, dir string) []string {
	t.Helper()
	f, err := filepath.Glob(filepath.Join(dir, "*.history"))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func historyFile(t testing.TB, dir string) string {
	t.Helper()
	f := files(t, dir)
	if len(f) != 1 {
		t.Fatalf("files %v", f)
	}
	if info, err := os.Stat(f[0]); err != nil || info.Mode().Perm()&0o077 != 0 && os.PathSeparator == '/' {
		t.Fatalf("mode %v, %v", info.Mode(), err)
	}
	return f[0]
}

func TestATornEndIsCutOff(t *testing.T) {
	dir := t.TempDir()
	keep(t, kept(t, dir), "e1", 1, 5)
	file := historyFile(t, dir)
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head := bytes.IndexByte(whole, '\n') + 1
	for n := range len(whole) {
		if err := os.WriteFile(file, whole[:n], 0o600); err != nil {
			t.Fatal(err)
		}
		full := int64(0)
		if n >= head {
			full = int64(bytes.Count(whole[head:n], []byte("\n")))
		}
		got, r := load(t, dir)
		if !slices.Equal(got, upTo(full)) || r.After != full {
			t.Fatalf("cut at %d of %d: %v, %v; want up to %d", n, len(whole), got, r, full)
		}
		if n < head {
			continue
		}
		h := kept(t, dir)
		if _, err := h.Load(func(wire.Frame) error { return nil }); err != nil {
			t.Fatal(err)
		}
		keep(t, h, "e1", full+1, 6)
		if got, _ := load(t, dir); !slices.Equal(got, upTo(6)) {
			t.Fatalf("appended behind a torn end at %d: %v", n, got)
		}
	}
}

// FuzzHistory damages one place of a history: what is loaded is the beginning of what was kept, or nothing; never anything else.
func FuzzHistory(f *testing.F) {
	f.Add(uint16(0), []byte("x"))
	f.Add(uint16(100), []byte("\n"))
	f.Add(uint16(120), []byte("1"))
	f.Add(uint16(300), []byte{})
	f.Add(uint16(60000), []byte("0123"))
	f.Fuzz(func(t *testing.T, at uint16, with []byte) {
		dir := t.TempDir()
		keep(t, kept(t, dir), "e1", 1, 8)
		file := historyFile(t, dir)
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		i := min(int(at), len(data))
		damaged := slices.Concat(data[:i], with, data[min(len(data), i+len(with)):])
		if err := os.WriteFile(file, damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		got, r := load(t, dir)
		if !slices.Equal(got, upTo(int64(len(got)))) || int64(len(got)) > 8 || r.After != int64(len(got)) {
			t.Fatalf("loaded %v, %v", got, r)
		}
		if got != nil && r.Epoch != "e1" {
			t.Fatalf("epoch %q", r.Epoch)
		}
	})
}

func TestAReopenedRoomShowsAtOnceAndFetchesOnlyWhatIsNew(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		with := func(c *client.Config) { c.History = kept(t, dir) }
		s := sit(clienttest.Options{}, "yu", with)
		for i := range 300 {
			s.Say("lead", fmt.Sprint(i))
		}
		settle()
		s.stop()
		<-s.ended

		second := &sitting{Server: s.Server, Recorder: &clienttest.Recorder{}}
		s.Say("lead", "new")
		second.start("yu", with)
		settle()
		second.agree(t)
		if h := second.Hellos(); h[len(h)-1] != (wire.Hello{Protocol: 1, After: 300, Epoch: "e1"}) {
			t.Errorf("hello %+v", h[len(h)-1])
		}
		if r := clienttest.Of[client.Rebuilt](second.Recorder); len(r) != 0 {
			t.Errorf("rebuilt %v", r)
		}
		second.end(t)
	})
}

func TestHistoryShowsWithoutTheRoomAndIsDroppedUnderAnotherEpoch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		keep(t, kept(t, dir), "old epoch", 1, 20)
		s := sit(clienttest.Options{Faults: func(n int) clienttest.Faults {
			if n < 4 {
				return clienttest.Faults{Refuse: errors.New("nobody there")}
			}
			return clienttest.Faults{}
		}}, "yu", func(c *client.Config) { c.History = kept(t, dir) })
		synctest.Wait()
		if s.Count() != 20 || s.Connections() > 1 {
			t.Errorf("%d messages before the first connection", s.Count())
		}
		s.Say("lead", "one")
		settle()
		s.agree(t)
		if r := clienttest.Of[client.Rebuilt](s.Recorder); len(r) != 1 {
			t.Errorf("rebuilt %v", r)
		}
		s.end(t)
		if got, r := load(t, dir); !slices.Equal(got, upTo(1)) || r.Epoch != "e1" {
			t.Errorf("kept now: %v, %v", got, r)
		}
	})
}

// failing is a history that breaks in the middle of loading and cannot keep anything.
type failing struct{ client.History }

func (failing) Load(emit func(wire.Frame) error) (client.Resume, error) {
	return client.Resume{}, errors.Join(emit(wire.Messages{Messages: batch(1, 5)}), errors.New("disk broke"))
}
func (failing) Append(string, wire.Frame) error { return errors.New("disk is full") }
func (failing) Reset() error                    { return errors.New("disk is read-only") }

func TestABrokenHistoryCostsNothingButItself(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := sit(clienttest.Options{}, "yu", func(c *client.Config) { c.History = failing{} })
		s.Say("lead", "one")
		settle()
		s.agree(t)
		if r := clienttest.Of[client.Rebuilt](s.Recorder); len(r) != 1 || !strings.Contains(r[0].Reason, "damaged") {
			t.Errorf("rebuilt %v", r)
		}
		s.end(t)
	})
}

func TestTheLastWordOnEachMessageIsKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		with := func(c *client.Config) { c.History = kept(t, dir) }
		s := sit(clienttest.Options{Backlog: 9}, "yu", with)
		settle()
		last := []client.Event{client.Repeat{Repeat: wire.Repeat{Sequence: 3, Seat: "runner", Count: 100}},
			client.Verdict{Verdict: wire.Verdict{Sequence: 4, Line: 2, Reference: "commit 3f9a2c1", Result: "missing"}},
			client.Verdict{Verdict: wire.Verdict{Sequence: 4, Line: 3, Reference: "run 7", Result: "found"}}}
		for _, f := range []wire.Frame{wire.Repeat{Sequence: 3, Seat: "runner", Count: 2}, wire.Verdict{Sequence: 4, Line: 2, Reference: "commit 3f9a2c1", Result: "unknown"},
			wire.Repeat{Sequence: 3, Seat: "runner", Count: 100}, wire.Verdict{Sequence: 4, Line: 3, Reference: "run 7", Result: "found"},
			wire.Verdict{Sequence: 4, Line: 2, Reference: "commit 3f9a2c1", Result: "missing"}, wire.Repeat{Sequence: 99, Count: 2}} {
			s.Send(f)
		}
		settle()
		s.stop()
		<-s.ended
		second := &sitting{Server: s.Server, Recorder: &clienttest.Recorder{}}
		second.start("yu", with)
		settle()
		var got []client.Event
		for _, e := range second.Events() {
			switch e.(type) {
			case client.Repeat, client.Verdict:
				got = append(got, e)
			}
		}
		if fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", last) {
			t.Errorf("\n got %+v\nwant %+v", got, last)
		}
		second.end(t)
	})
}

func TestAGapIsKeptWithTheHistory(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		h := kept(t, dir)
		keep(t, h, "e1", 1, 3)
		keep(t, h, "e1", 7, 9)
		s := sit(clienttest.Options{Backlog: 9}, "yu", func(c *client.Config) { c.History = kept(t, dir) })
		settle()
		if g := clienttest.Of[client.Gap](s.Recorder); !slices.Equal(g, []client.Gap{{From: 4, To: 6}}) {
			t.Errorf("gaps %v", g)
		}
		s.end(t)
	})
}
