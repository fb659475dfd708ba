package room_test

import (
	"bufio"
	"bytes"
	"compress/flate"
	"encoding/binary"
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

func twoRooms(c *room.Config) { c.Rooms = []string{"main", "other"} }

func TestTokensOpenWhatTheyAreForAndNothingElse(t *testing.T) {
	w := start(t, twoRooms, fast)
	seat := w.join("seat")
	elsewhere := w.joinWith("other", "elsewhere", w.rooms["other"].Invite)
	info := w.rooms["main"]
	tests := []struct {
		name, method, path, token, body string
		status                          int
		code                            string
	}{
		{"read without a token", "GET", "/api/v1/rooms/main/messages", "", "", 401, "authentication_required"},
		{"read with a made up token", "GET", "/api/v1/rooms/main/messages", "sni_" + strings.Repeat("A", 43), "", 401, "invalid_credentials"},
		{"read with half a token", "GET", "/api/v1/rooms/main/messages", seat.token[:20], "", 401, "invalid_credentials"},
		{"read with an invite", "GET", "/api/v1/rooms/main/messages", info.Invite, "", 403, "credential_class_forbidden"},
		{"post with an invite", "POST", "/api/v1/rooms/main/messages", info.Invite, `{"content":"x"}`, 403, "credential_class_forbidden"},
		{"post as an observer", "POST", "/api/v1/rooms/main/messages", info.Observer, `{"content":"x"}`, 403, "credential_class_forbidden"},
		{"post as the operator", "POST", "/api/v1/rooms/main/messages", info.Operator, `{"content":"x"}`, 403, "credential_class_forbidden"},
		{"join with a seat's token", "POST", "/api/v1/rooms/main/join", seat.token, `{"name":"second"}`, 403, "credential_class_forbidden"},
		{"join as an observer", "POST", "/api/v1/rooms/main/join", info.Observer, `{"name":"second"}`, 403, "credential_class_forbidden"},
		{"join with another room's invite", "POST", "/api/v1/rooms/other/join", info.Invite, `{"name":"second"}`, 403, "room_membership_required"},
		{"read another room", "GET", "/api/v1/rooms/other/messages", seat.token, "", 403, "room_membership_required"},
		{"post into another room", "POST", "/api/v1/rooms/main/messages", elsewhere.token, `{"content":"x"}`, 403, "room_membership_required"},
		{"a room that is not there", "GET", "/api/v1/rooms/nowhere/messages", seat.token, "", 404, "room_not_found"},
		{"the same without a token", "GET", "/api/v1/rooms/nowhere/messages", "", "", 401, "authentication_required"},
		{"the same with a bad one", "GET", "/api/v1/rooms/nowhere/messages", "sni_x", "", 401, "invalid_credentials"},
		{"observer reads", "GET", "/api/v1/rooms/main/log", info.Observer, "", 200, ""},
		{"operator reads", "GET", "/api/v1/rooms/main/log", info.Operator, "", 200, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w.call(tt.method, tt.path, tt.token, tt.body).want(t, tt.status, tt.code)
		})
	}
	if l := seat.list(""); len(l.Items) != 0 {
		t.Errorf("something was stored: %v", l.Items)
	}
}

func TestNobodyPostsAsAnotherSeat(t *testing.T) {
	w := start(t, fast)
	victim, thief := w.join("victim"), w.join("thief")
	for _, body := range []string{
		`{"content":"forged","sender":{"member_id":"` + victim.id + `","name":"victim"}}`,
		`{"content":"forged","sender_instance_id":"` + victim.id + `"}`,
		`{"content":"forged","created_at":"2020-01-01T00:00:00Z"}`,
		`{"content":"forged","id":"msg_mine"}`,
		`{"content":"forged","sequence":7}`,
		`{"content":"forged","type":"system"}`,
	} {
		w.call("POST", thief.path("/messages"), thief.token, body).want(t, 422, "validation_failed")
	}
	for _, header := range []string{"Nats-Subject", "X-Member-Id", "Earshot-Seat", "Nats-Msg-Id"} {
		thief.post("with "+header, header, victim.id).want(t, 201, "")
	}
	socket, _ := thief.open(0)
	socket.send(fmt.Sprintf(`{"op":"post","id":%q,"content":"with fields","sender":{"member_id":%q},"sequence":9,"created_at":"2020-01-01T00:00:00Z","member_id":%q}`, newUUID(), victim.id, victim.id))
	socket.expect("posted")
	// A body that tries to end its JSON early is text like any other.
	thief.stored(`","sender":{"member_id":"` + victim.id + `","kind":"instance","name":"victim"},"x":"`)
	for _, m := range thief.list("").Items {
		if m.Sender.MemberID != thief.id || m.Sender.Name != "thief" || m.CreatedAt != "2026-09-18T08:00:00.000Z" || m.Type != "message" {
			t.Errorf("stored %+v", m)
		}
	}
}

