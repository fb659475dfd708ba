package tui

import (
	tea "charm.land/bubbletea/v2"

	"earshot/tui/chrome"
)

// Update takes one message in. It only dispatches: one method a family.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		m.notices.Pressed(m.pressClock())
		m.pressing = true
		m.pressed(msg)
		m.pressing = false
	case tea.PasteMsg:
		m.pasted(msg.Content)
	case tea.MouseClickMsg:
		m.clicked(msg.Mouse())
	case tea.MouseWheelMsg:
		m.wheeled(msg.Mouse())
	case wheelMsg:
		m.wheelEnds()
	case tea.WindowSizeMsg:
		m.resized(msg.Width, msg.Height)
	case tea.BackgroundColorMsg:
		m.backgroundKnown(msg.IsDark())
	case tea.ColorProfileMsg:
		m.coloursKnown(msg.Profile)
	case tea.ModeReportMsg:
		m.modeReported(msg)
	case tea.ResumeMsg:
		m.dirty = true
	case eventsMsg:
		m.eventsCame(msg)
	case endedMsg:
		m.streamEnded(msg)
	case tickMsg:
		m.ticked(msg)
	case noticeMsg:
		m.dirty = m.notices.Expire(msg.id) || m.dirty
	case counterMsg:
		m.counterLoaded(msg)
	case countedMsg:
		m.counted(msg)
	case lintedMsg:
		m.linted(msg)
	case loadedMsg:
		m.keptLoaded(msg)
	case doneMsg:
		m.done(msg)
	case savedMsg:
		m.saved(msg)
	case postMsg:
		m.post(msg)
	case draftDueMsg:
		m.draftDue(msg)
	case editedMsg:
		m.edited(msg)
	case foundMsg:
		m.found(msg)
	case stepMsg:
		m.stepped(msg)
	case sortMsg, gatherMsg, listedMsg:
		m.sortOn(msg)
	case foldMsg:
		m.folded(msg)
	case recordCountedMsg:
		m.recordCounted(msg)
	case costsMsg:
		m.costed(msg)
	case refreshMsg:
		m.refreshed()
	case seenDueMsg:
		m.tellSeen(msg)
	case fatalMsg:
		m.fatal = msg.err
		m.do(tea.Quit)
	case tea.Cmd:
		m.bug("a command was delivered as a message")
	case func() tea.Msg:
		m.bug("a function was delivered as a message")
	}
	m.after()
	return m, m.gathered()
}

// after does what follows from any change: it plans the next tick, goes on
// counting, and notes what was shown.
func (m *Model) after() {
	if !m.dirty || len(m.rooms) == 0 {
		return
	}
	m.moment = m.now()
	m.relayout()
	m.planTick()
	m.countMore()
	m.noteSeen()
	m.pageMore()
}

// do adds a command to what this message leads to.
func (m *Model) do(cmd tea.Cmd) {
	if cmd != nil {
		m.cmds = append(m.cmds, cmd)
	}
}

// gathered is all that this message leads to.
func (m *Model) gathered() tea.Cmd {
	if len(m.cmds) == 0 {
		return nil
	}
	cmd := tea.Batch(m.cmds...)
	m.cmds = nil
	return cmd
}

// bug reports a broken invariant without ending the program.
func (m *Model) bug(what string) {
	m.opts.Log.Error("bug", "what", what)
	m.notify(chrome.Fail, "bug in the program, please report it: "+what)
}
