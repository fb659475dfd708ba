package tui

import (
	"fmt"
	"iter"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"earshot/client"
	"earshot/client/wire"
	"earshot/convention/ledger"
	"earshot/tui/timeline"
)

// largeRoom makes a room of n messages as agents write them: proposals,
// reports, requests with times, prose, loops.
func largeRoom(n int) []wire.Message {
	all := make([]wire.Message, n)
	for i := range all {
		all[i] = roomMessage(i, n)
	}
	return all
}

// roomMessage is message i of a room of n.
func roomMessage(i, n int) wire.Message {
	seats := []string{"lead", "worker", "scout", "runner", "mia", "yu"}
	seq := int64(i + 1)
	from := seats[(i*7)%len(seats)]
	topic := fmt.Sprintf("topic-%d", i/40%200)
	at := fixedNow().Add(time.Duration(i-n) * time.Second)
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
	m := wire.Message{
		Sequence: seq, ID: messageID(i), Type: "message", RoomID: "room",
		Sender: wire.Sender{MemberID: "i_" + from, Name: from}, Content: body, CreatedAt: at,
	}
	if i%8 == 3 && i > 3 {
		m.ReplyTo = messageID(i - 1)
	}
	return m
}

func messageID(i int) string { return fmt.Sprintf("msg_%010x", int64(i+1)*2654435761) }

// pages gives the messages of a room of n as they come, without holding all.
func pages(n int) iter.Seq[[]wire.Message] {
	return func(yield func([]wire.Message) bool) {
		page := make([]wire.Message, 0, 256)
		for i := range n {
			page = append(page, roomMessage(i, n))
			if len(page) == cap(page) || i == n-1 {
				if !yield(page) {
					return
				}
				page = make([]wire.Message, 0, 256)
			}
		}
	}
}

// filled is a model with the messages in its one room.
func filled(tb testing.TB, messages []wire.Message, w, h int) *Model {
	tb.Helper()
	return filledBy(tb, slices.Chunk(messages, 256), w, h)
}

func filledBy(tb testing.TB, pages iter.Seq[[]wire.Message], w, h int) *Model {
	tb.Helper()
	m := New(Options{Rooms: []Room{{Name: "room", API: noRoom{}}}, Now: fixedNow, NewID: func() string { return "id" }})
	m.Init()
	m.Update(tea.WindowSizeMsg{Width: w, Height: h})
	you := wire.Seat{MemberID: "i_yu", Name: "yu", Role: wire.RolePerson}
	m.Update(Events(0, []client.Event{client.Welcomed{Room: wire.Room{Name: "room"}, You: &you, Seats: []wire.Seat{you}}}))
	for page := range pages {
		m.Update(Events(0, []client.Event{client.Messages{Messages: page}}))
	}
	m.Update(Events(0, []client.Event{client.Status{State: client.StateLive}}))
	m.room().sorting.busy = false // what would follow a moment later is done at once
	m.follow(m.room())
	m.View()
	return m
}

// BenchmarkKey is the processor time from a key to the finished view in rooms
// of 100,000 and a million messages, key by key: goal under 1 ms, and under
// 5 ms for another size of the terminal. A room of a million takes a minute and
// two gigabytes to fill.
func BenchmarkKey(b *testing.B) {
	for _, n := range []int{100_000, 1_000_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			m := filledBy(b, pages(n), 120, 40)
			runtime.GC()
			for _, keys := range []string{
				"k", "j", "pgup", "pgdown", "g", "G", "[", "]", "{", "}", "u", "tab", "z", "2 1", "3 1", "4 1", "5 1",
				fmt.Sprintf("# %s enter", strings.Join(strings.Split(fmt.Sprint(n/2), ""), " ")), "/ n e e d l e esc esc",
				"f s e a t : y u enter esc", "f i s : o v e r d u e enter esc",
			} {
				b.Run(keys, func(b *testing.B) { timeKeys(b, m, strings.Fields(keys)) })
			}
			b.Run("resize", func(b *testing.B) {
				timeUpdates(b, m, []tea.Msg{tea.WindowSizeMsg{Width: 100, Height: 30}, tea.WindowSizeMsg{Width: 120, Height: 40}})
			})
		})
	}
}

func timeKeys(b *testing.B, m *Model, keys []string) {
	msgs := make([]tea.Msg, len(keys))
	for i, key := range keys {
		msgs[i] = pressOf(key)
	}
	timeUpdates(b, m, msgs)
}

// timeUpdates reports what the messages take, each with the view after it: the
// mean, the 99th percentile and the longest.
func timeUpdates(b *testing.B, m *Model, msgs []tea.Msg) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	took := make([]time.Duration, 0, 1<<16)
	for b.Loop() {
		for _, msg := range msgs {
			began := cpuTime()
			m.Update(msg)
			m.View()
			took = append(took, cpuTime()-began)
		}
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Nanoseconds())/1e3, "p50-µs")
	b.ReportMetric(float64(took[len(took)*99/100].Nanoseconds())/1e3, "p99-µs")
	b.ReportMetric(float64(took[len(took)-1].Nanoseconds())/1e3, "max-µs")
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
		b.ReportMetric((float64(after-before)-float64(size))/n, "B/message") // the log has texts of its own
		runtime.KeepAlive(m)
	}
	b.ReportMetric(float64(size)/n, "text-B/message")
	runtime.KeepAlive(messages)
}

// BenchmarkLogMemory is what the screen itself keeps of a message beside its
// body and its id: the log, and what the list and the timeline have of it. The
// goal is 60 bytes.
func BenchmarkLogMemory(b *testing.B) {
	const n = 1_000_000
	for b.Loop() {
		before, text := heapInUse(), 0
		log := newStore()
		lines := timeline.New(log)
		lines.SetSize(120, 40)
		lines.SetView(ledger.New(ledger.Options{}).At(fixedNow()), fixedNow())
		for page := range pages(n) {
			c := log.add(page)
			lines.Appended(c.appended)
			for _, m := range page {
				text += len(m.Content) + len(m.ID)
			}
		}
		lines.Top() // every height is estimated, those on the screen are known
		lines.Rows()
		log.docs = docCache{}
		b.ReportMetric((float64(heapInUse()-before)-float64(text))/n, "B/message")
		b.ReportMetric(float64(text)/n, "text-B/message")
		runtime.KeepAlive(log)
		runtime.KeepAlive(lines)
	}
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
