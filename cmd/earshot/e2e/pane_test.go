//go:build e2e

package e2e

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// patience is how long a screen may take to show what it should on a loaded machine.
const patience = time.Minute

// binary is the program under test, built once.
var binary string

func TestMain(m *testing.M) {
	os.Exit(buildAndRun(m))
}

func buildAndRun(m *testing.M) int {
	if _, err := exec.LookPath("tmux"); err != nil {
		fmt.Fprintln(os.Stderr, "the journeys need tmux: install it (apt-get install tmux, brew install tmux)")
		return 1
	}
	dir, err := os.MkdirTemp("", "earshot-e2e")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	binary = filepath.Join(dir, "earshot")
	build := exec.Command("go", "build", "-tags", "e2e", "-o", binary, "earshot/cmd/earshot")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		fmt.Fprintln(os.Stderr, "build the program:", err)
		return 1
	}
	return m.Run()
}

// pane is a terminal with a shell in it.
type pane struct {
	t      *testing.T
	socket string
	home   string
	sane   string // what stty says before anything ran
}

// size is the size of a terminal in cells.
type size struct{ width, height int }

// open starts a shell in a terminal of its own: its own tmux server, no settings of anybody's, an
// empty home. env are further variables, as NAME=VALUE.
func open(t *testing.T, s size, env ...string) *pane {
	t.Helper()
	home := t.TempDir()
	p := &pane{t: t, socket: filepath.Join(home, "tmux.sock"), home: home}
	args := []string{"-S", p.socket, "-f", "/dev/null", "new-session", "-d", "-x", strconv.Itoa(s.width), "-y", strconv.Itoa(s.height),
		"env", "-i", "PATH=" + filepath.Dir(binary) + ":" + os.Getenv("PATH"), "HOME=" + home, "TERM=screen-256color", "LANG=C.UTF-8",
		"LC_ALL=C.UTF-8", "TZ=UTC", "PS1=ready> "}
	args = append(append(args, env...), "sh")
	p.run(exec.Command("tmux", args...))
	t.Cleanup(func() {
		_ = exec.Command("tmux", "-S", p.socket, "kill-server").Run()
	})
	p.prompt()
	p.sane = p.stty("before")
	return p
}

func (p *pane) run(cmd *exec.Cmd) string {
	p.t.Helper()
	out, err := cmd.CombinedOutput()
	if err != nil {
		p.t.Fatalf("%v: %v\n%s", cmd.Args, err, out)
	}
	return string(out)
}

func (p *pane) tmux(args ...string) string {
	p.t.Helper()
	return p.run(exec.Command("tmux", append([]string{"-S", p.socket}, args...)...))
}

// keys presses keys by tmux's names ("Enter", "C-c", "Escape").
func (p *pane) keys(names ...string) {
	p.t.Helper()
	p.tmux(append([]string{"send-keys"}, names...)...)
}

// text types characters as they are.
func (p *pane) text(s string) { p.t.Helper(); p.tmux("send-keys", "-l", s) }

// command types a line into the shell.
func (p *pane) command(line string) { p.t.Helper(); p.text(line); p.keys("Enter") }

// screen is what the terminal shows.
func (p *pane) screen() string { p.t.Helper(); return p.tmux("capture-pane", "-p") }

// coloured is what the terminal shows with the escape sequences of its looks.
func (p *pane) coloured() string { p.t.Helper(); return p.tmux("capture-pane", "-p", "-e") }

// flag asks tmux about the terminal.
func (p *pane) flag(name string) string {
	p.t.Helper()
	return strings.TrimSpace(p.tmux("display-message", "-p", "#{"+name+"}"))
}

// until waits until the screen satisfies a condition, and fails with the screen otherwise.
func (p *pane) until(what string, holds func(screen string) bool) string {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.t.Context(), patience)
	defer cancel()
	look := time.NewTicker(30 * time.Millisecond)
	defer look.Stop()
	for {
		screen := p.screen()
		if holds(screen) {
			return screen
		}
		select {
		case <-look.C:
		case <-ctx.Done():
			p.t.Fatalf("never came: %q\n%s", what, screen)
		}
	}
}

// shows waits until every one of the texts is on the screen.
func (p *pane) shows(texts ...string) string {
	p.t.Helper()
	return p.until("the screen shows "+strings.Join(texts, ", "), func(screen string) bool {
		for _, text := range texts {
			if !strings.Contains(screen, text) {
				return false
			}
		}
		return true
	})
}

// hides waits until a text is gone from the screen.
func (p *pane) hides(text string) string {
	p.t.Helper()
	return p.until("the screen hides "+text, func(screen string) bool { return !strings.Contains(screen, text) })
}

// prompt waits until the shell waits for a command.
func (p *pane) prompt() {
	p.t.Helper()
	p.until("the shell's prompt", func(screen string) bool {
		return strings.HasSuffix(strings.TrimRight(screen, "\n "), "\nready>") || strings.TrimSpace(screen) == "ready>"
	})
}

// stty asks the shell for the state of its terminal. The label keeps answers apart.
func (p *pane) stty(label string) string {
	p.t.Helper()
	file := filepath.Join(p.home, "stty-"+label)
	p.command("stty -g > " + file + "; echo asked''-" + label) // the line as typed may wrap before the word
	p.shows("\nasked-" + label)
	state, err := os.ReadFile(file)
	if err != nil {
		p.t.Fatal(err)
	}
	return string(state)
}

// givenBack checks that the terminal is as the program found it: no alternate screen, a visible
// cursor, no mouse reports, no bracketed paste, the line discipline unchanged.
func (p *pane) givenBack() {
	p.t.Helper()
	p.prompt()
	for name, want := range map[string]string{"alternate_on": "0", "cursor_flag": "1", "mouse_any_flag": "0", "keypad_flag": "0"} {
		if got := p.flag(name); got != want {
			p.t.Errorf("%s is %s after the program ended, want %s\n%s", name, got, want, p.screen())
		}
	}
	if after := p.stty("after"); after != p.sane {
		p.t.Errorf("stty before:\n%s\nafter:\n%s", p.sane, after)
	}
}

// exited matches an exit code; the command as typed, which may wrap before it, has none.
var exited = regexp.MustCompile(`\nexit-\d`)

// exitCode waits for the shell's word on how the last command ended; the command has to print it with
// `; echo exit-$?`.
func (p *pane) exitCode(want int) {
	p.t.Helper()
	screen := p.until("the exit code", exited.MatchString)
	if !strings.Contains(screen, fmt.Sprintf("\nexit-%d", want)) {
		p.t.Errorf("the program did not end with %d:\n%s", want, screen)
	}
}

// pid is the process of the program that runs in the terminal.
func (p *pane) pid() int {
	p.t.Helper()
	shell := p.flag("pane_pid")
	for _, line := range strings.Split(p.run(exec.Command("ps", "-o", "pid=,ppid=,comm=", "-A")), "\n") {
		fields := strings.Fields(line)
		if len(fields) >= 3 && fields[1] == shell && strings.HasSuffix(fields[2], "earshot") {
			n, err := strconv.Atoi(fields[0])
			if err != nil {
				p.t.Fatal(err)
			}
			return n
		}
	}
	p.t.Fatalf("the program does not run:\n%s", p.screen())
	return 0
}
