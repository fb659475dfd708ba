package tui

import (
	"errors"
	"strings"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"earshot/render"
	"earshot/tui/chrome"
	"earshot/tui/composer"
)

// composeModel is the composer alone: what [Compose] runs.
type composeModel struct {
	opts     ComposeOptions
	composer *composer.Composer
	begun    string // the text as it was opened
	measure  render.Measure
	palette  render.Palette
	dark     bool
	sixteen  bool // the terminal has 16 colours

	width, height int
	notices       chrome.Notices
	help          *scroller
	leaving       uint64 // the revision at which leaving was asked for once, 0 for none

	keep    keepText
	planned bool // a composeKeepMsg is on its way

	ended   bool
	writing bool // the message is being handed over
	written bool
	message string // where written
	cmds    []tea.Cmd
}

// Messages of the composer alone.
type (
	composeKeepMsg struct{}
	composeTickMsg struct{}
)

// composeTick is how often times are read anew: the minute is on the screen.
const composeTick = 10 * time.Second

// keepText keeps one text, in whatever goroutine it is asked to, the latest last.
type keepText struct {
	mu   sync.Mutex
	save func(string) error
	kept string
}

func (k *keepText) write(text string) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.save == nil || k.kept == text {
		return nil
	}
	if err := k.save(text); err != nil {
		return err
	}
	k.kept = text
	return nil
}

// end makes sure that nothing is kept any more, once what is being kept is.
func (k *keepText) end() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.save = nil
}

func newComposeModel(o ComposeOptions) *composeModel {
	if o.Zone == nil {
		o.Zone = time.UTC
	}
	m := &composeModel{opts: o, dark: true}
	m.keep.save, m.keep.kept = o.Keep, o.Earlier
	m.setPalette()
	m.composer = composer.New(composer.Options{Measure: m.measure, Keys: o.Keys, Templates: o.Templates, Clock: o.Now, Alone: true})
	m.composer.SetRoom(m.room())
	if o.Earlier != "" && o.Earlier != o.Text {
		m.composer.Sent(o.Earlier)
		m.notify(chrome.Info, "a text was left unwritten here before: "+m.composer.Key("draft-earlier")+" brings it back")
	}
	m.composer.Open(composer.Start{Kind: composer.Compose, Text: o.Text, To: o.To})
	m.begun = m.composer.Text()
	if o.Banner != "" {
		m.notify(chrome.Warn, o.Banner)
	}
	return m
}

// room is what is known of the room: the names that were given, and the time.
func (m *composeModel) room() composer.Room {
	r := composer.Room{Now: m.opts.Now(), Zone: m.opts.Zone}
	for _, name := range m.opts.Seats {
		r.Seats = append(r.Seats, composer.Seat{Name: name})
	}
	return r
}

func (m *composeModel) setPalette() {
	name := m.opts.Palette
	if name == "" {
		name = "auto"
	}
	p, err := render.NewPalette(name, m.dark)
	if err != nil {
		p, _ = render.NewPalette("auto", m.dark) // the one that always is
	}
	if m.sixteen {
		p = p.Sixteen()
	}
	m.palette = p
}

func (m *composeModel) do(cmd tea.Cmd) { m.cmds = append(m.cmds, cmd) }

func (m *composeModel) notify(level chrome.Level, text string) {
	id, stays := m.notices.Add(chrome.Notice{Level: level, Text: render.CleanLine(text)})
	m.do(cmdAfter(stays, noticeMsg{id}))
}

// Init asks the terminal for its background and loads the counter beside the
// first frame.
func (m *composeModel) Init() tea.Cmd {
	m.do(tea.RequestBackgroundColor)
	m.do(cmdAfter(composeTick, composeTickMsg{}))
	if load := m.opts.LoadCounter; load != nil {
		m.do(func() tea.Msg {
			c, err := load()
			return counterMsg{c, err}
		})
	}
	return m.gathered()
}

func (m *composeModel) gathered() tea.Cmd {
	cmd := tea.Batch(m.cmds...)
	m.cmds = nil
	return cmd
}

// Update takes one message in.
func (m *composeModel) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	before := m.composer.Revision()
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		m.pressed(msg)
	case tea.PasteMsg:
		m.help = nil
		m.act(m.composer.Paste(msg.Content))
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
	case tea.BackgroundColorMsg:
		m.dark = msg.IsDark()
		m.setPalette()
	case tea.ColorProfileMsg:
		m.sixteen = msg.Profile == colorprofile.ANSI
		m.setPalette()
	case tea.ModeReportMsg:
		if msg.Mode == ansi.ModeUnicodeCore {
			m.measure = render.NewMeasure(msg.Value == ansi.ModeReset || msg.Value == ansi.ModeSet || msg.Value == ansi.ModePermanentlySet)
		}
	case noticeMsg:
		m.notices.Expire(msg.id)
	case counterMsg:
		if msg.err != nil {
			m.notify(chrome.Warn, "tokens are not counted: "+msg.err.Error())
		} else {
			m.composer.SetCounter(msg.counter)
		}
	case lintedMsg:
		m.composer.SetLint(msg.rev, msg.diagnostics)
	case editedMsg:
		m.edited(msg)
	case composeTickMsg:
		m.composer.SetNow(m.opts.Now())
		m.do(cmdAfter(composeTick, composeTickMsg{}))
	case composeKeepMsg:
		m.planned = false
		text := m.composer.Text()
		m.do(func() tea.Msg { return composeKept{m.keep.write(text)} })
	case composeKept:
		if msg.err != nil {
			m.notify(chrome.Fail, "the text could not be kept: "+msg.err.Error()+"; leaving prints it on the terminal")
		}
	case composeWritten:
		m.handedOver(msg)
	}
	if m.composer.Revision() != before && !m.planned {
		m.planned = true
		m.do(cmdAfter(draftEvery, composeKeepMsg{}))
	}
	return m, m.gathered()
}

