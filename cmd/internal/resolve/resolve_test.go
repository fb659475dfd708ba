package resolve

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

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
		{"failing", "exit 3", evidence.Verdict{}, "run resolver"},
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
