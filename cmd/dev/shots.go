package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"earshot/cmd/internal/screen"
)

// shot is one picture of the real program: its size, and what is typed once a text has appeared.
type shot struct {
	file          string
	title         string
	width, height int
	keys          []typed
}

// typed are keys that are pressed when the screen shows a text.
type typed struct{ when, keys string }

func pictures() []shot {
	return []shot{
		{file: "screen.svg", title: "earshot demo: the room on the left, what waits on the right", width: 132, height: 42,
			keys: []typed{{"NOT THE DECIDER", ""}, {"overdue 1", ""}}},
		{file: "answer.svg", title: "earshot demo: answering lead's question", width: 110, height: 36,
			keys: []typed{{"needs you 1", "2"}, {"2 triage", "g"}, {"needs you", "a"}, {"answer to #", "A Redis sliding window, fail open"}, {"A Redis sliding window, fail open", ""}, {"no errors", ""}}},
	}
}

// shots draws the pictures under .github/ from the real program.
func shots(ctx context.Context, o *output, _ []string) error {
	binary, clean, err := built(ctx, o)
	if err != nil {
		return err
	}
	defer clean()
	top, err := top()
	if err != nil {
		return err
	}
	for _, s := range pictures() {
		picture, err := s.take(ctx, binary)
		if err != nil {
			return fmt.Errorf("take %s: %w", s.file, err)
		}
		path := filepath.Join(top, ".github", s.file)
		if err := os.WriteFile(path, []byte(picture.SVG(s.title)), 0o644); err != nil {
			return fmt.Errorf("keep %s: %w", s.file, err)
		}
		fmt.Fprintln(o.out, "drew", path)
	}
	return nil
}

// built builds the program into a folder of its own, which clean removes.
func built(ctx context.Context, o *output) (binary string, clean func(), err error) {
	dir, err := os.MkdirTemp("", "earshot")
	if err != nil {
		return "", nil, fmt.Errorf("make a folder for the binary: %w", err)
	}
	binary = filepath.Join(dir, "earshot")
	if err := o.step(ctx, "go", "build", "-o", binary, "./cmd/earshot"); err != nil {
		_ = os.RemoveAll(dir)
		return "", nil, err
	}
	return binary, func() { _ = os.RemoveAll(dir) }, nil
}

// demoCommand is the demo in a terminal with all colours and no settings of the person who runs this.
func demoCommand(ctx context.Context, binary string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, binary, append([]string{"demo"}, args...)...)
	home := filepath.Join(filepath.Dir(binary), "home")
	cmd.Env = []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + home, "XDG_CONFIG_HOME=" + home, "XDG_STATE_HOME=" + home, "XDG_CACHE_HOME=" + home,
		"TERM=xterm-256color", "COLORTERM=truecolor", "LANG=C.UTF-8", "TZ=UTC",
	}
	return cmd
}

func (s shot) take(ctx context.Context, binary string) (screen.Picture, error) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	program, err := screen.Start(ctx, demoCommand(ctx, binary, "--speed", "4"), s.width, s.height)
	if err != nil {
		return screen.Picture{}, err
	}
	defer program.Stop()
	for _, t := range s.keys {
		if err := program.Await(ctx, func(text string) bool { return strings.Contains(text, t.when) }); err != nil {
			return screen.Picture{}, fmt.Errorf("wait for %q: %w", t.when, err)
		}
		if err := program.Send(t.keys); err != nil {
			return screen.Picture{}, err
		}
	}
	return program.Picture(), nil
}
