package room_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"earshot/cmd/internal/room"
)

// FuzzRequest sends any request: the answer is never a failure of the server, never a redirect, has
// the shape of its kind, and repeats no token.
func FuzzRequest(f *testing.F) {
	for _, seed := range []struct{ method, path, body string }{
		{"GET", "/api/v1", ""}, {"GET", "/api/v1/rooms/main", ""}, {"GET", "/api/v1/rooms/main/messages?after=1&limit=3&to=me", ""},
		{"POST", "/api/v1/rooms/main/messages", `{"content":"v1 note x to all n=1\nhello","reply_to_sequence":1}`},
		{"POST", "/api/v1/rooms/main/messages", `{"content":"\ud800","reply_to_message_id":"msg_x"}`},
		{"POST", "/api/v1/rooms/main/join", `{"name":"x"}`}, {"GET", "/api/v1/rooms/main/log?after=9007199254740992&limit=256", ""},
		{"GET", "/api/v1/rooms/main/transcript?after=0", ""}, {"GET", "/api/v1/rooms/main/state?topic=%00", ""}, {"GET", "/api/v1/rooms/main/brief?seat=nobody", ""},
		{"GET", "/rooms/main", ""}, {"GET", "//rooms/../rooms/main%2f", ""}, {"POST", "/api/v1/rooms/main/stop", `{"seat":"x"}`}, {"GET", "/api/v1/rooms/main/wait?timeout=0", ""},
	} {
		for kind := range byte(5) {
			f.Add(seed.method, seed.path, seed.body, kind)
		}
	}
	w := start(f, fast)
	handler := w.server.Handler()
	seat := w.join("seat")
	info := w.rooms["main"]
	tokens := []string{"", seat.token, info.Invite, info.Observer, info.Operator, "sni_wrong"}
	f.Fuzz(func(t *testing.T, method, path, body string, kind byte) {
		u, err := url.ParseRequestURI(path)
		if err != nil || u.Host != "" || strings.Contains(path, "timeout") && !strings.Contains(path, "timeout=0") || strings.Contains(path, "/wait") && !u.Query().Has("timeout") {
			return // no server would see it, or the test would wait
		}
		if _, err := http.NewRequest(method, "http://x/", nil); err != nil {
			return
		}
		request := httptest.NewRequest(method, "http://x/", strings.NewReader(body))
		request.URL = u
		request.Header.Set("Content-Type", "application/json")
		token := tokens[int(kind)%len(tokens)]
		if token != "" {
			request.Header.Set("Authorization", "Bearer "+token)
		}
		w.clock.advance(1e9)
		recorder := httptest.NewRecorder()
		handler.ServeHTTP(recorder, request)
		got := recorder.Result()
		if got.StatusCode >= 500 || got.StatusCode/100 == 3 && got.StatusCode != 304 {
			t.Fatalf("%s %s: %d\n%s", method, path, got.StatusCode, recorder.Body)
		}
		if token != "" && strings.Contains(recorder.Body.String(), token) {
			t.Fatalf("%s %s: the answer repeats the token", method, path)
		}
		if got.StatusCode >= 400 {
			var e struct {
				Error struct {
					Code, Message string
					RequestID     string `json:"request_id"`
				}
			}
			if err := json.Unmarshal(recorder.Body.Bytes(), &e); err != nil || e.Error.Code == "" || e.Error.Message == "" || e.Error.RequestID == "" {
				t.Fatalf("%s %s: %d without the shape of an error\n%s", method, path, got.StatusCode, recorder.Body)
			}
		}
	})
}

func TestConfigurationsThatMakeNoSense(t *testing.T) {
	for name, config := range map[string]room.Config{
		"capitals":           {Rooms: []string{"Main"}},
		"a path":             {Rooms: []string{"../main"}},
		"nothing":            {Rooms: []string{""}},
		"49 characters":      {Rooms: []string{strings.Repeat("x", 49)}},
		"the same twice":     {Rooms: []string{"main", "main"}},
		"unknown policy":     {Policy: "shout"},
		"folder and cluster": {Data: t.TempDir(), NATS: room.NATS{URLs: []string{"nats://127.0.0.1:1"}}},
		"negative cap":       {PostsPerMinute: -1},
		"cluster not there":  {NATS: room.NATS{URLs: []string{"nats://127.0.0.1:1"}}},
	} {
		if s, err := room.Open(t.Context(), config); err == nil {
			t.Errorf("%s was taken", name)
			_ = s.Close()
		}
	}
}
