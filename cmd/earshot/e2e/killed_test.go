//go:build e2e

package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// keptDraft is what is kept of drafts, of whatever room.
func (p *pane) keptDraft() string {
	p.t.Helper()
	files, err := filepath.Glob(filepath.Join(p.home, ".local/state/earshot/drafts/*.txt"))
	if err != nil {
		p.t.Fatal(err)
	}
	var all strings.Builder
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil && !os.IsNotExist(err) {
			p.t.Fatal(err)
		}
		all.Write(data)
	}
	return all.String()
}

// keepsWithin waits until a text is kept, and fails where that takes longer than what a machine under
// load may add; that it takes a second is held where time is no real one.
func (p *pane) keepsWithin(limit time.Duration, text string) {
	p.t.Helper()
	typed := time.Now()
	look := time.NewTicker(20 * time.Millisecond)
	defer look.Stop()
	for !strings.Contains(p.keptDraft(), text) {
		if time.Since(typed) > limit {
			p.t.Fatalf("%v after the last key %q is not kept but %q", limit, text, p.keptDraft())
		}
		<-look.C
	}
}

// Killed without a word, the program has kept all but the last second: the draft and the one parked
// behind it, each with what it is about.
func TestDraftsSurviveAKill(t *testing.T) {
	s := serve(t)
	p := open(t, size{110, 34})
	agent := t.TempDir()
	earshot(t, p.home, s.room.PersonInvite, "join", s.room.URL, "--name", "yu")
	earshot(t, agent, s.room.Invite, "join", s.room.URL, "--name", "worker")
	earshot(t, agent, "v1 note limiter to yu n=1\ntests pass\n", "post", s.room.URL)
	p.command("earshot " + s.room.URL + "; echo exit-$?")
	p.shows("● live", "tests pass")
	p.keys("c")
	p.shows("ctrl+s")
	p.fill("note", "limiter", "worker")
	p.text("half a thought")
	p.shows("half a thought")
	p.keepsWithin(20*time.Second, "half a thought")
	p.keys("Escape")
	p.shows("draft is kept")
	p.keys("k", "r")
	p.shows("reply to #1")
	p.text("of the reply")
	p.shows("of the reply")
	p.keepsWithin(20*time.Second, "of the reply")
	signal(p, syscall.SIGKILL)
	p.shows("exit-137") // somewhere on what is left of the screen

	p.tmux("respawn-pane", "-k") // nobody gave the terminal back: a fresh one in its place
	p.prompt()
	p.command("earshot " + s.room.URL)
	p.shows("● live", "2 drafts of before are here")
	p.keys("c")
	p.shows("reply to #1", "of the reply")
	p.keys("C-s")
	p.hides("▐reply")
	p.keys("c")
	p.shows("half a thought")
	p.keys("C-s")
	p.hides("▐message")
	p.keys("q")
	got := earshot(t, p.home, "", "export", s.room.URL)
	for _, want := range []string{"of the reply", "half a thought", `"reply_to_message_id":"msg_`} {
		if !strings.Contains(got, want) {
			t.Errorf("what was stored lacks %q:\n%s", want, got)
		}
	}
}
