package tui

import (
	"earshot/convention"
	"earshot/convention/tokens"
	"earshot/tui/timeline"
)

// Messages from our own commands. Each carries what is needed to tell whether
// it still matters.

// tickMsg says that time has passed; a tick of an older plan is dropped.
type tickMsg struct{ rev uint64 }

// noticeMsg says that a notice has had its time.
type noticeMsg struct{ id int }

// seenDueMsg says that it is time to tell a room what was seen.
type seenDueMsg struct{ room int }

// refreshMsg says that the view on the screen is to be folded anew.
type refreshMsg struct{}

// wheelMsg ends the frame in which turns of the wheel are added up.
type wheelMsg struct{}

// counterMsg brings the token counter.
type counterMsg struct {
	counter *tokens.Counter
	err     error
}

// countedMsg brings the tokens of some messages of a room.
type countedMsg struct {
	room      int
	epoch     uint64 // of the room's log
	sequences []int64
	counts    []int
}

// lintedMsg brings the checks of a draft.
type lintedMsg struct {
	room        int
	rev         uint64
	diagnostics []convention.Diagnostic
}

// loadedMsg brings what was kept of a room from earlier runs.
type loadedMsg struct {
	room     int
	draft    string
	draftErr error
	beside   []string // drafts that other programs left
	mark     int64
	markErr  error
	aside    []Aside
	asideErr error
	sent     []string
	sentErr  error
}

// savedMsg tells how keeping something went.
type savedMsg struct {
	what string
	err  error
}

// postMsg says that a post is kept, or was given the time to be, and may go out.
type postMsg struct {
	room int
	id   string
}

// draftDueMsg says that the second after a change of the draft is over.
type draftDueMsg struct{ room int }

// doneMsg tells how something went that was done outside of the loop.
type doneMsg struct {
	said string
	err  error
}

// editedMsg brings the text back from the user's own editor.
type editedMsg struct {
	room int
	text string
	err  error
}

// foundMsg brings a piece of a search.
type foundMsg struct {
	room    int
	finding timeline.Finding
}

// stepMsg asks for the next slice of work over the whole log of a room.
type stepMsg struct {
	room  int
	epoch uint64
}
