package tui_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"earshot/tui/tuitest"
)

// at is the number of the selected message.
func at(screen *tuitest.Terminal) string {
	for _, row := range screen.Rows() {
		if rest, found := strings.CutPrefix(row, "▌ #"); found {
			number, _, _ := strings.Cut(rest, " ")
			return number
		}
	}
	return ""
}

// Keys go from message to message of a topic and from flag to flag, both ways, and say where there is no other.
func TestKeysGoByTopicAndByFlag(t *testing.T) {
	for _, size := range [][2]int{{60, 16}, {80, 24}, {120, 40}} {
		synctest.Test(t, func(t *testing.T) {
			room, screen := watch(t, size[0], size[1])
			room.Open()
			for i := range 60 {
				topic, line := "alpha", "note"
				if i%20 == 4 {
					topic = "beta"
				}
				if i%25 == 10 {
					line = "claim"
				}
				room.Say("worker", fmt.Sprintf("v1 note %s to lead n=1\n%s number %d", topic, line, i+1))
			}
			screen.Settle()
			screen.Press("#")
			screen.Type("25")
			screen.Press("enter")
			for _, step := range []struct{ key, goes string }{
				{"}", "45"}, {"}", "no message of this topic below"}, {"{", "25"}, {"{", "5"}, {"{", "no message of this topic above"},
				{"]", "11"}, {"]", "36"}, {"]", "no flag below"}, {"[", "11"}, {"[", "no flag above"},
			} {
				was := at(screen)
				screen.Press(step.key)
				if strings.HasPrefix(step.goes, "no ") {
					screen.Shows(step.goes)
					step.goes = was
				}
				if got := at(screen); got != step.goes {
					t.Fatalf("%v: %s goes from %s to %q, not %s\n%s", size, step.key, was, got, step.goes, screen.Screen())
				}
			}
		})
	}
}

// The header says what share of the latest messages keeps to the convention, and nothing of it where all do. In a room where
// nearly none does, a message in prose is no error of its own.
func TestShareOfTheConventionIsTold(t *testing.T) {
	for _, k := range []struct {
		v1, prose int
		says      string
		width     int
	}{{10, 0, "", 120}, {9, 1, "v1 90%", 120}, {1, 9, "v1 10%", 120}, {1, 9, "v1 10%", 80}, {1, 9, "v1 10%", 60}} {
		synctest.Test(t, func(t *testing.T) {
			room, screen := watch(t, k.width, 40)
			room.OpenAs("room-of-some-length")
			for i := range k.v1 {
				room.Say("lead", fmt.Sprintf("v1 note x to all n=1\nnumber %d", i))
			}
			for i := range k.prose {
				room.Say("lead", fmt.Sprintf("just prose number %d", i))
			}
			screen.Settle()
			header := screen.Rows()[0]
			if k.says == "" && strings.Contains(header, "v1 ") || !strings.Contains(header, k.says) {
				t.Errorf("%d of %d: the header is %q", k.v1, k.v1+k.prose, header)
			}
			if k.prose == 0 {
				return
			}
			screen.Press("k", "enter")
			screen.Shows("in detail", "no header")
			isError := strings.Contains(screen.Screen(), "error")
			if few := k.v1 < 2; isError == few {
				t.Errorf("%d of %d: it is an error: %v\n%s", k.v1, k.v1+k.prose, isError, screen.Screen())
			}
		})
	}
}

// However a terminal sends them, enter, shift+enter, ctrl+j and alt+enter make a new line, and ctrl+s and ctrl+enter send.
func TestNewLinesAndSendingAsTerminalsSendThem(t *testing.T) {
	for _, newline := range []string{"\r", "\x1b[13;2u", "\n", "\x1b\r", "\x1b[27;2;13~", "\x1b[13;3u"} {
		for _, send := range []string{"\x13", "\x1b[13;5u", "\x1b[115;5u"} {
			synctest.Test(t, func(t *testing.T) {
				room, screen := watch(t, 80, 24)
				room.Open()
				screen.Settle()
				compose(screen, "v1 note limiter to lead n=1\nfirst")
				screen.Send(newline)
				screen.Settle()
				screen.Type("second")
				screen.Send(send)
				screen.Wait(time.Second)
				if posts := room.Posts(); len(posts) != 1 || posts[0].Content != "v1 note limiter to lead n=2\nfirst\nsecond" {
					t.Errorf("%q, then %q: posted %+v\n%s", newline, send, posts, screen.Screen())
				}
			})
		}
	}
}
