package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestDraftsAreKept(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "state", "drafts")
	d := drafts{kept: kept{dir, ".txt"}}
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
	if err := (drafts{kept: kept{filepath.Join(file, "drafts"), ".txt"}}).Save("r", "text"); err == nil {
		t.Error("a file passed for a folder")
	}
}

// Where there is no home folder nothing is kept, and above all not in the folder that the program runs in.
func TestWithoutAHomeFolderNothingIsKept(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for _, tt := range []struct {
		command string
		code    int
		says    string
	}{
		{"config", exitFine, ""},
		{"convention", exitFine, ""},
		{"triage -", exitFine, ""},
		{"join ws://127.0.0.1:1/rooms/main --name yu", exitUsage, "There is no folder to keep seats in."},
	} {
		p, _, said := bench(strings.NewReader(""))
		if code := run(t.Context(), strings.Fields(tt.command), p); code != tt.code || !strings.Contains(said.String(), tt.says) {
			t.Errorf("%s exits with %d and says %q", tt.command, code, said)
		}
	}
	texts := kept{"", ".txt"}
	if err := texts.save("r", "text"); err == nil {
		t.Error("a text was kept nowhere")
	}
	if text, err := texts.load("r"); text != "" || err != nil {
		t.Errorf("load = %q, %v", text, err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// What cannot be read is set aside under a name of its own, and the next save does not touch it.
func TestDamagedFilesAreSetAside(t *testing.T) {
	d := drafts{kept: kept{filepath.Join(t.TempDir(), "drafts"), ".txt"}}
	for i, text := range []string{"first", "second", "third"} {
		if err := d.Save("r", text); err != nil {
			t.Fatal(err)
		}
		where, err := d.SetAside("r")
		if err != nil {
			t.Fatal(err)
		}
		if err := d.Save("r", "new"); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(where)
		if err != nil || string(data) != text || !strings.Contains(filepath.Base(where), ".txt.bad") {
			t.Errorf("%d: %s holds %q, %v", i, where, data, err)
		}
	}
	if left, err := os.ReadDir(d.dir); err != nil || len(left) != 4 {
		t.Errorf("in the folder: %v, %v", left, err)
	}
}

func TestSentTextsAreKept(t *testing.T) {
	s := newSent(kept{filepath.Join(t.TempDir(), "sent"), ".json"})
	want := []string{"one\ntwo", "日本語 \"quoted\"", "three"}
	if err := s.Save("r", want); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Load("r"); err != nil || strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("got %q, %v", got, err)
	}
	if info, err := os.Stat(s.path("r")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file is %v, %v", info.Mode(), err)
	}
	for _, damaged := range []string{`["one`, `{"a":1}`, "\x00\xff"} {
		if err := os.WriteFile(s.path("r"), []byte(damaged), 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := s.Load("r")
		if len(got) > 0 || err == nil || !strings.Contains(err.Error(), s.path("r")+".bad") {
			t.Errorf("%q gives %q, %v", damaged, got, err)
		}
		if got, err := s.Load("r"); got != nil || err != nil {
			t.Errorf("set aside, it gives %q, %v", got, err)
		}
	}
	if err := s.Save("r", want); err != nil {
		t.Error(err)
	}
	if err := s.Save("r", nil); err != nil {
		t.Error(err)
	}
}
