package room

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"earshot/client/wire"
	"earshot/cmd/internal/room/hall"
)

// writeTimeout is how long one piece of an answer may take to be taken by the client.
const writeTimeout = 20 * time.Second

// request is one HTTP request on its way through the handlers.
type request struct {
	*http.Request
	w    http.ResponseWriter
	hall *hall.Hall
	who  hall.Credential
	name string // of the seat that asks, "" for others
}

// extend gives the client time to take the next piece.
func (r *request) extend() {
	_ = http.NewResponseController(r.w).SetWriteDeadline(time.Now().Add(writeTimeout)) // without deadlines there is nothing to extend
}

// answer sends a JSON document. Nobody but the asker may keep it.
func (r *request) answer(status int, body []byte) {
	h := r.w.Header()
	h.Set("Content-Type", "application/json")
	if h.Get("Cache-Control") == "" {
		h.Set("Cache-Control", "private, no-store")
	}
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Length", strconv.Itoa(len(body)))
	r.extend()
	r.w.WriteHeader(status)
	_, _ = r.w.Write(body) // a client that went away is no error of ours
}

// answerValue sends a value as JSON.
func (s *Server) answerValue(r *request, status int, value any) {
	body, err := json.Marshal(value)
	if err != nil {
		s.fail(r, fmt.Errorf("encode an answer: %w", err))
		return
	}
	r.answer(status, body)
}

// failure is the shape of every error.
type failure struct {
	Error       wire.Error        `json:"error"`
	Diagnostics []wire.Diagnostic `json:"diagnostics,omitempty"`
	Name        string            `json:"name,omitempty"`
}

// fail answers with an error: a refusal as it is, anything else as ours, in the log with its cause.
func (s *Server) fail(r *request, err error) {
	id := s.requestID()
	var refused *hall.Refusal
	if !errors.As(err, &refused) {
		s.config.Log.Error("request failed", "request_id", id, "method", r.Method, "path", r.URL.Path, "error", err)
		refused = refusal(http.StatusInternalServerError, wire.CodeInternal, "The room server failed. Its log knows more under this request id.")
	}
	e := refused.Wire()
	e.RequestID = id
	if e.RetryAfter > 0 {
		r.w.Header().Set("Retry-After", strconv.Itoa(e.RetryAfter))
	}
	if refused.Status == http.StatusUnauthorized {
		r.w.Header().Set("WWW-Authenticate", "Bearer")
	}
	body, err := json.Marshal(failure{Error: e, Diagnostics: refused.Diagnostics, Name: r.name})
	if err != nil {
		http.Error(r.w, "internal error", http.StatusInternalServerError)
		return
	}
	r.answer(refused.Status, body)
}

func (s *Server) requestID() string {
	var drawn [8]byte
	_, _ = io.ReadFull(s.config.Rand, drawn[:]) // an id that is not unique harms nobody
	return fmt.Sprintf("req_%x", drawn)
}
