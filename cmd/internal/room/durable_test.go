package room_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"earshot/cmd/internal/room"
	"earshot/cmd/internal/room/engine"
)

// childTask, when set, makes this test binary another program: what is killed has to be a process.
const childTask = "EARSHOT_TEST_CHILD"

// child is what such a program does: a NATS node where it has a name, else a room server.
type child struct {
	Folder string   // of a durable server, or of the node
	URLs   []string // of the cluster that a server uses
	Node   string
	Client int   // ports of a node
	Port   int   // for its peers
	Peers  []int // ports of all
}

func TestMain(m *testing.M) {
	task := os.Getenv(childTask)
	if task == "" {
		os.Exit(m.Run())
	}
	var c child
	err := json.Unmarshal([]byte(task), &c)
	switch {
	case err != nil:
	case c.Node != "":
		err = c.serveNode()
	default:
		err = c.serveRooms()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// announced is what a server prints when it is ready.
type announced struct{ Addr, Invite, Observer string }

func (c child) serveRooms() error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	server, err := room.Open(ctx, room.Config{Data: c.Folder, NATS: room.NATS{URLs: c.URLs}, PostsPerMinute: 600_000, PostBurst: 100_000})
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	info := server.Rooms()[0]
	if err := json.NewEncoder(os.Stdout).Encode(announced{listener.Addr().String(), info.Invite, info.Observer}); err != nil {
		return err
	}
	return errors.Join(server.Serve(ctx, listener), server.Close())
}

// process is a server in a process of its own.
type process struct {
	cmd *exec.Cmd
	announced
	stderr *strings.Builder
}

// startProcess starts a server on a data folder.
func startProcess(t testing.TB, folder string) *process {
	t.Helper()
	return startChild(t, child{Folder: folder})
}

func startChild(t testing.TB, c child) *process {
	t.Helper()
	task, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	p := &process{cmd: exec.Command(os.Args[0], "-test.run=^$"), stderr: &strings.Builder{}}
	p.cmd.Env = append(os.Environ(), childTask+"="+string(task))
	p.cmd.Stderr = p.stderr
	out, err := p.cmd.StdoutPipe()
	if err == nil {
		err = p.cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.cmd.Process.Kill(); _ = p.cmd.Wait() })
	line, err := bufio.NewReader(out).ReadBytes('\n')
	if err == nil {
		err = json.Unmarshal(line, &p.announced)
	}
	if err != nil {
		t.Fatalf("%s did not start: %v, %s", task, err, p.stderr)
	}
	return p
}

func (p *process) kill(t testing.TB) {
	t.Helper()
	if err := p.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = p.cmd.Wait() // it was killed
	if p.stderr.Len() > 0 {
		t.Errorf("the server wrote to standard error: %s", p.stderr)
	}
}

