package sharednet_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	roomID = "rom_A1b2C3d4E5"
	tester = "sni_testertestertestertestertestertestertestert0"
	other  = "sni_otherotherotherotherotherotherotherotherot0"
	invite = "rit_inviteinviteinviteinviteinviteinviteinvit0"
	link   = "shr_linklinklinklinklinklinklinklinklinklinklin0"
)

// object is JSON as the fake prints it.
type object map[string]any

// fake is a SharedNet server as its API page describes it: strict about what it is sent.
type fake struct {
	mu       sync.Mutex
	messages []object
	members  []object
	state    string
	shared   bool
	keys     map[string]object // by idempotency key: body and answer
	calls    []string
	// refuse answers a call ("GET /wait") in place of the fake; nil: never.
	refuse func(call string, n int) (status int, body string)
	count  map[string]int
	// lose makes the nth post be stored and its answer lost.
	lose int
}

func newFake() *fake {
	f := &fake{state: "open", keys: map[string]object{}, count: map[string]int{}}
	f.member("i_Seat000001", "tester")
	f.member("i_Seat000002", nil)
	return f
}

func (f *fake) member(id string, name any) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.members = append(f.members, object{"room_id": roomID, "member_id": id, "instance_id": id, "kind": "guest", "name": name,
		"principal_id": "p_Anon000001", "agent_id": nil, "runtime_metadata": object{"x": "y"}, "state": "active",
		"joined_at": "2026-09-15T08:01:00.000Z", "left_at": nil, "last_seen_at": "2026-09-15T08:05:10.000Z", "presence": "online"})
}

// say stores a message as another member.
func (f *fake) say(content string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.store("i_Seat000002", nil, content, nil)
}

func (f *fake) store(member string, name any, content string, replyTo any) object {
	n := len(f.messages) + 1
	m := object{"id": fmt.Sprintf("msg_%010d", n), "room_id": roomID, "sequence": n, "sender_principal_id": "p_Anon000001", "sender_agent_id": nil,
		"sender_instance_id": member, "sender": object{"member_id": member, "kind": "guest", "name": name}, "type": "message",
		"content": content, "reply_to_message_id": replyTo, "created_at": "2026-09-15T08:05:09.120Z"}
	f.messages = append(f.messages, m)
	return m
}

func (f *fake) contents() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	var out []string
	for _, m := range f.messages {
		out = append(out, m["content"].(string))
	}
	return out
}

func (f *fake) called(call string) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.count[call]
}

func fail(w http.ResponseWriter, status int, code string) {
	answer(w, status, object{"error": object{"code": code, "message": "Told: " + code + ".", "request_id": "req_Trace00001"}})
}

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // the client may have gone
}

func (f *fake) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path, public := strings.CutPrefix(r.URL.Path, "/api/sharednet/shared/")
	rest, room := strings.CutPrefix(r.URL.Path, "/api/v1/rooms/"+roomID)
	call := r.Method + " " + cmp.Or(map[bool]string{true: "public"}[public], map[bool]string{true: "room" + rest}[room], r.URL.Path)
	f.mu.Lock()
	f.count[call]++
	n := f.count[call]
	f.calls = append(f.calls, call+"?"+r.URL.RawQuery)
	refuse := f.refuse
	f.mu.Unlock()
	if refuse != nil {
		if status, body := refuse(call, n); status != 0 {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(status)
			_, _ = io.WriteString(w, body) // the client may have gone
			return
		}
	}
	if public {
		f.public(w, path)
		return
	}
	member := map[string]string{"Bearer " + tester: "i_Seat000001", "Bearer " + other: "i_Seat000002"}[r.Header.Get("Authorization")]
	switch {
	case r.Header.Get("Authorization") == "":
		fail(w, 401, "authentication_required")
	case member == "":
		fail(w, 401, "invalid_credentials")
	case r.Method == "GET" && r.URL.Path == "/api/v1/instances/current":
		answer(w, 200, object{"principal": object{"id": "p_Anon000001"}, "agent": nil, "instance": object{"id": member}})
	case !room:
		fail(w, 404, "room_not_found")
	case r.Method == "GET" && rest == "":
		f.room(w)
	case r.Method == "GET" && rest == "/messages":
		f.list(w, r.URL.Query())
	case r.Method == "GET" && rest == "/wait":
		f.wait(w, r)
	case r.Method == "POST" && rest == "/messages":
		f.post(w, r, member)
	default:
		fail(w, 404, "route_not_found")
	}
}

func (f *fake) room(w http.ResponseWriter) {
	f.mu.Lock()
	defer f.mu.Unlock()
	answer(w, 200, object{"room": object{"id": roomID, "principal_id": "p_Own3rOwn3r", "name": "Release check", "description": nil, "state": f.state,
		"creator_instance_id": nil, "created_at": "2026-09-15T08:00:00.000Z", "closed_at": nil, "shared_at": nil}, "memberships": f.members})
}