func TestSeatNames(t *testing.T) {
	w := start(t, fast)
	w.join("Yu")
	invite := w.rooms["main"].Invite
	for name, code := range map[string]string{
		"yu": "name_taken", "YU": "name_taken", "ｙｕ": "name_taken",
		"": "validation_failed", "all": "validation_failed", "To": "validation_failed", "ALL": "validation_failed", "The-Operator": "validation_failed",
		"a b": "validation_failed", "a,b": "validation_failed", "n=1": "validation_failed", "a\tb": "validation_failed", "a\u00a0b": "validation_failed",
		"a\x00": "validation_failed", "a\u202eb": "validation_failed", "a\u200bb": "validation_failed", "a\x1b[31m": "validation_failed", "a\nb": "validation_failed",
		strings.Repeat("x", 49): "validation_failed",
	} {
		r := w.call("POST", "/api/v1/rooms/main/join", invite, `{"name":`+quote(name)+`}`)
		if r.code() != code {
			t.Errorf("%q: %d %s, want %s", name, r.status, r.code(), code)
		}
	}
	for _, name := range []string{strings.Repeat("x", 48), "réviseur", "审查", "worker-2", "a.b:c"} {
		w.join(name)
	}
	w.call("POST", "/api/v1/rooms/main/join", invite, `{"name":"role","role":"person"}`).want(t, 422, "validation_failed")
	w.call("POST", "/api/v1/rooms/main/join", invite, `{}`).want(t, 422, "validation_failed")
	w.call("POST", "/api/v1/rooms/main/join", invite, `{"name":"full","runtime":{"kind":"codex"},"reach":"private"}`).want(t, 200, "")
}

func TestBodiesThatAreRefused(t *testing.T) {
	w := start(t, fast)
	seat := w.join("seat")
	path := seat.path("/messages")
	long := strings.Repeat("é", 16_384)
	tests := []struct {
		name, body string
		status     int
		code       string
	}{
		{"no JSON", `content=x`, 400, "invalid_json"}, {"a list", `[]`, 400, "invalid_json"}, {"nothing but space", ` `, 400, "invalid_json"},
		{"two objects", `{"content":"a"}{"content":"b"}`, 400, "invalid_json"}, {"deep", strings.Repeat("[", 20_000), 400, "invalid_json"},
		{"invalid UTF-8", "{\"content\":\"a\xffb\"}", 400, "invalid_json"},
		{"no content", `{}`, 422, "validation_failed"}, {"null", `{"content":null}`, 422, "validation_failed"}, {"a number", `{"content":1}`, 422, "validation_failed"},
		{"blank", `{"content":" \n\t\u2003"}`, 422, "validation_failed"}, {"one byte too long", `{"content":` + quote(long+"x") + `}`, 422, "validation_failed"},
		{"unknown reply", `{"content":"x","reply_to_message_id":"msg_none"}`, 422, "reply_target_invalid"}, {"reply beyond", `{"content":"x","reply_to_sequence":9}`, 422, "reply_target_invalid"},
		{"reply below", `{"content":"x","reply_to_sequence":-1}`, 422, "reply_target_invalid"}, {"over the body limit", `{"content":"` + strings.Repeat("x", 256<<10) + `"}`, 413, "request_too_large"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { w.call("POST", path, seat.token, tt.body).want(t, tt.status, tt.code) })
	}
	w.call("POST", path, seat.token, `{"content":"x"}`, "Content-Type", "text/plain").want(t, 415, "unsupported_media_type")
	w.call("POST", path, seat.token, `{"content":"x"}`, "Content-Type", "application/json; charset=utf-8").want(t, 201, "")
	w.call("POST", path, seat.token, `{"content":`+quote(long)+`}`).want(t, 201, "")
	// The largest body in its longest form: every byte escaped sixfold.
	escaped := strings.Repeat(`\u0001`, wireMaxContent)
	r := w.call("POST", path, seat.token, `{"content":"`+escaped+`"}`).want(t, 201, "")
	var p postedReply
	if r.into(t, &p); p.Message.Content != strings.Repeat("\x01", wireMaxContent) {
		t.Errorf("came back with %d bytes", len(p.Message.Content))
	}
	socket, _ := seat.open(0)
	if got, _ := socket.backlog(); len(got) != 3 {
		t.Errorf("backlog %v", got)
	}
}

