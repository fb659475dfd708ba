package tui

import (
	"errors"
	"io"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
)

// A command that was delivered as a message is a bug, and is reported as one
// instead of being dropped.
func TestCommandAsMessageIsReported(t *testing.T) {
	for name, msg := range map[string]tea.Msg{
		"command":  tea.Cmd(func() tea.Msg { return nil }),
		"function": func() tea.Msg { return nil },
	} {
		m := New(Options{Rooms: []Room{{Name: "r"}}, Now: fixedNow})
		m.Update(tea.WindowSizeMsg{Width: 100, Height: 20})
		m.Update(msg)
		if text := stripped(m.View().Content); !strings.Contains(text, "bug in the program") {
			t.Errorf("a %s delivered as a message is not reported:\n%s", name, text)
		}
	}
}

// Without a room the program ends at once and says why.
func TestNoRoom(t *testing.T) {
	err := Run(t.Context(), New(Options{Now: fixedNow}), tea.WithInput(nil), tea.WithOutput(io.Discard), tea.WithWindowSize(80, 24))
	if !errors.Is(err, errNoRoom) {
		t.Fatalf("it ended with %v", err)
	}
}

// Small screens begin with triage; a later change of size takes nobody away
// from where he is.
func TestSmallScreensBeginWithTriage(t *testing.T) {
	for width, want := range map[int]viewID{45: viewTriage, 60: viewRoom, 120: viewRoom} {
		m := New(Options{Rooms: []Room{{Name: "r"}}, Now: fixedNow})
		m.Update(tea.WindowSizeMsg{Width: width, Height: 20})
		if m.view != want {
			t.Errorf("on %d columns the first view is %v", width, m.view)
		}
		m.Update(pressOf("4"))
		m.Update(tea.WindowSizeMsg{Width: 45, Height: 20})
		if m.view != viewSeats {
			t.Errorf("after a change of size the view is %v", m.view)
		}
	}
}
