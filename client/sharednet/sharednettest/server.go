package sharednettest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// The room that stands from the start. Tester and Other sit in it; Other has no name. The tokens are as long as the page says.
const (
	Room   = "rom_A1b2C3d4E5"
	Tester = "sni_testertestertestertestertestertestertestert"
	Other  = "sni_otherotherotherotherotherotherotherotheroth"
	Invite = "rit_inviteinviteinviteinviteinviteinviteinvitei"
	Link   = "shr_linklinklinklinklinklinklinklinklinklinklin"
)

// object is JSON as the server prints it.
type object map[string]any

// Refusal answers a call in place of the server: status 0 lets it through. A call is a method and a path, where "room" stands
// for the room's own and "public" for the public link's: "GET room/wait", "POST room/messages", "GET public". n counts the calls
// of that kind from 1.
type Refusal func(call string, n int) (status int, body string)

// Server is an HTTP handler. Its methods may be called from any goroutine.
type Server struct {
	// Check is how often a held wait looks at the log; the page says every second, which is the default. Set it before it serves.
	Check time.Duration

	mu        sync.Mutex
	messages  []object
	members   []object
	tokens    map[string]string // member id by token
	state     string
	shared    bool
	keys      map[string]object // by seat and idempotency key: body and answer
	count     map[string]int    // calls by kind
	refuse    Refusal
	losePosts int
	loseJoins int
}

// New makes the server. Its room is open and empty; the public link is off.
func New() *Server {
	s := &Server{Check: time.Second, state: "open", keys: map[string]object{}, count: map[string]int{},
		tokens: map[string]string{Tester: "i_Seat000001", Other: "i_Seat000002"}}
	s.Seat("i_Seat000001", "tester")
	s.Seat("i_Seat000002", "")
	return s
}

// Seat adds a seat; one without a name has null for it.
func (s *Server) Seat(id, name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seat(id, name)
}

func (s *Server) seat(id, name string) object {
	member := object{"room_id": Room, "member_id": id, "instance_id": id, "kind": "guest", "name": orNull(name),
		"principal_id": "p_Anon000001", "agent_id": nil, "runtime_metadata": object{"x": "y"}, "state": "active",
		"joined_at": "2026-09-15T08:01:00.000Z", "left_at": nil, "last_seen_at": "2026-09-15T08:05:10.000Z", "presence": "online"}
	s.members = append(s.members, member)
	return member
}

func orNull(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// nameOf is the name of a seat, null where it has none or is unknown.
func (s *Server) nameOf(member string) any {
	for _, m := range s.members {
		if m["member_id"] == member {
			return m["name"]
		}
	}
	return nil
}

// Say stores a message of the seat without a name.
func (s *Server) Say(content string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.store("i_Seat000002", content, nil)
}

// Reply is Say in reply to the message of a sequence.
func (s *Server) Reply(sequence int, content string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.store("i_Seat000002", content, s.messages[sequence-1]["id"])
}

func (s *Server) store(member, content string, replyTo any) object {
	n := len(s.messages) + 1
	m := object{"id": fmt.Sprintf("msg_%010d", n), "room_id": Room, "sequence": n, "sender_principal_id": "p_Anon000001", "sender_agent_id": nil,
		"sender_instance_id": member, "sender": object{"member_id": member, "kind": "guest", "name": s.nameOf(member)}, "type": "message",
		"content": content, "reply_to_message_id": replyTo, "created_at": "2026-09-15T08:05:09.120Z"}
	s.messages = append(s.messages, m)
	return m
}

// Contents are the contents of all messages in order.
func (s *Server) Contents() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []string
	for _, m := range s.messages {
		out = append(out, m["content"].(string))
	}
	return out
}

// Keep cuts the log back to its first n messages, as no SharedNet does.
func (s *Server) Keep(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.messages = s.messages[:n]
}

// CloseRoom closes the room: it can be read, and takes no posts and no seats.
func (s *Server) CloseRoom() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.state = "closed"
}

// Share turns the public link on or off.
func (s *Server) Share(on bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.shared = on
}

// Refuse sets what goes wrong; nil is nothing.
func (s *Server) Refuse(r Refusal) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refuse = r
}

// LosePosts has the next n posts stored and their answers lost.
func (s *Server) LosePosts(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.losePosts = n
}

// LoseJoins has the next n joins make a seat and their answers lost.
func (s *Server) LoseJoins(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.loseJoins = n
}

// Called is how many calls of a kind came in (see Refusal).
func (s *Server) Called(call string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.count[call]
}

// Seats is how many seats there are.
func (s *Server) Seats() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.members)
}

