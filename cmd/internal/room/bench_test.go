package room_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"earshot/cmd/internal/room"
)

// wall gives the rooms the real clock, as a server has it.
func wall(c *room.Config) { c.Now = time.Now }

func durable(tb testing.TB) func(*room.Config) {
	return func(c *room.Config) { c.Data = tb.TempDir() }
}

// body400 is a message of about 400 bytes with its send time in front.
func body400(seat, n int) string {
	return fmt.Sprintf("v1 report limiter to all n=3\nsent %d by %d number %d\n%s\n%s", time.Now().UnixNano(), seat, n,
		strings.Repeat("cap per seat measured ", 7), strings.Repeat("burst settable ", 9))
}

// sentAt reads the send time back.
func sentAt(content string) (time.Time, bool) {
	_, rest, found := strings.Cut(content, "\nsent ")
	stamp, _, _ := strings.Cut(rest, " ")
	n, err := strconv.ParseInt(stamp, 10, 64)
	return time.Unix(0, n), found && err == nil
}

// lags gathers times and tells their quantiles.
type lags struct {
	mu  sync.Mutex
	all []time.Duration
}

func (l *lags) add(d ...time.Duration) { l.mu.Lock(); l.all = append(l.all, d...); l.mu.Unlock() }

func (l *lags) report(b *testing.B, name string) {
	slices.Sort(l.all)
	for label, q := range map[string]float64{"p50": 0.5, "p99": 0.99, "p99.9": 0.999} {
		at := l.all[min(len(l.all)-1, int(q*float64(len(l.all))))]
		b.ReportMetric(float64(at.Microseconds())/1000, name+"-"+label+"-ms")
	}
}

// BenchmarkLive has 50 seats post 200 messages a second for five seconds, all of which all of them
// read. The server is a process of its own, whose time on the processor is told as well.
func BenchmarkLive(b *testing.B) {
	for name, folder := range map[string]func() string{"memory": func() string { return "" }, "durable": b.TempDir} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				p := startChild(b, child{Folder: folder()})
				live(b, &world{t: b, addr: p.Addr, rooms: map[string]room.RoomInfo{"main": {Room: "main", Invite: p.Invite}}})
				if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
					b.Fatal(err)
				}
				if err := p.cmd.Wait(); err != nil {
					b.Fatal(err)
				}
				b.ReportMetric((p.cmd.ProcessState.UserTime() + p.cmd.ProcessState.SystemTime()).Seconds(), "server-cpu-s")
			}
		})
	}
}

func live(b *testing.B, w *world) {
	const seats, rate, seconds = 50, 200, 5
	total := rate * seconds
	var delivered, answered lags
	var reading, posting sync.WaitGroup
	sockets := make([]*socket, seats)
	for i := range sockets {
		sockets[i], _ = w.join(fmt.Sprintf("seat%d", i)).open(0)
		sockets[i].backlog()
	}
	for i, socket := range sockets {
		sent := make(chan time.Time, total)
		reading.Go(func() { readLive(b, socket, total, total/seats, sent, &delivered, &answered) })
		posting.Go(func() {
			<-time.After(time.Second * time.Duration(i) / rate) // one after the other, not all at once
			tick := time.NewTicker(time.Second * seats / rate)
			defer tick.Stop()
			for n := range total / seats {
				<-tick.C
				sent <- time.Now()
				post := fmt.Appendf(nil, `{"op":"post","id":%q,"content":%s}`, newUUID(), quote(body400(i, n)))
				if err := socket.ws.WriteMessage(websocket.TextMessage, post); err != nil {
					b.Error(err)
				}
			}
		})
	}
	posting.Wait()
	reading.Wait()
	for _, socket := range sockets {
		_ = socket.ws.Close()
	}
	delivered.report(b, "delivery")
	answered.report(b, "answer")
}

