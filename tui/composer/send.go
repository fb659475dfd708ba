package composer

import (
	"fmt"
	"strings"
	"time"

	"earshot/convention"
)

// sendAgain is how long after a send was stopped a second press sends anyway, so
// that a key held down or pressed twice by habit does not.
const sendAgain = 500 * time.Millisecond

// stop remembers a send that was stopped.
type stop struct {
	on    bool
	rev   uint64
	at    time.Time
	still bool // whether send was pressed again since while the clock stood still
}

// soon tells whether a press comes too soon after the stop. A room's clock may
// stand still, as one on a stage does; then the second press is too soon and the
// third is not.
func (s *stop) soon(now time.Time) bool {
	if now.Equal(s.at) && !s.still {
		s.still = true
		return true
	}
	return !now.Equal(s.at) && now.Sub(s.at) < sendAgain
}

// send asks to post the message. Errors and blanks stop it once.
func (c *Composer) send() Action {
	text := strings.TrimRight(c.ed.Text(), " \t\n")
	if strings.TrimSpace(text) == "" {
		return Notice{Info, "there is nothing to send yet"}
	}
	c.checkNow()
	act := Send{Content: text, ReplyTo: c.start.ReplyTo, ReplyToSequence: c.start.ReplyToSequence}
	why := c.objection()
	if why == "" {
		c.stopped = stop{}
		return act
	}
	rev, now := c.ed.Revision(), c.room.Now
	if c.stopped.on && c.stopped.rev == rev {
		if c.stopped.soon(now) {
			return nil
		}
		c.stopped = stop{}
		act.Force = true
		return act
	}
	c.stopped = stop{on: true, rev: rev, at: now}
	return Notice{Fail, "not sent: " + why + " · " + c.keyFor("draft-send") + " again sends it anyway"}
}

// objection is what speaks against sending, "" for nothing.
func (c *Composer) objection() string {
	if n := len(c.blanks); n > 0 {
		c.nextBlank(0)
		if n == 1 {
			return "<" + c.blanks[0].name + "> is still to be filled in"
		}
		return fmt.Sprintf("%d blanks are still to be filled in, first <%s>", n, c.blanks[0].name)
	}
	errors, first := 0, convention.Diagnostic{}
	for _, d := range c.diagnostics {
		if d.Severity == convention.Error {
			if errors++; errors == 1 {
				first = d
			}
		}
	}
	if errors == 0 {
		return ""
	}
	c.ed.SetCursor(first.Span.Start)
	if errors == 1 {
		return first.Message
	}
	return fmt.Sprintf("%s (and %d more)", first.Message, errors-1)
}

// historySize is how many sent texts are kept.
const historySize = 100

// Sent tells that a send was accepted: the text joins the history and the
// composer is empty.
func (c *Composer) Sent(content string) {
	if n := len(c.sent); content != "" && (n == 0 || c.sent[n-1] != content) {
		c.sent = append(c.sent, content)
		c.sent = c.sent[max(0, len(c.sent)-historySize):]
	}
	c.reset(Start{}, "")
}

// recall goes through the texts sent before: d is -1 for an earlier one, 1 for a
// later one, and past the latest lies what was being written.
func (c *Composer) recall(d int) Action {
	if len(c.sent) == 0 {
		return Notice{Info, "nothing was sent from here yet"}
	}
	to := c.recalled + d
	if to < 0 || to > len(c.sent) {
		return nil
	}
	if c.recalled == len(c.sent) {
		c.unsent = c.ed.Text()
	}
	c.recalled = to
	text := c.unsent
	if to < len(c.sent) {
		text = c.sent[to]
	}
	c.ed.ReplaceAll(text)
	return c.changed(false)
}
