package ledger

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"earshot/convention"
)

// transcript reads a room's messages from a file of one message a line.
func transcript(tb testing.TB, name string) []Message {
	tb.Helper()
	f, err := os.Open(name)
	if err != nil {
		tb.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	var list []Message
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var m struct {
			ID       string `json:"id"`
			Sequence int64  `json:"sequence"`
			Sender   struct {
				ID   string `json:"member_id"`
				Name string `json:"name"`
			} `json:"sender"`
			Content string    `json:"content"`
			ReplyTo string    `json:"reply_to_message_id"`
			At      time.Time `json:"created_at"`
		}
		if err := json.Unmarshal(lines.Bytes(), &m); err != nil {
			tb.Fatal(err)
		}
		list = append(list, Message{Sequence: m.Sequence, ID: m.ID, ReplyTo: m.ReplyTo, From: Seat{m.Sender.ID, m.Sender.Name},
			At: m.At, Doc: convention.Parse(m.Content)})
	}
	if err := lines.Err(); err != nil {
		tb.Fatal(err)
	}
	return list
}

func parse(body string) *convention.Message { return convention.Parse(body) }

// instant reads an ISO basic time.
func instant(tb testing.TB, s string) time.Time {
	tb.Helper()
	t, err := time.Parse("20060102T1504Z", s)
	if err != nil {
		tb.Fatal(err)
	}
	return t
}

// room is a ledger under test with the shortest way to say things into it: one
// message a minute from 20260917T0900Z.
type room struct {
	tb  testing.TB
	l   *Ledger
	seq int64
	now time.Time
}

func newRoom(tb testing.TB) *room {
	return &room{tb: tb, l: New(Options{}), now: instant(tb, "20260917T0900Z")}
}

// say posts a message of a seat, a minute after the last, and returns its number.
// reply is the number of the message replied to, or 0.
func (r *room) say(from string, reply int64, lines ...string) int64 {
	r.tb.Helper()
	return r.sayAt(r.now.Add(time.Minute), from, reply, lines...)
}

func (r *room) sayAt(at time.Time, from string, reply int64, lines ...string) int64 {
	r.tb.Helper()
	r.seq++
	r.now = at
	m := Message{Sequence: r.seq, ID: fmt.Sprint("m", r.seq), From: Seat{"i_" + from, from}, At: at, Doc: convention.Parse(count(lines))}
	if reply > 0 {
		m.ReplyTo = fmt.Sprint("m", reply)
	}
	if !r.l.Feed(m) {
		r.tb.Fatalf("#%d was not taken", r.seq)
	}
	return r.seq
}

// count joins the lines of a body and puts the right number for a "n=" at the end
// of the header.
func count(lines []string) string {
	if header, ok := strings.CutSuffix(lines[0], " n="); ok {
		lines = append([]string{fmt.Sprintf("%s n=%d", header, len(lines)-1)}, lines[1:]...)
	}
	return strings.Join(lines, "\n") + "\n"
}

// item returns the item a seat owes by a line.
func (r *room) item(sequence int64, line int, owes string) Item {
	r.tb.Helper()
	for _, it := range r.l.At(r.now).ItemsOf(sequence) {
		if it.Line == line && (owes == "" || it.Owes.Name == owes) {
			return it
		}
	}
	r.tb.Fatalf("no item of %s at #%d:%d", owes, sequence, line)
	return Item{}
}

// want checks the state of an item.
func (r *room) want(sequence int64, line int, owes string, state State) Item {
	r.tb.Helper()
	it := r.item(sequence, line, owes)
	if it.State != state {
		r.tb.Errorf("#%d:%d of %s is %s, want %s", sequence, line, owes, it.State, state)
	}
	return it
}
