package room_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"earshot/cmd/internal/room"
)

// serveNode is one node of a NATS cluster, as a user would run it.
func (c child) serveNode() error {
	options := &server.Options{
		ServerName: c.Node, Host: "127.0.0.1", Port: c.Client, NoLog: true, JetStream: true, StoreDir: c.Folder, SyncAlways: true,
		Cluster: server.ClusterOpts{Name: "rooms", Host: "127.0.0.1", Port: c.Port},
	}
	for _, port := range c.Peers {
		options.Routes = append(options.Routes, &url.URL{Scheme: "nats", Host: fmt.Sprintf("127.0.0.1:%d", port)})
	}
	s, err := server.NewServer(options)
	if err != nil {
		return err
	}
	s.Start()
	if !s.ReadyForConnections(wait) {
		return fmt.Errorf("node %s was not ready", c.Node)
	}
	if err := json.NewEncoder(os.Stdout).Encode(announced{Addr: s.ClientURL()}); err != nil {
		return err
	}
	s.WaitForShutdown()
	return nil
}

// cluster is three nodes on loopback.
type cluster struct {
	urls  []string
	tasks map[string]child
	nodes map[string]*process
	js    jetstream.JetStream
}

// freePorts finds ports that nobody listens on. They are below those that systems give to outgoing
// connections, of which these tests make many: one of them in the place of a node that is down would keep it
// from coming back.
func freePorts(t testing.TB, n int) []int {
	t.Helper()
	var ports []int
	for range 1000 {
		if len(ports) == n {
			return ports
		}
		l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", 12_000+rand.IntN(20_000)))
		if err != nil {
			continue // taken
		}
		defer func() { _ = l.Close() }()
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
	}
	t.Fatal("no port is free")
	return nil
}

func startCluster(t testing.TB) *cluster {
	t.Helper()
	ports := freePorts(t, 6)
	c := &cluster{tasks: make(map[string]child), nodes: make(map[string]*process)}
	for i := range 3 {
		name := fmt.Sprintf("n%d", i)
		task := child{Node: name, Folder: t.TempDir(), Client: ports[i], Port: ports[3+i], Peers: ports[3:]}
		c.urls = append(c.urls, fmt.Sprintf("nats://127.0.0.1:%d", ports[i]))
		c.tasks[name] = task
	}
	c.startNodes(t, slices.Collect(maps.Keys(c.tasks))...)
	conn, err := nats.Connect(strings.Join(c.urls, ","), nats.MaxReconnects(-1))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	if c.js, err = jetstream.New(conn); err != nil {
		t.Fatal(err)
	}
	return c
}

// startNodes starts nodes, all at once: a lone one waits for the others.
func (c *cluster) startNodes(t testing.TB, names ...string) {
	t.Helper()
	var group sync.WaitGroup
	var mu sync.Mutex
	for _, name := range names {
		group.Go(func() {
			p := startChild(t, c.tasks[name])
			mu.Lock()
			defer mu.Unlock()
			c.nodes[name] = p
		})
	}
	group.Wait()
}

// leader is the node that leads the room's log.
func (c *cluster) leader(t testing.TB) string {
	t.Helper()
	s, err := c.js.Stream(t.Context(), "ROOM_main")
	if err != nil {
		t.Fatal(err)
	}
	return s.CachedInfo().Cluster.Leader
}

// follower reads the room for ever, and resumes wherever there is a server.
type follower struct {
	token string
	mu    sync.Mutex
	seen  []string // contents in order
	gap   time.Duration
	news  chan struct{}
}

func (f *follower) run(ctx context.Context, where *address) {
	last := time.Now()
	for ctx.Err() == nil {
		ws, _, err := websocket.DefaultDialer.DialContext(ctx, "ws://"+where.get()+"/rooms/main", map[string][]string{"Authorization": {"Bearer " + f.token}})
		if err != nil {
			continue
		}
		stop := context.AfterFunc(ctx, func() { _ = ws.Close() })
		f.mu.Lock()
		after := len(f.seen)
		f.mu.Unlock()
		_ = ws.WriteMessage(websocket.TextMessage, fmt.Appendf(nil, `{"op":"hello","protocol":1,"after":%d}`, after))
		for {
			var got frame
			if err := ws.ReadJSON(&got); err != nil {
				break
			}
			f.take(got.Messages, &last)
		}
		stop()
		_ = ws.Close()
	}
}

