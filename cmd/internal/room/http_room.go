package room

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"time"
	"unicode/utf8"

	"earshot/client/wire"
	"earshot/cmd/internal/room/hall"
)

// Figures of the HTTP side.
const (
	maxBody     = 256 << 10
	bodyTimeout = 10 * time.Second // for a body to arrive
	pageDefault = 50
	pageMost    = 100
	pageBytes   = 1 << 20 // of messages; one always fits
	waitMost    = 25      // seconds
)

func capabilities() wire.Capabilities {
	return wire.Capabilities{wire.CanResume, wire.CanRepeat, wire.CanEvidence, wire.CanPresence, wire.CanState,
		wire.CanDelivery, wire.CanObserve, wire.CanPost, wire.CanPage}
}

func (s *Server) limits() wire.Limits {
	return wire.Limits{
		MaxContent: wire.MaxContent, MaxFrame: wire.MaxFrame, PageMessages: wire.PageMessages, PageBytes: wire.PageBytes,
		PostsPerMinute: orDefault(s.config.PostsPerMinute, 30), PostBurst: orDefault(s.config.PostBurst, 10),
	}
}

func orDefault(n, fallback int) int {
	if n == 0 {
		return fallback
	}
	return n
}

// discover is the one document that needs no token.
func (s *Server) discover(r *request) {
	if r.Method != http.MethodGet {
		r.w.Header().Set("Allow", http.MethodGet)
		s.fail(r, refusal(http.StatusMethodNotAllowed, wire.CodeMethodNotAllowed, "This address takes GET."))
		return
	}
	s.answerValue(r, http.StatusOK, map[string]any{
		"service": "earshot", "api_major": 1, "protocol_version": "1.0.0", "min_cli_version": "0.1.3",
		"websocket":    "/rooms/{room}",
		"capabilities": capabilities(),
		"limits": map[string]int{
			"page_default": pageDefault, "page_max": pageMost, "message_bytes": wire.MaxContent, "body_bytes": maxBody,
			"wait_seconds": waitMost, "idempotency_seconds": int(wire.IdempotencyFor / time.Second),
			"posts_per_minute": s.limits().PostsPerMinute, "post_burst": s.limits().PostBurst,
		},
	})
}

// membership is a seat in the shape of SharedNet's API.
type membership struct {
	RoomID     string  `json:"room_id"`
	MemberID   string  `json:"member_id"`
	InstanceID string  `json:"instance_id"`
	Kind       string  `json:"kind"`
	Name       string  `json:"name"`
	Role       string  `json:"role"`
	State      string  `json:"state"`
	Presence   string  `json:"presence"`
	JoinedAt   *string `json:"joined_at"`
	LeftAt     *string `json:"left_at"`
	Fetched    int64   `json:"fetched"`
	FetchedAt  *string `json:"fetched_at"`
	PostedAt   *string `json:"posted_at"`
}

func membershipOf(room string, s wire.Seat) membership {
	m := membership{
		RoomID: room, MemberID: s.MemberID, InstanceID: s.MemberID, Kind: s.Kind, Name: s.Name, Role: s.Role, State: "active",
		Presence: s.Presence, JoinedAt: stamp(s.JoinedAt), LeftAt: stamp(s.LeftAt),
		Fetched: s.Fetched, FetchedAt: stamp(s.FetchedAt), PostedAt: stamp(s.PostedAt),
	}
	if m.LeftAt != nil {
		m.State = "left"
	}
	return m
}

func stamp(t time.Time) *string {
	if t.IsZero() {
		return nil
	}
	text := wire.FormatTime(t)
	return &text
}

func (s *Server) room(r *request) {
	seats := r.hall.Seats()
	memberships := make([]membership, 0, len(seats))
	for _, seat := range seats {
		memberships = append(memberships, membershipOf(r.hall.Name(), seat))
	}
	s.answerValue(r, http.StatusOK, struct {
		Room         wire.Room    `json:"room"`
		Memberships  []membership `json:"memberships"`
		Epoch        string       `json:"epoch"`
		LastSequence int64        `json:"last_sequence"`
		ServerTime   string       `json:"server_time"`
		Name         string       `json:"name,omitempty"`
	}{r.hall.Room(), memberships, r.hall.Epoch(), r.hall.Last(), wire.FormatTime(s.config.Now()), r.name})
}

// joinBody is what a newcomer may say. Runtime and reach are SharedNet's and change nothing here.
type joinBody struct {
	Name    *string         `json:"name"`
	Runtime json.RawMessage `json:"runtime"`
	Reach   *string         `json:"reach"`
}

// join makes a seat. It is not idempotent: a caller that lost the answer asks the keeper of the room
// for a new token.
func (s *Server) join(r *request) {
	var body joinBody
	if err := decodeBody(r, &body); err != nil {
		s.fail(r, err)
		return
	}
	if body.Name == nil {
		s.fail(r, refusal(http.StatusUnprocessableEntity, wire.CodeValidation, "A name is needed: {\"name\":\"…\"}."))
		return
	}
	seat, token, err := r.hall.Join(r.Context(), *body.Name, r.who.Role)
	if err != nil {
		s.fail(r, err)
		return
	}
	history, err := r.hall.After(r.Context(), 0, pageMost, pageBytes)
	if err != nil {
		s.fail(r, err)
		return
	}
	s.answerValue(r, http.StatusOK, struct {
		Room       wire.Room       `json:"room"`
		Membership membership      `json:"membership"`
		Token      string          `json:"member_token"`
		Name       string          `json:"name"`
		History    json.RawMessage `json:"history"`
	}{r.hall.Room(), membershipOf(r.hall.Name(), seat), token, seat.Name, page{entries: history, more: hasMore(history, r.hall)}.encode("")})
}

func hasMore(entries []*hall.Entry, h *hall.Hall) bool {
	return len(entries) > 0 && entries[len(entries)-1].Sequence < h.Last()
}

// decodeBody reads a JSON object of exactly the fields of into.
func decodeBody(r *request, into any) error {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "application/json" {
		return refusal(http.StatusUnsupportedMediaType, wire.CodeMediaType, "The body must be sent as Content-Type: application/json.")
	}
	_ = http.NewResponseController(r.w).SetReadDeadline(time.Now().Add(bodyTimeout)) // without deadlines the client's patience counts
	data, err := io.ReadAll(http.MaxBytesReader(r.w, r.Body, maxBody))
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return refusal(http.StatusRequestEntityTooLarge, wire.CodeTooLarge, fmt.Sprintf("The body may have %d bytes.", maxBody))
	}
	if err != nil {
		return refusal(http.StatusBadRequest, wire.CodeInvalidRequest, "The body did not arrive whole.")
	}
	_ = http.NewResponseController(r.w).SetReadDeadline(time.Time{})
	if !utf8.Valid(data) { // it would be stored as something else than what was sent
		return refusal(http.StatusBadRequest, wire.CodeInvalidJSON, "The body is not UTF-8.")
	}
	if trimmed := bytes.TrimSpace(data); !json.Valid(data) || trimmed[0] != '{' {
		return refusal(http.StatusBadRequest, wire.CodeInvalidJSON, "The body is no JSON object.")
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil {
		return refusal(http.StatusUnprocessableEntity, wire.CodeValidation, fmt.Sprintf("The body has a field that is unknown or of another kind: %.120s", err))
	}
	return nil
}
