//go:build e2e

package e2e

import (
	"strings"
	"syscall"
	"testing"
	"time"
)

// Killed while a post waits for a room that does not answer, the program sees to it after its next start
// that the message is stored once, whether the room got the post or died with it.
func TestPendingPostSurvivesAKill(t *testing.T) {
	for name, goOn := range map[string]func(s *server){
		"the room got it": func(s *server) {
			if err := s.cmd.Process.Signal(syscall.SIGCONT); err != nil {
				s.t.Fatal(err)
			}
		},
		"the room died": func(s *server) {
			_ = s.cmd.Process.Kill() // it is stopped, so it has read nothing
			_ = s.cmd.Wait()
			s.start()
		},
	} {
		s := serve(t)
		p := open(t, size{110, 30})
		earshot(t, p.home, s.room.PersonInvite, "join", s.room.URL, "--name", "yu")
		url := s.room.URL
		p.command("earshot " + url + "; echo exit-$?")
		p.shows("● live", "as yu")
		if err := s.cmd.Process.Signal(syscall.SIGSTOP); err != nil {
			t.Fatal(err)
		}
		p.keys("c")
		p.shows("ctrl+s")
		p.fill("note", "limiter", "all")
		p.text("once and only once")
		p.shows("once and only once")
		p.keys("C-s")
		p.shows("pending")
		p.keepsWithin(20*time.Second, "state 7\npending\n")
		signal(p, syscall.SIGKILL)
		p.shows("exit-137")
		goOn(s)

		p.tmux("respawn-pane", "-k")
		p.prompt()
		p.command("earshot " + url)
		p.shows("● live", "#1 yu", "once and only once")
		p.hides("pending")
		p.keys("q")
		p.prompt()
		if kept := p.keptDraft(); kept != "" {
			t.Errorf("%s: still kept: %q", name, kept)
		}
		if got := earshot(t, p.home, "", "export", url); strings.Count(got, "once and only once") != 1 {
			t.Errorf("%s: the room holds:\n%s", name, got)
		}
	}
}
