package tui_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"earshot/tui"
)

// record opens the view of the state record on a room with an open ask.
func record(t *testing.T, change ...func(*tui.Options)) (screen interface {
	Press(...string)
	Shows(...string)
	Copied() []string
	Settle()
}) {
	t.Helper()
	room, terminal := watch(t, 120, 40, change...)
	room.Open()
	room.Say("lead", proposal(time.Now()))
	room.Say("worker", "v1 report limiter to lead n=1\nclaim it works")
	terminal.Press("3")
	terminal.Wait(2 * time.Second)
	terminal.Shows("the whole room", "v1 state room to all")
	return terminal
}

// `y` sends the state record to the terminal's clipboard, whole, of the room and
// of one topic, and says that it did.
func TestStateRecordIsCopied(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		screen := record(t)
		screen.Press("y")
		screen.Shows("the state record sent to the terminal's clipboard")
		screen.Press("j", "y")
		screen.Shows("v1 state limiter to all")
		got := screen.Copied()
		if len(got) != 2 {
			t.Fatalf("the clipboard was sent %q", got)
		}
		for i, topic := range []string{"room", "limiter"} {
			if first, rest, _ := strings.Cut(got[i], "\n"); !strings.HasPrefix(first, "v1 state "+topic+" to all n=") || rest == "" {
				t.Errorf("copied %q, want the record of %s", got[i], topic)
			}
		}
		if !strings.Contains(got[1], "unproven worker it works") || strings.Contains(got[1], "\x1b") {
			t.Errorf("the record of the topic is %q", got[1])
		}
	})
}

// A terminal never says whether it has a clipboard: `Y` keeps the same text in a
// file, of which the screen tells; where that fails it says so.
func TestStateRecordIsKeptInAFile(t *testing.T) {
	for _, failure := range []error{nil, errors.New("disk full")} {
		synctest.Test(t, func(t *testing.T) {
			var kept []string
			screen := record(t, func(o *tui.Options) {
				o.SaveCopy = func(text string) (string, error) { kept = append(kept, text); return "/home/yu/copy.txt", failure }
			})
			screen.Press("y")
			screen.Shows("sent to the terminal's clipboard; Y keeps it in a file")
			screen.Press("Y")
			sent := screen.Copied()
			if len(sent) != 1 || len(kept) != 1 || kept[0] != sent[0] || !strings.HasPrefix(kept[0], "v1 state room to all") {
				t.Fatalf("sent %q, kept %q", sent, kept)
			}
			if failure != nil {
				screen.Shows("the state record could not be kept in a file: disk full")
				return
			}
			screen.Shows("the state record stands in /home/yu/copy.txt")
		})
	}
	synctest.Test(t, func(t *testing.T) {
		screen := record(t)
		screen.Press("Y")
		screen.Shows("nothing is kept in files here")
	})
}

// A message that is too large for a clipboard goes into the file at once; where
// there is none, that is said, and nothing is sent half.
func TestLargeMessageIsNotCopiedHalf(t *testing.T) {
	body := strings.Repeat("words of a long transcript ", 4000)
	for _, failure := range []error{nil, errors.New("disk full")} {
		synctest.Test(t, func(t *testing.T) {
			var kept []string
			room, screen := watch(t, 120, 40, func(o *tui.Options) {
				o.SaveCopy = func(text string) (string, error) { kept = append(kept, text); return "/home/yu/copy.txt", failure }
			})
			room.Open()
			room.Say("lead", body)
			screen.Settle()
			screen.Press("y")
			if len(kept) != 1 || kept[0] != body || len(screen.Copied()) != 0 {
				t.Fatalf("%d texts kept, %d sent", len(kept), len(screen.Copied()))
			}
			screen.Shows("message #1 is too large for the terminal's clipboard; it ")
			if failure != nil {
				screen.Shows("could not be kept in a file", "disk full")
				return
			}
			screen.Shows("stands in /home/yu/copy.txt")
		})
	}
	synctest.Test(t, func(t *testing.T) {
		room, screen := watch(t, 120, 40)
		room.Open()
		room.Say("lead", body)
		screen.Settle()
		screen.Press("y")
		screen.Shows("message #1 is too large for the terminal's clipboard: 108000 bytes, at most 74000")
		if len(screen.Copied()) != 0 {
			t.Error("something was sent all the same")
		}
	})
}

// `i` puts the record into the composer as it is, behind what stands there, and
// it can be sent.
func TestStateRecordIsInserted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		room, screen := watch(t, 120, 40)
		room.Open()
		room.Say("lead", proposal(time.Now()))
		room.Say("worker", "v1 report limiter to lead n=1\nclaim it works")
		screen.Press("3")
		screen.Wait(2 * time.Second)
		screen.Press("j", "y", "i")
		screen.Shows("message · as yu", "v1 state limiter to all n=")
		screen.Press("ctrl+s")
		screen.Wait(time.Second)
		if len(room.Posts()) == 0 {
			screen.Press("ctrl+s") // a finding stopped the first one
			screen.Settle()
		}
		posts := room.Posts()
		if copied := screen.Copied(); len(posts) != 1 || len(copied) != 1 || strings.TrimSpace(posts[0].Content) != strings.TrimSpace(copied[0]) {
			t.Fatalf("sent %v, copied %q\n%s", posts, copied, screen.Screen())
		}
		// What was being written stays.
		room.Accept()
		screen.Press("1", "c")
		screen.Press("alt+k")
		screen.Type("half a thought")
		screen.Press("esc", "3")
		screen.Wait(2 * time.Second)
		screen.Press("i")
		screen.Shows("half a thought", "v1 state")
	})
}

// Rows of triage and messages are copied by the same key.
func TestRowsAndMessagesAreCopied(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		room, screen := watch(t, 120, 40)
		room.Open()
		body := "v1 report limiter to lead n=1\nclaim it works \u202e\x1b[31m"
		room.Say("worker", body)
		screen.Settle()
		screen.Press("y", "2", "y")
		got := screen.Copied()
		if len(got) != 2 || got[0] != body {
			t.Fatalf("copied %q", got)
		}
		if !strings.Contains(got[1], "claim limiter") || strings.ContainsAny(got[1], "\x1b\u202e") {
			t.Errorf("the row of triage is copied as %q", got[1])
		}
		if slices.Contains(got, "") {
			t.Errorf("copied %q", got)
		}
	})
}
