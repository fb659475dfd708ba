package tui_test

import (
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"earshot/client"
	"earshot/client/wire"
	"earshot/tui"
)

// The mouse scrolls what lies under it and selects what it clicks on; with
// NoMouse the terminal keeps it.
func TestMouse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		room, screen := watch(t, 120, 20)
		room.Open()
		for i := range 60 {
			room.Say("lead", fmt.Sprintf("message number %d", i))
		}
		room.Say("worker", "v1 report x to lead n=1\nclaim it works")
		screen.Settle()
		screen.Shows("it works")
		for range 20 {
			screen.Send("\x1b[<64;10;10M") // wheel up over the room
		}
		screen.Settle()
		screen.Lacks("number 59")
		screen.Send("\x1b[<0;10;8M\x1b[<0;10;8m")
		screen.Settle()
		screen.Shows("▌ #")
		screen.Send("\x1b[<0;100;4M\x1b[<0;100;4m") // on the claim in triage
		screen.Settle()
		screen.Shows("▐2 triage▌", "▸ claim x")
	})
}

// Focus goes round the panes that are on the screen.
func TestFocusGoesRound(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		room, screen := watch(t, 120, 24)
		room.Open()
		room.Say("lead", "hello")
		screen.Settle()
		screen.Shows("▐1 room▌")
		screen.Press("tab")
		screen.Shows("▐2 triage▌")
		screen.Press("shift+tab")
		screen.Shows("▐1 room▌")
		screen.Press("3", "tab")
		screen.Shows("▐2 triage▌", " 3 record ")
		screen.Press("tab")
		screen.Shows("▐3 record▌")
	})
}

// Keys that do nothing here say why, and where they would do something.
func TestKeysSayWhy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		room, screen := watch(t, 140, 24)
		room.Open()
		room.Say("lead", "hello")
		screen.Settle()
		for key, why := range map[string]string{
			"a": "no ask waits for you", "n": "nothing is searched for", "ctrl+n": "only one room is watched",
			"i": "it works in: state record", "x": "it works in: triage", "%": "f1 lists the keys", "space": "was not repeated",
		} {
			screen.Press(key)
			screen.Shows(why)
			screen.Press("esc")
		}
	})
}

func TestThreadAndTimesAndJump(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		room, screen := watch(t, 120, 24)
		room.Open()
		first := room.Say("lead", "v1 note alpha to all n=1\nthe root")
		room.Say("worker", "v1 note beta to all n=1\nunrelated")
		room.Reply("yu", first, "v1 note alpha to lead n=1\nthe answer")
		room.Say("lead", "v1 note alpha to all n=1\nlater of the topic")
		screen.Settle()
		screen.Press("#")
		screen.Type("3")
		screen.Press("enter", "t")
		screen.Shows("filter thread of #3: 2 of 4", "the root", "the answer")
		screen.Lacks("unrelated", "later of the topic")
		screen.Press("t")
		screen.Shows("filter topic:alpha: 3 of 4", "later of the topic")
		screen.Lacks("unrelated")
		screen.Press("t")
		screen.Shows("unrelated")
		screen.Press("z")
		screen.Shows("times are relative", "s ago")
		screen.Press("z")
		screen.Shows("times are UTC")
	})
}

// A finished source is read as of its last message, and says so.
func TestFinishedSourceStandsStill(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		room, screen := watch(t, 120, 24, func(o *tui.Options) {
			o.Rooms[0].Standing, o.Rooms[0].ReadOnly, o.Rooms[0].As = true, true, "worker"
		})
		room.Emit(client.Welcomed{Room: wire.Room{Name: "old"}})
		room.Say("lead", "v1 request x to worker n=1\nreq open a PR "+time.Now().Add(time.Hour).UTC().Format("20060102T1504Z"))
		room.Emit(client.Status{State: client.StateEnded, Since: time.Now()})
		room.End(nil)
		screen.Wait(70 * time.Minute)
		screen.Shows("as of 00:00Z", "ended, read-only", "needs you 1", "due in 59m")
		screen.Lacks("OVERDUE")
		screen.Press("c")
		screen.Shows("this source is read-only")
	})
}

// What cannot be loaded or kept is told and stops nothing.
func TestTroubleIsTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		broken := errors.New("disk\x1b[2J full")
		room, screen := watch(t, 100, 24, func(o *tui.Options) {
			o.Drafts, o.Palette = brokenDrafts{broken}, "pink"
			o.Keys = map[string][]string{"nonsense": {"x"}}
		})
		room.Open()
		screen.Settle()
		screen.Shows("disk^[[2J full")
		compose(screen, "v1 note x to lead n=1\ntext")
		screen.Wait(2 * time.Second)
		screen.Shows("could not be kept")
		screen.Stop()
	})
}

type brokenDrafts struct{ error }

func (b brokenDrafts) Load(string) (string, error) { return "", b.error }
func (b brokenDrafts) Save(string, string) error   { return b.error }

// SetAside finds a place for what cannot be read, so that saving is tried.
func (b brokenDrafts) SetAside(string) (string, error) { return "elsewhere", nil }
