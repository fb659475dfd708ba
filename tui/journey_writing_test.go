package tui_test

import (
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"earshot/client"
	"earshot/client/clienttest"
	"earshot/client/wire"
	"earshot/tui"
	"earshot/tui/tuitest"
)

// A paste that just fits is taken whole, with its line ends as line feeds; a letter more is refused whole, with the size.
func TestPasteUpToTheLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		room, screen := watch(t, 100, 30)
		room.Open()
		screen.Settle()
		head := "v1 note limiter to lead n=2\n"
		line := strings.Repeat("how many counters, in 20 words; 漢字 ", 400)
		body := line + "\r\n" + strings.Repeat("x", 32768-len(head)-len(line)-1)
		screen.Press("c", "alt+s")
		screen.Paste(head + body + "y")
		screen.Shows("32769 bytes, the limit is 32768")
		screen.Lacks("how many counters")
		screen.Paste(head + body)
		screen.Shows("xxx")
		screen.Paste("more")
		screen.Shows("32772 bytes, the limit is 32768")
		screen.Press("ctrl+s")
		want := head + strings.ReplaceAll(body, "\r\n", "\n")
		if posts := room.Posts(); len(posts) != 1 || posts[0].Content != want {
			t.Fatalf("posted %d messages\n%s", len(posts), screen.Screen())
		}
	})
}

// The terminal's own cursor stands where the next letter goes, behind wide letters too, and is where an input method opens.
func TestTheTerminalsCursorStandsInTheText(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		room, screen := watch(t, 100, 30)
		room.Open()
		screen.Settle()
		screen.Press("c", "alt+s")
		screen.Paste("v1 note limiter to lead n=2\nplain\n漢字e\u0301x")
		at := func() (cell string, column int) {
			x, y := screen.Cursor()
			row := []rune(screen.Rows()[y])
			_, text, _ := strings.Cut(string(row), "│ ")
			return text, x - 2
		}
		if row, column := at(); !strings.HasPrefix(row, "漢字e") || column != 6 {
			t.Errorf("in column %d of %q\n%s", column, row, screen.Screen())
		}
		screen.Press("left", "left")
		if _, column := at(); column != 4 {
			t.Errorf("two clusters to the left it stands in column %d", column)
		}
		screen.Press("up", "home")
		if row, column := at(); !strings.HasPrefix(row, "plain") || column != 0 {
			t.Errorf("in column %d of %q", column, row)
		}
	})
}

// A post is pending until the room takes it, and sent until the room shows it.
func TestStatesOfAPost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		room, screen := watch(t, 100, 30)
		room.Open()
		screen.Settle()
		compose(screen, "v1 note limiter to lead n=1\non its way")
		screen.Press("ctrl+s")
		screen.Shows("#…", "pending")
		m := room.Message("yu", 0, room.Posts()[0].Content)
		room.Emit(client.Posted{Posted: wire.Posted{ID: room.Posts()[0].ID, Sequence: m.Sequence, MessageID: m.ID}})
		screen.Settle()
		screen.Lacks("pending")
		screen.Shows("#…", " sent")
		room.Emit(client.Messages{Messages: []wire.Message{m}})
		screen.Settle()
		screen.Lacks("#…", " sent")
		screen.Shows("#1 yu", "on its way")
	})
}

// The person's own editor gets the text and gives it back, as one step to be undone; where it fails the draft is as it was.
func TestOwnEditor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var given string
		var fails error
		edit := func(text string) (tea.ExecCommand, func() (string, error), error) {
			given = text
			return tuitest.Editor(func() error { return fails }), func() (string, error) { return text + "\r\nfrom the editor\n", nil }, nil
		}
		room, screen := watch(t, 100, 30, func(o *tui.Options) { o.Editor = edit })
		room.Open()
		screen.Settle()
		const draft = "v1 note limiter to lead n=1\nhalf a thought"
		compose(screen, draft)
		open := func() {
			screen.Press("ctrl+o")
			screen.Wait(2 * time.Second) // the terminal is handed over and taken back
		}
		open()
		screen.Shows("from the editor", "n=2")
		if given != draft {
			t.Errorf("the editor was given %q", given)
		}
		screen.Press("alt+u")
		screen.Shows("half a thought", "n=1")
		screen.Lacks("from the editor")
		fails = errors.New("exit status 1")
		open()
		screen.Shows("the editor failed, the draft is as it was: exit status 1", "half a thought")
		screen.Press("ctrl+s")
		if posts := room.Posts(); len(posts) != 1 || posts[0].Content != draft {
			t.Errorf("posted %+v", posts)
		}
	})
}

// A fault of the program's own keeps what is written, within the second too.
func TestDraftSurvivesAFault(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, keep := newStore()
		room, screen := watch(t, 100, 30, keep)
		room.Open()
		screen.Settle()
		compose(screen, "v1 note limiter to lead n=1\nhalf a thought")
		screen.Type(" and more")
		room.Break("broken source")
		if err := screen.Ended(); !errors.Is(err, tui.ErrPanic) {
			t.Fatal(err)
		}
		if got := s.drafts["limiter-room"]; !strings.HasSuffix(got, "half a thought and more") {
			t.Errorf("kept %q", got)
		}
	})
}

// Written and sent while the line is down, a message waits and is stored once when it is back.
func TestSentWhileTheLineIsDown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var back atomic.Bool
		server := clienttest.NewServer(clienttest.Options{Faults: func(n int) clienttest.Faults {
			if n > 1 && !back.Load() {
				return clienttest.Faults{Refuse: errors.New("no way")}
			}
			return clienttest.Faults{}
		}})
		defer server.Close()
		screen := seated(t, server, ids())
		compose(screen, "v1 note limiter to all n=1\nonce it is back")
		server.Cut()
		screen.Settle()
		screen.Shows("once it is back")
		screen.Press("ctrl+s")
		screen.Shows("pending")
		screen.Wait(time.Minute)
		screen.Shows("pending", "reconnecting")
		back.Store(true)
		screen.Wait(2 * time.Minute)
		screen.Lacks("pending")
		screen.Shows("#1 yu")
		if stored, _ := said(server, "once it is back"); stored != 1 {
			t.Errorf("stored %d times", stored)
		}
	})
}
