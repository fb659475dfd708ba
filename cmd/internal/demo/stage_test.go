package demo

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"earshot/convention"
	"earshot/convention/ledger"
)

// opening is when the plays of the tests begin.
var opening = time.Date(2026, time.September, 17, 13, 10, 0, 0, time.UTC)

// stage plays a director without a room: it numbers what is said, counts repeats as a room does, and
// lets everybody hear it.
type stage struct {
	t        *testing.T
	director *director
	said     []heard
	repeats  map[string]int64 // seat and body → sequence
	now      time.Time
}

// interjection is what yu says at a moment of the play. The reply is to the latest message with that
// key or, with text, to the latest message that holds it.
type interjection struct {
	at      time.Duration
	replyTo string
	text    func(s *stage) string
}

func newStage(t *testing.T, seed uint64) *stage {
	return &stage{t: t, director: newDirector(opening, seed), repeats: map[string]int64{}, now: opening}
}

// play runs the whole play with what yu says in it.
func play(t *testing.T, said ...interjection) *stage {
	t.Helper()
	s := newStage(t, 7)
	for step := 0; ; step++ {
		if step > 500 {
			t.Fatal("the play does not end")
		}
		at, more := s.director.next()
		if len(said) > 0 && (!more || opening.Add(said[0].at).Before(at)) {
			s.now = opening.Add(said[0].at)
			s.say(Yu, said[0].text(s), s.find(said[0].replyTo))
			said = said[1:]
			continue
		}
		if !more {
			return s
		}
		s.now = at
		if line, ok := s.director.take(at); ok {
			sequence := s.say(line.Seat, line.Text(s.director), s.director.replyTo(line))
			s.director.stored(line, sequence)
		}
	}
}

// say stores a message, unless the same seat has said the same, and lets the seats hear it.
func (s *stage) say(seat, body string, replyTo int64) int64 {
	key := fmt.Sprint(seat, replyTo, convention.Fold(body))
	if sequence, ok := s.repeats[key]; ok {
		return sequence
	}
	sequence := int64(len(s.said) + 1)
	m := heard{Body: body, Message: ledger.Message{
		Sequence: sequence, ID: fmt.Sprintf("msg_%d", sequence), At: s.now, From: ledger.Seat{ID: "i_" + seat, Name: seat},
		Doc: convention.Parse(body),
	}}
	if replyTo > 0 {
		m.ReplyTo = fmt.Sprintf("msg_%d", replyTo)
	}
	s.repeats[key] = sequence
	s.said = append(s.said, m)
	s.director.hear(m)
	return sequence
}

// find is the sequence of the message that a key names, or that holds a text.
func (s *stage) find(what string) int64 {
	if what == "" {
		return 0
	}
	if sequence := s.director.sequence[what]; sequence > 0 {
		return sequence
	}
	for i := len(s.said) - 1; i >= 0; i-- {
		if strings.Contains(s.said[i].Body, what) {
			return s.said[i].Sequence
		}
	}
	s.t.Fatalf("nobody said %q", what)
	return 0
}

// by lists what a seat said after a moment of the play.
func (s *stage) by(seat string, after time.Duration) []string {
	var bodies []string
	for _, m := range s.said {
		if m.From.Name == seat && m.At.After(opening.Add(after)) {
			bodies = append(bodies, m.Body)
		}
	}
	return bodies
}

// has checks that a seat said something with every part in it after a moment of the play.
func (s *stage) has(seat string, after time.Duration, parts ...string) {
	s.t.Helper()
	for _, body := range s.by(seat, after) {
		found := true
		for _, part := range parts {
			found = found && strings.Contains(body, part)
		}
		if found {
			return
		}
	}
	s.t.Errorf("%s never said %q after %v:\n%s", seat, parts, after, strings.Join(s.by(seat, after), "\n\n"))
}

// hasNot checks that a seat never said anything with the part in it.
func (s *stage) hasNot(seat, part string) {
	s.t.Helper()
	for _, body := range s.by(seat, -1) {
		if strings.Contains(body, part) {
			s.t.Errorf("%s said %q:\n%s", seat, part, body)
		}
	}
}