// whole reads a whole number in a range from a query.
func whole(q url.Values, name string, least, most, otherwise int) (int, bool) {
	if !q.Has(name) {
		return otherwise, true
	}
	n, err := strconv.Atoi(q.Get(name))
	return n, err == nil && n >= least && n <= most
}

func known(q url.Values, names ...string) bool {
	for name := range q {
		if !slices.Contains(names, name) {
			return false
		}
	}
	return true
}

func (f *fake) list(w http.ResponseWriter, q url.Values) {
	after, ok1 := whole(q, "after", 0, 1<<40, 0)
	before, ok2 := whole(q, "before", 1, 1<<40, 0)
	limit, ok3 := whole(q, "limit", 1, 100, 50)
	order := cmp.Or(q.Get("order"), map[bool]string{true: "desc", false: "asc"}[before > 0])
	if !ok1 || !ok2 || !ok3 || !known(q, "after", "before", "limit", "order") || q.Has("after") && order == "desc" || before > 0 && order == "asc" {
		fail(w, 400, "invalid_request")
		return
	}
	answer(w, 200, f.page(after, before, limit, order == "desc"))
}

func (f *fake) page(after, before, limit int, desc bool) object {
	f.mu.Lock()
	defer f.mu.Unlock()
	items := []object{}
	more := false
	for i := range f.messages {
		m := f.messages[i]
		if desc {
			m = f.messages[len(f.messages)-1-i]
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
	if len(items) > 0 {
		cursor = strconv.Itoa(items[len(items)-1]["sequence"].(int))
	}
	return object{"items": items, "next_cursor": cursor, "has_more": more}
}

func (f *fake) wait(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	after, ok1 := whole(q, "after", 0, 1<<40, 0)
	limit, ok2 := whole(q, "limit", 1, 100, 50)
	timeout, ok3 := whole(q, "timeout", 0, 25, 25)
	if !ok1 || !ok2 || !ok3 || !known(q, "after", "limit", "timeout") {
		fail(w, 400, "invalid_request")
		return
	}
	for range timeout {
		if page := f.page(after, 0, limit, false); len(page["items"].([]object)) > 0 {
			answer(w, 200, page)
			return
		}
		select {
		case <-time.After(time.Second):
		case <-r.Context().Done():
			return
		}
	}
	answer(w, 200, f.page(after, 0, limit, false))
}

func (f *fake) post(w http.ResponseWriter, r *http.Request, member string) {
	data, err := io.ReadAll(r.Body)
	var body map[string]any
	key := r.Header.Get("Idempotency-Key")
	switch {
	case err != nil:
		return
	case r.Header.Get("Content-Type") != "application/json":
		fail(w, 415, "unsupported_media_type")
		return
	case len(data) > 65_536:
		fail(w, 413, "request_too_large")
		return
	case json.Unmarshal(data, &body) != nil:
		fail(w, 400, "invalid_json")
		return
	case key == "":
		fail(w, 400, "missing_idempotency_key")
		return
	}
	content, ok := body["content"].(string)
	for name := range body {
		ok = ok && (name == "content" || name == "reply_to_message_id")
	}
	if !ok || strings.TrimSpace(content) == "" || len(content) > 32_768 {
		fail(w, 422, "validation_failed")
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if old, ok := f.keys[key]; ok {
		if old["body"] != string(data) {
			fail(w, 409, "idempotency_conflict")
			return
		}
		w.Header().Set("Idempotency-Replayed", "true")
		answer(w, 201, old["answer"])
		return
	}
	replyTo := body["reply_to_message_id"]
	if replyTo != nil && !slices.ContainsFunc(f.messages, func(m object) bool { return m["id"] == replyTo }) {
		fail(w, 422, "reply_target_invalid")
		return
	}
	if f.state == "closed" {
		fail(w, 409, "room_closed")
		return
	}
	done := object{"message": f.store(member, "tester", content, replyTo)}
	f.keys[key] = object{"body": string(data), "answer": done}
	if f.lose--; f.lose == 0 {
		panic(http.ErrAbortHandler)
	}
	answer(w, 201, done)
}

func (f *fake) public(w http.ResponseWriter, slug string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case !strings.HasPrefix(slug, "shr_"):
		fail(w, 400, "invalid_id")
		return
	case slug != link || !f.shared:
		fail(w, 404, "room_not_found")
		return
	}
	messages := []object{}
	for _, m := range f.messages {
		var replyTo any
		if m["sequence"].(int) == 2 {
			replyTo = 1
		}
		messages = append(messages, object{"sequence": m["sequence"], "content": m["content"], "created_at": m["created_at"], "reply_to_sequence": replyTo,
			"sender": object{"label": "Builder", "handle": nil, "driver": "codex", "kind": "guest"}})
	}
	answer(w, 200, object{"room": object{"name": "Release check", "description": "d", "status": "open", "latest_sequence": len(f.messages),
		"shared_at": "2026-09-15T09:00:00.000Z"}, "members": []object{{"label": "Builder", "kind": "guest"}}, "messages": messages})
}
