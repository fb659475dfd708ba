package room_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"earshot/cmd/internal/room"
)

// The tests of this package see a server from outside: plain HTTP and websockets, JSON read into maps
// and structs of their own. They share no code with our client or its wire types.

// clock is the rooms' clock, moved by hand.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func newClock() *clock {
	return &clock{now: time.Date(2026, 9, 18, 8, 0, 0, 0, time.UTC)}
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// world is a running server and its clock.
type world struct {
	t      testing.TB
	clock  *clock
	server *room.Server
	rooms  map[string]room.RoomInfo
	addr   string
	stop   context.CancelFunc
	served chan error
}

func start(t testing.TB, change ...func(*room.Config)) *world {
	t.Helper()
	w := &world{t: t, clock: newClock(), rooms: make(map[string]room.RoomInfo), served: make(chan error, 1)}
	config := room.Config{Now: w.clock.Now}
	for _, c := range change {
		c(&config)
	}
	server, err := room.Open(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	w.server = server
	for _, info := range server.Rooms() {
		w.rooms[info.Room] = info
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w.addr = listener.Addr().String()
	ctx, cancel := context.WithCancel(context.Background())
	w.stop = cancel
	go func() { w.served <- server.Serve(ctx, listener) }()
	t.Cleanup(w.close)
	return w
}

// close ends the server as a signal would.
func (w *world) close() {
	if w.stop == nil {
		return
	}
	w.stop()
	w.stop = nil
	if err := <-w.served; err != nil {
		w.t.Errorf("serve: %v", err)
	}
	if err := w.server.Close(); err != nil {
		w.t.Errorf("close: %v", err)
	}
}

// reply is an HTTP answer.
type reply struct {
	status int
	header http.Header
	body   []byte
}

func (r reply) code() string {
	var e struct {
		Error struct {
			Code, Message, RequestID string
		}
	}
	_ = json.Unmarshal(r.body, &e)
	return e.Error.Code
}

func (r reply) into(t testing.TB, v any) {
	t.Helper()
	if err := json.Unmarshal(r.body, v); err != nil {
		t.Fatalf("answer is no JSON: %v\n%s", err, r.body)
	}
}

// want stops the test unless the answer has this status and, where given, this error code.
func (r reply) want(t testing.TB, status int, code string) reply {
	t.Helper()
	if r.status != status || (code != "" && r.code() != code) {
		t.Fatalf("answer %d %s, want %d %s\n%s", r.status, r.code(), status, code, r.body)
	}
	return r
}

// call makes one request. Headers come in pairs.
func (w *world) call(method, path, token, body string, headers ...string) reply {
	w.t.Helper()
	request, err := http.NewRequestWithContext(w.t.Context(), method, "http://"+w.addr+path, strings.NewReader(body))
	if err != nil {
		w.t.Fatal(err)
	}
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	if body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		w.t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	data, err := io.ReadAll(response.Body)
	if err != nil {
		w.t.Fatal(err)
	}
	return reply{response.StatusCode, response.Header, data}
}

// sitter is somebody with a seat.
type sitter struct {
	*world
	room, name, id, token string
}

func (w *world) join(name string) *sitter {
	w.t.Helper()
	return w.joinWith("main", name, w.rooms["main"].Invite)
}

func (w *world) joinWith(roomName, name, invite string) *sitter {
	w.t.Helper()
	r := w.call("POST", "/api/v1/rooms/"+roomName+"/join", invite, fmt.Sprintf(`{"name":%q}`, name)).want(w.t, 200, "")
	var got struct {
		Token      string `json:"member_token"`
		Name       string
		Membership struct {
			MemberID string `json:"member_id"`
		}
	}
	r.into(w.t, &got)
	return &sitter{w, roomName, got.Name, got.Membership.MemberID, got.Token}
}

func (s *sitter) path(rest string) string { return "/api/v1/rooms/" + s.room + rest }

func (s *sitter) get(rest string) reply {
	s.t.Helper()
	return s.call("GET", s.path(rest), s.token, "")
}

// message is a message as the room sends it.
type message struct {
	Sequence int64
	ID       string
	RoomID   string `json:"room_id"`
	Sender   struct {
		MemberID   string `json:"member_id"`
		Kind, Name string
	}
	Type      string
	Content   string
	ReplyTo   *string `json:"reply_to_message_id"`
	CreatedAt string  `json:"created_at"`
}

// postedReply is the answer to a post.
type postedReply struct {
	Message     message
	RepeatOf    int64 `json:"repeat_of"`
	Count       int
	Diagnostics []struct {
		Code, Severity string
		Line, Column   int
		Fix            *struct {
			Title string
			Safe  bool
		}
	}
	Owed []struct {
		Sequence int64
		Line     int
		Text     string
		From     string
		Due      string
	}
	Name string
}

func quote(s string) string { b, _ := json.Marshal(s); return string(b) }

func (s *sitter) post(content string, headers ...string) reply {
	s.t.Helper()
	return s.call("POST", s.path("/messages"), s.token, `{"content":`+quote(content)+`}`, headers...)
}

func (s *sitter) reply(sequence int64, content string) reply {
	s.t.Helper()
	return s.call("POST", s.path("/messages"), s.token, fmt.Sprintf(`{"content":%s,"reply_to_sequence":%d}`, quote(content), sequence))
}

// stored posts and returns what was stored.
func (s *sitter) stored(content string) postedReply {
	s.t.Helper()
	var p postedReply
	s.post(content).want(s.t, 201, "").into(s.t, &p)
	return p
}

// list is a page of messages.
type list struct {
	Items      []message
	NextCursor *string `json:"next_cursor"`
	HasMore    bool    `json:"has_more"`
	LeftOut    int     `json:"left_out"`
	Name       string
}

func (s *sitter) list(query string) list {
	s.t.Helper()
	var l list
	s.get("/messages"+query).want(s.t, 200, "").into(s.t, &l)
	return l
}

// wait is how long a test waits for something that has to come.
const wait = time.Minute

// socket is a websocket from outside.
type socket struct {
	t  testing.TB
	ws *websocket.Conn
}

// frame is any frame of the server.
type frame struct {
	Op           string
	ID           string
	Epoch        string
	Protocol     int
	You          *struct{ Name, Role, Presence string }
	Seats        []seatFrame
	LastSequence int64  `json:"last_sequence"`
	ServerTime   string `json:"server_time"`
	Messages     []message
	Page         bool
	Sequence     int64
	MessageID    string `json:"message_id"`
	RepeatOf     int64  `json:"repeat_of"`
	Seat         string
	Count        int
	Line         int
	Reference    string
	Result       string
	Detail       string
	Error        struct{ Code, Message string }
	raw          []byte
}

type seatFrame struct {
	MemberID, Name, Role, Presence string
	Fetched                        int64
}

func (w *world) dial(roomName, token string, headers ...string) (*socket, *http.Response, error) {
	header := http.Header{}
	if token != "" {
		header.Set("Authorization", "Bearer "+token)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		header.Set(headers[i], headers[i+1])
	}
	dialer := websocket.Dialer{HandshakeTimeout: wait}
	ws, response, err := dialer.DialContext(w.t.Context(), "ws://"+w.addr+"/rooms/"+roomName, header)
	if err != nil {
		return nil, response, err
	}
	w.t.Cleanup(func() { _ = ws.Close() })
	return &socket{w.t, ws}, response, nil
}

// open dials and says hello.
func (s *sitter) open(after int64) (*socket, frame) {
	s.t.Helper()
	socket, _, err := s.dial(s.room, s.token)
	if err != nil {
		s.t.Fatal(err)
	}
	return socket, socket.hello(after, "")
}

func (s *socket) hello(after int64, epoch string) frame {
	s.t.Helper()
	s.send(fmt.Sprintf(`{"op":"hello","protocol":1,"after":%d,"epoch":%q}`, after, epoch))
	return s.expect("welcome")
}

func (s *socket) send(text string) {
	s.t.Helper()
	if err := s.ws.WriteMessage(websocket.TextMessage, []byte(text)); err != nil {
		s.t.Fatal(err)
	}
}

func (s *socket) next() (frame, error) {
	if err := s.ws.SetReadDeadline(time.Now().Add(wait)); err != nil {
		return frame{}, err
	}
	_, data, err := s.ws.ReadMessage()
	if err != nil {
		return frame{}, err
	}
	f := frame{raw: data}
	return f, json.Unmarshal(data, &f)
}

// expect reads until a frame of the operation comes and returns it.
func (s *socket) expect(op string) frame {
	s.t.Helper()
	return s.until(op, func(frame) bool { return true })
}

func (s *socket) until(op string, right func(frame) bool) frame {
	s.t.Helper()
	for {
		f, err := s.next()
		if err != nil {
			s.t.Fatalf("while waiting for %s: %v", op, err)
		}
		if f.Op == op && right(f) {
			return f
		}
	}
}

// closeCode reads to the end and returns the close code, and the error frame's code on the way.
func (s *socket) closeCode() (code int, said string) {
	s.t.Helper()
	for {
		f, err := s.next()
		if err == nil {
			if f.Op == "error" {
				said = f.Error.Code
			}
			continue
		}
		closed, ok := err.(*websocket.CloseError)
		if !ok {
			s.t.Fatalf("connection ended without a close code: %v", err)
		}
		return closed.Code, said
	}
}

// backlog reads messages until the room is live and returns the raw message objects.
func (s *socket) backlog() (sequences []int64, raw [][]byte) {
	s.t.Helper()
	for {
		f, err := s.next()
		if err != nil {
			s.t.Fatalf("in the backlog: %v", err)
		}
		switch f.Op {
		case "messages":
			for _, m := range f.Messages {
				sequences = append(sequences, m.Sequence)
			}
			raw = append(raw, rawMessages(s.t, f.raw)...)
		case "live":
			return sequences, raw
		}
	}
}

func rawMessages(t testing.TB, data []byte) [][]byte {
	t.Helper()
	var f struct{ Messages []json.RawMessage }
	if err := json.Unmarshal(data, &f); err != nil {
		t.Fatal(err)
	}
	list := make([][]byte, len(f.Messages))
	for i, m := range f.Messages {
		list[i] = bytes.Clone(m)
	}
	return list
}

var uuids struct {
	sync.Mutex
	n int
}

// newUUID makes a version 4 UUID that no other call made.
func newUUID() string {
	uuids.Lock()
	defer uuids.Unlock()
	uuids.n++
	return fmt.Sprintf("00000000-0000-4000-8000-%012d", uuids.n)
}
