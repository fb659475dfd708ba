package main

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"earshot/client"
	"earshot/client/wire"
)

// A room that takes the question and never answers is given up on, and it is said that a seat may be taken.
func TestJoinGivesUp(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	p, _, said := bench(strings.NewReader("rit_" + strings.Repeat("a", 43)))
	p.folders = folders{t.TempDir(), t.TempDir(), t.TempDir()}
	began := time.Now()
	code := run(t.Context(), []string{"join", "ws://" + listener.Addr().String() + "/rooms/main", "--name", "yu", "--wait", "200ms"}, p)
	if code != exitUnreachable {
		t.Errorf("exit code %d, want %d", code, exitUnreachable)
	}
	if took := time.Since(began); took > 9*time.Second {
		t.Errorf("it took %v", took)
	}
	if !strings.Contains(said.String(), "the seat may be taken") || strings.Contains(said.String(), "rit_") {
		t.Errorf("it says %q", said)
	}
}

// A seat that whoever runs the room has renewed comes home by its new token, as serve prints it.
func TestARenewedSeatComesHome(t *testing.T) {
	server, old := seated(t, "main")
	web := httptest.NewServer(server.Handler())
	defer web.Close()
	url := "ws" + strings.TrimPrefix(web.URL, "http") + "/rooms/main"
	home := folders{t.TempDir(), t.TempDir(), t.TempDir()}
	store, err := client.OpenStore(home.seatsFolder())
	if err != nil {
		t.Fatal(err)
	}
	join := func(name, in string, args ...string) (code int, out, said string) {
		p, written, told := bench(strings.NewReader(in))
		p.folders = home
		code = run(t.Context(), append([]string{"join", url, "--name", name}, args...), p)
		return code, written.String(), told.String()
	}
	if err := store.Save(url, wire.Seat{Name: "yu"}, client.Token(old)); err != nil {
		t.Fatal(err)
	}
	seats, err := serveOptions{reseat: []string{"yu"}}.reseats(server)
	if err != nil {
		t.Fatal(err)
	}
	renewed := seats["main"][0].Token
	if code, _, said := join("lead", renewed); code != exitUsage || !strings.Contains(said, "is of the seat yu, not of lead, and was not kept") {
		t.Errorf("another name: code %d, it says %q", code, said)
	}
	if code, _, said := join("yu", old); code != exitUnreachable || strings.Contains(said, "sni_") {
		t.Errorf("the old token: code %d, it says %q", code, said)
	}
	for _, args := range [][]string{nil, {"--again"}} {
		if err := store.Save(url, wire.Seat{Name: "yu"}, client.Token(old)); err != nil {
			t.Fatal(err)
		}
		code, out, said := join("yu", "  new token of yu  "+renewed+"\n", args...)
		if code != exitFine || out != "yu sits in "+url+"\n" || strings.Contains(out+said, "sni_") {
			t.Errorf("join %v: code %d, %q, it says %q", args, code, out, said)
		}
		if kept, err := store.Token(url, "yu"); err != nil || kept.Reveal() != renewed {
			t.Errorf("join %v: the new token is not kept (%v)", args, err)
		}
	}
	if code, _, said := join("yu", ""); code != exitFine || !strings.Contains(said, "You have the seat yu already") {
		t.Errorf("nothing handed in: code %d, it says %q", code, said)
	}
}

// Where the store breaks while the room answers, it is said that the seat is taken and how it is got back.
func TestASeatThatCannotBeKeptIsToldOf(t *testing.T) {
	home := folders{t.TempDir(), t.TempDir(), t.TempDir()}
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		err := os.RemoveAll(home.seatsFolder())
		if err == nil {
			err = os.WriteFile(home.seatsFolder(), nil, 0o600)
		}
		if err != nil {
			t.Error(err)
		}
		_, _ = io.WriteString(w, `{"membership":{"member_id":"i_y","name":"yu"},"member_token":"sni_`+strings.Repeat("a", 43)+`"}`) // the client may be gone
	}))
	defer web.Close()
	p, _, said := bench(strings.NewReader("rit_" + strings.Repeat("a", 43)))
	p.folders = home
	code := run(t.Context(), []string{"join", "ws" + strings.TrimPrefix(web.URL, "http") + "/rooms/main", "--name", "yu"}, p)
	if code != exitUsage || !strings.Contains(said.String(), "The seat yu is taken all the same") || !strings.Contains(said.String(), "--reseat yu") {
		t.Errorf("code %d, it says %q", code, said)
	}
	if strings.Contains(said.String(), "sni_") {
		t.Error("it shows the token")
	}
}
