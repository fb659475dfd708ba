//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"earshot/cmd/internal/screen"
)

// composePatience is how long a screen may take to show what it should on a loaded machine.
const composePatience = 2 * time.Minute

// composing is "earshot compose" as a process of its own, in a terminal of its own.
type composing struct {
	t       *testing.T
	ctx     context.Context
	cmd     *exec.Cmd
	program *screen.Program
	said    *bytes.Buffer
}

func startComposing(t *testing.T, home string, args ...string) *composing {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), composePatience)
	t.Cleanup(cancel)
	cmd := exec.Command("earshot", append([]string{"compose"}, args...)...)
	cmd.Dir = home
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + home, "XDG_STATE_HOME=" + filepath.Join(home, "state"), "TERM=xterm-256color", "TZ=UTC", "LANG=C.UTF-8"}
	said := new(bytes.Buffer)
	cmd.Stderr = said
	program, err := screen.Start(ctx, cmd, 100, 24)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = program.Stop() })
	c := &composing{t, ctx, cmd, program, said}
	c.shows("│ v1")
	return c
}

func (c *composing) shows(text string) {
	c.t.Helper()
	if err := c.program.Await(c.ctx, func(screen string) bool { return strings.Contains(screen, text) }); err != nil {
		c.t.Fatalf("never shown: %q: %v", text, err)
	}
}

func (c *composing) typed(text string) {
	c.t.Helper()
	if err := c.program.Send(text); err != nil {
		c.t.Fatal(err)
	}
}

func (c *composing) ends(with syscall.Signal) {
	c.t.Helper()
	if err := c.cmd.Process.Signal(with); err != nil {
		c.t.Fatal(err)
	}
	if err := c.program.Wait(c.ctx); errors.Is(err, context.DeadlineExceeded) {
		c.t.Fatalf("%v does not end it", with)
	}
}

// code is how the program ended by itself.
func (c *composing) code() int {
	c.t.Helper()
	var exit *exec.ExitError
	if err := c.program.Wait(c.ctx); err != nil && !errors.As(err, &exit) {
		c.t.Fatal(err)
	}
	return c.cmd.ProcessState.ExitCode()
}

// keeps waits until a text is kept, and gives all that is.
func (c *composing) keeps(home, text string) string {
	c.t.Helper()
	look := time.NewTicker(10 * time.Millisecond)
	defer look.Stop()
	for {
		if kept := leftIn(c.t, home); strings.Contains(kept, text) {
			return kept
		}
		select {
		case <-look.C:
		case <-c.ctx.Done():
			c.t.Fatalf("%q is never kept", text)
		}
	}
}

// leftIn is the text that compose has kept in a home.
func leftIn(t *testing.T, home string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(home, "state/earshot/compose/*.txt"))
	if err != nil || len(files) == 0 {
		return ""
	}
	data, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// Killed at any moment, compose has kept what was kept by then or something later, whole, and offers it the next time; the
// file is as it was. A signal that lets it end keeps the last letter.
func TestComposeSurvivesItsEnd(t *testing.T) {
	const sentence = "the counters live in Redis and nowhere else"
	for name, end := range map[string]syscall.Signal{"kill -9": syscall.SIGKILL, "again": syscall.SIGKILL, "SIGHUP": syscall.SIGHUP, "SIGTERM": syscall.SIGTERM} {
		t.Run(name, func(t *testing.T) {
			home := t.TempDir()
			file := filepath.Join(home, "message")
			if err := os.WriteFile(file, []byte("v1 note limiter to lead n=1\nbefore: \n"), 0o600); err != nil {
				t.Fatal(err)
			}
			c := startComposing(t, home, file)
			c.typed("\x1b[1;5F") // ctrl+end
			words := strings.SplitAfter(sentence, " ")
			half := len(words) / 2
			for _, word := range words[:half] {
				c.typed(word)
			}
			sure := strings.Join(words[:half], "")
			c.shows(strings.TrimSpace(sure))
			c.keeps(home, strings.TrimSpace(sure))
			for _, word := range words[half:] {
				c.typed(word)
			}
			c.shows(sentence)
			<-time.After(time.Duration(rand.IntN(1500)) * time.Millisecond) // any moment, before or after it is kept
			c.ends(end)

			left := leftIn(t, home)
			_, typed, found := strings.Cut(left, "before: ")
			whole := end != syscall.SIGKILL
			if !found || !strings.HasPrefix(sentence, strings.TrimRight(typed, " ")) || len(typed) < len(strings.TrimSpace(sure)) || whole && typed != sentence {
				t.Fatalf("of %q, sure of %q, this is kept: %q", sentence, sure, left)
			}
			if data, err := os.ReadFile(file); err != nil || string(data) != "v1 note limiter to lead n=1\nbefore: \n" {
				t.Errorf("the file is %q, %v", data, err)
			}
			again := startComposing(t, home, file)
			again.typed("\x1b[1;3A") // alt+up
			again.shows(strings.TrimSpace(typed))
			again.typed("\x13")
			if code := again.code(); code != 0 {
				t.Fatalf("it exits with %d and says %q", code, again.said)
			}
			if data, err := os.ReadFile(file); err != nil || !strings.Contains(string(data), "before: "+strings.TrimSpace(typed)) {
				t.Errorf("the file is %q, %v", data, err)
			}
		})
	}
}

// A file that cannot be written keeps the composer open and says so. Where the text cannot be kept either, leaving prints it,
// and says what to do.
func TestComposeWhereNothingCanBeWritten(t *testing.T) {
	home := t.TempDir()
	if err := os.WriteFile(filepath.Join(home, "state"), nil, 0o600); err != nil { // a file where the folder should be
		t.Fatal(err)
	}
	c := startComposing(t, home, "no-such-folder/message")
	c.typed("note\tlimiter\tall\x1b[1;5F\rprecious words") // a tab each, ctrl+end, enter
	c.shows("precious words")
	c.typed("\x13")
	c.shows("not written: no-such-folder/message: no such file or directory; ctrl+s tries again")
	c.typed("\x03")
	if code := c.code(); code != exitUsage {
		t.Errorf("it exits with %d", code)
	}
	said := c.said.String()
	for _, want := range []string{"precious words\n", "The text above is kept nowhere", "not a directory", "Copy it from here", "XDG_STATE_HOME"} {
		if !strings.Contains(said, want) {
			t.Errorf("standard error lacks %q: %q", want, said)
		}
	}
}

// A kept text that cannot be read is set aside, and what is written now does not take its place.
func TestComposeSetsADamagedTextAside(t *testing.T) {
	home := t.TempDir()
	dir := filepath.Join(home, "state/earshot/compose")
	left := kept{dir, ".txt"}
	if err := left.save(filepath.Join(home, "message"), "half \xff a text"); err != nil {
		t.Fatal(err)
	}
	c := startComposing(t, home, filepath.Join(home, "message"))
	c.shows("it is set aside as")
	c.typed("x")
	c.keeps(home, "x")
	if data, err := os.ReadFile(left.path(filepath.Join(home, "message")) + ".bad"); err != nil || string(data) != "half \xff a text" {
		t.Errorf("aside is %q, %v", data, err)
	}
	c.typed("\x03")
	if code := c.code(); code != exitFound {
		t.Errorf("it exits with %d and says %q", code, c.said)
	}
}
