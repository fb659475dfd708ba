package main

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

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
