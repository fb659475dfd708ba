package main

import (
	"net"
	"strings"
	"testing"
	"time"
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
