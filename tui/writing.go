package tui

import (
	"errors"
	"time"

	tea "charm.land/bubbletea/v2"

	"earshot/client"
	"earshot/tui/chrome"
	"earshot/tui/composer"
)

// draftEvery is how soon after a change the draft is kept.
const draftEvery = time.Second

// compose opens the composer on the draft.
func (m *Model) compose() { m.openComposer(m.room(), composer.Start{Kind: composer.Compose}) }

func (m *Model) answer() {
	if p, ok := m.answersPossible(); ok {
		m.openComposer(m.room(), m.room().startPossible(p, composer.Reply))
		return
	}
	i, say, ok := m.asked()
	if !ok {
		return
	}
	m.openComposer(m.room(), startAnswer(i))
	switch {
	case say == "":
	case mine(i, m.room().me()):
		m.notify(chrome.Info, say)
	default:
		m.notify(chrome.Warn, say)
	}
}

func (m *Model) nudge() {
	if i, ok := m.item(m.owed()); ok {
		m.openComposer(m.room(), startNudge(i))
	}
}

func (m *Model) askProof() {
	c, ok := m.claim()
	if !ok {
		return
	}
	r := m.room()
	id := ""
	if i, known := r.log.Index(c.Sequence); known {
		id = r.log.At(i).ID
	}
	m.openComposer(r, startProof(c, id))
}

func (m *Model) reply() {
	msg, ok := m.target()
	if !ok {
		return
	}
	r := m.room()
	i, _ := r.log.Index(msg.Sequence)
	m.openComposer(r, startReply(msg, r.log.Doc(i)))
}

// leaveComposer gives the focus back to the panes. The composer is taken off
// the screen; the draft stays.
func (m *Model) leaveComposer() {
	r := m.room()
	m.composing = false
	r.open = false
	if !r.composer.Empty() {
		m.notifyAbout(aboutDraft, chrome.Info, "the draft is kept; "+m.keyFor("compose")+" goes on with it")
	}
	m.freed(r)
	m.relayout()
	r.goBack()
}

// write hands a key to the composer.
func (m *Model) write(k tea.KeyPressMsg) {
	r := m.room()
	before := r.composer.Revision()
	action, handled := r.composer.HandleKey(k)
	m.composed(r, action)
	if r.composer.Revision() != before {
		m.draftChanged(r)
	}
	if !handled {
		m.explain(k.String(), []place{inComposer, always})
	}
	m.dirty = true
}

// composed does what the composer asks for.
func (m *Model) composed(r *room, action composer.Action) {
	switch a := action.(type) {
	case composer.Send:
		m.send(r, a)
	case composer.Leave:
		m.leaveComposer()
	case composer.OpenEditor:
		m.openEditor(r, a.Text)
	case composer.Lint:
		m.do(cmdLint(r.index, a.Rev, a.Text, r.composer.Linter()))
		m.draftChanged(r)
	case composer.SaveDraft:
		m.draftChanged(r)
	case composer.Notice:
		m.notify([...]chrome.Level{composer.Info: chrome.Info, composer.Warn: chrome.Warn, composer.Fail: chrome.Fail}[a.Level], a.Text)
	}
}

// send posts the draft. It stays on the screen as pending, and in the outbox
// until the room has it.
func (m *Model) send(r *room, a composer.Send) {
	if why := r.cannotPost(); why != "" {
		m.notify(chrome.Fail, "not sent: "+why+"; the draft is kept")
		return
	}
	now := r.now(m.now())
	d := client.Draft{ID: r.sent.idFor(a, now), Content: a.Content, ReplyTo: a.ReplyTo, ReplyToSequence: a.ReplyToSequence}
	if d.ID == "" {
		d.ID = m.opts.NewID()
	}
	about := r.start
	about.ByHand = r.composer.ByHand()
	r.stood = r.stoodNow()
	p := r.out.add(d, about, now)
	p.stood, p.by = r.stood, r.member()
	r.composer.Sent(a.Content)
	m.remember(r, a.Content)
	r.start, r.draftOf, r.sent, r.stood = composer.Start{}, "", sentText{}, standing{}
	r.open = false
	m.composing = false
	m.freed(r)
	m.keepAndPost(r, p)
	m.showOutgoing(r)
	r.timeline.Bottom()
	m.draftChanged(r)
	m.relayout()
}