const wireMaxContent = 32_768

func TestPathTricks(t *testing.T) {
	w := start(t, twoRooms)
	seat := w.join("seat")
	for _, path := range []string{
		"/", "/api", "/api/v2", "/rooms", "/rooms/", "/rooms/main/extra", "/rooms/main%2f..%2fother", "/rooms/../rooms/main", "/rooms//main",
		"/api/v1/rooms/main/../other/messages", "/api/v1/rooms/main//messages", "/api/v1//rooms/main/messages", "/api/v1/rooms/main%2Fmessages", "/api/v1/rooms/m%61in/messages",
		"/api/v1/rooms/main/messages/x", "/api/v1/rooms/main/messages//", "/api/v1/rooms/main/nothing", "/api/v1/rooms/main;x/messages", "/api/v1/rooms/MAIN/messages",
		"/api/v1/rooms/.../messages", "/api/v1/rooms/%00/messages", "/api/v1/rooms/", "/api/v1/rooms", "/static/../../etc/passwd",
	} {
		status, body := rawRequest(t, w.addr, "GET "+path+" HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer "+seat.token+"\r\nConnection: close\r\n\r\n")
		if status != 404 || !strings.Contains(body, "_not_found") {
			t.Errorf("%s: %d %s", path, status, body)
		}
	}
	for _, path := range []string{"/api/v1/", "/api/v1/rooms/main/", "/api/v1/rooms/main/messages/"} {
		if r := w.call("GET", path, seat.token, ""); r.status != 200 {
			t.Errorf("%s: %d; one trailing slash is passed over", path, r.status)
		}
	}
	for _, r := range []reply{seat.call("DELETE", seat.path("/messages"), seat.token, ""), seat.call("PUT", seat.path(""), seat.token, ""), seat.call("POST", "/api/v1", "", "{}"), seat.call("POST", "/rooms/main", seat.token, "{}")} {
		r.want(t, 405, "method_not_allowed")
		if r.header.Get("Allow") == "" {
			t.Error("405 without Allow")
		}
	}
	seat.call("GET", "/rooms/main", seat.token, "").want(t, 426, "upgrade_required")
}

// rawRequest sends bytes as they are and returns the status and the body.
func rawRequest(t *testing.T, addr, request string) (int, string) {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	if _, err := io.WriteString(conn, request); err != nil {
		t.Fatal(err)
	}
	_ = conn.SetReadDeadline(time.Now().Add(wait))
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	body, _ := io.ReadAll(response.Body)
	return response.StatusCode, string(body)
}

func TestBadTokensAreSlowedDownAndGoodOnesNever(t *testing.T) {
	w := start(t)
	seat := w.join("seat")
	for i := range 20 {
		w.call("GET", seat.path(""), fmt.Sprintf("sni_%d", i), "").want(t, 401, "invalid_credentials")
	}
	limited := w.call("GET", seat.path(""), "sni_x", "").want(t, 429, "rate_limited")
	if limited.header.Get("Retry-After") == "" {
		t.Error("429 without Retry-After")
	}
	seat.get("").want(t, 200, "")
	if socket, _ := seat.open(0); socket == nil {
		t.Fatal("a good token was refused for others' failures")
	}
	if _, response, err := w.dial("main", "sni_y"); err == nil || response.StatusCode != 429 {
		t.Errorf("upgrade with a bad token: %v, %v", response, err)
	}
	w.clock.advance(61 * time.Second)
	w.call("GET", seat.path(""), "sni_z", "").want(t, 401, "invalid_credentials")
}

