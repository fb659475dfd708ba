package tui

import (
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"

	"earshot/client"
	"earshot/convention"
	"earshot/convention/tokens"
	"earshot/tui/timeline"
)

// Every command of the program is made here. Commands capture values, never
// the model.

// cmdLoadCounter loads the token counter, which takes longer than a frame.
func (m *Model) cmdLoadCounter() tea.Cmd {
	load := m.opts.LoadCounter
	if load == nil {
		return nil
	}
	return func() tea.Msg {
		c, err := load()
		return counterMsg{c, err}
	}
}

// cmdLoadKept reads what a room kept from earlier runs.
func (m *Model) cmdLoadKept(r *room) tea.Cmd {
	drafts, marks, asides, name, index := m.opts.Drafts, m.opts.Marks, m.opts.Asides, r.key(), r.index
	sent, draftKey := m.opts.Sent, r.draftKey()
	return func() tea.Msg {
		msg := loadedMsg{room: index}
		if drafts != nil {
			msg.draft, msg.draftErr = loadDrafts(drafts, draftKey)
			if b, can := drafts.(DraftsBeside); can && !errors.As(msg.draftErr, new(*unsafeDrafts)) {
				var err error
				msg.beside, err = b.Beside(draftKey)
				msg.draftErr = errors.Join(msg.draftErr, err)
			}
		}
		if sent != nil {
			msg.sent, msg.sentErr = sent.Load(name)
		}
		if marks != nil {
			msg.mark, msg.markErr = marks.Load(name)
		}
		if asides != nil {
			msg.aside, msg.asideErr = asides.Load(name)
		}
		return msg
	}
}

// counters is how many bodies are counted at a time: two cores at most, as the
// rest of the machine is not ours.
const counters = 2

// cmdCount counts the tokens of some bodies.
func cmdCount(room int, epoch uint64, c *tokens.Counter, sequences []int64, bodies []string) tea.Cmd {
	return func() tea.Msg {
		counts := make([]int, len(bodies))
		var next atomic.Int64
		var group sync.WaitGroup
		for range min(counters, len(bodies)) {
			group.Go(func() {
				for i := next.Add(1) - 1; i < int64(len(bodies)); i = next.Add(1) - 1 {
					counts[i] = c.Count(bodies[i])
					runtime.Gosched() // a key that waits goes first
				}
			})
		}
		group.Wait()
		return countedMsg{room, epoch, sequences, counts}
	}
}

// cmdLint checks a draft.
func cmdLint(room int, rev uint64, text string, lint func(string) []convention.Diagnostic) tea.Cmd {
	return func() tea.Msg { return lintedMsg{room, rev, lint(text)} }
}

// cmdSaveCopy keeps a copied text in a file.
func cmdSaveCopy(save func(string) (string, error), text, what string) tea.Cmd {
	return func() tea.Msg {
		where, err := save(text)
		if err != nil {
			return doneMsg{err: fmt.Errorf("%s could not be kept in a file: %w", what, err)}
		}
		return doneMsg{said: what + " stands in " + where}
	}
}

// cmdOpenLink has a link opened.
func cmdOpenLink(open func(string) error, url string) tea.Cmd {
	return func() tea.Msg {
		if err := open(url); err != nil {
			return doneMsg{err: fmt.Errorf("%s could not be opened: %w", url, err)}
		}
		return doneMsg{said: "opened " + url}
	}
}

// cmdFind runs a piece of a search.
func cmdFind(room int, s timeline.Scan) tea.Cmd {
	return func() tea.Msg { return foundMsg{room, timeline.Find(s)} }
}

// cmdStep asks for the next slice of work over the whole log, after what the
// loop has to do meanwhile.
func cmdStep(room int, epoch uint64) tea.Cmd {
	return func() tea.Msg { return stepMsg{room, epoch} }
}

// cmdAfter sends a message when some time of the wall clock has passed.
func cmdAfter(d time.Duration, msg tea.Msg) tea.Cmd {
	return tea.Tick(d, func(time.Time) tea.Msg { return msg })
}

// failure is the sentence of an error from a room, with what can be done.
func failure(err error) string {
	if err == nil {
		return "no reason given"
	}
	p := client.Explain(err)
	return p.Error()
}
