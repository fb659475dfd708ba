package tui

import (
	"errors"
	"log/slog"
	"time"

	tea "charm.land/bubbletea/v2"

	"earshot/convention/tokens"
	"earshot/render"
	"earshot/tui/chrome"
)

// Model is the program's state. It is the only tea.Model; make it with [New].
type Model struct {
	opts  Options
	rooms []*room
	// active is the room on the screen.
	active  int
	keys    keymap
	measure render.Measure
	palette render.Palette
	dark    bool
	sixteen bool // the terminal has 16 colours

	width, height int
	layout        layout
	// view has the focus, unless composing; beside is the last one that was not
	// triage.
	view, beside viewID
	composing    bool
	refreshing   bool // a refreshMsg is on its way
	overlay      overlay
	notices      chrome.Notices
	pressing     bool // a key is being acted on
	clockMode    render.ClockMode

	counter  *tokens.Counter
	counting counting
	keeper   *keeper
	tick     ticking
	wheel    wheeling

	cmds  []tea.Cmd // what the present message leads to
	dirty bool      // the drawn view is out of date
	// moment is the time that the view shows: when something last changed.
	moment time.Time
	drawn  tea.View
	draws  int // views drawn so far
	fatal  error
}

// New builds the model. It reads no file and starts no goroutine.
func New(opts Options) *Model {
	if opts.Zone == nil {
		opts.Zone = time.UTC
	}
	if opts.Speed <= 0 {
		opts.Speed = 1
	}
	if opts.Log == nil {
		opts.Log = slog.New(slog.DiscardHandler)
	}
	m := &Model{opts: opts, moment: opts.Now(), dark: true, dirty: true, keeper: newKeeper(opts.Drafts, opts.Marks, opts.Asides, opts.Sent)}
	m.setPalette()
	var problems []KeyProblem
	m.keys, problems = newKeymap(opts.Keys)
	for i, r := range opts.Rooms {
		m.rooms = append(m.rooms, newRoom(i, r, m))
	}
	for _, p := range problems {
		m.notify(chrome.Warn, p.Text)
	}
	if opts.Banner != "" {
		m.notify(chrome.Warn, opts.Banner)
	}
	return m
}

// room is the one on the screen.
func (m *Model) room() *room { return m.rooms[m.active] }

// Init asks the terminal for its background and starts what is loaded off the
// path to the first frame.
func (m *Model) Init() tea.Cmd {
	if len(m.rooms) == 0 {
		m.fatal = errNoRoom
		return tea.Quit
	}
	m.do(tea.RequestBackgroundColor)
	m.do(m.cmdLoadCounter())
	for _, r := range m.rooms {
		m.do(m.cmdLoadKept(r))
	}
	return m.gathered()
}

var errNoRoom = errors.New("no room to watch")

// setPalette takes the named palette, light or dark as the terminal is.
func (m *Model) setPalette() {
	name := m.opts.Palette
	if name == "" {
		name = "auto"
	}
	p, err := render.NewPalette(name, m.dark)
	if err != nil {
		p, _ = render.NewPalette("auto", m.dark) // the one that always is
		m.notify(chrome.Warn, err.Error())
		m.opts.Palette = "auto"
	}
	if m.sixteen {
		p = p.Sixteen()
	}
	m.palette = p
}

// notify shows a sentence that may hold text from outside.
func (m *Model) notify(level chrome.Level, text string) { m.notifyAbout("", level, text) }

// What notices speak of that may change before they have had their time.
const (
	aboutLink  = "connection"
	aboutDraft = "draft"
)

// notifyAbout is notify for what is forgotten once it is not so any more.
func (m *Model) notifyAbout(about string, level chrome.Level, text string) {
	id, stays := m.notices.Add(chrome.Notice{
		Level: level, Text: render.CleanLine(text), About: about, Answer: m.pressing, At: m.pressClock(),
	})
	m.do(cmdAfter(stays, noticeMsg{id}))
	m.dirty = true
}

// now is the moment of the rooms' clock.
func (m *Model) now() time.Time { return m.opts.Now() }
