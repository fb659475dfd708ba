package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// slowPipe says so many messages, with a pause before each.
func slowPipe(count int, pause time.Duration) *io.PipeReader {
	r, w := io.Pipe()
	go func() {
		for n := range count {
			time.Sleep(pause)
			fmt.Fprintf(w, `{"sequence":%d,"id":"m%d","sender":{"member_id":"i","name":"lead"},"type":"message","content":"v1 note pipe to all n=1\nline %d\n","created_at":"2026-09-17T09:00:%02d.000Z"}`+"\n", n+1, n+1, n+1, n)
		}
		w.Close()
	}()
	return r
}

// bench is a process over buffers.
func bench(in io.Reader) (p process, out, said *bytes.Buffer) {
	out, said = &bytes.Buffer{}, &bytes.Buffer{}
	return process{
		in: in, out: out, err: said, env: func(string) string { return "" }, setenv: func(string, string) error { return nil },
		now: time.Now, config: new(string),
	}, out, said
}

// A pipe that pauses longer than a room may stay silent is read to its end all the same.
func TestAPipeIsReadToItsEnd(t *testing.T) {
	commands := map[string]func(context.Context, process) error{
		"tail": func(ctx context.Context, p process) error {
			return tail(ctx, p, tailOptions{source: sourceOptions{wait: time.Second, dueWindow: time.Minute}}, []string{"-"})
		},
		"tail --json": func(ctx context.Context, p process) error {
			return tail(ctx, p, tailOptions{json: true, source: sourceOptions{wait: time.Second, dueWindow: time.Minute}}, []string{"-"})
		},
		"plain watch": func(ctx context.Context, p process) error {
			return tail(ctx, p, tailOptions{followRooms: true, source: sourceOptions{wait: time.Second, dueWindow: time.Minute}}, []string{"-"})
		},
		"export": func(ctx context.Context, p process) error {
			o := sourceOptions{wait: time.Second, dueWindow: time.Minute}
			r, err := o.read(ctx, p, "-")
			if err != nil {
				return err
			}
			return exportJSONL(p.out, "", r, nil)
		},
	}
	for name, command := range commands {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				in := slowPipe(3, 30*time.Second)
				defer in.Close()
				p, out, _ := bench(in)
				if err := command(t.Context(), p); err != nil {
					t.Fatal(err)
				}
				for n := range 3 {
					if !strings.Contains(out.String(), fmt.Sprintf("line %d", n+1)) {
						t.Errorf("line %d is missing:\n%s", n+1, out)
					}
				}
			})
		})
	}
}
