package tui

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"earshot/client"
	"earshot/client/wire"
)

// largeRoom makes a room of n messages as agents write them: proposals,
// reports, requests with times, prose, loops.
func largeRoom(n int) []wire.Message {
	seats := []string{"lead", "worker", "scout", "runner", "mia", "yu"}
	start := fixedNow().Add(-time.Duration(n) * time.Second)
	all := make([]wire.Message, n)
	for i := range all {
		seq := int64(i + 1)
		from := seats[(i*7)%len(seats)]
		topic := fmt.Sprintf("topic-%d", i/40%200)
		at := start.Add(time.Duration(i) * time.Second)
		due := at.Add(2 * time.Hour).Format("20060102T1504Z")
		var body string
		switch i % 8 {
		case 0:
			body = fmt.Sprintf("v1 request %s to worker n=5\nreq add a limit of %d requests a minute %s\nreq open a PR against main\nmay edit lib/ and app/api/\nmust-not push to main\ndeadline %s", topic, i%90, due, due)
		case 1:
			body = fmt.Sprintf("v1 report %s to lead n=4\ndone limiter built\nev commit 3f9a2c%d\nclaim %d cases pass\ntodo route test for the 429 path", topic, i%10, i%50)
		case 2:
			body = fmt.Sprintf("v1 propose %s to yu n=6\nask how to store the counters %s\nopt/A Redis sliding window: exact, one hop more a request, about 3 ms\nopt/B in memory\nrec A\ndecider yu\ndefault silence past the ask time → A", topic, due)
		case 3:
			body = fmt.Sprintf("v1 decide %s to lead n=1\nA Redis sliding window", topic)
		case 4:
			body = fmt.Sprintf("I had a look at number %d and think that it is fine; the rest can wait until tomorrow, when the others are back.", i)
		case 5:
			body = fmt.Sprintf("v1 status %s to lead n=1\nblock connection refused by 10.0.0.%d:6379, retrying", topic, i%250)
		case 6:
			body = fmt.Sprintf("v1 note %s to all n=1\nthe build of %s took %d s", topic, topic, i%600)
		default:
			body = fmt.Sprintf(`{"type":"status","topic":"%s","progress":%d}`, topic, i%100)
		}
		all[i] = wire.Message{
			Sequence: seq, ID: fmt.Sprintf("msg_%010x", seq*2654435761), Type: "message", RoomID: "room",
			Sender: wire.Sender{MemberID: "i_" + from, Name: from}, Content: body, CreatedAt: at,
		}
		if i%8 == 3 && i > 3 {
			all[i].ReplyTo = all[i-1].ID
		}
	}
	return all
}

// filled is a model with the messages in its one room.
func filled(tb testing.TB, messages []wire.Message, w, h int) *Model {
	tb.Helper()
	m := New(Options{Rooms: []Room{{Name: "room", API: noRoom{}}}, Now: fixedNow, NewID: func() string { return "id" }})
	m.Init()
	m.Update(tea.WindowSizeMsg{Width: w, Height: h})
	you := wire.Seat{MemberID: "i_yu", Name: "yu", Role: wire.RolePerson}
	m.Update(Events(0, []client.Event{client.Welcomed{Room: wire.Room{Name: "room"}, You: &you, Seats: []wire.Seat{you}}}))
	for page := range slices.Chunk(messages, 256) {
		m.Update(Events(0, []client.Event{client.Messages{Messages: page}}))
	}
	m.Update(Events(0, []client.Event{client.Status{State: client.StateLive}}))
	m.View()
	return m
}

// BenchmarkKey is the time from a key to the finished view in a room of 100,000
// messages, key by key.
func BenchmarkKey(b *testing.B) {
	m := filled(b, largeRoom(100_000), 120, 40)
	for _, key := range []string{"k", "j", "up", "pgup", "pgdown", "g", "G", "[", "]", "{", "}", "tab", "2", "1", "z"} {
		b.Run(key, func(b *testing.B) {
			var took []time.Duration
			for b.Loop() {
				began := time.Now()
				m.Update(pressOf(key))
				m.View()
				took = append(took, time.Since(began))
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-µs")
		})
	}
}

// BenchmarkFeed is the time that a page of 256 messages takes.
func BenchmarkFeed(b *testing.B) {
	messages := largeRoom(100_000)
	for b.Loop() {
		filled(b, messages, 120, 40)
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/float64(len(messages)), "µs/message")
}

// BenchmarkMemory is what a message takes beside its text.
func BenchmarkMemory(b *testing.B) {
	const n = 100_000
	messages := largeRoom(n)
	size := 0
	for _, m := range messages {
		size += len(m.Content) + len(m.ID)
	}
	for b.Loop() {
		before := heapInUse()
		m := filled(b, messages, 120, 40)
		after := heapInUse()
		b.ReportMetric(float64(after-before)/n, "B/message")
		runtime.KeepAlive(m)
	}
	b.ReportMetric(float64(size)/n, "text-B/message")
	runtime.KeepAlive(messages)
}

func heapInUse() uint64 {
	runtime.GC()
	runtime.GC()
	var s runtime.MemStats
	runtime.ReadMemStats(&s)
	return s.HeapAlloc
}

// In a burst of ten thousand messages the screen is drawn and messages are
// wrapped by the batch, not by the message.
func TestBurstIsDrawnByTheBatch(t *testing.T) {
	m := filled(t, nil, 120, 40)
	drawn, wraps := m.draws, m.room().timeline.Wraps()
	batches := 0
	for page := range slices.Chunk(largeRoom(4_000), 256) {
		m.Update(Events(0, []client.Event{client.Messages{Messages: page}}))
		m.View()
		m.View()
		batches++
	}
	if got := m.draws - drawn; got != batches {
		t.Errorf("%d batches were drawn %d times", batches, got)
	}
	// What is on the screen at the end of each batch, and a little around it.
	if got := m.room().timeline.Wraps() - wraps; got > batches*2*40 {
		t.Errorf("%d messages were wrapped for %d screens of 40 rows", got, batches)
	}
}

// Moving through a large room wraps what comes on the screen and no more.
func TestKeysWrapWhatIsSeen(t *testing.T) {
	m := filled(t, largeRoom(6_000), 100, 30)
	for _, key := range strings.Fields("k k j up up down pgup pgup pgdown g G [ ] { }") {
		before := m.room().timeline.Wraps()
		m.Update(pressOf(key))
		m.View()
		if got := m.room().timeline.Wraps() - before; got > 3*30 {
			t.Errorf("%s wrapped %d messages on a screen of 30 rows", key, got)
		}
	}
}
