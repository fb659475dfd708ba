package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/spf13/cobra"

	"earshot/client"
	"earshot/cmd/internal/room"
)

// ask sends a request with a token to a room server and returns the answer's code and body.
func ask(t *testing.T, server *room.Server, method, path, token, body string) (int, []byte) {
	t.Helper()
	request := httptest.NewRequestWithContext(t.Context(), method, path, strings.NewReader(body))
	request.Header.Set("Authorization", "Bearer "+token)
	request.Header.Set("Content-Type", "application/json")
	answer := httptest.NewRecorder()
	server.Handler().ServeHTTP(answer, request)
	return answer.Code, answer.Body.Bytes()
}

// seated opens a server of rooms with a seat yu in the last of them, and returns that seat's token.
func seated(t *testing.T, rooms ...string) (*room.Server, string) {
	t.Helper()
	server, err := room.Open(t.Context(), room.Config{Rooms: rooms})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Close(); err != nil {
			t.Error(err)
		}
	})
	last := server.Rooms()[len(rooms)-1]
	code, body := ask(t, server, "POST", "/api/v1/rooms/"+last.Room+"/join", last.PersonInvite, `{"name":"yu"}`)
	var joined struct {
		Token string `json:"member_token"`
	}
	if err := json.Unmarshal(body, &joined); err != nil || code != http.StatusOK {
		t.Fatalf("join: %d %s", code, body)
	}
	return server, joined.Token
}

func TestReseatGivesALostSeatANewToken(t *testing.T) {
	for name, rooms := range map[string][]string{"yu": {"main"}, "side/YU": {"main", "side"}} {
		server, old := seated(t, rooms...)
		seats, err := serveOptions{reseat: []string{name}}.reseats(server)
		if err != nil {
			t.Fatal(err)
		}
		in := rooms[len(rooms)-1]
		if len(seats) != 1 || len(seats[in]) != 1 || seats[in][0].Name != "yu" {
			t.Fatalf("--reseat %s gave tokens to %d rooms", name, len(seats))
		}
		if code, _ := ask(t, server, "GET", "/api/v1/rooms/"+in, old, ""); code != http.StatusUnauthorized {
			t.Errorf("--reseat %s: the old token is answered %d", name, code)
		}
		if code, _ := ask(t, server, "GET", "/api/v1/rooms/"+in, seats[in][0].Token, ""); code != http.StatusOK {
			t.Errorf("--reseat %s: the new token is answered %d", name, code)
		}
	}
}

func TestReseatThatCannotBe(t *testing.T) {
	one, token := seated(t, "main")
	two, other := seated(t, "main", "side")
	tests := []struct {
		server      *room.Server
		room, token string
		name        string
	}{
		{one, "main", token, "mia"}, {one, "main", token, "main/yu"},
		{two, "side", other, "yu"}, {two, "side", other, "main/yu"}, {two, "side", other, "none/yu"},
	}
	for _, tt := range tests {
		_, err := serveOptions{reseat: []string{tt.name}}.reseats(tt.server)
		var problem *client.Problem
		if !errors.As(err, &problem) || problem.Exit != exitUsage || problem.Do == "" {
			t.Errorf("--reseat %s: %v", tt.name, err)
		}
		if code, _ := ask(t, tt.server, "GET", "/api/v1/rooms/"+tt.room, tt.token, ""); code != http.StatusOK {
			t.Errorf("--reseat %s: the seat's own token is answered %d", tt.name, code)
		}
	}
}

// serving runs the command as a user would, until the test ends, and returns what it announced.
func serving(t *testing.T, args ...string) serveJSON {
	t.Helper()
	read, write := io.Pipe()
	config := ""
	cmd := newServe(process{out: write, err: io.Discard, now: time.Now, env: func(string) string { return "" }, config: &config})
	cmd.SetArgs(append([]string{"--listen", "127.0.0.1:0", "--json"}, args...))
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- errors.Join(cmd.ExecuteContext(ctx), write.Close()) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Errorf("serve %v ended with %v", args, err)
		}
	})
	var said serveJSON
	if err := json.NewDecoder(read).Decode(&said); err != nil {
		t.Fatal(err)
	}
	return said
}

// TestServeCapIsSettable runs the command and asks it for its limits, as a client would.
func TestServeCapIsSettable(t *testing.T) {
	tests := []struct {
		args          []string
		minute, burst int
	}{
		{nil, 30, 10},
		{[]string{"--posts-per-minute", "7", "--post-burst", "3"}, 7, 3},
	}
	for _, tt := range tests {
		said := serving(t, tt.args...)
		var found struct{ Limits map[string]int }
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+said.Listen+"/api/v1", nil)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		err = errors.Join(json.NewDecoder(answer.Body).Decode(&found), answer.Body.Close())
		if err != nil || found.Limits["posts_per_minute"] != tt.minute || found.Limits["post_burst"] != tt.burst {
			t.Errorf("serve %v: limits %v, %v", tt.args, found.Limits, err)
		}
	}
}

