package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestREADMEIsFresh(t *testing.T) {
	top, err := top()
	if err != nil {
		t.Fatal(err)
	}
	old, err := os.ReadFile(filepath.Join(top, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	fresh, err := generated(old)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(old, fresh) {
		t.Error("README.md is stale; run: go run ./cmd/dev gen")
	}
}

func TestTablesHaveRows(t *testing.T) {
	for _, s := range sections() {
		if rows := strings.Count(s.text(), "\n") - 2; rows < 10 {
			t.Errorf("the table of %s has %d rows", s.name, rows)
		}
	}
}

func TestGeneratedNamesWhatIsMissing(t *testing.T) {
	if _, err := generated([]byte("no places")); err == nil || !strings.Contains(err.Error(), "keys") {
		t.Errorf("got %v", err)
	}
	if _, err := generated([]byte("<!-- generated: keys -->\nx")); err == nil || !strings.Contains(err.Error(), "end") {
		t.Errorf("got %v", err)
	}
}

func TestListed(t *testing.T) {
	got := listed("FuzzA\nFuzzB\nok  \tearshot/x\t0.01s\nok  \tearshot/y\t0.01s\n?   \tearshot/z\t[no test files]\nFuzzC\nok  \tearshot/w\t0.02s\n")
	want := []target{{"FuzzA", "earshot/x"}, {"FuzzB", "earshot/x"}, {"FuzzC", "earshot/w"}}
	if len(got) != len(want) {
		t.Fatalf("got %v", got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("target %d is %v, want %v", i, got[i], want[i])
		}
	}
}
