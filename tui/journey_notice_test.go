package tui_test

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"earshot/client"
)

func footer(rows []string) string { return rows[len(rows)-1] }

// What answers a key goes with the next one.
func TestNoticeGoesWithTheNextKey(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		room, screen := watch(t, 100, 30)
		room.Open()
		room.Say("lead", "v1 note limiter to yu n=1\nthe counters live in Redis")
		screen.Settle()
		screen.Press("w")
		screen.Shows("w (nudge the seat that owes it) does nothing here")
		screen.Press("k")
		screen.Lacks("does nothing here")
		if !strings.Contains(footer(screen.Rows()), "c compose") {
			t.Fatalf("the keys are not back:\n%s", screen.Screen())
		}
	})
}

// What stopped a send is gone once the message is sent.
func TestStopIsForgottenWhenSent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		room, screen := watch(t, 100, 30)
		room.Open()
		screen.Settle()
		compose(screen, "v1 note limiter to nobody n=1\nhello")
		screen.Press("ctrl+s")
		screen.Shows("not sent")
		screen.Wait(time.Second)
		screen.Press("ctrl+s")
		screen.Lacks("not sent")
	})
}

// What came by itself stays long enough to be read, however fast one types,
// and not longer than until the next key.
func TestNewsIsReadBeforeItGoes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		room, screen := watch(t, 100, 30)
		room.Open()
		screen.Settle()
		compose(screen, "v1 note limiter to lead n=1\nfirst text")
		screen.Press("ctrl+s")
		screen.Press("c")
		room.Refuse("rate_limited", "too fast")
		screen.Settle()
		screen.Press("x", "y")
		screen.Shows("too fast; the text")
		screen.Wait(3 * time.Second)
		screen.Press("z")
		screen.Lacks("too fast; the text")
	})
}

// A notice about an outage ends with it and says it once.
func TestOutageIsToldOnceAndEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		room, screen := watch(t, 120, 30)
		room.Open()
		screen.Settle()
		room.Emit(client.Status{State: client.StateReconnecting, Attempt: 1, Since: time.Now(), NextRetry: time.Now().Add(4 * time.Second), Err: errors.New("broken pipe")})
		screen.Settle()
		screen.Shows("broken pipe")
		if n := strings.Count(strings.ToLower(screen.Screen()), "lost"); n > 1 {
			t.Fatalf("that the connection is lost is said %d times:\n%s", n, screen.Screen())
		}
		room.Emit(client.Status{State: client.StateLive, Since: time.Now()})
		screen.Settle()
		screen.Lacks("broken pipe")
	})
}

// The help stands beside a short notice, and a long notice is never cut.
func TestNoticeLeavesTheHelpAndItsEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		room, screen := watch(t, 80, 24)
		room.Open()
		room.Say("lead", "v1 note limiter to yu n=1\nthe counters live in Redis")
		screen.Settle()
		screen.Press("y")
		screen.Shows("sent to the terminal's clipboard")
		if !strings.Contains(footer(screen.Rows()), "? help") {
			t.Fatalf("no help beside a notice:\n%s", screen.Screen())
		}
		screen.Press("f")
		screen.Type("is:nonsense")
		screen.Press("enter")
		screen.Shows("is:nonsense", "conflict", "possible", "unread")
	})
}