// upgradeFrom asks for a websocket as the browser of a page would and returns the status.
func upgradeFrom(t *testing.T, said serveJSON, origin string) int {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+said.Listen+"/rooms/main", nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range map[string]string{
		"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
		"Origin": origin, "Authorization": "Bearer " + said.Rooms[0].Observer,
	} {
		request.Header.Set(name, value)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	if err := answer.Body.Close(); err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode
}

// TestServeOriginIsSettable has pages of several origins open the room.
func TestServeOriginIsSettable(t *testing.T) {
	closed := serving(t)
	open := serving(t, "--allow-origin", "https://pages.example", "--allow-origin", "http://other.example:8080")
	tests := []struct {
		said   serveJSON
		origin string
		want   int
	}{
		{closed, "https://pages.example", http.StatusForbidden},
		{closed, "http://" + closed.Listen, http.StatusSwitchingProtocols},
		{open, "https://pages.example", http.StatusSwitchingProtocols},
		{open, "http://other.example:8080", http.StatusSwitchingProtocols},
		{open, "http://" + open.Listen, http.StatusSwitchingProtocols},
		{open, "http://pages.example", http.StatusForbidden},
		{open, "https://pages.example:444", http.StatusForbidden},
		{open, "https://pages.example.evil.example", http.StatusForbidden},
		{open, "http://other.example", http.StatusForbidden},
		{open, "null", http.StatusForbidden},
	}
	for _, tt := range tests {
		if got := upgradeFrom(t, tt.said, tt.origin); got != tt.want {
			t.Errorf("origin %s is answered %d, want %d", tt.origin, got, tt.want)
		}
	}
}

func TestServeFlagsThatCannotBe(t *testing.T) {
	tests := [][]string{
		{"--allow-origin", "pages.example"}, {"--allow-origin", "https://pages.example/"}, {"--allow-origin", "*"}, {"--allow-origin", ""},
		{"--allow-host", "https://ci.example"}, {"--allow-host", "*.example"}, {"--allow-host", ""},
	}
	for _, args := range tests {
		config := ""
		cmd := newServe(process{out: io.Discard, err: io.Discard, now: time.Now, env: func(string) string { return "" }, config: &config})
		cmd.SetArgs(append([]string{"--listen", "127.0.0.1:0"}, args...))
		cmd.SilenceErrors, cmd.SilenceUsage = true, true
		ctx, stop := context.WithCancel(t.Context())
		stop() // a server that starts all the same ends at once
		var problem *client.Problem
		if err := cmd.ExecuteContext(ctx); !errors.As(err, &problem) || problem.Exit != exitUsage || problem.Do == "" {
			t.Errorf("serve %v: %v", args, err)
		}
	}
}

// TestEvidenceFlagsAreEverywhere: where evidence is looked up, it is looked up in the same places.
func TestEvidenceFlagsAreEverywhere(t *testing.T) {
	p := process{env: func(string) string { return "" }, now: time.Now}
	for _, cmd := range []*cobra.Command{newLint(p), newTriage(p), newWatch(p), newServe(p)} {
		for _, flag := range []string{"repo", "resolver", "allow-host"} {
			if cmd.Flags().Lookup(flag) == nil {
				t.Errorf("%s has no --%s", cmd.Name(), flag)
			}
		}
	}
}

// TestServeAsksListedHosts has a seat post evidence at two hosts, one of which is listed.
func TestServeAsksListedHosts(t *testing.T) {
	asked := make(chan string, 16)
	host := func(name string) string {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			asked <- name
			if r.URL.Path == "/runs/2" {
				w.WriteHeader(http.StatusNotFound)
			}
		}))
		t.Cleanup(s.Close)
		return s.URL
	}
	listed, other := host("listed"), host("other")
	said := serving(t, "--allow-host", strings.TrimPrefix(listed, "http://"))
	base := "http://" + said.Listen + "/api/v1/rooms/main"
	var joined struct {
		Token string `json:"member_token"`
	}
	requestJSON(t, base+"/join", said.Rooms[0].Invite, `{"name":"worker"}`, &joined)
	requestJSON(t, base+"/messages", joined.Token, `{"content":"v1 report ci to all n=4\ndone 12 tests pass\nev run `+other+`/jobs/1\nev run `+listed+`/runs/1\nev run `+listed+`/runs/2"}`, nil)

	ws, answer, err := websocket.DefaultDialer.DialContext(t.Context(), "ws://"+said.Listen+"/rooms/main", http.Header{"Authorization": {"Bearer " + said.Rooms[0].Observer}})
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	defer func() { _ = ws.Close() }()
	if err := ws.WriteMessage(websocket.TextMessage, []byte(`{"op":"hello","protocol":1,"after":0}`)); err != nil {
		t.Fatal(err)
	}
	verdicts := map[int]string{}
	for len(verdicts) < 3 {
		var frame struct {
			Op, Result string
			Line       int
		}
		if err := errors.Join(ws.SetReadDeadline(time.Now().Add(time.Minute)), ws.ReadJSON(&frame)); err != nil {
			t.Fatalf("after %v: %v", verdicts, err)
		}
		if frame.Op == "verdict" {
			verdicts[frame.Line] = frame.Result
		}
	}
	if fmt.Sprint(verdicts) != "map[3:unknown 4:found 5:missing]" {
		t.Errorf("verdicts %v", verdicts)
	}
	for len(asked) > 0 {
		if name := <-asked; name != "listed" {
			t.Errorf("the %s host was asked", name)
		}
	}
}

// requestJSON posts and reads the answer, which must be a success.
func requestJSON(t *testing.T, url, token, body string, into any) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+token)
	request.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	data, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode/100 != 2 {
		t.Fatalf("%s: %d %s, %v", url, answer.StatusCode, data, err)
	}
	if into != nil {
		if err := json.Unmarshal(data, into); err != nil {
			t.Fatal(err)
		}
	}
}
