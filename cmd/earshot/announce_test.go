package main

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"earshot/client"
	"earshot/client/wire"
	"earshot/cmd/internal/demo"
	"earshot/render"
)

// followed is a line writer of a live room at a clock that the test moves.
func followed(now *time.Time) (*lineWriter, *bytes.Buffer) {
	out := new(bytes.Buffer)
	w := &lineWriter{
		out: out, log: newRoomLog(0, time.Time{}), now: func() time.Time { return *now }, zone: time.UTC,
		wanted: func(render.MessageInput) bool { return true },
	}
	return w, out
}

func tell(t *testing.T, w *lineWriter, events ...client.Event) {
	t.Helper()
	for _, e := range events {
		if err := w.event(e); err != nil {
			t.Fatal(err)
		}
	}
}

func said(sequence int64, at time.Time, from, content string) client.Event {
	return client.Messages{Messages: []wire.Message{{
		Sequence: sequence, ID: "msg_" + from + string(rune('0'+sequence)), Content: content, CreatedAt: at,
		Sender: wire.Sender{MemberID: "i_" + from, Name: from},
	}}}
}

// announced are the lines that tell of changes.
func announced(out *bytes.Buffer) []string {
	var lines []string
	for line := range strings.Lines(out.String()) {
		if strings.HasPrefix(line, "* ") {
			lines = append(lines, strings.TrimSpace(line))
		}
	}
	out.Reset()
	return lines
}

func TestChangesAreAnnouncedOnce(t *testing.T) {
	now := time.Date(2026, time.September, 18, 8, 0, 0, 0, time.UTC)
	w, out := followed(&now)
	tell(t, w, client.Status{State: client.StateLive},
		said(1, now, "lead", "v1 propose limiter to yu n=2\nask how to store counters, 20260918T0900Z\ndefault silence past the ask time→A"),
		said(2, now, "lead", "v1 note limiter to all n=1\nmorning"))
	if lines := announced(out); len(lines) != 0 {
		t.Fatalf("nothing has changed and was announced: %q", lines)
	}
	if next := w.next(); !next.Equal(time.Date(2026, time.September, 18, 8, 45, 0, 0, time.UTC)) {
		t.Errorf("the next change is at %v", next)
	}
	now = now.Add(46 * time.Minute)
	if err := w.announce(); err != nil {
		t.Fatal(err)
	}
	if lines := announced(out); len(lines) != 1 || !strings.Contains(lines[0], "#1 lead → yu propose limiter: DUE") {
		t.Errorf("announced %q when it fell due", lines)
	}
	now = now.Add(time.Hour)
	for range 3 {
		if err := w.announce(); err != nil {
			t.Fatal(err)
		}
	}
	if lines := announced(out); len(lines) != 1 || !strings.Contains(lines[0], "IN FORCE") {
		t.Errorf("announced %q when the default came into force", lines)
	}
	tell(t, w, client.Repeat{Repeat: wire.Repeat{Sequence: 2, Seat: "lead", Count: 2, LastAt: now}})
	tell(t, w, client.Repeat{Repeat: wire.Repeat{Sequence: 2, Seat: "lead", Count: 3, LastAt: now}})
	tell(t, w, client.Repeat{Repeat: wire.Repeat{Sequence: 2, Seat: "lead", Count: 4, LastAt: now}})
	if lines := announced(out); len(lines) < 2 || !strings.Contains(lines[0], "#2 lead → all note limiter: REPEAT ×2") || !slices.ContainsFunc(lines, func(s string) bool { return strings.Contains(s, "REPEAT ×4") }) {
		t.Errorf("announced %q of repeats: once, and when their number has doubled", lines)
	}
}

// What one more message costs follows from what is found in the room, not from how long it is.
func BenchmarkAnnounce(b *testing.B) {
	for _, size := range []int{1_000, 10_000} {
		b.Run(strconv.Itoa(size), func(b *testing.B) {
			messages := slices.Collect(demo.Generate(1, size+b.N))
			now := messages[len(messages)-1].CreatedAt
			w, out := followed(&now)
			for _, e := range []client.Event{client.Messages{Messages: messages[:size], Backlog: true}, client.Status{State: client.StateLive}} {
				if err := w.event(e); err != nil {
					b.Fatal(err)
				}
			}
			b.ResetTimer()
			for i := range b.N {
				out.Reset()
				if err := w.event(client.Messages{Messages: messages[size+i : size+i+1]}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
