package client_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"

	"earshot/client"
	"earshot/client/clienttest"
	"earshot/client/wire"
)

const order = "opr_" + secret

// TestOrders: what is asked of the room, and what is made of each answer.
func TestOrders(t *testing.T) {
	refusal := func(code string) string {
		return `{"error":{"code":"` + code + `","message":"told about ` + order + `"}}`
	}
	stop := func(o client.Operator, t *testing.T) (string, error) {
		m, err := o.Stop(t.Context(), "worker")
		return m.Content, err
	}
	resume := func(o client.Operator, t *testing.T) (string, error) {
		m, err := o.Resume(t.Context(), "")
		return m.Content, err
	}
	invite := func(o client.Operator, t *testing.T) (string, error) {
		token, err := o.Invite(t.Context(), wire.RoleAgent)
		return token.Reveal(), err
	}
	const said = `{"message":{"sequence":7,"id":"msg_7","type":"message","content":"v1 stop room to all n=1"}}`
	for name, c := range map[string]struct {
		give   func(client.Operator, *testing.T) (string, error)
		status int
		body   string
		asked  string
		gives  string
		says   string
		exit   int
	}{
		"stopped":            {stop, 201, said, `stop {"seat":"worker"}`, "v1 stop room to all n=1", "", 0},
		"resumed":            {resume, 201, said, `resume {"seat":""}`, "v1 stop room to all n=1", "", 0},
		"invited":            {invite, 201, `{"role":"agent","invite":"` + "rit_" + secret + `"}`, `invites {"role":"agent"}`, "rit_" + secret, "", 0},
		"no invite":          {invite, 201, `{}`, "invites", "", "no Earshot room", 3},
		"no operator":        {stop, 403, refusal("credential_class_forbidden"), "stop", "", "Orders take the operator's token", 3},
		"unknown token":      {resume, 401, refusal("invalid_credentials"), "resume", "", "Orders take the operator's token", 3},
		"no such seat":       {stop, 404, refusal("seat_not_found"), "stop", "", "There is no seat of that name", 2},
		"no room":            {stop, 404, refusal("room_not_found"), "stop", "", "There is no room main", 3},
		"trouble":            {stop, 503, refusal("service_unavailable"), "stop", "", "in trouble", 3},
		"another server":     {resume, 200, "<html>", "resume", "", "no Earshot room", 3},
		"the answer is lost": {stop, -1, "", "stop", "", "may be carried out", 3},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				asked := make(chan string, 9)
				h := clienttest.OpenHall(joinHall(c.status, c.body, asked))
				source, err := client.ParseSource("ws://room.test/rooms/main")
				if err != nil {
					t.Fatal(err)
				}
				gave, err := c.give(client.Operator{Source: source, Token: order, Dial: h.Dial}, t)
				h.Close()
				action, body, _ := strings.Cut(c.asked, " ")
				want := "POST /api/v1/rooms/main/" + action + " Bearer " + order + " " + body
				if got := <-asked; len(asked) != 0 || !strings.HasPrefix(got, want) {
					t.Errorf("it asked %q and %d times more, want once %q", got, len(asked), want)
				}
				if c.says == "" {
					if err != nil || gave != c.gives {
						t.Errorf("%q, %v", gave, err)
					}
					return
				}
				var p *client.Problem
				if !errors.As(err, &p) || p.Exit != c.exit || !strings.Contains(p.Error(), c.says) || p.Do == "" || strings.Contains(p.Error()+p.Err.Error(), order) {
					t.Errorf("%v", err)
				}
				if lost := errors.Is(err, client.ErrUnconfirmed); lost != (c.status < 0) {
					t.Errorf("whether it is known what became of it: %v", err)
				}
			})
		})
	}
}

// Orders are for rooms of this program: nothing else is asked.
func TestOrdersNeedARoom(t *testing.T) {
	for _, where := range []string{"https://sharednet.ai/rooms/rom_A1b2C3d4E5", "talk.jsonl", "-"} {
		source, err := client.ParseSource(where)
		if err != nil {
			t.Fatal(err)
		}
		_, err = client.Operator{Source: source, Token: order, Proxy: http.ProxyFromEnvironment}.Stop(t.Context(), "")
		if p := client.Explain(err); p.Exit != client.ExitUsage || p.Do == "" {
			t.Errorf("%s: %+v", where, p)
		}
	}
}
