package main

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"earshot/client"
	"earshot/client/clienttest"
	"earshot/convention/tokens"
)

// contextOf is the test's context with an end of its own.
func contextOf(t *testing.T) (context.Context, context.CancelFunc) {
	t.Helper()
	return context.WithCancel(t.Context())
}

// fullAfter is an output that takes so many messages and no more.
type fullAfter struct{ left int }

var errFull = errors.New("no space left")

func (f *fullAfter) Write(data []byte) (int, error) {
	if f.left -= strings.Count(string(data), `"sequence"`); f.left < 0 {
		return 0, errFull
	}
	return len(data), nil
}

// The room is told that a message was shown once it has been written, and not before; where a filter leaves
// some out, nothing is told, because a mark speaks for everything before it.
func TestTheRoomHearsOfWhatWasShown(t *testing.T) {
	counter, err := tokens.Load(tokens.O200k)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		options tailOptions
		out     io.Writer
		want    int64 // the last mark; 0 for none
	}{
		"lines":             {tailOptions{}, io.Discard, 5},
		"json":              {tailOptions{json: true}, io.Discard, 5},
		"from a sequence":   {tailOptions{since: "3"}, io.Discard, 5},
		"nothing is new":    {tailOptions{since: "5"}, io.Discard, 0},
		"filtered":          {tailOptions{filter: "seat:lead"}, io.Discard, 0},
		"a disk that fills": {tailOptions{json: true}, &fullAfter{left: 2}, 2},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				server := clienttest.NewServer(clienttest.Options{})
				defer server.Close()
				for range 5 {
					server.Say("lead", note)
				}
				p, _, _ := bench(nil)
				p.out = c.out
				c.options.source.wait, c.options.source.dueWindow = 10*time.Second, time.Minute
				pick, err := c.options.pick()
				if err != nil {
					t.Fatal(err)
				}
				from := &opened{name: "room", session: client.New(client.Config{Transport: server.Transport("yu")})}
				follow, err := c.options.run(p, from, "", counter, pick, new(seatCheck))
				if err != nil {
					t.Fatal(err)
				}
				if err := follow.run(t.Context()); err != nil && !errors.Is(err, errFull) {
					t.Error(err)
				}
				time.Sleep(time.Minute)
				synctest.Wait()
				last := int64(0)
				for _, mark := range server.Haves() {
					last = mark
				}
				if last != c.want {
					t.Errorf("marks %v, want the last to be %d", server.Haves(), c.want)
				}
			})
		})
	}
}

// Whoever reads lines is told what the stream went through: a connection that was lost and is back, a log
// that is another one. JSON is told the same on standard error.
func TestWhatTheStreamWentThroughIsTold(t *testing.T) {
	counter, err := tokens.Load(tokens.O200k)
	if err != nil {
		t.Fatal(err)
	}
	for _, asJSON := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			server := clienttest.NewServer(clienttest.Options{})
			defer server.Close()
			server.Say("lead", note)
			p, out, said := bench(nil)
			o := tailOptions{follow: true, json: asJSON, source: sourceOptions{wait: 10 * time.Second, dueWindow: time.Minute}}
			pick, err := o.pick()
			if err != nil {
				t.Fatal(err)
			}
			from := &opened{name: "room", session: client.New(client.Config{Transport: server.Transport("yu")})}
			follow, err := o.run(p, from, "", counter, pick, new(seatCheck))
			if err != nil {
				t.Fatal(err)
			}
			ctx, stop := contextOf(t)
			ended := make(chan error, 1)
			go func() { ended <- follow.run(ctx) }()
			pause := func() {
				time.Sleep(3 * time.Minute)
				synctest.Wait()
			}
			pause()
			server.Cut()
			pause()
			server.Say("lead", note)
			pause()
			server.Restart(false)
			server.Say("lead", note)
			pause()
			stop()
			<-ended
			told := out.String()
			if asJSON {
				told = said.String()
				if strings.Contains(out.String(), "connect") {
					t.Errorf("standard output holds more than messages:\n%s", out)
				}
			}
			for text, times := range map[string]int{"connection lost, trying again": 2, "connected again": 2, "the room's log is another one now": 1} {
				if got := strings.Count(told, text); got != times {
					t.Errorf("json %v: %q is told %d times, want %d:\n%s", asJSON, text, got, times, told)
				}
			}
		})
	}
}