func readLive(b *testing.B, s *socket, messages, posts int, sent <-chan time.Time, delivered, answered *lags) {
	var here []time.Duration
	var acks []time.Duration
	for got := 0; got < messages || len(acks) < posts; {
		if err := s.ws.SetReadDeadline(time.Now().Add(wait)); err != nil {
			b.Error(err)
			return
		}
		_, data, err := s.ws.ReadMessage()
		if err != nil {
			b.Errorf("%d of %d messages, %d of %d answers: %v", got, messages, len(acks), posts, err)
			return
		}
		now := time.Now()
		switch {
		case bytes.HasPrefix(data, []byte(`{"op":"messages"`)):
			var f struct{ Messages []struct{ Content string } }
			if err := json.Unmarshal(data, &f); err != nil {
				b.Error(err)
			}
			for _, m := range f.Messages {
				if at, ok := sentAt(m.Content); ok {
					here = append(here, now.Sub(at))
				}
				got++
			}
		case bytes.HasPrefix(data, []byte(`{"op":"posted"`)):
			acks = append(acks, now.Sub(<-sent))
		case bytes.HasPrefix(data, []byte(`{"op":"refused"`)):
			b.Errorf("%s", data)
		}
	}
	delivered.add(here...)
	answered.add(acks...)
}

// filled is a folder with a room of n messages of 400 bytes.
func filled(tb testing.TB, n int) string {
	tb.Helper()
	return filledAt(tb, n, time.Date(2026, 9, 17, 13, 10, 2, 113e6, time.UTC))
}

// filledAt is filled with messages of a moment.
func filledAt(tb testing.TB, n int, moment time.Time) string {
	tb.Helper()
	at := moment.UTC().Format("2006-01-02T15:04:05.000Z")
	var export bytes.Buffer
	fmt.Fprintln(&export, `{"earshot_export":1,"room":"main","epoch":"ep_bench"}`)
	for i := range n {
		seat := i % 50
		content := fmt.Sprintf("v1 report task%d to all n=2\nnumber %d\n%s", i%200, i, strings.Repeat("measured ", 25))
		fmt.Fprintf(&export, `{"sequence":%d,"member":"i_%d","id":"i_%d:%d","body":{"id":"msg_%016d","room_id":"main","sender":{"member_id":"i_%d","kind":"instance","name":"seat%d"},"type":"message","content":%s,"reply_to_message_id":null,"created_at":"%s"}}`+"\n",
			i+1, seat, seat, i, i, seat, seat, quote(content), at)
	}
	fmt.Fprintf(&export, `{"entries":%d}`+"\n", n)
	folder := tb.TempDir()
	if _, _, err := room.Import(tb.Context(), room.Config{Data: folder}, &export); err != nil {
		tb.Fatal(err)
	}
	return folder
}

// BenchmarkStart opens a room of 100,000 messages and tells how long it took until a reader was welcomed, a
// post acknowledged, and everything known that the room is asked for. The messages are of another day, as in
// a room that was stopped, or of the last minutes, which is the most that can be on one day.
func BenchmarkStart(b *testing.B) {
	for name, age := range map[string]time.Duration{"of-another-day": 30 * 24 * time.Hour, "of-today": 0} {
		b.Run(name, func(b *testing.B) {
			folder := filledAt(b, 100_000, time.Now().Add(-age))
			var welcomed, posted, known lags
			for b.Loop() {
				began := time.Now()
				w := start(b, wall, fast, func(c *room.Config) { c.Data = folder })
				socket, _, err := w.dial("main", w.rooms["main"].Observer)
				if err != nil {
					b.Fatal(err)
				}
				socket.hello(100_000, "")
				welcomed.add(time.Since(began))
				seat := w.join("seat" + newUUID())
				seat.stored("first of all " + newUUID())
				posted.add(time.Since(began))
				seat.get("/state").want(b, 200, "")
				known.add(time.Since(began))
				w.close()
			}
			welcomed.report(b, "welcomed")
			posted.report(b, "posted")
			known.report(b, "known")
		})
	}
}