// showOutgoing hands the timeline the posts that are on their way.
func (m *Model) showOutgoing(r *room) {
	if r.out.changed {
		r.out.changed = false
		r.timeline.SetOutgoing(r.out.shown(r.me()))
	}
}

// shareRoom tells the composer what is known of the room.
func (m *Model) shareRoom(r *room) {
	m.showOutgoing(r)
	if r.open || !r.shared {
		r.shared = true
		r.composer.SetRoom(r.forComposer(m.now(), m.opts.Zone))
	}
}

// draftChanged plans to keep the draft within a second.
func (m *Model) draftChanged(r *room) {
	if !r.kept.due {
		r.kept.due = true
		m.do(cmdAfter(draftEvery, draftDueMsg{r.index}))
	}
}

func (m *Model) draftDue(msg draftDueMsg) {
	r := m.rooms[msg.room]
	r.kept.due = false
	if !r.keepDraft(m.keeper) {
		m.draftChanged(r)
	}
}

func (m *Model) linted(msg lintedMsg) {
	m.rooms[msg.room].composer.SetLint(msg.rev, msg.diagnostics)
	m.dirty = true
}

// openEditor hands the draft to the person's own editor.
func (m *Model) openEditor(r *room, text string) {
	if m.opts.Editor == nil {
		m.notify(chrome.Warn, "no editor is known: set EDITOR")
		return
	}
	cmd, result, err := m.opts.Editor(text)
	if err != nil {
		m.notify(chrome.Fail, "the editor did not start: "+err.Error())
		return
	}
	index := r.index
	m.do(tea.Exec(foreground{cmd}, func(err error) tea.Msg {
		if err != nil {
			return editedMsg{room: index, err: err}
		}
		text, err := result()
		return editedMsg{room: index, text: text, err: err}
	}))
}

func (m *Model) edited(msg editedMsg) {
	r := m.rooms[msg.room]
	m.dirty = true
	if msg.err != nil {
		m.notify(chrome.Fail, "the editor failed, the draft is as it was: "+msg.err.Error())
		return
	}
	m.composed(r, r.composer.ReplaceText(msg.text))
	m.draftChanged(r)
}

// keptLoaded takes in what was kept from earlier runs.
func (m *Model) keptLoaded(msg loadedMsg) {
	r := m.rooms[msg.room]
	r.kept.loaded = true
	if err := msg.draftErr; err != nil {
		told := "the draft of before could not be read: " + err.Error()
		if r.kept.unsafe = errors.As(err, new(*unsafeDrafts)); r.kept.unsafe {
			told += "; drafts are not kept in this run"
		}
		m.notify(chrome.Warn, told)
	}
	m.recallSent(r, msg.sent, msg.sentErr)
	if msg.markErr != nil {
		m.notify(chrome.Warn, "the unread mark could not be read: "+msg.markErr.Error())
	}
	if msg.asideErr != nil {
		m.notify(chrome.Warn, "what was set aside could not be read: "+msg.asideErr.Error())
	}
	r.kept.savedDraft, r.kept.savedMark = msg.draft, msg.mark
	r.aside.load(msg.aside)
	r.triage.SetNotes(&r.aside)
	m.sort(r)
	if msg.mark > 0 {
		r.timeline.SetMark(msg.mark)
	}
	m.restore(r, allDrafts(msg.draft, msg.beside))
	m.keepHeld(r)
	if len(msg.beside) > 0 && !r.keepDraft(m.keeper) {
		m.draftChanged(r)
	}
	m.dirty = true
}

func (m *Model) saved(msg savedMsg) {
	m.notify(chrome.Fail, msg.what+" could not be kept: "+msg.err.Error())
}