func fail(w http.ResponseWriter, status int, code string) {
	answer(w, status, object{"error": object{"code": code, "message": "Told: " + code + ".", "request_id": "req_Trace00001"}})
}

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // the client may have gone
}

// ServeHTTP answers a request as the page says.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	slug, public := strings.CutPrefix(r.URL.Path, "/api/sharednet/shared/")
	rest, room := strings.CutPrefix(strings.TrimSuffix(r.URL.Path, "/"), "/api/v1/rooms/"+Room)
	call := r.Method + " " + cmp.Or(map[bool]string{true: "public"}[public], map[bool]string{true: "room" + rest}[room], r.URL.Path)
	s.mu.Lock()
	s.count[call]++
	n, refuse := s.count[call], s.refuse
	s.mu.Unlock()
	if refuse != nil {
		if status, body := refuse(call, n); status != 0 {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(status)
			_, _ = io.WriteString(w, body) // the client may have gone
			return
		}
	}
	token, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	switch {
	case public:
		s.public(w, slug)
	case token == "":
		fail(w, http.StatusUnauthorized, "authentication_required")
	case call == "POST room/join":
		s.join(w, r, token)
	default:
		s.seated(w, r, token, rest, room)
	}
}

// seated answers what a seat's token opens.
func (s *Server) seated(w http.ResponseWriter, r *http.Request, token, rest string, room bool) {
	s.mu.Lock()
	member := s.tokens[token]
	s.mu.Unlock()
	switch {
	case member == "":
		fail(w, http.StatusUnauthorized, "invalid_credentials")
	case r.Method == http.MethodGet && r.URL.Path == "/api/v1/instances/current":
		answer(w, http.StatusOK, object{"principal": object{"id": "p_Anon000001"}, "agent": nil, "instance": object{"id": member}})
	case !room:
		fail(w, http.StatusNotFound, "room_not_found")
	case r.Method == http.MethodGet && rest == "":
		s.room(w)
	case r.Method == http.MethodGet && rest == "/messages":
		s.list(w, r.URL.Query())
	case r.Method == http.MethodGet && rest == "/wait":
		s.wait(w, r)
	case r.Method == http.MethodPost && rest == "/messages":
		s.post(w, r, member)
	default:
		fail(w, http.StatusNotFound, "route_not_found")
	}
}

func (s *Server) roomObject() object {
	return object{"id": Room, "principal_id": "p_Own3rOwn3r", "name": "Release check", "description": nil, "state": s.state,
		"creator_instance_id": nil, "created_at": "2026-09-15T08:00:00.000Z", "closed_at": nil, "shared_at": nil}
}

func (s *Server) room(w http.ResponseWriter) {
	s.mu.Lock()
	defer s.mu.Unlock()
	answer(w, http.StatusOK, object{"room": s.roomObject(), "memberships": s.members})
}

func (s *Server) public(w http.ResponseWriter, slug string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case !strings.HasPrefix(slug, "shr_"):
		fail(w, http.StatusBadRequest, "invalid_id")
		return
	case slug != Link || !s.shared:
		fail(w, http.StatusNotFound, "room_not_found")
		return
	}
	sequences := map[any]any{} // by message id
	messages := []object{}
	for _, m := range s.messages {
		sequences[m["id"]] = m["sequence"]
		messages = append(messages, object{"sequence": m["sequence"], "content": m["content"], "created_at": m["created_at"],
			"reply_to_sequence": sequences[m["reply_to_message_id"]],
			"sender":            object{"label": "Builder", "handle": nil, "driver": "codex", "kind": "guest"}})
	}
	answer(w, http.StatusOK, object{"room": object{"name": "Release check", "description": "d", "status": "open", "latest_sequence": len(s.messages),
		"shared_at": "2026-09-15T09:00:00.000Z"}, "members": []object{{"label": "Builder", "kind": "guest"}}, "messages": messages})
}

// pageOf is a page of messages, ascending or descending.
func (s *Server) pageOf(after, before, limit int, desc bool) object {
	s.mu.Lock()
	defer s.mu.Unlock()
	items := []object{}
	more := false
	for i := range s.messages {
		m := s.messages[i]
		if desc {
			m = s.messages[len(s.messages)-1-i]
		}
		n := m["sequence"].(int)
		if !desc && n <= after || before > 0 && n >= before {
			continue
		}
		if len(items) == limit {
			more = true
			break
		}
		items = append(items, m)
	}
	var cursor any
	switch {
	case len(items) > 0:
		cursor = strconv.Itoa(items[len(items)-1]["sequence"].(int))
	case after > 0:
		cursor = strconv.Itoa(after)
	}
	return object{"items": items, "next_cursor": cursor, "has_more": more}
}