func TestRestartKeepsEverything(t *testing.T) {
	folder := t.TempDir()
	durable := func(c *room.Config) { c.Data = folder }
	w := start(t, fast, durable)
	lead, yu := w.join("lead"), w.join("yu")
	key, repeatKey := newUUID(), newUUID()
	lead.post("v1 request plan to yu n=1\nask which day, by 20260918T0900Z", "Idempotency-Key", key).want(t, 201, "")
	yu.stored("looking")
	yu.post("looking", "Idempotency-Key", repeatKey).want(t, 200, "")
	yu.post("looking").want(t, 200, "")
	socket, welcome := yu.open(0)
	socket.backlog()
	socket.send(`{"op":"have","sequence":2}`)
	socket.send(fmt.Sprintf(`{"op":"post","id":%q,"content":"third"}`, newUUID()))
	socket.expect("posted") // the mark was read before it
	invite := w.rooms["main"].Invite
	created := lead.get("").body
	_ = socket.ws.Close()
	lead.get("").want(t, 200, "")
	w.operate("stop", `{"seat":"yu"}`).want(t, 201, "") // rewrites the seat, after its marks and counts
	w.operate("resume", `{"seat":"yu"}`).want(t, 201, "")
	log := lead.get("/log").body
	w.close()

	again := start(t, fast, durable)
	lead.world, yu.world = again, again
	if after := lead.get("/log").body; string(after) != string(log) {
		t.Errorf("log before\n%s\nafter\n%s", log, after)
	}
	if r := lead.post("v1 request plan to yu n=1\nask which day, by 20260918T0900Z", "Idempotency-Key", key).want(t, 201, ""); r.header.Get("Idempotency-Replayed") != "true" {
		t.Error("the key was forgotten")
	}
	lead.post("another", "Idempotency-Key", key).want(t, 409, "idempotency_conflict")
	var p postedReply
	yu.post("looking", "Idempotency-Key", repeatKey).want(t, 200, "")
	yu.post("looking").want(t, 200, "").into(t, &p)
	if p.Count != 4 || p.RepeatOf != 2 {
		t.Errorf("repeat of %d, count %d; want 2, 4", p.RepeatOf, p.Count)
	}
	if len(p.Owed) != 1 || p.Owed[0].Sequence != 1 {
		t.Errorf("yu owes %+v", p.Owed)
	}
	again.call("POST", lead.path("/join"), again.rooms["main"].Invite, `{"name":"YU"}`).want(t, 409, "name_taken")
	again.joinWith("main", "late", invite) // invites of earlier starts stay valid
	var seats struct {
		Memberships []seatFrame
		Room        struct{ CreatedAt string }
	}
	lead.get("").into(t, &seats)
	for _, s := range seats.Memberships {
		if s.Name == "yu" && s.Fetched != 2 {
			t.Errorf("yu's mark is %d, want 2", s.Fetched)
		}
	}
	if !strings.Contains(string(created), welcomeCreated(t, lead)) {
		t.Error("the room forgot when it was made")
	}
	resumed, second := yu.open(2)
	if got, _ := resumed.backlog(); second.Epoch != welcome.Epoch || fmt.Sprint(got) != "[3 4 5]" {
		t.Errorf("resumed with epoch %s after %s: %v", second.Epoch, welcome.Epoch, got)
	}
}

func welcomeCreated(t *testing.T, s *sitter) string {
	t.Helper()
	var r struct {
		Room struct {
			CreatedAt string `json:"created_at"`
		}
	}
	s.get("").into(t, &r)
	return r.Room.CreatedAt
}

func TestInvitesCanBeEndedAtAStart(t *testing.T) {
	folder := t.TempDir()
	first := start(t, func(c *room.Config) { c.Data = folder })
	seat := first.join("seat")
	old := first.rooms["main"].Invite
	first.close()
	second := start(t, func(c *room.Config) { c.Data, c.RevokeInvites = folder, true })
	second.call("POST", seat.path("/join"), old, `{"name":"late"}`).want(t, 410, "invite_revoked")
	second.join("late")
	seat.world = second
	seat.get("").want(t, 200, "") // seats stay
}

func TestSecondServerOnTheFolderIsRefused(t *testing.T) {
	folder := t.TempDir()
	start(t, func(c *room.Config) { c.Data = folder })
	_, err := room.Open(t.Context(), room.Config{Data: folder})
	if !errors.Is(err, engine.ErrLocked) || !strings.Contains(err.Error(), folder) {
		t.Fatalf("second server: %v", err)
	}
}

func TestAnotherEpochMeansFromTheStart(t *testing.T) {
	w := start(t)
	lead := w.join("lead")
	lead.stored("one")
	lead.stored("two")
	socket, _, err := w.dial("main", lead.token)
	if err != nil {
		t.Fatal(err)
	}
	socket.hello(1, "ep_another")
	if got, _ := socket.backlog(); fmt.Sprint(got) != "[1 2]" {
		t.Errorf("another epoch: %v", got)
	}
	beyond, _ := lead.open(99)
	if got, _ := beyond.backlog(); fmt.Sprint(got) != "[1 2]" {
		t.Errorf("beyond the end: %v", got)
	}
}

