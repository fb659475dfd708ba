//go:build e2e

package e2e

import (
	"encoding/json"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// server is `earshot serve` on a port of its own with a folder that outlives it.
type server struct {
	t       *testing.T
	address string
	data    string
	cmd     *exec.Cmd
	room    struct{ URL, Invite, PersonInvite, Observer string }
}

func serve(t *testing.T) *server {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &server{t: t, address: listener.Addr().String(), data: filepath.Join(t.TempDir(), "data")}
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	s.start()
	t.Cleanup(s.stop)
	return s
}

func (s *server) start() {
	s.t.Helper()
	s.cmd = exec.Command(binary, "serve", "--listen", s.address, "--data", s.data, "--json")
	s.cmd.Stderr = os.Stderr
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		s.t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	var said struct {
		Rooms []struct {
			URL          string `json:"url"`
			Invite       string `json:"invite"`
			PersonInvite string `json:"person_invite"`
			Observer     string `json:"observer"`
		} `json:"rooms"`
	}
	if err := json.NewDecoder(out).Decode(&said); err != nil {
		s.t.Fatalf("serve --json: %v", err)
	}
	s.room.URL, s.room.Invite = said.Rooms[0].URL, said.Rooms[0].Invite
	s.room.PersonInvite, s.room.Observer = said.Rooms[0].PersonInvite, said.Rooms[0].Observer
}

func (s *server) stop() {
	if s.cmd.ProcessState != nil {
		return
	}
	_ = s.cmd.Process.Signal(syscall.SIGTERM)
	if err := s.cmd.Wait(); err != nil {
		s.t.Errorf("serve did not end well at SIGTERM: %v", err)
	}
}

// earshot runs the program without a terminal, at home in a folder, with something on standard input.
func earshot(t *testing.T, home, input string, args ...string) string {
	t.Helper()
	cmd := exec.Command(binary, args...)
	cmd.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "TZ=UTC"}
	cmd.Stdin = strings.NewReader(input)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("earshot %v: %v\n%s", args, err, out)
	}
	return string(out)
}

// fill fills the blanks of a new message's header and goes on to its first line.
func (p *pane) fill(intent, topic, to string) {
	p.t.Helper()
	p.text(intent)
	p.keys("Tab")
	p.text(topic)
	p.keys("Tab")
	p.text(to)
	p.shows("v1 " + intent + " " + topic + " to " + to)
	p.keys("C-e", "Enter")
}

// A person takes a seat in a room, watches it, loses the connection and gets it back; nothing is lost.
func TestConnectionLostAndBack(t *testing.T) {
	s := serve(t)
	p := open(t, size{110, 30})
	agent := t.TempDir()
	earshot(t, p.home, s.room.PersonInvite, "join", s.room.URL, "--name", "yu")
	earshot(t, agent, s.room.Invite, "join", s.room.URL, "--name", "worker")
	p.command("earshot " + s.room.URL)
	p.shows("● live", "as yu")
	earshot(t, agent, "v1 report limiter to yu n=1\nclaim tests pass\n", "post", s.room.URL)
	p.shows("tests pass", "UNPROVEN")

	p.keys("c")
	p.shows("ctrl+s")
	p.fill("note", "limiter", "worker")
	p.text("seen, go on")
	p.shows("v1 note limiter to worker n=1")
	s.stop()
	p.shows("reconnecting")
	p.keys("C-s")
	p.shows("pending")
	s.start()
	p.shows("● live")
	p.hides("pending")
	if got := earshot(t, agent, "", "tail", s.room.URL); strings.Count(got, "seen, go on") != 1 {
		t.Errorf("the message written while the room was away stands in it %d times:\n%s", strings.Count(got, "seen, go on"), got)
	}
	earshot(t, agent, "v1 note limiter to yu n=1\nback again\n", "post", s.room.URL)
	p.shows("back again")
	p.keys("q")
	p.givenBack()
}

// A draft survives the terminal being closed.
func TestDraftSurvivesHangUp(t *testing.T) {
	s := serve(t)
	p := open(t, size{100, 30})
	earshot(t, p.home, s.room.PersonInvite, "join", s.room.URL, "--name", "yu")
	p.command("earshot " + s.room.URL + "; echo exit-$?")
	p.shows("● live")
	p.keys("c")
	p.shows("ctrl+s")
	p.fill("note", "limiter", "all")
	p.text("half a thought")
	p.shows("v1 note limiter to all n=1", "half a thought")
	signal(p, syscall.SIGHUP)
	p.exitCode(130)
	p.command("clear; earshot " + s.room.URL)
	p.shows("● live")
	p.keys("c")
	p.shows("half a thought")
}

// Bad input ends in one sentence and a code, and leaves the terminal alone.
func TestBadInput(t *testing.T) {
	s := serve(t)
	tests := []struct{ name, command, code, says string }{
		{"no such command", "earshot tial", "2", "There is no command"},
		{"no room", "earshot http://" + s.address + "/", "2", "earshot: "},
		{"a wrong token", "EARSHOT_TOKEN=sni_wrong earshot tail " + s.room.URL, "3", "does not know this token"},
		{"no such room", "EARSHOT_TOKEN=" + "sni_wrong" + " earshot tail ws://" + s.address + "/rooms/nowhere", "3", "earshot: "},
		{"nobody listens", "earshot tail --wait 1s ws://127.0.0.1:1/rooms/main", "3", "Nothing listens"},
		{"a missing transcript", "earshot missing.jsonl", "2", "cannot be read"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := open(t, size{100, 20})
			p.command("clear; " + tt.command + "; echo exit-$?")
			p.shows(tt.says, "exit-"+tt.code)
			p.givenBack()
		})
	}
}
