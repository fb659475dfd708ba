package tui_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"earshot/client"
	"earshot/client/wire"
	"earshot/tui"
	"earshot/tui/tuitest"
)

// askedOf is an ask of a seat, due within an hour, that yu does not decide.
func askedOf(seat string) string {
	return fmt.Sprintf("v1 ask limiter to %s n=2\nask how many counters %s\ndefault silence past the ask time → ten", seat, time.Now().Add(time.Hour).UTC().Format("20060102T1504Z"))
}

// Whatever happens to the ask while its answer is being written is told as it happens, and stops the sending once.
func TestAnswerIsToldWhatHappensMeanwhile(t *testing.T) {
	for name, tt := range map[string]struct {
		to   string
		then func(room *tuitest.Room, screen *tuitest.Terminal)
		says string
	}{
		"answered by who owes it": {"worker", func(room *tuitest.Room, _ *tuitest.Terminal) {
			room.Reply("worker", 1, "v1 reply limiter to lead n=1\nfourteen counters")
		}, "#1 was answered by worker at 00:0"},
		"answered by us elsewhere": {"yu", func(room *tuitest.Room, _ *tuitest.Terminal) {
			room.Reply("yu", 1, "v1 reply limiter to lead n=1\nfourteen counters")
		}, "#1 was answered by yu at 00:0"},
		"withdrawn": {"yu", func(room *tuitest.Room, _ *tuitest.Terminal) {
			room.Reply("lead", 1, "v1 withdraw limiter to yu n=1\nno longer needed")
		}, "#1 was withdrawn by lead at 00:0"},
		"corrected": {"yu", func(room *tuitest.Room, _ *tuitest.Terminal) {
			room.Reply("lead", 1, strings.Replace(askedOf("yu"), "how many counters", "how many shards", 1))
		}, "#1 was corrected by #2"},
		"held": {"worker", func(room *tuitest.Room, _ *tuitest.Terminal) {
			room.Reply("worker", 1, "v1 hold limiter to lead n=1\nplan to answer by "+time.Now().Add(3*time.Hour).UTC().Format("20060102T1504Z"))
		}, "#1 was held: it is due 03:0"},
		"superseded": {"yu", func(room *tuitest.Room, _ *tuitest.Terminal) {
			room.Say("lead", strings.Replace(askedOf("yu"), "ten", "twenty", 1))
		}, "#1 was superseded by lead at 00:0"},
		"accepted": {"worker", func(room *tuitest.Room, _ *tuitest.Terminal) {
			room.Reply("lead", 1, "v1 accept limiter to worker n=1\nwhat you said in the call is enough")
		}, "#1 was accepted by lead at 00:0"},
		"handed over": {"worker", func(room *tuitest.Room, _ *tuitest.Terminal) {
			room.Reply("worker", 1, "v1 handover limiter to lead,yu n=1\ndecider yu")
		}, "#1 is owed by yu now"},
		"handed over by us elsewhere": {"yu", func(room *tuitest.Room, _ *tuitest.Terminal) {
			room.Reply("yu", 1, "v1 handover limiter to lead,worker n=1\ndecider worker")
		}, "#1 is owed by worker now"},
		"default in force": {"yu", func(_ *tuitest.Room, screen *tuitest.Terminal) {
			screen.Wait(61 * time.Minute)
		}, "silence has decided #1: ten is in force since 01:0"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				room, screen := watch(t, 120, 36, func(o *tui.Options) { o.NewID = ids() })
				room.Open()
				room.Say("lead", askedOf(tt.to))
				screen.Settle()
				screen.Press("2", "g", "a", "alt+s")
				screen.Shows("answer to #1")
				screen.Paste("v1 reply limiter to lead n=1\ntwelve counters")
				screen.Lacks("meanwhile")
				tt.then(room, screen)
				screen.Settle()
				told := strings.Join(strings.Fields(strings.ReplaceAll(screen.Screen(), "│", "")), " ")
				if !strings.Contains(told, "meanwhile "+tt.says) {
					t.Fatalf("it does not say %q:\n%s", tt.says, screen.Screen())
				}
				screen.Press("ctrl+s")
				screen.Shows("not sent", strings.Split(tt.says, " at ")[0])
				if n := len(room.Posts()); n != 0 {
					t.Fatal("it is sent all the same")
				}
				screen.Send(tuitest.Bytes("ctrl+s")) // 250 ms after the first press
				screen.Wait(100 * time.Millisecond)
				if n := len(room.Posts()); n != 0 {
					t.Fatal("a second press too soon sends")
				}
				screen.Wait(time.Second)
				screen.Press("ctrl+s")
				if posts := room.Posts(); len(posts) != 1 || !strings.Contains(posts[0].Content, "twelve counters") {
					t.Fatalf("posted %+v\n%s", posts, screen.Screen())
				}
			})
		})
	}
}

