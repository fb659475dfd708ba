package main

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"earshot/client"
	"earshot/client/clienttest"
	"earshot/client/wire"
	"earshot/convention/tokens"
)

// postOver posts a message over a scripted room and returns what was written and how it ended.
func postOver(t *testing.T, server *clienttest.Server, body string) (out string, err error) {
	t.Helper()
	counter, err := tokens.Load(tokens.O200k)
	if err != nil {
		t.Fatal(err)
	}
	p, written, _ := bench(nil)
	session := client.New(client.Config{Transport: server.Transport("yu")})
	run := &posting{
		p: p, why: &notPosted{}, o: postOptions{id: "6f0f9a1e-66c2-4f5e-9d0c-54f3f2f0b7aa"}, log: newRoomLog(0, time.Time{}),
		in: input{source: "-", body: body}, counter: counter, session: session,
	}
	from := &opened{name: "ws://h/rooms/main", session: session}
	err = follower{from: from, wait: 10 * time.Second, answered: true, event: run.event}.run(t.Context())
	return written.String(), run.outcome(t.Context(), err)
}

const note = "v1 note limiter to yu n=1\nmorning\n"

func TestPostIsAnsweredOverACut(t *testing.T) {
	for frame := 1; frame <= 4; frame++ {
		synctest.Test(t, func(t *testing.T) {
			server := clienttest.NewServer(clienttest.Options{Faults: func(n int) clienttest.Faults {
				if n > 1 {
					return clienttest.Faults{}
				}
				return clienttest.Faults{CutFrame: frame}
			}})
			defer server.Close()
			server.Say("yu", note)
			out, err := postOver(t, server, "v1 note limiter to yu n=1\nevening\n")
			if err != nil || out != "2\n" {
				t.Errorf("cut before frame %d: wrote %q, ended with %v", frame, out, err)
			}
			if got := len(server.Log()); got != 2 {
				t.Errorf("cut before frame %d: %d messages are stored, want 2", frame, got)
			}
		})
	}
}

func TestPostThatIsNeverAnsweredEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server := clienttest.NewServer(clienttest.Options{Faults: func(int) clienttest.Faults { return clienttest.Faults{Mute: true} }})
		defer server.Close()
		server.Say("yu", note)
		began := time.Now()
		_, err := postOver(t, server, note)
		var problem *client.Problem
		if !errors.As(err, &problem) || problem.Exit != exitUnreachable {
			t.Fatalf("ended with %v", err)
		}
		if !strings.Contains(problem.Do, "--id 6f0f9a1e-66c2-4f5e-9d0c-54f3f2f0b7aa") {
			t.Errorf("%q does not say how to post it again", problem.Do)
		}
		if took := time.Since(began); took > time.Minute {
			t.Errorf("it took %v to give up", took)
		}
	})
}

func TestAddressed(t *testing.T) {
	tests := []struct{ name, body, want string }{
		{"prose", "soup today\n", "v1 note lunch to yu,lead n=1\nsoup today\n"},
		{"addressed already", "v1 ask limiter to scout n=1\nask when\n", "v1 ask limiter to yu,lead n=1\nask when\n"},
		{"addressed to nobody", "v1 ask limiter n=1\nask when\n", "v1 ask limiter to yu,lead n=1\nask when\n"},
		{"nothing", "", "v1 note lunch to yu,lead n=0\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := addressed(tt.body, "yu,lead", "lunch"); got != tt.want {
				t.Errorf("addressed(%q) = %q, want %q", tt.body, got, tt.want)
			}
		})
	}
}

// Prose is an error in a room that writes in the convention, and a warning where nobody does.
func TestPostSeesHowTheRoomWrites(t *testing.T) {
	for _, tt := range []struct {
		said   string
		posted bool
	}{{note, false}, {"good morning", true}} {
		synctest.Test(t, func(t *testing.T) {
			server := clienttest.NewServer(clienttest.Options{Backlog: 500, Make: func(n int64) wire.Message {
				return wire.Message{Sequence: n, ID: time.Duration(n).String(), Content: tt.said, CreatedAt: time.Unix(n, 0)}
			}})
			defer server.Close()
			_, err := postOver(t, server, "good evening")
			if (err == nil) != tt.posted {
				t.Errorf("after %q: ended with %v, want posted %v", tt.said, err, tt.posted)
			}
		})
	}
}

// What the room says to a post it refuses is what --json says: its code, how long to wait, and what it found.
func TestRefusalIsToldAsJSON(t *testing.T) {
	r := &posting{why: &notPosted{id: "6f0f9a1e-66c2-4f5e-9d0c-54f3f2f0b7aa"}}
	err := r.refused(wire.Refused{
		Error:       wire.Error{Code: wire.CodeRateLimited, RetryAfter: 7},
		Diagnostics: []wire.Diagnostic{{Code: "wrong-count", Severity: "error", Line: 1, Column: 2, EndLine: 1, EndColumn: 3, Message: "m"}},
	})
	var out strings.Builder
	if err := r.why.write(&out, err); err != nil {
		t.Fatal(err)
	}
	want := `{"id":"6f0f9a1e-66c2-4f5e-9d0c-54f3f2f0b7aa","error":{"code":"rate_limited","message":"` + err.Error() + `","retry_after":7},` +
		`"diagnostics":[{"code":"wrong-count","severity":"error","line":1,"column":2,"end_line":1,"end_column":3,"message":"m"}]}` + "\n"
	if out.String() != want {
		t.Errorf("wrote %s want %s", out.String(), want)
	}
}

// A message that may be stored is told apart from one that is not.
func TestUnconfirmedIsToldAsSuch(t *testing.T) {
	r := &posting{why: &notPosted{}, sent: true}
	err := r.outcome(t.Context(), &client.Problem{What: "No answer.", Exit: exitUnreachable})
	if got := r.why.codeOf(err); got != codeUnconfirmed || !strings.Contains(err.Error(), "may be stored") {
		t.Errorf("%v is told as %q", err, got)
	}
	r = &posting{why: &notPosted{}}
	err = r.outcome(t.Context(), &client.Problem{What: "No answer.", Exit: exitUnreachable})
	if got := r.why.codeOf(err); got != codeUnreachable {
		t.Errorf("%v is told as %q", err, got)
	}
}