// BenchmarkReplay reads a room of 100,000 messages with one fresh client.
func BenchmarkReplay(b *testing.B) {
	const n = 100_000
	folder := filled(b, n)
	w := start(b, wall, func(c *room.Config) { c.Data = folder })
	w.join("late").get("/state").want(b, 200, "") // when it is answered, all is folded
	for _, packed := range []bool{false, true} {
		b.Run(fmt.Sprintf("packed=%t", packed), func(b *testing.B) {
			for b.Loop() {
				replay(b, w, packed, n)
			}
		})
	}
}

func replay(b *testing.B, w *world, packed bool, n int) {
	dialer := websocket.Dialer{EnableCompression: packed}
	ws, _, err := dialer.Dial("ws://"+w.addr+"/rooms/main", map[string][]string{"Authorization": {"Bearer " + w.rooms["main"].Observer}})
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = ws.Close() }()
	if err := ws.WriteMessage(websocket.TextMessage, []byte(`{"op":"hello","protocol":1,"after":0}`)); err != nil {
		b.Fatal(err)
	}
	for got := 0; got < n; {
		_, data, err := ws.ReadMessage()
		if err != nil {
			b.Fatal(err)
		}
		got += bytes.Count(data, []byte(`{"sequence":`))
	}
}

// BenchmarkDurablePosts counts acknowledged posts a second with every one on disk: of seats that read along,
// each of which is sent what all of them post, and of seats that only post, over HTTP.
func BenchmarkDurablePosts(b *testing.B) {
	for _, seats := range []int{1, 10, 50} {
		b.Run(fmt.Sprintf("reading/seats=%d", seats), func(b *testing.B) {
			w := start(b, wall, uncapped, durable(b))
			sockets := make([]*socket, seats)
			for i := range sockets {
				sockets[i], _ = w.joinWith("main", fmt.Sprintf("seat%d", i), w.rooms["main"].Invite).open(1 << 40)
				sockets[i].backlog()
			}
			posts(b, seats, func(seat, n int, answered *lags) { postAll(b, sockets[seat], seat, n, answered) })
		})
		b.Run(fmt.Sprintf("http/seats=%d", seats), func(b *testing.B) {
			w := start(b, wall, uncapped, durable(b))
			posters := make([]*poster, seats)
			for i := range posters {
				posters[i] = &poster{token: w.joinWith("main", fmt.Sprintf("seat%d", i), w.rooms["main"].Invite).token}
			}
			var address address
			address.set(w.addr)
			posts(b, seats, func(seat, n int, answered *lags) {
				for i := range n {
					began := time.Now()
					if _, err := posters[seat].try(address.get(), newUUID(), body400(seat, i)); err != nil {
						b.Error(err)
						return
					}
					answered.add(time.Since(began))
				}
			})
		})
	}
}

func uncapped(c *room.Config) { c.PostsPerMinute, c.PostBurst = 6_000_000, 1_000_000 }

// posts has all seats post at once and tells how it went.
func posts(b *testing.B, seats int, post func(seat, n int, answered *lags)) {
	var answered lags
	b.ResetTimer()
	var group sync.WaitGroup
	for i := range seats {
		group.Go(func() { post(i, b.N/seats+1, &answered) })
	}
	group.Wait()
	b.ReportMetric(float64(len(answered.all))/b.Elapsed().Seconds(), "posts/s")
	answered.report(b, "answer")
}

func postAll(b *testing.B, s *socket, seat, n int, answered *lags) {
	var acks []time.Duration
	for i := range n {
		began := time.Now()
		if err := s.ws.WriteMessage(websocket.TextMessage, fmt.Appendf(nil, `{"op":"post","id":%q,"content":%s}`, newUUID(), quote(body400(seat, i)))); err != nil {
			b.Error(err)
			return
		}
		for {
			_, data, err := s.ws.ReadMessage()
			if err != nil {
				b.Error(err)
				return
			}
			if bytes.HasPrefix(data, []byte(`{"op":"posted"`)) {
				break
			}
		}
		acks = append(acks, time.Since(began))
	}
	answered.add(acks...)
}

