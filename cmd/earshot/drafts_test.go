package main

import (
	"os"
	"path/filepath"
	"testing"
)

func TestDraftsAreKept(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "state", "drafts")
	d := drafts{kept{dir, ".txt"}}
	if text, err := d.Load("ws://a/rooms/r"); text != "" || err != nil {
		t.Fatalf("a draft that nobody wrote: %q, %v", text, err)
	}
	for room, text := range map[string]string{"ws://a/rooms/r": "one\ntwo", "../../etc/passwd": "three"} {
		if err := d.Save(room, text); err != nil {
			t.Fatal(err)
		}
		if got, err := d.Load(room); got != text || err != nil {
			t.Errorf("%s: got %q, %v", room, got, err)
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 2 {
		t.Fatalf("%v, %v", entries, err)
	}
	for _, e := range entries {
		if info, err := e.Info(); err != nil || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s can be read by others: %v, %v", e.Name(), info.Mode(), err)
		}
	}
	if err := d.Save("ws://a/rooms/r", ""); err != nil {
		t.Fatal(err)
	}
	if text, err := d.Load("ws://a/rooms/r"); text != "" || err != nil {
		t.Errorf("a draft that was cleared: %q, %v", text, err)
	}
}

func TestMarksAreKept(t *testing.T) {
	m := marks{kept{t.TempDir(), ".mark"}}
	if n, err := m.Load("r"); n != 0 || err != nil {
		t.Fatal(n, err)
	}
	if err := m.Save("r", 96); err != nil {
		t.Fatal(err)
	}
	if n, err := m.Load("r"); n != 96 || err != nil {
		t.Error(n, err)
	}
	if err := os.WriteFile(m.path("r"), []byte("ninety"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := m.Load("r"); err == nil {
		t.Error("a damaged mark was believed")
	}
}

func TestUnwritableStateFolderSaysWhere(t *testing.T) {
	file := filepath.Join(t.TempDir(), "state")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := (drafts{kept{filepath.Join(file, "drafts"), ".txt"}}).Save("r", "text"); err == nil {
		t.Error("a file passed for a folder")
	}
}