func TestUpgradesThatAreRefused(t *testing.T) {
	w := start(t, twoRooms, func(c *room.Config) { c.Origins = []string{"https://rooms.example"} })
	seat := w.join("seat")
	tests := []struct {
		name, room, token string
		header            []string
		status            int
	}{
		{"bad token", "main", "sni_bad", nil, 401},
		{"invite", "main", w.rooms["main"].Invite, nil, 403},
		{"another room's token", "other", seat.token, nil, 403},
		{"no such room", "nowhere", seat.token, nil, 404},
		{"foreign page", "main", seat.token, []string{"Origin", "https://evil.example"}, 403},
		{"page without a host", "main", seat.token, []string{"Origin", "null"}, 403},
		{"page of a like host", "main", seat.token, []string{"Origin", "http://" + w.addr + ".evil.example"}, 403},
		{"own page", "main", seat.token, []string{"Origin", "http://" + w.addr}, 101},
		{"allowed page", "main", seat.token, []string{"Origin", "https://rooms.example"}, 101},
		{"no page", "main", seat.token, nil, 101},
		{"no credential yet", "main", "", nil, 101},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, response, err := w.dial(tt.room, tt.token, tt.header...)
			if response == nil || response.StatusCode != tt.status {
				t.Fatalf("%v, %v; want %d", response, err, tt.status)
			}
		})
	}
}

func TestHellosThatAreRefused(t *testing.T) {
	w := start(t, twoRooms)
	seat := w.join("seat")
	tests := []struct {
		name, room, token, frame string
		code                     int
	}{
		{"no JSON", "main", seat.token, `hello`, 4400},
		{"a list", "main", seat.token, `[1]`, 4400},
		{"another op first", "main", seat.token, `{"op":"have","sequence":1}`, 4400},
		{"unknown op first", "main", seat.token, `{"op":"knock"}`, 4400},
		{"another protocol", "main", seat.token, `{"op":"hello","protocol":2,"after":0}`, 4400},
		{"no protocol", "main", seat.token, `{"op":"hello"}`, 4400},
		{"negative after", "main", seat.token, `{"op":"hello","protocol":1,"after":-1}`, 4400},
		{"after is text", "main", seat.token, `{"op":"hello","protocol":1,"after":"1"}`, 4400},
		{"without a credential", "main", "", `{"op":"hello","protocol":1,"after":0}`, 4401},
		{"bad token", "main", "", `{"op":"hello","protocol":1,"after":0,"token":"sni_bad"}`, 4401},
		{"invite", "main", "", `{"op":"hello","protocol":1,"after":0,"token":"` + w.rooms["main"].Invite + `"}`, 4403},
		{"another room's token", "other", "", `{"op":"hello","protocol":1,"after":0,"token":"` + seat.token + `"}`, 4403},
		{"no such room", "nowhere", "", `{"op":"hello","protocol":1,"after":0,"token":"` + seat.token + `"}`, 4404},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			socket, _, err := w.dial(tt.room, tt.token)
			if err != nil {
				t.Fatal(err)
			}
			socket.t = t
			socket.send(tt.frame)
			if code, said := socket.closeCode(); code != tt.code || said == "" {
				t.Errorf("closed with %d after error %q, want %d", code, said, tt.code)
			}
		})
	}
	socket, _, err := w.dial("main", "")
	if err != nil {
		t.Fatal(err)
	}
	socket.send(`{"op":"hello","protocol":1,"after":0,"token":"` + seat.token + `"}`)
	if f := socket.expect("welcome"); f.You == nil || f.You.Name != "seat" {
		t.Errorf("token in the hello: %s", f.raw)
	}
}