// BenchmarkOpenMemory opens a room in memory, reads its tokens, and closes it.
func BenchmarkOpenMemory(b *testing.B) {
	var open lags
	for b.Loop() {
		began := time.Now()
		s, err := room.Open(b.Context(), room.Config{})
		if err != nil {
			b.Fatal(err)
		}
		open.add(time.Since(began))
		if err := s.Close(); err != nil {
			b.Fatal(err)
		}
	}
	open.report(b, "open")
}

// BenchmarkIdleMemory tells the memory of a server process with an empty room, with 500 clients in it, and
// with 100,000 messages: what is resident, and of that what is the process's own. The rest is pages of the
// program's file, which the system takes back when it needs them.
func BenchmarkIdleMemory(b *testing.B) {
	p := startProcess(b, b.TempDir())
	w := &world{t: b, addr: p.Addr, rooms: map[string]room.RoomInfo{"main": {Room: "main", Invite: p.Invite}}}
	idle, own := memory(b, p.cmd.Process.Pid)
	for i := range 500 {
		socket, _ := w.join(fmt.Sprintf("seat%d", i)).open(0)
		socket.backlog()
	}
	for b.Loop() {
		_ = w.addr
	}
	crowded, ownCrowded := memory(b, p.cmd.Process.Pid)
	full := startChild(b, child{Folder: filled(b, 100_000)})
	seat := (&world{t: b, addr: full.Addr, rooms: map[string]room.RoomInfo{"main": {Room: "main", Invite: full.Invite}}}).join("seat")
	seat.get("/state").want(b, 200, "") // when it is answered, all is folded
	large, ownLarge := memory(b, full.cmd.Process.Pid)
	for name, figure := range map[string]float64{
		"idle-MB": idle, "idle-own-MB": own, "with-500-clients-MB": crowded, "with-500-clients-own-MB": ownCrowded,
		"connection-KB": (ownCrowded - own) * 1024 / 500, "with-100k-messages-MB": large, "with-100k-messages-own-MB": ownLarge,
	} {
		b.ReportMetric(figure, name)
	}
}

// BenchmarkLeaderDeath kills the node that leads the room's log, again and again, while a seat posts through
// one of two servers and a reader of the other listens. It tells how long the reader heard nothing.
func BenchmarkLeaderDeath(b *testing.B) {
	c := startCluster(b)
	posting, reading := startChild(b, child{URLs: c.urls}), startChild(b, child{URLs: c.urls})
	w := &world{t: b, addr: posting.Addr, rooms: map[string]room.RoomInfo{"main": {Room: "main", Invite: posting.Invite}}}
	seat := w.join("seat")
	s := &poster{name: seat.name, token: seat.token}
	var here, there address
	here.set(posting.Addr)
	there.set(reading.Addr)
	ctx, stop := context.WithCancel(b.Context())
	answered := make(chan struct{}, 1_000_000)
	var group sync.WaitGroup
	group.Go(func() { s.run(ctx, &here, answered) })
	f := &follower{token: reading.Observer, news: make(chan struct{}, 1)}
	group.Go(func() { f.run(ctx, &there) })
	steady := func() {
		for range 100 {
			<-answered
		}
		<-f.news
	}
	var silence lags
	steady()
	for b.Loop() {
		f.mu.Lock()
		f.gap = 0
		f.mu.Unlock()
		leader := c.leader(b)
		c.nodes[leader].kill(b)
		steady()
		f.mu.Lock()
		silence.add(f.gap)
		f.mu.Unlock()
		c.startNodes(b, leader)
		steady()
	}
	stop()
	group.Wait()
	silence.report(b, "silence")
}

// memory reads the megabytes of a process that are resident, and those of them that are its own.
func memory(b *testing.B, pid int) (resident, own float64) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		b.Fatalf("memory is read from /proc: %v", err)
	}
	for line := range strings.Lines(string(status)) {
		name, value, _ := strings.Cut(line, ":")
		kb, err := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(value), " kB"), 64)
		switch {
		case err != nil:
		case name == "VmRSS":
			resident = kb / 1024
		case name == "RssAnon":
			own = kb / 1024
		}
	}
	return resident, own
}
