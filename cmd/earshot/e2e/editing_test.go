//go:build e2e

package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A paste keeps its lines, whatever their ends, and the person's own editor is given the whole text and
// gives it back.
func TestPasteAndEditor(t *testing.T) {
	s := serve(t)
	editor := filepath.Join(t.TempDir(), "editor")
	if err := os.WriteFile(editor, []byte("#!/bin/sh\nprintf '\\nfrom the editor\\n' >> \"$1\"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	p := open(t, size{110, 34}, "EDITOR="+editor)
	earshot(t, p.home, s.room.PersonInvite, "join", s.room.URL, "--name", "yu")
	p.command("earshot " + s.room.URL)
	p.shows("● live", "as yu")
	p.keys("c")
	p.shows("ctrl+s")
	p.fill("note", "paste", "all")
	p.tmux("set-buffer", "first of three\r\nsecond, with a tab\there\r\n日本語の三行目")
	p.tmux("paste-buffer", "-p", "-r")
	p.shows("first of three", "日本語の三行目", "n=3")
	p.keys("C-o")
	p.shows("from the editor", "n=4")
	p.keys("C-s")
	p.hides("▐message")
	p.shows("#1 yu", "from the editor")
	got := earshot(t, p.home, "", "export", s.room.URL)
	for _, want := range []string{`n=4\nfirst of three\nsecond, with a tab`, "日本語の三行目", "from the editor"} {
		if !strings.Contains(got, want) {
			t.Errorf("what was stored lacks %q:\n%s", want, got)
		}
	}
	p.keys("q")
	p.givenBack()
}

// A finished transcript is read as of its last message and says so, and what could not be read of it is
// said on the screen.
func TestTranscript(t *testing.T) {
	p := open(t, size{120, 30})
	lines := []string{
		`{"sequence":1,"id":"msg_1","sender":{"member_id":"i_l","name":"lead"},"content":"v1 propose limiter to yu n=2\nask how to store counters, 20260918T0900Z\ndefault silence past the ask time→A","created_at":"2026-09-17T09:00:00Z"}`,
		`{"broken`,
		`{"sequence":2,"id":"msg_2","sender":{"member_id":"i_w","name":"worker"},"content":"v1 note limiter to lead n=1\nwaiting","created_at":"2026-09-18T09:30:00Z"}`,
	}
	file := filepath.Join(p.home, "talk.jsonl")
	if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	p.command("cd; earshot talk.jsonl --as yu; echo exit-$?")
	p.shows("as of", "IN FORCE since 09:00", "left out")
	p.keys("q")
	p.exitCode(0)
	p.givenBack()
}