func TestSlowHelloIsCutOff(t *testing.T) {
	t.Parallel() // waits for the real four seconds
	w := start(t)
	seat := w.join("seat")
	began := time.Now()
	var group sync.WaitGroup
	for name, token := range map[string]string{"with a credential": seat.token, "without": ""} {
		socket, _, err := w.dial("main", token)
		if err != nil {
			t.Fatal(err)
		}
		if name == "without" { // a trickle is no hello either
			if _, err := socket.ws.NetConn().Write([]byte{0x81}); err != nil {
				t.Fatal(err)
			}
		}
		group.Go(func() {
			if code, said := socket.closeCode(); code != 4400 || said != "invalid_request" {
				t.Errorf("%s: closed with %d, %s", name, code, said)
			}
		})
	}
	group.Wait()
	if waited := time.Since(began); waited < 3*time.Second || waited > wait {
		t.Errorf("cut off after %s", waited)
	}
}

func TestSlowRequestIsCutOff(t *testing.T) {
	t.Parallel() // waits for the real five seconds
	w := start(t)
	conn, err := net.Dial("tcp", w.addr)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	if _, err := io.WriteString(conn, "GET /rooms/main HTTP/1.1\r\nHost: x\r\nUpgrade: webso"); err != nil {
		t.Fatal(err)
	}
	_ = conn.SetReadDeadline(time.Now().Add(wait))
	if _, err := io.ReadAll(conn); err != nil {
		t.Errorf("half an upgrade was not cut off: %v", err)
	}
	status, _ := rawRequest(t, w.addr, "GET /api/v1 HTTP/1.1\r\nHost: x\r\nX-Long: "+strings.Repeat("x", 64<<10)+"\r\n\r\n")
	if status != 431 {
		t.Errorf("64 KiB of header: %d", status)
	}
}

// TestSlowBodyIsCutOff sends a body of which the end never comes.
func TestSlowBodyIsCutOff(t *testing.T) {
	t.Parallel() // waits for the real ten seconds
	w := start(t)
	seat := w.join("seat")
	status, body := rawRequest(t, w.addr, "POST "+seat.path("/messages")+" HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAuthorization: Bearer "+seat.token+
		"\r\nContent-Length: 100\r\n\r\n{\"content\":\"half of it")
	if status != 400 || !strings.Contains(body, "invalid_request") {
		t.Errorf("half a body: %d %s", status, body)
	}
	if l := seat.list(""); len(l.Items) != 0 {
		t.Errorf("stored: %v", l.Items)
	}
}

func TestFramesThatEndTheConnection(t *testing.T) {
	w := start(t, fast)
	seat := w.join("seat")
	tests := []struct {
		name string
		send func(*testing.T, *socket)
		code int
	}{
		{"over 1 MiB", func(t *testing.T, s *socket) {
			_ = s.ws.WriteMessage(websocket.TextMessage, bytes.Repeat([]byte(" "), 3<<20))
		}, 1009},
		{"over 1 MiB in pieces", func(t *testing.T, s *socket) {
			out, err := s.ws.NextWriter(websocket.TextMessage)
			for range 40 {
				if err == nil {
					_, err = out.Write(bytes.Repeat([]byte(" "), 64<<10))
				}
			}
			if err == nil {
				_ = out.Close()
			}
		}, 1009},
		{"no object", func(t *testing.T, s *socket) { s.send(`"text"`) }, 4400},
		{"broken JSON", func(t *testing.T, s *socket) { s.send(`{"op":"post"`) }, 4400},
		{"binary", func(t *testing.T, s *socket) {
			_ = s.ws.WriteMessage(websocket.BinaryMessage, []byte(`{"op":"have","sequence":1}`))
		}, 4400},
		{"fields of another kind", func(t *testing.T, s *socket) { s.send(`{"op":"post","id":1,"content":[]}`) }, 4400},
		{"invalid UTF-8", func(t *testing.T, s *socket) {
			_ = s.ws.WriteMessage(websocket.TextMessage, []byte("{\"op\":\"post\",\"id\":\""+newUUID()+"\",\"content\":\"a\xffb\"}"))
		}, 4400},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			socket, _ := seat.open(0)
			socket.t = t
			socket.backlog()
			go tt.send(t, socket)
			if code, _ := socket.closeCode(); code != tt.code {
				t.Errorf("closed with %d, want %d", code, tt.code)
			}
		})
	}
}

