package client_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"earshot/client"
	"earshot/client/clienttest"
)

// joinHall is a room's HTTP side that answers every request to join in one way.
func joinHall(status int, body string, asked chan<- string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		data, _ := io.ReadAll(r.Body) // what did not arrive is missed below
		asked <- fmt.Sprintf("%s %s %s %s", r.Method, r.URL.Path, r.Header.Get("Authorization"), data)
		if status == 0 {
			time.Sleep(time.Hour)
			return
		}
		if status < 0 {
			panic(http.ErrAbortHandler)
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body) // the client may have gone
	})
}

const seated = `{"room":{"id":"main"},"membership":{"member_id":"i_1","name":"yu","kind":"instance","role":"person","joined_at":"2026-09-15T08:01:00.000Z"},
	"member_token":"sni_` + secret + `","history":{"items":[]}}`

func TestJoin(t *testing.T) {
	refusal := func(code string) string {
		return `{"error":{"code":"` + code + `","message":"told about ` + invite + `"}}`
	}
	for name, c := range map[string]struct {
		status int
		body   string
		says   string
		lost   bool
	}{
		"seated":         {200, seated, "", false},
		"taken":          {409, refusal("name_taken"), "That name is taken", false},
		"closed":         {409, refusal("room_closed"), "The room is closed", false},
		"bad invite":     {401, refusal("invalid_credentials"), "does not know this token", false},
		"wrong token":    {403, refusal("credential_class_forbidden"), "does not allow that", false},
		"no room":        {404, refusal("room_not_found"), "There is no room main at room.test", false},
		"revoked":        {410, refusal("invite_revoked"), "expired or was revoked", false},
		"bad name":       {422, refusal("validation_failed"), "does not take that", false},
		"too many tries": {429, refusal("rate_limited"), "asks to wait", false},
		"trouble":        {503, "down", "in trouble (503)", false},
		"another server": {200, "<html>", "no Earshot room", false},
		"no such path":   {405, "no", "no Earshot room", false},
		"silence":        {0, "", "may be taken", true},
		"cut":            {-1, "", "may be taken", true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				asked := make(chan string, 9)
				h := clienttest.OpenHall(joinHall(c.status, c.body, asked))
				source, err := client.ParseSource("ws://room.test/rooms/main")
				if err != nil {
					t.Fatal(err)
				}
				seat, got, err := client.Join(t.Context(), client.JoinConfig{Source: source, Invite: invite, Name: "yu", Dial: h.Dial})
				h.Close()
				if got := <-asked; len(asked) != 0 || got != "POST /api/v1/rooms/main/join Bearer "+invite+` {"name":"yu"}` {
					t.Errorf("asked %q and %d times more", got, len(asked))
				}
				if c.says == "" {
					if err != nil || seat.Name != "yu" || seat.Role != "person" || got != "sni_"+secret {
						t.Errorf("%+v, %v, %v", seat, got, err)
					}
					return
				}
				var p *client.Problem
				if !errors.As(err, &p) || !strings.Contains(p.What, c.says) || p.Do == "" || p.Exit != 3 || errors.Is(err, client.ErrUnconfirmed) != c.lost {
					t.Errorf("%#v", err)
				}
				if strings.Contains(err.Error(), secret) {
					t.Errorf("a token shows: %v", err)
				}
				time.Sleep(2 * time.Hour) // the sleeping handler
			})
		})
	}
}

func TestJoinNeedsARoomAndAnInvite(t *testing.T) {
	for in, says := range map[string]string{"room.jsonl": "this is a transcript", "ws://room.test/rooms/main": "Without an invite"} {
		source, err := client.ParseSource(in)
		if err != nil {
			t.Fatal(err)
		}
		_, _, err = client.Join(t.Context(), client.JoinConfig{Source: source, Name: "yu"})
		if p := client.Explain(err); p.Exit != 2 || !strings.Contains(p.What, says) {
			t.Errorf("%s: %+v", in, p)
		}
	}
}