// take notes messages; one out of order is noted as such.
func (f *follower) take(messages []message, last *time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, m := range messages {
		if m.Sequence != int64(len(f.seen)+1) {
			f.seen = append(f.seen, fmt.Sprintf("out of order: %d", m.Sequence))
			continue
		}
		f.seen = append(f.seen, m.Content)
		f.gap = max(f.gap, time.Since(*last))
		*last = time.Now()
	}
	select {
	case f.news <- struct{}{}:
	default:
	}
}

// TestClusterLosesNothing has two servers on a cluster of three nodes. While ten seats post through
// both, the node that leads the log is killed, and then one of the servers.
func TestClusterLosesNothing(t *testing.T) {
	t.Parallel()
	c := startCluster(t)
	a, b := startChild(t, child{URLs: c.urls}), startChild(t, child{URLs: c.urls})
	first := &world{t: t, addr: a.Addr, rooms: map[string]room.RoomInfo{"main": {Room: "main", Invite: a.Invite}}}
	var both, onlyA address
	both.set(a.Addr, b.Addr)
	onlyA.set(a.Addr)
	posters := make([]*poster, 10)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	answered := make(chan struct{}, 100_000)
	var group sync.WaitGroup
	for i := range posters {
		s := first.join(fmt.Sprintf("seat%d", i))
		posters[i] = &poster{name: s.name, token: s.token}
		group.Go(func() { posters[i].run(ctx, &both, answered) })
	}
	followers := []*follower{{token: a.Observer, news: make(chan struct{}, 1)}, {token: b.Observer, news: make(chan struct{}, 1)}}
	following, end := context.WithCancel(t.Context())
	defer end()
	for i, f := range followers {
		where := []*address{&onlyA, &both}[i]
		go f.run(following, where)
	}
	count := func(n int) {
		for range n {
			<-answered
		}
	}
	count(100)
	killed := c.leader(t)
	c.nodes[killed].kill(t)
	count(100)
	if now := c.leader(t); now == killed {
		t.Errorf("the dead node %s still leads", now)
	}
	a.kill(t)
	both.set(b.Addr)
	onlyA.set(b.Addr)
	count(100)
	stop()
	group.Wait()
	total := compare(t, &world{t: t, addr: b.Addr}, b.Observer, posters)
	quiet := longestPause(posters)
	for i, f := range followers {
		f.hold(t, i, total, quiet)
	}
}

// longestPause is how long no poster at all was answered, as while the nodes elect a leader.
func longestPause(posters []*poster) time.Duration {
	var all []time.Time
	for _, s := range posters {
		for _, a := range s.acks {
			all = append(all, a.at)
		}
	}
	slices.SortFunc(all, time.Time.Compare)
	longest := time.Duration(0)
	for i := 1; i < len(all); i++ {
		longest = max(longest, all[i].Sub(all[i-1]))
	}
	return longest
}

// mostSilence is how much longer than posters an election may keep readers waiting. A tail that stalls hears
// nothing until the end of the run.
const mostSilence = 25 * time.Second

// hold waits until the follower has everything and holds it against the log, and its silences against how long
// posters were kept waiting.
func (f *follower) hold(t *testing.T, i int, want []message, quiet time.Duration) {
	t.Helper()
	limit := time.After(wait)
	for {
		f.mu.Lock()
		seen, gap := f.seen, f.gap
		f.mu.Unlock()
		if len(seen) >= len(want) {
			for n, m := range want {
				if seen[n] != m.Content {
					t.Fatalf("follower %d saw %q at %d, the log has %q", i, seen[n], n+1, m.Content)
				}
			}
			t.Logf("follower %d: %d messages, longest silence %s, of posters %s", i, len(seen), gap.Round(time.Millisecond), quiet.Round(time.Millisecond))
			if gap > quiet+mostSilence {
				t.Errorf("follower %d heard nothing for %s, posters for %s", i, gap, quiet)
			}
			return
		}
		select {
		case <-f.news:
		case <-limit:
			t.Fatalf("follower %d has %d of %d messages", i, len(seen), len(want))
		}
	}
}