// composeKept is how keeping the text went.
type composeKept struct{ err error }

// composeWritten is how handing the message over went.
type composeWritten struct {
	text string
	err  error
}

// handedOver ends, or says what to do with a message that found no place.
func (m *composeModel) handedOver(msg composeWritten) {
	m.writing = false
	if msg.err != nil {
		m.notify(chrome.Fail, "not written: "+strings.TrimSuffix(msg.err.Error(), ".")+"; "+m.composer.Key("draft-send")+" tries again, ctrl+c leaves and keeps the text")
		return
	}
	m.written, m.message = true, msg.text
	m.end()
}

// pressed routes a key: what holds everywhere, then the help, then the text. A
// notice that spoke of what was before the key goes.
func (m *composeModel) pressed(k tea.KeyPressMsg) {
	switch k.String() {
	case "ctrl+c":
		m.end()
		return
	case "ctrl+z":
		m.do(tea.Suspend)
		return
	case "ctrl+l":
		m.do(tea.ClearScreen)
		return
	case "f1":
		if m.help == nil {
			m.notices.Dismiss()
			m.help = new(scroller)
			return
		}
	}
	switch {
	case m.writing:
		return
	case m.help != nil:
		m.inHelp(k.String())
		return
	}
	m.composer.SetNow(m.opts.Now())
	action, handled := m.composer.HandleKey(k)
	m.notices.Dismiss()
	if _, leaves := action.(composer.Leave); !leaves {
		m.leaving = 0
	}
	m.act(action)
	if !handled {
		m.notify(chrome.Info, k.String()+" does nothing here; f1 shows the keys")
	}
}

func (m *composeModel) inHelp(key string) {
	switch key {
	case "up", "k":
		m.help.ScrollBy(-1)
	case "down", "j":
		m.help.ScrollBy(1)
	case "pgup":
		m.help.PageUp()
	case "pgdown", "space":
		m.help.PageDown()
	case "home":
		m.help.Top()
	case "end":
		m.help.Bottom()
	default:
		m.help = nil
	}
}

// act does what the composer asks for.
func (m *composeModel) act(action composer.Action) {
	switch a := action.(type) {
	case composer.Send:
		m.finish(a.Content)
	case composer.Leave:
		m.leave()
	case composer.OpenEditor:
		m.openEditor(a.Text)
	case composer.Lint:
		m.do(cmdLint(0, a.Rev, a.Text, m.composer.Linter()))
	case composer.Notice:
		m.notify(levelOf(a.Level), a.Text)
	}
}

// finish hands the message over and ends.
func (m *composeModel) finish(text string) {
	write := m.opts.Write
	if write == nil {
		m.handedOver(composeWritten{text: text})
		return
	}
	m.writing = true
	m.do(func() tea.Msg { return composeWritten{text, write(text)} })
}

func levelOf(l composer.Level) chrome.Level {
	return [...]chrome.Level{composer.Info: chrome.Info, composer.Warn: chrome.Warn, composer.Fail: chrome.Fail}[l]
}

func (m *composeModel) end() {
	m.ended = true
	m.do(tea.Quit)
}

// leave ends without writing: at once where nothing was changed, else when it is
// asked for twice.
func (m *composeModel) leave() {
	rev := m.composer.Revision()
	if m.composer.Text() == m.begun || m.composer.Empty() || m.leaving == rev {
		m.end()
		return
	}
	m.leaving = rev
	m.notify(chrome.Warn, m.composer.Key("draft-leave")+" again leaves without writing; "+m.composer.Key("draft-send")+" writes the message")
}

func (m *composeModel) openEditor(text string) {
	if m.opts.Editor == nil {
		m.notify(chrome.Warn, "no editor is known: set EDITOR")
		return
	}
	cmd, result, err := m.opts.Editor(text)
	if err != nil {
		m.notify(chrome.Fail, "the editor did not start: "+err.Error())
		return
	}
	m.do(tea.Exec(foreground{cmd}, func(err error) tea.Msg {
		if err != nil {
			return editedMsg{err: err}
		}
		text, err := result()
		return editedMsg{text: text, err: err}
	}))
}

func (m *composeModel) edited(msg editedMsg) {
	if msg.err != nil {
		m.notify(chrome.Fail, "the editor failed, the text is as it was: "+msg.err.Error())
		return
	}
	m.act(m.composer.ReplaceText(msg.text))
}

// result is how the composer was left, once the loop has ended. A text that was
// not written is kept.
func (m *composeModel) result() (r Composed, err error) {
	if m.written {
		m.keep.end()
		return Composed{Text: m.message, Written: true}, nil
	}
	defer func() {
		if p := recover(); p != nil { // the composer may be what failed
			err = errors.Join(err, ErrPanic)
		}
	}()
	r.Text = m.composer.Text()
	if r.Text == m.begun || m.composer.Empty() {
		return r, nil
	}
	defer m.keep.end()
	r.Unkept = m.opts.Keep == nil
	if err = m.keep.write(r.Text); err != nil {
		r.Unkept = true
	}
	return r, err
}