// It is said once: a text that was changed in the knowledge of it goes out at the first press. What happens after that is
// said again.
func TestMeanwhileStopsOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		room, screen := watch(t, 120, 36)
		room.Open()
		room.Say("lead", askedOf("worker"))
		screen.Settle()
		screen.Press("2", "g", "a", "alt+s")
		screen.Paste("v1 reply limiter to lead n=1\ntwelve counters")
		room.Reply("worker", 1, "v1 hold limiter to lead n=1\nplan to answer by "+time.Now().Add(3*time.Hour).UTC().Format("20060102T1504Z"))
		screen.Settle()
		screen.Press("ctrl+s")
		screen.Shows("not sent")
		screen.Type(", all the same")
		room.Reply("worker", 1, "v1 reply limiter to lead n=1\nfourteen counters")
		screen.Settle()
		screen.Press("ctrl+s")
		screen.Shows("not sent", "was answered by worker")
		screen.Type(", I say")
		screen.Press("ctrl+s")
		if posts := room.Posts(); len(posts) != 1 || !strings.Contains(posts[0].Content, "all the same, I say") {
			t.Fatalf("posted %+v\n%s", posts, screen.Screen())
		}
	})
}

// A parked draft, and one of an earlier run, is told when it comes back.
func TestMeanwhileIsToldOfDraftsThatWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, keep := newStore()
		room, screen := watch(t, 120, 36, keep)
		room.Open()
		ask := askedOf("worker")
		room.Say("lead", ask)
		screen.Settle()
		screen.Press("2", "g", "a", "alt+s")
		screen.Paste("v1 reply limiter to lead n=1\ntwelve counters")
		screen.Press("esc")
		room.Say("lead", "v1 note limiter to all n=1\nanother thing")
		screen.Settle()
		screen.Press("1", "G", "k", "r", "alt+s")
		screen.Paste("v1 reply limiter to lead n=1\nthe reply")
		answer := room.Reply("worker", 1, "v1 reply limiter to lead n=1\nfourteen counters")
		screen.Settle()
		screen.Lacks("meanwhile")
		screen.Press("ctrl+s")
		screen.Wait(10 * time.Second)
		screen.Press("c")
		screen.Shows("answer to #1", "meanwhile #1 was answered by worker")
		screen.Stop()

		room, screen = watch(t, 120, 36, keep)
		room.Say("lead", ask)
		room.Say("lead", "v1 note limiter to all n=1\nanother thing")
		room.Reply("worker", 1, "v1 reply limiter to lead n=1\nfourteen counters")
		room.Open()
		screen.Settle()
		screen.Press("c")
		screen.Shows("answer to #1", "twelve counters", fmt.Sprintf("(#%d)", answer), "meanwhile #1 was answered by worker")
	})
}

// What happened while a message was on its way is told when the room has it. A message that settles the item itself, or was
// sent in the knowledge of it, has nothing to tell.
func TestWhatHappenedOnTheWayIsTold(t *testing.T) {
	for _, size := range [][2]int{{60, 16}, {80, 24}, {120, 40}} {
		for name, tt := range map[string]struct {
			known, before bool // the other answer came before it was sent; before the room has the message
			says          string
		}{
			"first":        {false, false, ""},
			"second":       {false, true, "#1 was answered by worker"},
			"all the same": {true, true, ""},
		} {
			t.Run(fmt.Sprintf("%s at %d×%d", name, size[0], size[1]), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					room, screen := watch(t, size[0], size[1])
					room.Open()
					room.Say("lead", askedOf("worker"))
					screen.Settle()
					screen.Press("2", "g", "a", "alt+s")
					screen.Paste("v1 reply limiter to lead n=1\ntwelve counters")
					other := func() {
						room.Reply("worker", 1, "v1 reply limiter to lead n=1\nfourteen counters")
						screen.Settle()
					}
					if tt.known {
						other()
						screen.Press("ctrl+s")
						screen.Wait(time.Second)
					}
					screen.Press("ctrl+s", "esc")
					if n := len(room.Posts()); n != 1 {
						t.Fatalf("%d posts\n%s", n, screen.Screen())
					}
					if tt.before && !tt.known {
						other()
					}
					room.Accept()
					screen.Settle()
					told := strings.Join(strings.Fields(screen.Screen()), " ")
					if tt.says == "" && strings.Contains(told, "came after it") || tt.says != "" && !(strings.Contains(told, tt.says) && strings.Contains(told, "your #3 came after it")) {
						t.Errorf("it does not say %q:\n%s", tt.says, screen.Screen())
					}
				})
			})
		}
	}
}

