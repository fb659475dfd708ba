//go:build e2e

package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// read is the content of a file of the terminal's home.
func (p *pane) read(name string) string {
	p.t.Helper()
	data, err := os.ReadFile(filepath.Join(p.home, name))
	if err != nil {
		p.t.Fatal(err)
	}
	return string(data)
}

// A person between two pipes: what was said before comes in, the message goes out, and not a byte of
// the screen with it.
func TestComposeBetweenPipes(t *testing.T) {
	for _, s := range []size{{120, 40}, {80, 24}, {60, 16}, {40, 16}} {
		p := open(t, s)
		p.command(`cd; echo "route test is green" | earshot compose --seats lead,worker,yu 2> said | cat > out; echo exit-$?`)
		p.shows("route test is green", "1 error", "ctrl+f: add a header")
		p.keys("C-f")
		p.shows("3 blanks to fill in")
		p.text("note")
		p.keys("Tab")
		p.text("limiter")
		p.keys("Tab")
		p.text("led")
		p.shows("v1 note limiter to led n=1")
		p.keys("C-s")
		p.shows("not written", "ctrl+s again")
		p.keys("C-f")
		p.shows("v1 note limiter to lead n=1", "no errors")
		p.keys("C-s")
		p.exitCode(0)
		p.givenBack()
		if got := p.read("out"); got != "v1 note limiter to lead n=1\nroute test is green\n" {
			t.Errorf("%v: standard output is %q", s, got)
		}
		if got := p.read("said"); got != "" {
			t.Errorf("%v: standard error is %q", s, got)
		}
	}
}

// As EDITOR: the file that another program names is written back, and is as it was where the person
// leaves.
func TestComposeAsEditor(t *testing.T) {
	p := open(t, size{100, 30})
	p.command(`cd; printf 'v1 note limiter to lead n=1\nfirst\n' > message; EDITOR="earshot compose" sh -c '$EDITOR message'; echo exit-$?`)
	p.shows("message", "first", "no errors")
	p.keys("C-End")
	p.text(" and more")
	p.shows("first and more")
	p.keys("Escape")
	p.shows("esc again leaves without writing")
	p.keys("Escape")
	p.exitCode(1)
	p.givenBack()
	if got := p.read("message"); got != "v1 note limiter to lead n=1\nfirst\n" {
		t.Errorf("left, and the file is %q", got)
	}
	p.command("clear; echo; earshot compose message; echo exit-$?")
	p.shows("alt+up brings it back")
	p.keys("M-Up")
	p.shows("first and more")
	p.keys("C-s")
	p.exitCode(0)
	if got := p.read("message"); got != "v1 note limiter to lead n=1\nfirst and more\n" {
		t.Errorf("written, and the file is %q", got)
	}
	if screen := p.screen(); strings.Contains(screen, "first and more") {
		t.Errorf("with a file the message is on the terminal too:\n%s", screen)
	}
	left, err := os.ReadDir(filepath.Join(p.home, ".local/state/earshot/compose"))
	if err != nil || len(left) != 0 {
		t.Errorf("what was written is kept as unwritten too: %v %v", left, err)
	}
}

// However it ends, the terminal is given back and the text is kept.
func TestComposeEnds(t *testing.T) {
	for name, s := range map[string]syscall.Signal{"SIGTERM": syscall.SIGTERM, "SIGHUP": syscall.SIGHUP, "SIGINT": syscall.SIGINT} {
		p := open(t, size{80, 24})
		p.command("cd; earshot compose; echo exit-$?")
		p.shows("3 blanks")
		p.text("precious")
		p.shows("v1 precious")
		signal(p, s)
		p.exitCode(130)
		p.givenBack()
		p.command("clear; echo; earshot compose; echo exit-$?")
		p.shows("alt+up brings it back")
		p.keys("M-Up")
		p.shows("v1 precious")
		p.keys("C-c")
		p.exitCode(1)
		p.givenBack()
		if t.Failed() {
			t.Fatal(name)
		}
	}
}
