package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// output is where a recipe and the programs that it runs write.
type output struct{ out, err io.Writer }

// step says what is run, runs it at the top of the repository, and says how long it took.
func (o *output) step(ctx context.Context, name string, args ...string) error {
	return o.stepEnv(ctx, nil, name, args...)
}

func (o *output) stepEnv(ctx context.Context, env []string, name string, args ...string) error {
	line := strings.Join(append(append([]string(nil), env...), append([]string{name}, args...)...), " ")
	fmt.Fprintf(o.out, "== %s\n", line)
	began := time.Now()
	cmd, err := command(ctx, name, args...)
	if err != nil {
		return err
	}
	cmd.Stdout, cmd.Stderr = o.out, o.err
	cmd.Env = append(os.Environ(), env...)
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w", line, err)
	}
	fmt.Fprintf(o.out, "-- %.1f s\n", time.Since(began).Seconds())
	return nil
}

// capture runs a program at the top of the repository and returns what it printed on standard output.
func (o *output) capture(ctx context.Context, name string, args ...string) (string, error) {
	cmd, err := command(ctx, name, args...)
	if err != nil {
		return "", err
	}
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, o.err
	if err := cmd.Run(); err != nil {
		return out.String(), fmt.Errorf("%s %s: %w", name, strings.Join(args, " "), err)
	}
	return out.String(), nil
}

func command(ctx context.Context, name string, args ...string) (*exec.Cmd, error) {
	top, err := top()
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = top
	return cmd, nil
}

// top is the folder that holds go.mod, looked for from the working folder upwards.
func top() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", fmt.Errorf("find the repository: %w", err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", fmt.Errorf("find the repository: no go.mod here or above; run this inside the repository")
		}
		dir = parent
	}
}
