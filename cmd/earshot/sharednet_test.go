package main

import (
	"fmt"
	"net/http/httptest"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"earshot/client/sharednet/sharednettest"
)

// serveSharedNet starts a SharedNet server on loopback: "sharednet". The address of its room is in $NET and
// of its public link in $LINK; the files invitation and seat hold an invite text and a seat's token.
func serveSharedNet(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 0 {
		ts.Fatalf("usage: sharednet")
	}
	net := sharednettest.New()
	server := httptest.NewServer(net)
	ts.Defer(func() {
		server.CloseClientConnections() // waits are held for long
		server.Close()
	})
	ts.Setenv("NET", server.URL+"/rooms/"+sharednettest.Room)
	ts.Setenv("LINK", server.URL+"/shared/"+sharednettest.Link)
	for name, text := range map[string]string{
		"seat":       sharednettest.Tester,
		"invitation": "Sit with us: ROOM=" + sharednettest.Room + " TOKEN=" + sharednettest.Invite + " BASE=" + server.URL,
	} {
		ts.Check(os.WriteFile(ts.MkAbs(name), []byte(text+"\n"), 0o600))
	}
	ts.Value(scenarioKey{}).(*scenario).net = net
}

// onSharedNet does something with the server, or checks what came of it: "net say TEXT", "net refuse CALL
// STATUS CODE", "net heals", "net loses posts|joins", "net closes", "net shares yes|no", "net holds N" messages, "net seats N".
func onSharedNet(ts *testscript.TestScript, neg bool, args []string) {
	net := ts.Value(scenarioKey{}).(*scenario).net
	if neg || net == nil || len(args) == 0 {
		ts.Fatalf("usage: net DOES [WHAT], where sharednet came first")
	}
	want := func(what string, got int) {
		if len(args) != 2 || args[1] != strconv.Itoa(got) {
			ts.Fatalf("there are %d %s", got, what)
		}
	}
	switch does := args[0] + " " + strings.Join(args[1:min(2, len(args))], ""); {
	case args[0] == "say":
		net.Say(strings.ReplaceAll(strings.Join(args[1:], " "), `\n`, "\n"))
	case args[0] == "refuse" && len(args) == 4:
		status, err := strconv.Atoi(args[2])
		ts.Check(err)
		net.Refuse(refusing(args[1], status, args[3]))
	case args[0] == "heals":
		net.Refuse(nil)
	case does == "loses posts":
		net.LosePosts(1)
	case does == "loses joins":
		net.LoseJoins(1)
	case args[0] == "closes":
		net.CloseRoom()
	case args[0] == "shares":
		net.Share(does == "shares yes")
	case args[0] == "holds":
		want("messages", len(net.Contents()))
	case args[0] == "seats":
		want("seats", net.Seats())
	default:
		ts.Fatalf("net does not %s", strings.Join(args, " "))
	}
}

// refusing answers every call of a kind with an error that quotes a token.
func refusing(kind string, status int, code string) sharednettest.Refusal {
	return func(call string, _ int) (int, string) {
		if call != kind {
			return 0, ""
		}
		return status, sharednettest.ErrorBody(code, sharednettest.Tester)
	}
}

// onNet runs a command line against a SharedNet server and returns its exit code and what it wrote.
func onNet(t *testing.T, net *sharednettest.Server, stdin, token string, args ...string) (code int, out, said string) {
	t.Helper()
	server := httptest.NewServer(net)
	defer server.Close()
	p, wrote, told := bench(strings.NewReader(stdin))
	p.folders = folders{t.TempDir(), t.TempDir(), t.TempDir()}
	p.env = func(name string) string { return map[string]string{tokenEnv: token}[name] }
	args = slices.Clone(args)
	for i := range args {
		args[i] = strings.NewReplacer("NET", server.URL+"/rooms/"+sharednettest.Room, "LINK", server.URL+"/shared/"+sharednettest.Link).Replace(args[i])
	}
	code = run(t.Context(), args, p)
	return code, wrote.String(), told.String()
}

// TestEveryErrorOfSharedNet holds every status and code of the error table of its page against the command
// line: the exit code, a sentence of what happened and one of what to do, and no token of anybody.
func TestEveryErrorOfSharedNet(t *testing.T) {
	commands := map[string]struct {
		call, stdin string
		args        []string
		exit        func(status int) int // of a refusal that does not pass
	}{
		"tail":   {"GET room/messages", "", []string{"tail", "--wait", "150ms", "NET"}, always(exitUnreachable)},
		"triage": {"GET room", "", []string{"triage", "--wait", "150ms", "NET"}, always(exitUnreachable)},
		"public": {"GET public", "", []string{"tail", "--wait", "150ms", "LINK"}, always(exitUnreachable)},
		"join":   {"POST room/join", sharednettest.Invite, []string{"join", "NET", "--name", "scout"}, always(exitUnreachable)},
		"post": {"POST room/messages", "good morning", []string{"post", "--force", "--wait", "300ms", "NET"}, func(status int) int {
			if status == 409 || status == 413 || status == 422 {
				return exitFound
			}
			return exitUnreachable
		}},
	}
	for name, c := range commands {
		for status, codes := range sharednettest.Errors() {
			for _, code := range codes {
				t.Run(fmt.Sprintf("%s %d %s", name, status, code), func(t *testing.T) {
					t.Parallel()
					net := sharednettest.New()
					net.Share(true)
					net.Refuse(refusing(c.call, status, code))
					exit, out, said := onNet(t, net, c.stdin, sharednettest.Tester, c.args...)
					want := c.exit(status)
					if name == "post" && code == "invalid_idempotency_key" {
						want = exitFound // an id is the message's
					}
					if exit != want {
						t.Errorf("exit code %d, want %d", exit, want)
					}
					sentences := strings.Count(said, ". ")
					last := said[strings.LastIndex(strings.TrimSpace(said), "earshot: "):]
					if out != "" || sentences == 0 || !strings.HasSuffix(strings.TrimSpace(last), ".") {
						t.Errorf("it writes %q and says %q", out, said)
					}
					for _, token := range []string{sharednettest.Tester, sharednettest.Invite, sharednettest.Link} {
						if strings.Contains(out+said, token) {
							t.Errorf("it shows a token: %s", said)
						}
					}
					if unknown := strings.Contains(said, "--id "); name == "post" && unknown != (status == 429 || status >= 500) {
						t.Errorf("of how to post again it says %q", said)
					}
				})
			}
		}
	}
}

func always(code int) func(int) int { return func(int) int { return code } }