// TestTwoServersAreOneRoom holds what two servers of a room have to agree on.
func TestTwoServersAreOneRoom(t *testing.T) {
	t.Parallel()
	c := startCluster(t)
	onCluster := func(config *room.Config) { config.NATS = room.NATS{URLs: c.urls} }
	a := start(t, onCluster)
	b := start(t, onCluster)
	lead, there := a.join("lead"), *a.join("lead2")
	there.world = b
	a.call("POST", "/api/v1/rooms/main/join", b.rooms["main"].Invite, `{"name":"Lead"}`).want(t, 409, "name_taken")

	socket, welcome := there.open(0)
	own, here := lead.open(0)
	if welcome.Epoch != here.Epoch {
		t.Errorf("epochs %s and %s", welcome.Epoch, here.Epoch)
	}
	own.backlog()
	socket.backlog()
	own.presence("lead2", "online") // connected to the other server

	// Repeats: stored here, counted there, told everywhere.
	lead.stored("tick")
	other := *lead
	other.world = b
	socket.expect("messages")
	var p postedReply
	other.post("tick").want(t, 200, "").into(t, &p)
	if p.RepeatOf != 1 || p.Count != 2 {
		t.Errorf("repeat of %d, count %d", p.RepeatOf, p.Count)
	}
	own.until("repeat", func(f frame) bool { return f.Sequence == 1 && f.Count == 2 })

	// Keys: a retry at the other server is the same post.
	key := newUUID()
	lead.post("once", "Idempotency-Key", key).want(t, 201, "")
	socket.expect("messages")
	if r := other.post("once", "Idempotency-Key", key).want(t, 201, ""); r.header.Get("Idempotency-Replayed") != "true" {
		t.Error("the other server stored it again")
	}

	// Who was seated here is let in there at once: no client tries a token again that was refused.
	for i := range 20 {
		fresh := *a.join(fmt.Sprintf("fresh%d", i))
		fresh.world = b
		fresh.get("").want(t, 200, "")
	}

	// What one server has answered with, the other knows, however soon it is asked: it may not have it yet.
	for range 20 {
		a.clock.advance(time.Minute)
		b.clock.advance(time.Minute)
		p = lead.stored("told here " + newUUID())
		other.reply(p.Message.Sequence, "answered there "+newUUID()).want(t, 201, "")
		p = lead.stored("told here " + newUUID())
		b.call("POST", other.path("/messages"), other.token, `{"content":"answered there by id","reply_to_message_id":`+quote(p.Message.ID)+`}`).want(t, 201, "")
		p = lead.stored("told here " + newUUID())
		resumed, again := there.open(p.Message.Sequence)
		if again.LastSequence < p.Message.Sequence {
			t.Fatalf("who has #%d is told that #%d is the last", p.Message.Sequence, again.LastSequence)
		}
		_ = resumed.ws.Close()
	}

	// The cap holds over both.
	a.clock.advance(time.Hour)
	b.clock.advance(time.Hour)
	capped := a.join("capped")
	elsewhere := *capped
	elsewhere.world = b
	socket.until("seats", func(f frame) bool { return f.Seats[len(f.Seats)-1].Name == "capped" })
	taken := 0
	var mu sync.Mutex
	var group sync.WaitGroup
	for i := range 40 {
		s := []*sitter{capped, &elsewhere}[i%2]
		group.Go(func() {
			if r := s.post(fmt.Sprintf("burst %d", i)); r.status == 201 {
				mu.Lock()
				taken++
				mu.Unlock()
			}
		})
	}
	group.Wait()
	if taken > 10 || taken < 5 {
		t.Errorf("%d posts were taken at once through two servers; the cap is 10", taken)
	}
	// What is ended here is ended there.
	a.operate("remove", `{"seat":"lead2"}`).want(t, 200, "")
	if code, _ := socket.closeCode(); code != 4403 {
		t.Errorf("closed with %d", code)
	}
}