// TestLogThatWasPutBackIsAnotherHistory puts an older state of the log's folder back, as a restored
// backup or a damaged disk would.
func TestLogThatWasPutBackIsAnotherHistory(t *testing.T) {
	folder := t.TempDir()
	onDisk := func(c *room.Config) { c.Data = folder }
	w := start(t, fast, onDisk)
	lead := w.join("lead")
	for i := range 3 {
		lead.stored(fmt.Sprintf("kept %d", i))
	}
	_, before := lead.open(3)
	w.close()
	log, err := filepath.Glob(filepath.Join(folder, "jetstream", "jetstream", "*", "streams", "ROOM_main"))
	if err != nil || len(log) != 1 {
		t.Fatalf("the log's folder: %v, %v", log, err)
	}
	older := filepath.Join(t.TempDir(), "older")
	if err := os.CopyFS(older, os.DirFS(log[0])); err != nil {
		t.Fatal(err)
	}

	w = start(t, fast, onDisk)
	lead.world = w
	lead.stored("lost 1")
	lead.stored("lost 2")
	_, same := lead.open(5)
	if same.Epoch != before.Epoch {
		t.Fatalf("a restart changed the epoch from %s to %s", before.Epoch, same.Epoch)
	}
	w.close()
	if err := errors.Join(os.RemoveAll(log[0]), os.CopyFS(log[0], os.DirFS(older))); err != nil {
		t.Fatal(err)
	}

	for range 2 { // the second time is a restart like any other
		w = start(t, fast, onDisk)
		lead.world = w
		lead.stored(fmt.Sprintf("other %s", newUUID()))
		socket, _, err := w.dial("main", lead.token)
		if err != nil {
			t.Fatal(err)
		}
		after := socket.hello(3, before.Epoch)
		got, _ := socket.backlog()
		if after.Epoch == before.Epoch || got[0] != 1 || after.Epoch != before.Epoch+".1" {
			t.Errorf("epoch %s after %s, backlog %v: the messages after 3 are others than they were", after.Epoch, before.Epoch, got)
		}
		_ = socket.ws.Close()
		w.close()
	}
}

// acked is what a poster was told: by its own word, the sequence and the bytes.
type acked struct {
	sequence int64
	content  string
	repeat   bool
	at       time.Time
}

// poster posts numbered lines until told to stop, each until it is answered: across restarts, with
// the same key, so that it is stored once.
type poster struct {
	name, token string
	acks        []acked
	retries     int
}

// TestKilledServerLosesNothing kills a server again and again while ten seats post, and compares.
func TestKilledServerLosesNothing(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	p := startProcess(t, folder)
	first := &world{t: t, addr: p.Addr, rooms: map[string]room.RoomInfo{"main": {Room: "main", Invite: p.Invite}}}
	posters := make([]*poster, 10)
	for i := range posters {
		s := first.join(fmt.Sprintf("seat%d", i))
		posters[i] = &poster{name: s.name, token: s.token}
	}
	var where address
	where.set(p.Addr)
	ctx, stop := context.WithCancel(t.Context())
	answered := make(chan struct{}, 100_000)
	var group sync.WaitGroup
	for _, s := range posters {
		group.Go(func() { s.run(ctx, &where, answered) })
	}
	const rounds, each = 4, 60
	for range rounds {
		for range each {
			<-answered
		}
		p.kill(t)
		p = startProcess(t, folder)
		where.set(p.Addr)
	}
	stop()
	group.Wait()
	compare(t, &world{t: t, addr: p.Addr}, p.Observer, posters)
}

// address is where the servers of the room are now; who asks again gets the next one.
type address struct {
	mu    sync.Mutex
	addrs []string
	next  int
}

func (a *address) set(addrs ...string) { a.mu.Lock(); a.addrs = addrs; a.mu.Unlock() }

func (a *address) get() string {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.next++
	return a.addrs[a.next%len(a.addrs)]
}

func (s *poster) run(ctx context.Context, where *address, answered chan<- struct{}) {
	for n := 0; ctx.Err() == nil; n++ {
		content := fmt.Sprintf("%s says %d", s.name, n)
		if n%5 == 4 { // a repeat of the last one: its count must survive as well
			content = fmt.Sprintf("%s says %d", s.name, n-1)
		}
		key := newUUID()
		for {
			a, err := s.try(where.get(), key, content)
			if err == nil {
				s.acks = append(s.acks, a)
				answered <- struct{}{}
				break
			}
			s.retries++
			select {
			case <-ctx.Done():
				return // never answered: it may be there or not
			case <-time.After(10 * time.Millisecond):
			}
		}
	}
}

