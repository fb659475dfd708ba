package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// secretWorld is a process in a folder of its own, whose output is looked through for what must not be in it.
func secretWorld(t *testing.T) (p process, said *bytes.Buffer) {
	t.Helper()
	said = new(bytes.Buffer)
	dir := t.TempDir()
	t.Chdir(dir)
	return process{
		in: strings.NewReader(""), out: said, err: said, env: func(string) string { return "" }, setenv: func(string, string) error { return nil },
		now: func() time.Time { return time.Date(2026, 9, 18, 9, 0, 0, 0, time.UTC) }, folders: folders{dir, dir, dir},
	}, said
}

// Whoever puts a token where something else belongs is told so and not shown it: what is said of a mistake
// ends up in logs.
func TestErrorsShowNoToken(t *testing.T) {
	const aws = "AKIA" + "IOSFODNN7EXAMPLE"
	for _, token := range []string{"obs_" + strings.Repeat("q1", 21), "sni_abcdefgh12", "rit_" + strings.Repeat("z", 24), aws} {
		for _, args := range [][]string{
			{"%"}, {"tail", "%"}, {"lint", "%"}, {"count", "%"}, {"lint", "--explain", "%"}, {"help", "%"}, {"room", "%"}, {"tail", "-", "--%"},
			{"tail", "ws://127.0.0.1:1/rooms/main", "--token-file", "%"}, {"tail", "-", "--since", "%"}, {"tail", "-", "--filter", "is:%"},
			{"tail", "-", "--now", "%"}, {"tail", "-", "--map", "%"}, {"tail", "ws://127.0.0.1:1/rooms/main", "--ca", "%"}, {"tail", "-", "--wait", "%"},
			{"post", "ws://127.0.0.1:1/rooms/main", "--id", "%"}, {"post", "ws://127.0.0.1:1/rooms/main", "%"}, {"post", "%"},
			{"join", "ws://127.0.0.1:1/rooms/main", "--wait", "1s", "--name", "%"}, {"join", "ws://127.0.0.1:1/rooms/%", "--name", "yu"},
			{"brief", "talk.jsonl", "--as", "%"}, {"count", "--encoding", "%", "-"}, {"export", "--format", "%", "-"}, {"--config", "%", "tail", "-"},
			{"serve", "--listen", "%"}, {"serve", "--policy", "%"}, {"serve", "--allow-origin", "%"}, {"serve", "--nats-creds", "%", "--nats", "%"},
			{"invite", "--for", "%", "ws://127.0.0.1:1/rooms/main"}, {"scp", "encode", "--dict", "%"}, {"room", "import", "%", "--data", "d"},
			{"lint", "--repo", "%", "-"}, {"completion", "%"},
		} {
			p, said := secretWorld(t)
			if err := os.WriteFile("talk.jsonl", []byte(`{"sequence":1,"content":"hi","sender":{"name":"yu"}}`+"\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			line := slices.Clone(args)
			for i := range line {
				line[i] = strings.ReplaceAll(line[i], "%", token)
			}
			if code := run(t.Context(), line, p); code == exitFine && args[0] != "help" {
				t.Errorf("%q ends well: %s", args, said)
			}
			if strings.Contains(said.String(), token) {
				t.Errorf("%q shows the token: %s", args, said)
			}
		}
	}
}

// What shows an older message masks the credentials in it, whoever reads it.
func TestCredentialsInMessagesAreMasked(t *testing.T) {
	const key = "-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA0Z3VS5JJcds3xfn\nqqqq/ygWyF8PbnGy0AHB7xmZ9qz\n-----END RSA PRIVATE KEY-----"
	const aws = "AKIA" + "IOSFODNN7EXAMPLE"
	content, err := json.Marshal("v1 note limiter to all n=4\nask yu: use " + aws + " by 20260918T1000Z?\nmust-not show " + aws + "\nthe key is\n" + key + "\nthe end\n")
	if err != nil {
		t.Fatal(err)
	}
	line := `{"sequence":1,"id":"msg_1","created_at":"2026-09-18T08:00:00Z","sender":{"member_id":"i_1","name":"lead"},"content":` + string(content) + "}\n"
	for _, command := range []string{
		"tail %", "tail --json %", "export %", "export --format md %", "export --format html %", "count --by-line %", "count --by-line --json %",
		"state %", "state --json %", "brief --as lead %", "brief --as lead --json %", "triage %", "triage --json %", "stats --json %", "lint %", "lint --json %",
		"watch --plain %",
	} {
		p, said := secretWorld(t)
		file := filepath.Join(t.TempDir(), "talk.jsonl")
		if err := os.WriteFile(file, []byte(line), 0o600); err != nil {
			t.Fatal(err)
		}
		if code := run(t.Context(), strings.Fields(strings.ReplaceAll(command, "%", file)), p); code > exitFound {
			t.Errorf("%s ends with %d: %s", command, code, said)
		}
		if out := said.String(); strings.Contains(out, aws) || strings.Contains(out, "MIIEow") || strings.Contains(out, "ygWyF8") {
			t.Errorf("%s shows a credential:\n%s", command, out)
		}
	}
}

func TestConcealedLinesKeepTheirNumbers(t *testing.T) {
	const key = "-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA0Z3VS5JJcds3xfn\n-----END RSA PRIVATE KEY-----"
	got := strings.Split(concealLines("a\n"+key+"\nb"), "\n")
	if len(got) != 5 || got[0] != "a" || got[4] != "b" || strings.Contains(strings.Join(got, " "), "MIIE") {
		t.Errorf("%q", got)
	}
}
