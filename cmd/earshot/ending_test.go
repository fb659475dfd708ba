//go:build unix

package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"earshot/client/sharednet/sharednettest"
)

// program is the program as a shell runs it, with its output read by the test.
type program struct {
	*exec.Cmd
	t    *testing.T
	out  *bufio.Reader
	pipe *os.File // the end that out reads
	said bytes.Buffer
}

// start runs a command line with a home folder of its own and, where it is not "", a token.
func start(t *testing.T, stdin io.Reader, token string, args ...string) *program {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	p := &program{Cmd: exec.Command(self, args...), t: t, out: bufio.NewReader(reader), pipe: reader}
	p.Args[0] = "earshot" // the test binary is the program under this name
	home := t.TempDir()
	p.Env = append(os.Environ(), "HOME="+home, "XDG_STATE_HOME="+home, "XDG_CONFIG_HOME="+home, "XDG_CACHE_HOME="+home, "EARSHOT_TOKEN="+token, "TZ=UTC")
	p.Stdin, p.Stdout, p.Stderr = stdin, writer, &p.said
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	_ = writer.Close() // the program has it now
	t.Cleanup(func() {
		_ = p.Process.Kill() // it has ended, unless the test failed
		_ = reader.Close()
	})
	return p
}

// line reads a line of what the program writes.
func (p *program) line() string {
	p.t.Helper()
	line, err := p.out.ReadString('\n')
	if err != nil {
		p.t.Fatalf("%v after %q; it says %s", err, line, p.said.String())
	}
	return line
}

// ends waits for the program to end and checks its exit code; -1 is killed by a signal.
func (p *program) ends(code int) {
	p.t.Helper()
	over := make(chan error, 1)
	go func() { over <- p.Wait() }()
	select {
	case <-over:
	case <-time.After(time.Minute):
		p.t.Fatalf("%s does not end", strings.Join(p.Args, " "))
	}
	if got := p.ProcessState.ExitCode(); got != code {
		p.t.Errorf("%s exits with %d, want %d; it says %s", strings.Join(p.Args, " "), got, code, p.said.String())
	}
}

func (p *program) signal(s os.Signal) {
	p.t.Helper()
	if err := p.Process.Signal(s); err != nil {
		p.t.Fatal(err)
	}
}

// transcriptOf writes a transcript of so many messages.
func transcriptOf(t *testing.T, messages int) string {
	t.Helper()
	var text strings.Builder
	for n := 1; n <= messages; n++ {
		fmt.Fprintf(&text, `{"sequence":%d,"id":"m%d","sender":{"member_id":"i","name":"lead"},"type":"message","content":"v1 note pipe to all n=1\nline %d\n","created_at":"2026-09-17T09:00:00.000Z"}`+"\n", n, n, n)
	}
	path := filepath.Join(t.TempDir(), "talk.jsonl")
	if err := os.WriteFile(path, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// More than a pipe holds, so that a writer is stuck until somebody reads.
const moreThanAPipe = 1500

// A reader who has seen enough, as head has, ends a stream without a word: one that waits for what comes
// next, and one that is writing.
func TestAStreamEndsWithItsReader(t *testing.T) {
	for name, args := range map[string][]string{
		"quiet":          {"tail", "--follow", "--json", transcriptOf(t, 3)},
		"quiet lines":    {"tail", "--follow", transcriptOf(t, 3)},
		"writing":        {"tail", "--json", transcriptOf(t, moreThanAPipe)},
		"writing lines":  {"tail", "--follow", transcriptOf(t, moreThanAPipe)},
		"watching plain": {"watch", "--follow", transcriptOf(t, 3)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := start(t, nil, "", args...)
			p.line()
			_ = p.pipe.Close() // only read from
			p.ends(exitFine)
			if said := p.said.String(); strings.Contains(said, "pipe") || strings.Contains(said, "earshot: write") {
				t.Errorf("it says %s", said)
			}
		})
	}
}

// A stream that is told to end does so with 130 and without a word, also while it is stuck in writing.
func TestASignalEndsAStream(t *testing.T) {
	for name, c := range map[string]struct {
		signal   os.Signal
		messages int
	}{"ctrl+c": {os.Interrupt, 3}, "TERM": {syscall.SIGTERM, 3}, "HUP": {syscall.SIGHUP, 3}, "TERM while stuck": {syscall.SIGTERM, moreThanAPipe}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := start(t, nil, "", "tail", "--follow", "--json", transcriptOf(t, c.messages))
			p.line()
			p.signal(c.signal)
			p.ends(exitInterrupted)
			if p.said.Len() > 0 {
				t.Errorf("it says %s", p.said.String())
			}
		})
	}
}

