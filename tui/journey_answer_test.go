package tui_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"earshot/tui"
	"earshot/tui/tuitest"
)

// proposal asks yu, who decides, within an hour.
func proposal(now time.Time) string {
	return fmt.Sprintf("v1 propose limiter to yu n=6\nask how to store counters %s\nopt/A Redis sliding window\nopt/B in memory\nrec A\ndecider yu\ndefault silence past the ask time → A",
		now.Add(time.Hour).UTC().Format("20060102T1504Z"))
}

func TestAskIsSeenAndAnswered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		room, screen := watch(t, 120, 36)
		room.Open()
		ask := room.Say("lead", proposal(time.Now()))
		screen.Settle()
		screen.Shows("needs you 1", "ask limiter", "DEFAULT in", "how to store counters")

		screen.Press("a")
		screen.Shows(fmt.Sprintf("answer to #%d", ask), "as yu", "v1 decide limiter to lead n=1")
		screen.Press("down", "enter") // the first option of the list
		screen.Type(" fail open")
		screen.Press("ctrl+s")
		posts := room.Posts()
		if len(posts) != 1 || posts[0].ReplyToSequence != ask || !strings.HasPrefix(posts[0].Content, "v1 decide limiter to lead n=1\n") || !strings.Contains(posts[0].Content, "\nA Redis sliding window") || !strings.Contains(posts[0].Content, "fail open") {
			t.Fatalf("posted %+v\n%s", posts, screen.Screen())
		}
		screen.Shows("pending", "fail open", "needs you 1")

		room.Accept()
		screen.Settle()
		screen.Lacks("pending")
		screen.Shows("needs you 0", "ANSWERED by #2", "yu → lead", "decide limiter")
	})
}

func TestSilenceDecidesOnTheScreen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		room, screen := watch(t, 100, 30, func(o *tui.Options) { o.Ledger.DueWindow = 2 * time.Minute })
		room.Open()
		room.Say("lead", strings.ReplaceAll(proposal(time.Now()), "0100Z", "0004Z"))
		screen.Settle()
		screen.Shows("DEFAULT in 3m", "due in 3m")
		screen.Wait(2*time.Minute + 30*time.Second)
		screen.Shows("DUE in 1m")
		screen.Wait(time.Minute)
		screen.Shows("DEFAULT in 29s")
		screen.Wait(2 * time.Second)
		screen.Shows("DEFAULT in 27s")
		screen.Wait(28 * time.Second)
		screen.Shows("IN FORCE since", "defaults 1")
		screen.Lacks("DEFAULT in")
	})
}

func TestRefusedTextComesBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		room, screen := watch(t, 100, 30)
		room.Open()
		screen.Settle()
		compose(screen, "v1 note limiter to lead n=1\nkeep this text")
		screen.Press("ctrl+s")
		if len(room.Posts()) != 1 {
			t.Fatalf("posts %+v\n%s", room.Posts(), screen.Screen())
		}
		room.Refuse("rate_limited", "thirty a minute are enough")
		screen.Settle()
		screen.Shows("thirty a minute are enough", "keep this text", "message")
		screen.Lacks("pending")
		screen.Press("x", "esc") // what was on the way to the room is not typed into the text
		screen.Press("c", "ctrl+s")
		if len(room.Posts()) != 2 || room.Posts()[1].Content != room.Posts()[0].Content {
			t.Fatalf("posts %+v\n%s", room.Posts(), screen.Screen())
		}
	})
}

// A post that comes back while another draft is being written waits in the
// room, and is taken back when the composer is free.
func TestRefusedTextWaitsForTheComposer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		room, screen := watch(t, 100, 30)
		room.Open()
		screen.Settle()
		compose(screen, "v1 note limiter to lead n=1\nfirst text")
		screen.Press("ctrl+s")
		compose(screen, "v1 note limiter to lead n=1\nsecond text")
		room.Refuse("rate_limited", "too fast")
		screen.Settle()
		screen.Shows("second text", "first text", "too fast")
		screen.Press("esc", "j", "enter")
		screen.Shows("first text", "draft of message is parked")
		screen.Press("ctrl+s", "c")
		screen.Shows("second text")
	})
}

func TestProofIsAskedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		room, screen := watch(t, 120, 36)
		room.Open()
		room.Say("worker", "v1 report limiter to lead n=2\ndone 12 unit tests pass\nev commit 3f9a2c1")
		screen.Settle()
		screen.Shows("UNPROVEN", "unproven 1")
		screen.Press("p")
		screen.Shows("ask for proof of #1", "worker", "run, log")
		screen.Press("esc")
		screen.Press("w")
		screen.Shows("nothing that another seat owes is selected")
	})
}

func TestNudge(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		room, screen := watch(t, 120, 36)
		room.Open()
		room.Say("lead", "v1 request limiter to worker n=1\nreq open a PR "+time.Now().Add(time.Minute).UTC().Format("20060102T1504Z"))
		screen.Wait(62 * time.Second)
		screen.Shows("OVERDUE", "overdue 1")
		screen.Press("w")
		screen.Shows("nudge about #1", "v1 nudge limiter to worker")
	})
}

// compose opens the composer and replaces what stands in it.
func compose(screen *tuitest.Terminal, text string) {
	screen.Press("c", "alt+s")
	screen.Paste(text)
}

// The key for proof is about the line that was jumped to.
func TestProofOfTheLinePointedAt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		room, screen := watch(t, 120, 36)
		room.Open()
		room.Say("worker", "v1 report limiter to lead n=2\nclaim unit tests pass\nclaim the cache is fast")
		screen.Settle()
		screen.Press("k", "]", "]", "p")
		screen.Shows("proof", "the cache is fast")
		posted := screen.Screen()
		if i := strings.Index(posted, "ask for proof of #1"); i < 0 || strings.Contains(posted[i:], "unit tests pass") {
			t.Fatalf("the proof asked for is another one:\n%s", posted)
		}
	})
}
