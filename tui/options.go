package tui

import (
	"context"
	"log/slog"
	"time"

	tea "charm.land/bubbletea/v2"

	"earshot/client"
	"earshot/convention/ledger"
	"earshot/convention/scp"
	"earshot/convention/tokens"
	"earshot/render"
)

// RoomAPI is what the interface may ask of a room. No method blocks: they
// queue, and the room's event stream answers.
type RoomAPI interface {
	// Post queues a message; the stream answers with Posted, Refused or Failed.
	Post(client.Draft)
	// Wake ends a waiting time before the next attempt to connect.
	Wake()
	// Page asks for up to limit messages before a sequence.
	Page(before int64, limit int)
	// Have tells the room that messages up to a sequence were shown.
	Have(seq int64)
}

// Room is one source the interface watches.
type Room struct {
	// Name is shown until the room says its own.
	Name string
	// API is nil where nothing can be asked of the source (a finished
	// transcript); the room is then read-only.
	API RoomAPI
	// Run delivers the room's events in order until ctx ends or the source
	// does. nil means a finite source ended. It runs in a goroutine of its own.
	Run func(ctx context.Context, emit func(client.Event)) error
	// ReadOnly says that nothing can be posted, whoever we are.
	ReadOnly bool
	// As names the seat whose view triage takes where the source does not say
	// who we are.
	As string
	// Key is under what drafts, read marks, what was sent and what is set aside
	// are kept: that of one seat of the room, so that none gets what another
	// wrote. "" means Name, with As where that is given.
	Key string
	// DraftKey is under what unsent text is kept where that is another one,
	// because another program writes what is under Key; "" means Key.
	DraftKey string
	// Member is the id of the seat that posts are sent from, as far as it is
	// known before the room tells it; "" where it is not.
	Member string
	// LeftOut counts what the source holds beside messages and tells the first
	// of it; nil where everything is a message. It is called from the program's
	// loop, must not block, and is safe beside Run.
	LeftOut func() (lines int, first error)
	// Standing says that the source is finished: its clock stands at its last
	// message, and the screen says as of when.
	Standing bool
}

// Drafts keeps unsent text between runs, byte by byte: one draft or several
// coded as one text, "" for none. Both methods are called outside of the
// program's loop and may block on a disk.
type Drafts interface {
	Load(room string) (string, error)
	Save(room, text string) error
}

// DraftsAside is what Drafts may do beside: put what is kept of a room where no
// Save overwrites it, because it cannot be read, and tell where. Without it what
// cannot be read is never written over.
type DraftsAside interface {
	SetAside(room string) (where string, err error)
}

// DraftsBeside is what Drafts may do beside: hand over what other programs left
// that kept texts of the same room and have ended, each coded as Load's text is.
// The next Save holds all of it, and takes the place of it.
type DraftsBeside interface {
	Beside(room string) ([]string, error)
}

// Sent keeps the texts sent from a room between runs, oldest first.
type Sent interface {
	Load(room string) ([]string, error)
	Save(room string, all []string) error
}

// Marks keeps, for every room, the last sequence its reader marked as read.
type Marks interface {
	Load(room string) (int64, error)
	Save(room string, sequence int64) error
}

// Aside is a row of triage that a person has set aside: it comes back when its
// state is another.
type Aside struct{ ID, State, Note string }

// Asides keeps, for every room, what its reader has set aside.
type Asides interface {
	Load(room string) ([]Aside, error)
	Save(room string, all []Aside) error
}

// EditText prepares a run of the user's own editor on text. It returns the
// command that occupies the terminal and a function that reads the result.
type EditText func(text string) (tea.ExecCommand, func() (string, error), error)

// Options configure a [Model]. Rooms and Now are required, the rest has the
// default its comment names.
type Options struct {
	Rooms []Room
	// Now is the clock of the rooms; a demo may run it faster than the wall
	// clock, a transcript may hold it still.
	Now func() time.Time
	// Speed is how many seconds of Now pass in one second; 0 means 1.
	Speed float64
	// Zone is the zone times are shown in; nil means UTC.
	Zone *time.Location
	// Palette is one of render.Palettes; "" means "auto".
	Palette string
	// Emoji says which emoji are drawn as they are; the zero value replaces those
	// that a terminal may not know.
	Emoji render.Emoji
	// LoadCounter loads the token counter. It is called once, after the first
	// frame and outside of the loop. nil means that tokens stay unknown.
	LoadCounter func() (*tokens.Counter, error)
	// NewID makes the ids of posts (UUIDv4); required where a room takes posts.
	NewID func() string
	// Log takes what a person at the screen does not need to see; nil discards.
	Log *slog.Logger
	// Drafts and Marks are nil where nothing is kept between runs.
	Drafts Drafts
	Marks  Marks
	// Sent is nil where the texts sent are forgotten at the end.
	Sent Sent
	// Asides is nil where what is set aside is forgotten at the end.
	Asides Asides
	// Editor is nil where no editor of the user's is known.
	Editor EditText
	// Templates are message templates beside the built-in ones, by name.
	Templates map[string]string
	// Dictionary decodes SCP bodies; nil leaves them as they are.
	Dictionary *scp.Dictionary
	// Ledger holds the settable rules of what a room owes.
	Ledger ledger.Options
	// Banner is shown once as a notice at the start (a broken config file, say).
	Banner string
	// Keys rebinds: from the id of a binding to its keys, which replace the
	// default ones. [Keys] lists the ids. An unknown id or a key bound twice
	// in one place becomes a notice.
	Keys map[string][]string
	// Notify is off as a whole where it is zero.
	Notify Notify
	// SaveCopy keeps a text that is too large for the terminal's clipboard, and
	// tells where; nil where nothing is kept. It may block.
	SaveCopy func(text string) (where string, err error)
	// OpenLink has an http or https link opened outside of the terminal; nil
	// where nothing can. It may block.
	OpenLink func(url string) error
	// NoMouse leaves the mouse to the terminal.
	NoMouse bool
}