// hanging has the first call of a kind, once asked for, tell that it came and wait until it may proceed.
func hanging(net *sharednettest.Server) (arrived chan string, hang func(at string) (proceed func())) {
	arrived = make(chan string, 1)
	return arrived, func(at string) func() {
		wait := make(chan struct{})
		var once sync.Once
		net.Refuse(func(call string, _ int) (int, string) {
			if call == at {
				once.Do(func() {
					arrived <- call
					<-wait
				})
			}
			return 0, ""
		})
		return func() { close(wait) }
	}
}

// A join that is interrupted while the room is asked says that the seat may be taken: a second one would
// take another.
func TestAnInterruptedJoinSaysThatTheSeatMayBeTaken(t *testing.T) {
	net := sharednettest.New()
	server := httptest.NewServer(net)
	defer server.Close()
	arrived, hang := hanging(net)
	proceed := hang("POST room/join")
	p := start(t, strings.NewReader(sharednettest.Invite), "", "join", server.URL+"/rooms/"+sharednettest.Room, "--name", "scout")
	<-arrived
	p.signal(os.Interrupt)
	p.ends(exitInterrupted)
	proceed()
	if said := p.said.String(); !strings.Contains(said, "the seat may be taken") || strings.Contains(said, sharednettest.Invite) {
		t.Errorf("it says %s", said)
	}
}

// A waiting post that is interrupted says what became of the message and how it is posted again: the
// second time, in a process of its own, it is not stored twice.
func TestAnInterruptedPostSaysWhatBecameOfIt(t *testing.T) {
	net := sharednettest.New()
	server := httptest.NewServer(net)
	defer server.Close()
	address := server.URL + "/rooms/" + sharednettest.Room
	arrived, hang := hanging(net)

	proceed := hang("GET room")
	p := start(t, strings.NewReader("good morning"), sharednettest.Tester, "post", "--force", address)
	<-arrived
	p.signal(os.Interrupt)
	p.ends(exitInterrupted)
	if said := p.said.String(); !strings.HasSuffix(said, "earshot: Interrupted: the message was not sent. Post it again.\n") {
		t.Errorf("before it was sent it says %s", said)
	}
	proceed()

	proceed = hang("POST room/messages")
	p = start(t, strings.NewReader("good morning"), sharednettest.Tester, "post", "--force", address)
	<-arrived
	p.signal(os.Interrupt)
	p.ends(exitInterrupted)
	proceed() // the room stores what it was sent
	_, again, found := strings.Cut(p.said.String(), "the message was sent and may be stored. Post it again with --id ")
	id, _, _ := strings.Cut(again, ":")
	if !found || strings.Contains(p.said.String(), sharednettest.Tester) {
		t.Fatalf("while the answer is awaited it says %s", p.said.String())
	}
	p = start(t, strings.NewReader("good morning"), sharednettest.Tester, "post", "--force", "--id", id, address)
	p.ends(exitFine)
	if line := p.line(); line != "1\n" {
		t.Errorf("posted again it prints %q", line)
	}
	if stored := net.Contents(); len(stored) != 1 {
		t.Errorf("stored are %q", stored)
	}

	typed, typing, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer typing.Close()
	p = start(t, typed, sharednettest.Tester, "post", address)
	if _, err := typing.Write(make([]byte, 1<<20)); err != nil { // more than the pipe holds: it is being read
		t.Fatal(err)
	}
	p.signal(os.Interrupt)
	p.ends(exitInterrupted)
	if said := p.said.String(); !strings.Contains(said, "the message was not sent") {
		t.Errorf("while it is typed it says %s", said)
	}
}

// A seat whose token is revoked while it follows is told so, and the stream ends with 3.
func TestARevokedSeatEndsAStream(t *testing.T) {
	net := sharednettest.New()
	net.Say("good morning")
	server := httptest.NewServer(net)
	defer server.Close()
	p := start(t, nil, sharednettest.Tester, "tail", "--follow", server.URL+"/rooms/"+sharednettest.Room)
	p.line()
	net.Refuse(refusing("GET room/wait", 401, "invalid_credentials"))
	net.Say("good night") // ends the wait that is held
	p.ends(exitUnreachable)
	if said := p.said.String(); !strings.Contains(said, "The room does not know this token: it was revoked") || !strings.Contains(said, "take a seat with earshot join") ||
		strings.Contains(said, sharednettest.Tester) {
		t.Errorf("it says %s", said)
	}
}
