package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"earshot/client/sharednet/sharednettest"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"earshot": main})
}

// TestScripts runs every scenario of testdata/script: command lines with what they print and the code
// they exit with. A scenario's free text says what it shows.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			env.Values[roomServerKey{}] = new(roomServer)
			env.Values[scenarioKey{}] = new(scenario)
			home := env.WorkDir + "/home"
			data, err := filepath.Abs("../../client/transcript/testdata")
			if err != nil {
				return err
			}
			for name, value := range map[string]string{
				"DATA": data,
				"HOME": home, "XDG_CONFIG_HOME": home + "/config", "XDG_STATE_HOME": home + "/state", "XDG_CACHE_HOME": home + "/cache",
				"TZ": "UTC", "EARSHOT_TOKEN": "",
			} {
				env.Setenv(name, value)
			}
			return os.MkdirAll(home, 0o700)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "serve": serveRoom, "stops": stopRoom, "waits": waits, "invitation": invitation, "sharednet": serveSharedNet, "net": onSharedNet,
			"certificate": makeCertificate, "proxy": startProxy, "proxied": proxied},
	})
}

// exits runs a command line and checks the code it exits with: "exits 2 earshot lint --no-such-flag".
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND...")
	}
	err := ts.Exec(args[1], args[2:]...)
	code := "0"
	if err != nil {
		code = strings.TrimPrefix(err.Error(), "exit status ")
	}
	if code != args[0] {
		ts.Fatalf("%s exited with %s, want %s", strings.Join(args[1:], " "), code, args[0])
	}
}

// waits runs a command line again and again, for a minute at most, until its output holds a word:
// "waits WORD earshot tail SOURCE".
func waits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: waits WORD COMMAND...")
	}
	for began := time.Now(); ; {
		ts.Check(ts.Exec(args[1], args[2:]...))
		if strings.Contains(ts.ReadFile("stdout"), args[0]) {
			return
		}
		if time.Since(began) > time.Minute {
			ts.Fatalf("%s did not come", args[0])
		}
	}
}

// invitation writes the text that a person is sent to a file: "invitation FILE URL".
func invitation(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: invitation FILE URL")
	}
	text := "Join us at " + args[1] + " with " + strings.TrimSpace(ts.ReadFile("person")) + " please.\n"
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o600))
}

// roomServer is the room server that a scenario has started last, which its values hold.
type (
	roomServer    struct{ stop func() error }
	roomServerKey struct{}
)

// scenario is what a scenario has started beside room servers, which its values hold.
type (
	scenario struct {
		net   *sharednettest.Server
		proxy *proxy
	}
	scenarioKey struct{}
)

// stopRoom stops the room server in order: "stops".
func stopRoom(ts *testscript.TestScript, neg bool, args []string) {
	server := ts.Value(roomServerKey{}).(*roomServer)
	if neg || len(args) != 0 || server.stop == nil {
		ts.Fatalf("usage: stops, where serve came first")
	}
	ts.Check(server.stop())
}

// serveRoom starts a room server in the background: "serve [FLAG...]". The address of its first room
// is in $URL then, and its tokens are in the files invite, person, observer and operator. The server is
// stopped in order when the scenario ends, and has to end well.
func serveRoom(ts *testscript.TestScript, neg bool, args []string) {
	if neg {
		ts.Fatalf("usage: serve [FLAG...]")
	}
	self, err := os.Executable()
	ts.Check(err)
	cmd := exec.Command(self, append([]string{"serve", "--listen", "127.0.0.1:0", "--json"}, args...)...)
	cmd.Args[0] = "earshot" // the test binary is the program under this name
	cmd.Dir = ts.Getenv("WORK")
	cmd.Env = append(os.Environ(), "HOME="+ts.Getenv("HOME"), "XDG_STATE_HOME="+ts.Getenv("XDG_STATE_HOME"))
	cmd.Stderr = ts.Stderr()
	out, err := cmd.StdoutPipe()
	ts.Check(err)
	ts.Check(cmd.Start())
	stop := sync.OnceValue(func() error {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		return cmd.Wait()
	})
	ts.Value(roomServerKey{}).(*roomServer).stop = stop
	ts.Defer(func() {
		if err := stop(); err != nil {
			ts.Logf("the room server did not end well: %v", err)
		}
	})
	var said serveJSON
	ts.Check(json.NewDecoder(out).Decode(&said))
	room := said.Rooms[0]
	ts.Setenv("URL", room.URL)
	for name, token := range map[string]string{
		"invite": room.Invite, "person": room.PersonInvite, "observer": room.Observer, "operator": room.Operator,
	} {
		ts.Check(os.WriteFile(ts.MkAbs(name), []byte(token+"\n"), 0o600))
	}
}