// A post that nobody confirmed before the program ended does not go out again by itself where what it is about was settled
// meanwhile; it comes back as a draft that says so. Where the room has it already, that is said and nothing else.
func TestPostOfBeforeIsToldWhatHappenedMeanwhile(t *testing.T) {
	const answer = "v1 reply limiter to lead n=1\ntwelve counters"
	for name, tt := range map[string]struct {
		then func(room *tuitest.Room)
		says string // "" where it goes out again
	}{
		"nothing":                  {func(*tuitest.Room) {}, ""},
		"something else":           {func(room *tuitest.Room) { room.Say("lead", "v1 note limiter to all n=1\nanother thing") }, ""},
		"withdrawn":                {func(room *tuitest.Room) { room.Reply("lead", 1, "v1 withdraw limiter to yu n=1\nno longer needed") }, "#1 was withdrawn by lead"},
		"answered by us elsewhere": {func(room *tuitest.Room) { room.Reply("yu", 1, "v1 reply limiter to lead n=1\nfourteen counters") }, "#1 was answered by yu"},
		"by the very post":         {func(room *tuitest.Room) { room.Reply("yu", 1, answer) }, "the room has the message that was on its way when the program ended: #2"},
		"older messages came as well": {func(room *tuitest.Room) {
			later := room.Message("lead", 1, "v1 withdraw limiter to yu n=1\nno longer needed")
			note := later
			note.Sequence, note.ID, note.ReplyTo, note.Content = 3, "msg_3", "", "v1 note limiter to all n=1\nout of order"
			room.Emit(client.Messages{Messages: []wire.Message{note}}, client.Messages{Messages: []wire.Message{later}})
		}, "#1 was withdrawn by lead"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				_, keep := newStore()
				unique := ids()
				everMore := func(o *tui.Options) { o.NewID = unique }
				room, screen := watch(t, 120, 36, keep, everMore)
				room.Open()
				ask := askedOf("yu")
				room.Say("lead", ask)
				screen.Settle()
				screen.Press("2", "g", "a", "alt+s")
				screen.Paste(answer)
				screen.Press("ctrl+s")
				sent := room.Posts()
				screen.Stop()

				room, screen = watch(t, 120, 36, keep, everMore)
				room.Say("lead", ask)
				tt.then(room)
				room.Open()
				screen.Settle()
				screen.Wait(2 * time.Second)
				if tt.says == "" {
					if posts := room.Posts(); len(posts) != 1 || posts[0].ID != sent[0].ID {
						t.Fatalf("posted %+v\n%s", posts, screen.Screen())
					}
					return
				}
				if posts := room.Posts(); len(posts) != 0 {
					t.Fatalf("posted %+v\n%s", posts, screen.Screen())
				}
				told := strings.Join(strings.Fields(screen.Screen()), " ")
				if !strings.Contains(told, tt.says) {
					t.Fatalf("it does not say %q:\n%s", tt.says, screen.Screen())
				}
				if strings.HasPrefix(tt.says, "the room has") {
					screen.Press("c")
					screen.Shows("▐message", "<topic>") // and no draft
					return
				}
				screen.Press("c")
				screen.Shows("answer to #1", "twelve counters", "meanwhile")
				screen.Press("ctrl+s")
				screen.Shows("not sent")
				screen.Wait(time.Second)
				screen.Press("ctrl+s")
				if posts := room.Posts(); len(posts) != 1 || posts[0].ID != sent[0].ID || posts[0].Content != answer {
					t.Fatalf("posted %+v, before %+v\n%s", posts, sent, screen.Screen())
				}
			})
		})
	}
}