// TestPackedFrameMayNotUnpackWithoutBound sends a frame of a few KiB that unpacks to 8 MiB.
func TestPackedFrameMayNotUnpackWithoutBound(t *testing.T) {
	w := start(t)
	seat := w.join("seat")
	conn, err := net.Dial("tcp", w.addr)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	_, err = io.WriteString(conn, "GET /rooms/main HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"+
		"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Extensions: permessage-deflate\r\nAuthorization: Bearer "+seat.token+"\r\n\r\n")
	if err != nil {
		t.Fatal(err)
	}
	_ = conn.SetDeadline(time.Now().Add(wait))
	r := bufio.NewReader(conn)
	response, err := http.ReadResponse(r, nil)
	if err != nil || response.StatusCode != 101 || !strings.Contains(response.Header.Get("Sec-WebSocket-Extensions"), "permessage-deflate") {
		t.Fatalf("%v, %v", response, err)
	}
	writeFrame(t, conn, 0x81, []byte(`{"op":"hello","protocol":1,"after":0}`))
	var packed bytes.Buffer
	f, err := flate.NewWriter(&packed, 9)
	if err != nil {
		t.Fatal(err)
	}
	zeros := bytes.Repeat([]byte(" "), 1<<20)
	for range 8 {
		if _, err := f.Write(zeros); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Flush(); err != nil {
		t.Fatal(err)
	}
	writeFrame(t, conn, 0xC1, bytes.TrimSuffix(packed.Bytes(), []byte{0, 0, 0xff, 0xff}))
	for {
		opcode, payload := readFrame(t, r)
		if opcode == 8 {
			if code := binary.BigEndian.Uint16(payload); code != 1009 {
				t.Errorf("closed with %d, want 1009", code)
			}
			return
		}
	}
}

// writeFrame writes one masked frame with the mask 0, and readFrame reads one: the least that a
// websocket needs, so that a frame can be wrong in any way.
func writeFrame(t *testing.T, w io.Writer, head byte, payload []byte) {
	t.Helper()
	b := []byte{head}
	switch {
	case len(payload) < 126:
		b = append(b, 0x80|byte(len(payload)))
	case len(payload) < 1<<16:
		b = binary.BigEndian.AppendUint16(append(b, 0x80|126), uint16(len(payload)))
	default:
		b = binary.BigEndian.AppendUint64(append(b, 0x80|127), uint64(len(payload)))
	}
	if _, err := w.Write(append(append(b, 0, 0, 0, 0), payload...)); err != nil {
		t.Fatal(err)
	}
}

func readFrame(t *testing.T, r *bufio.Reader) (opcode byte, payload []byte) {
	t.Helper()
	head := make([]byte, 2)
	_, err := io.ReadFull(r, head)
	length := uint64(head[1] & 0x7f)
	if err == nil && length >= 126 {
		wide := make([]byte, map[uint64]int{126: 2, 127: 8}[length])
		_, err = io.ReadFull(r, wide)
		length = 0
		for _, b := range wide {
			length = length<<8 | uint64(b)
		}
	}
	if err == nil {
		payload = make([]byte, length)
		_, err = io.ReadFull(r, payload)
	}
	if err != nil {
		t.Fatal(err)
	}
	return head[0] & 0x0f, payload
}

func TestUnknownOpsAreIgnored(t *testing.T) {
	w := start(t)
	seat := w.join("seat")
	socket, _ := seat.open(0)
	for _, f := range []string{`{"op":"dance"}`, `{}`, `{"op":null}`, `{"op":"welcome"}`, `{"op":"hello","protocol":1,"after":0}`, `{"op":"live","x":{"y":[1]}}`} {
		socket.send(f)
	}
	socket.send(fmt.Sprintf(`{"op":"post","id":%q,"content":"still here","later":true}`, newUUID()))
	socket.expect("posted")
	socket.send(`{"op":"post","content":"without an id"}`)
	if f := socket.expect("refused"); f.Error.Code != "missing_idempotency_key" {
		t.Errorf("post without an id: %s", f.raw)
	}
}

func TestFloodIsSlowedNotStored(t *testing.T) {
	w := start(t)
	seat, other := w.join("flood"), w.join("other")
	socket, _ := seat.open(0)
	socket.backlog()
	go func() {
		for i := range 2000 {
			if err := socket.ws.WriteMessage(websocket.TextMessage, fmt.Appendf(nil, `{"op":"post","id":%q,"content":"flood %d"}`, newUUID(), i)); err != nil {
				return
			}
		}
	}()
	refused := 0
	for refused < 1990 {
		if f := socket.expect("refused"); f.Error.Code != "rate_limited" {
			t.Fatalf("refused with %s", f.raw)
		}
		refused++
	}
	if l := other.list("?limit=100"); len(l.Items) != 10 {
		t.Errorf("%d messages stored", len(l.Items))
	}
	other.stored("others are served")
}

func TestSeatCannotOpenConnectionsWithoutBound(t *testing.T) {
	t.Parallel()
	w := start(t)
	seat := w.join("seat")
	for range 64 {
		seat.open(0)
	}
	socket, _, err := w.dial("main", seat.token)
	if err != nil {
		t.Fatal(err)
	}
	socket.send(`{"op":"hello","protocol":1,"after":0}`)
	if code, said := socket.closeCode(); code != 4429 || said != "rate_limited" {
		t.Errorf("closed with %d, %s", code, said)
	}
	w.join("other").open(0)

	// Requests that wait are bounded as well, and leave nothing behind.
	patient := w.join("patient")
	var group sync.WaitGroup
	for range 40 {
		group.Go(func() { patient.get("/wait?timeout=25") })
	}
	for deadline := time.Now().Add(wait); ; {
		r := patient.get("/wait?timeout=0")
		if r.status == 429 {
			r.want(t, 429, "rate_limited")
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("forty requests of one seat wait and the next is taken")
		}
	}
	w.join("waker").stored("good morning")
	group.Wait()
	patient.get("/wait?timeout=0").want(t, 200, "")
}

// TestSlowReaderSlowsOnlyItself has one client that reads nothing while others go on, beyond what can
// lie in its sockets.
func TestSlowReaderSlowsOnlyItself(t *testing.T) {
	t.Parallel()
	w := start(t, fast)
	lead, yu := w.join("lead"), w.join("yu")
	stuck, _ := lead.open(0)
	if err := stuck.ws.NetConn().(*net.TCPConn).SetReadBuffer(64 << 10); err != nil {
		t.Fatal(err)
	}
	quick, _ := yu.open(0)
	quick.backlog()
	body := strings.Repeat("z", 30_000)
	const n = 150
	go func() {
		for i := range n {
			lead.post(fmt.Sprintf("%d %s", i, body))
		}
	}()
	readInOrder(t, quick, n) // would wait for ever, were it to wait for the other
	readInOrder(t, stuck, n) // when it reads at last, it gets everything as well
}

func readInOrder(t *testing.T, s *socket, to int64) {
	t.Helper()
	for next := int64(1); next <= to; {
		for _, m := range s.expect("messages").Messages {
			if m.Sequence != next {
				t.Fatalf("got %d, want %d", m.Sequence, next)
			}
			next++
		}
	}
}

func TestManyRoomsAreSeparate(t *testing.T) {
	names := make([]string, 40)
	for i := range names {
		names[i] = fmt.Sprintf("room-%d", i)
	}
	w := start(t, func(c *room.Config) { c.Rooms = names })
	first := w.joinWith(names[0], "lead", w.rooms[names[0]].Invite)
	last := w.joinWith(names[39], "lead", w.rooms[names[39]].Invite)
	first.stored("in the first")
	last.stored("in the last")
	if l := last.list(""); len(l.Items) != 1 || l.Items[0].Content != "in the last" || l.Items[0].Sequence != 1 || l.Items[0].RoomID != names[39] {
		t.Errorf("the last room holds %+v", l.Items)
	}
}
