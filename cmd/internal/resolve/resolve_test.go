package resolve

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"earshot/convention/evidence"
)

// script writes a program for the resolver to run.
func script(t *testing.T, body string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "look")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+body), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestNobodyLooks(t *testing.T) {
	if r, err := Open("", ""); r != nil || err != nil {
		t.Fatalf("got %v, %v", r, err)
	}
}

func TestProgramAnswers(t *testing.T) {
	tests := []struct {
		name, body string
		want       evidence.Verdict
		fails      string
	}{
		{"found", `grep -q '"reference":"run 81723"' && echo '{"result":"found","detail":"green"}'`, evidence.Verdict{Result: evidence.Found, Detail: "green"}, ""},
		{"told the kind", `grep -q '"kind":"run"' && echo '{"result":"failed"}'`, evidence.Verdict{Result: evidence.Failed}, ""},
		{"a word of its own", `echo '{"result":"perhaps","detail":"?"}'`, evidence.Verdict{Result: evidence.Unknown, Detail: "?"}, ""},
		{"no JSON", "echo yes", evidence.Verdict{}, "did not answer with JSON"},
		{"failing", "exit 3", evidence.Verdict{}, "it failed"},
		{"chatty", "yes | head -c 200000", evidence.Verdict{}, "did not answer with JSON"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, err := Open("", script(t, tt.body))
			if err != nil {
				t.Fatal(err)
			}
			got, err := r.Resolve(t.Context(), "run 81723")
			if tt.fails != "" {
				if err == nil || !strings.Contains(err.Error(), tt.fails) || got.Result != evidence.Unknown {
					t.Fatalf("got %+v, %v; want an error with %q", got, err, tt.fails)
				}
				return
			}
			if err != nil || got != tt.want {
				t.Fatalf("got %+v, %v; want %+v", got, err, tt.want)
			}
		})
	}
}

// A program that cannot be run is refused at once, one that does not work is told of once a kind.
func TestFaultsOfAProgramAreTold(t *testing.T) {
	if _, err := Open("", "/there/is/no/such/program"); !errors.Is(err, ErrProgram) {
		t.Errorf("a program that is not there: %v", err)
	}
	r, err := Open("", script(t, `read question; case "$question" in *31*) exit 3;; *) echo yes;; esac`))
	if err != nil {
		t.Fatal(err)
	}
	var told []string
	r.Tell(func(err error) { told = append(told, err.Error()) })
	for _, reference := range []string{"run 311", "run 312", "run 401", "run 402", "run 313"} {
		if _, err := r.Resolve(t.Context(), reference); err == nil {
			t.Errorf("%s was answered", reference)
		}
	}
	if len(told) != 2 || !strings.Contains(told[0], "it failed: exit status 3") || !strings.Contains(told[1], "did not answer with JSON") {
		t.Errorf("told %q", told)
	}
}

// A program that hangs costs one wait, not one a reference.
func TestAProgramThatHangsIsLeftAlone(t *testing.T) {
	count := filepath.Join(t.TempDir(), "count")
	p, err := newProgram([]string{script(t, "echo x >> "+count+"; sleep 600")})
	if err != nil {
		t.Fatal(err)
	}
	p.time, p.delay = 2*time.Second, 10*time.Millisecond
	told := 0
	p.tell = func(error) { told++ }
	for range 5 {
		if _, err := p.Resolve(t.Context(), "run 1"); !errors.Is(err, errSlow) {
			t.Errorf("got %v", err)
		}
	}
	asked, err := os.ReadFile(count)
	if err != nil && !errors.Is(err, os.ErrNotExist) { // a busy machine may not have got that far
		t.Fatal(err)
	}
	if told != 1 || len(asked) > len("x\n") {
		t.Errorf("told %d times, ran %q", told, asked)
	}
}

func TestReferenceIsAskedOnce(t *testing.T) {
	count := filepath.Join(t.TempDir(), "count")
	r, err := Open("", script(t, "echo x >> "+count+"; echo '{\"result\":\"missing\"}'"))
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if v, err := r.Resolve(context.Background(), "commit 3f9a2c1"); err != nil || v.Result != evidence.Missing {
			t.Fatal(v, err)
		}
	}
	if asked, err := os.ReadFile(count); err != nil || string(asked) != "x\n" {
		t.Errorf("the program ran %q times (%v)", asked, err)
	}
}