func (s *poster) try(addr, key, content string) (acked, error) {
	request, err := http.NewRequest("POST", "http://"+addr+"/api/v1/rooms/main/messages", strings.NewReader(`{"content":`+quote(content)+`}`))
	if err != nil {
		return acked{}, err
	}
	request.Header.Set("Authorization", "Bearer "+s.token)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Idempotency-Key", key)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return acked{}, err
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return acked{}, err
	}
	if response.StatusCode/100 != 2 {
		return acked{}, fmt.Errorf("%d: %s", response.StatusCode, body)
	}
	var p postedReply
	err = json.Unmarshal(body, &p)
	return acked{p.Message.Sequence, content, p.RepeatOf > 0, time.Now()}, err
}

// compare holds what the posters were told against what the room has, which it returns.
func compare(t *testing.T, w *world, observer string, posters []*poster) []message {
	t.Helper()
	var stored []message
	for after := 0; ; {
		r := w.call("GET", fmt.Sprintf("/api/v1/rooms/main/log?after=%d&limit=256", after), observer, "").want(t, 200, "")
		if len(r.body) == 0 {
			break
		}
		for _, line := range strings.Split(strings.TrimSuffix(string(r.body), "\n"), "\n") {
			var m message
			if err := json.Unmarshal([]byte(line), &m); err != nil {
				t.Fatal(err)
			}
			stored = append(stored, m)
			if after++; m.Sequence != int64(after) {
				t.Fatalf("sequence %d stands at %d", m.Sequence, after)
			}
		}
	}
	seen := map[string]int{}
	for _, m := range stored {
		seen[m.Content]++
		if seen[m.Content] > 1 {
			t.Errorf("stored twice: %s", m.Content)
		}
	}
	total, retries := 0, 0
	for _, s := range posters {
		last := int64(0)
		for _, a := range s.acks {
			total++
			if a.sequence < 1 || a.sequence > int64(len(stored)) || stored[a.sequence-1].Content != a.content {
				t.Errorf("%s was told that %q is #%d", s.name, a.content, a.sequence)
				continue
			}
			if a.sequence < last || (a.sequence == last) != a.repeat {
				t.Errorf("%s: #%d after #%d, repeat %t", s.name, a.sequence, last, a.repeat)
			}
			last = a.sequence
		}
		retries += s.retries
	}
	if total < 100 {
		t.Errorf("only %d posts were acknowledged", total)
	}
	t.Logf("%d acknowledged, %d stored, %d retries", total, len(stored), retries)
	counts(t, w, observer, posters)
	return stored
}

// counts holds the counts of repeats against what was acknowledged.
func counts(t *testing.T, w *world, observer string, posters []*poster) {
	t.Helper()
	want := map[int64]int{}
	for _, s := range posters {
		for _, a := range s.acks {
			if a.repeat {
				want[a.sequence] = 2
			}
		}
	}
	socket, _, err := w.dial("main", observer)
	if err != nil {
		t.Fatal(err)
	}
	socket.hello(0, "")
	got := map[int64]int{}
	for {
		f, err := socket.next()
		if err != nil {
			t.Fatal(err)
		}
		if f.Op == "repeat" {
			got[f.Sequence] = f.Count
		}
		if f.Op == "live" {
			break
		}
	}
	for sequence, count := range want {
		if got[sequence] != count {
			t.Errorf("#%d was posted %d times, the room says %d", sequence, count, got[sequence])
		}
	}
}

func TestTerminatedServerTellsItsClientsAndEnds(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	p := startProcess(t, folder)
	w := &world{t: t, addr: p.Addr, rooms: map[string]room.RoomInfo{"main": {Room: "main", Invite: p.Invite}}}
	seat := w.join("seat")
	socket, _ := seat.open(0)
	socket.backlog()
	waiting := make(chan reply, 1)
	go func() { waiting <- seat.get("/wait?timeout=25") }()
	seat.stored("before") // wakes the waiting one, which proves that it was there
	(<-waiting).want(t, 200, "")
	go func() { waiting <- seat.get("/wait?after=1&timeout=25") }()
	began := time.Now()
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if code, said := socket.closeCode(); code != 4503 || said != "service_unavailable" {
		t.Errorf("closed with %d, %s", code, said)
	}
	if err := p.cmd.Wait(); err != nil || p.stderr.Len() > 0 {
		t.Errorf("ended with %v, standard error %q", err, p.stderr)
	}
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("took %s to end", took)
	}
}
