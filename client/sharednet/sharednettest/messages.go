package sharednettest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

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

func (s *Server) list(w http.ResponseWriter, q url.Values) {
	after, ok1 := whole(q, "after", 0, 1<<40, 0)
	before, ok2 := whole(q, "before", 1, 1<<40, 0)
	limit, ok3 := whole(q, "limit", 1, 100, 50)
	order := cmp.Or(q.Get("order"), map[bool]string{true: "desc", false: "asc"}[before > 0])
	if !ok1 || !ok2 || !ok3 || !known(q, "after", "before", "limit", "order") || q.Has("after") && order == "desc" || before > 0 && order == "asc" {
		fail(w, http.StatusBadRequest, "invalid_request")
		return
	}
	answer(w, http.StatusOK, s.pageOf(after, before, limit, order == "desc"))
}

// wait holds the request until something is there, or its time is over.
func (s *Server) wait(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	after, ok1 := whole(q, "after", 0, 1<<40, 0)
	limit, ok2 := whole(q, "limit", 1, 100, 50)
	timeout, ok3 := whole(q, "timeout", 0, 25, 25)
	if !ok1 || !ok2 || !ok3 || !known(q, "after", "limit", "timeout") {
		fail(w, http.StatusBadRequest, "invalid_request")
		return
	}
	for range time.Duration(timeout) * time.Second / s.Check {
		if page := s.pageOf(after, 0, limit, false); len(page["items"].([]object)) > 0 {
			answer(w, http.StatusOK, page)
			return
		}
		select {
		case <-time.After(s.Check):
		case <-r.Context().Done():
			return
		}
	}
	answer(w, http.StatusOK, s.pageOf(after, 0, limit, false))
}

// uuid4 is what an Idempotency-Key has to be.
const uuid4 = `^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-4[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$`

// readBody reads a JSON body, or refuses it.
func readBody(w http.ResponseWriter, r *http.Request) (raw string, body map[string]any, ok bool) {
	data, err := io.ReadAll(io.LimitReader(r.Body, 65_537))
	switch {
	case err != nil: // the client has gone
	case r.Header.Get("Content-Type") != "application/json":
		fail(w, http.StatusUnsupportedMediaType, "unsupported_media_type")
	case len(data) > 65_536:
		fail(w, http.StatusRequestEntityTooLarge, "request_too_large")
	case json.Unmarshal(data, &body) != nil:
		fail(w, http.StatusBadRequest, "invalid_json")
	default:
		return string(data), body, true
	}
	return "", nil, false
}

// only tells whether a body has no other keys.
func only(body map[string]any, keys ...string) bool {
	for name := range body {
		if !slices.Contains(keys, name) {
			return false
		}
	}
	return true
}

func (s *Server) post(w http.ResponseWriter, r *http.Request, member string) {
	raw, body, ok := readBody(w, r)
	if !ok {
		return
	}
	key := r.Header.Get("Idempotency-Key")
	content, isText := body["content"].(string)
	switch matched, err := regexp.MatchString(uuid4, key); {
	case key == "":
		fail(w, http.StatusBadRequest, "missing_idempotency_key")
		return
	case !matched || err != nil:
		fail(w, http.StatusBadRequest, "invalid_idempotency_key")
		return
	case !isText || !only(body, "content", "reply_to_message_id") || strings.TrimSpace(content) == "" || len(content) > 32_768:
		fail(w, http.StatusUnprocessableEntity, "validation_failed")
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if old, ok := s.keys[member+" "+key]; ok {
		if old["body"] != raw {
			fail(w, http.StatusConflict, "idempotency_conflict")
			return
		}
		w.Header().Set("Idempotency-Replayed", "true")
		answer(w, http.StatusCreated, old["answer"])
		return
	}
	replyTo := body["reply_to_message_id"]
	switch {
	case replyTo != nil && !slices.ContainsFunc(s.messages, func(m object) bool { return m["id"] == replyTo }):
		fail(w, http.StatusUnprocessableEntity, "reply_target_invalid")
		return
	case s.state == "closed":
		fail(w, http.StatusConflict, "room_closed")
		return
	}
	done := object{"message": s.store(member, content, replyTo)}
	s.keys[member+" "+key] = object{"body": raw, "answer": done}
	if s.losePosts > 0 {
		s.losePosts--
		panic(http.ErrAbortHandler)
	}
	answer(w, http.StatusCreated, done)
}

// join makes a seat with the invite, each time anew.
func (s *Server) join(w http.ResponseWriter, r *http.Request, token string) {
	_, body, ok := readBody(w, r)
	if !ok {
		return
	}
	name, isText := body["name"].(string)
	switch length := utf8.RuneCountInString(name); {
	case token != Invite:
		fail(w, http.StatusUnauthorized, "invalid_credentials")
		return
	case !isText || !only(body, "name", "runtime", "reach") || length < 1 || length > 64 || strings.ContainsFunc(name, unicode.IsControl):
		fail(w, http.StatusUnprocessableEntity, "validation_failed")
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.state == "closed" {
		fail(w, http.StatusConflict, "room_closed")
		return
	}
	id := fmt.Sprintf("i_Seat%06d", len(s.members)+1)
	seatToken := fmt.Sprintf("sni_seat%039d", len(s.members)+1)
	membership := s.seat(id, name)
	s.tokens[seatToken] = id
	if s.loseJoins > 0 {
		s.loseJoins--
		panic(http.ErrAbortHandler)
	}
	first := s.messages[:min(100, len(s.messages))] // the oldest, as the page says
	w.Header().Set("Cache-Control", "private, no-store")
	answer(w, http.StatusOK, object{"room": s.roomObject(), "membership": membership, "member_token": seatToken,
		"history": object{"items": append([]object{}, first...), "next_cursor": nil, "has_more": len(s.messages) > len(first)}})
}
