package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

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
		read, write := io.Pipe()
		config := ""
		cmd := newServe(process{out: write, err: io.Discard, now: time.Now, env: func(string) string { return "" }, config: &config})
		cmd.SetArgs(append([]string{"--listen", "127.0.0.1:0", "--json"}, tt.args...))
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- errors.Join(cmd.ExecuteContext(ctx), write.Close()) }()
		var said serveJSON
		if err := json.NewDecoder(read).Decode(&said); err != nil {
			stop()
			t.Fatal(err, <-ended)
		}
		var found struct{ Limits map[string]int }
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+said.Listen+"/api/v1", nil)
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
		stop()
		if err := <-ended; err != nil {
			t.Errorf("serve %v ended with %v", tt.args, err)
		}
	}
}
