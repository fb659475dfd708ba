package composer

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"earshot/convention"
	"earshot/tui/editor"
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
	news  string
}

// soon tells whether a press comes too soon after the stop. A clock that stands
// still, as one on a stage does, can not tell: then the second press is too soon
// and the third is not. One that was set back can not either, and never keeps
// anybody from sending.
func (s *stop) soon(now time.Time) bool {
	if now.Equal(s.at) && !s.still {
		s.still = true
		return true
	}
	passed := now.Sub(s.at)
	return 0 < passed && passed < sendAgain
}

// pressed is the time of the press at hand.
func (c *Composer) pressed() time.Time {
	if c.opts.Clock != nil {
		return c.opts.Clock()
	}
	return c.room.Now
}

// send asks to post the message. Errors, blanks and a message that says nothing
// stop it once.
func (c *Composer) send() Action {
	text := strings.TrimRight(c.ed.Text(), " \t\n")
	if strings.TrimSpace(text) == "" {
		return Notice{Info, "there is nothing to " + c.verb().send + " yet"}
	}
	c.checkNow()
	act := Send{Content: text, ReplyTo: c.start.ReplyTo, ReplyToSequence: c.start.ReplyToSequence}
	rev, now := c.ed.Revision(), c.pressed()
	if c.stopped.on && c.stopped.rev != rev { // the text was changed in the knowledge of it
		c.newsHeeded = c.stopped.news
	}
	why := c.objection()
	if c.news != "" && c.news != c.newsHeeded {
		why = c.news + strings.TrimSuffix("; "+why, "; ")
	}
	if why == "" {
		c.stopped = stop{}
		return act
	}
	again := c.stopped.on && c.stopped.rev == rev && c.stopped.news == c.news
	if again && !c.stopped.soon(now) {
		c.stopped = stop{}
		act.Force = true
		return act
	}
	if !again {
		c.stopped = stop{on: true, rev: rev, at: now, news: c.news}
	}
	w := c.verb()
	return Notice{Fail, "not " + w.sent + " · " + c.keyFor("draft-send") + " again " + w.sends + " anyway: " + why}
}

// SetNews tells what happened meanwhile to what the draft is about, "" for
// nothing. It is shown with the findings and stops sending once. It reports
// whether that is something new; Open forgets it.
func (c *Composer) SetNews(text string) bool {
	if text == c.news {
		return false
	}
	c.news = text
	return true
}

// objection is what speaks against sending, "" for nothing: blanks, and errors
// beside them, so that nobody sends the one in the knowledge of the other alone.
// The cursor goes to where it lies.
func (c *Composer) objection() string {
	errors, first := 0, convention.Diagnostic{}
	for _, d := range c.diagnostics {
		if d.Severity == convention.Error && !c.unfinished(d.Span) {
			if errors++; errors == 1 {
				first = d
			}
		}
	}
	wrong := first.Message
	if errors > 1 {
		wrong = fmt.Sprintf("%s (and %d more)", first.Message, errors-1)
	}
	switch left := c.left(); {
	case left != "":
		c.nextBlank(0)
		return left + strings.TrimSuffix("; "+wrong, "; ")
	case errors > 0:
		c.point(first)
	case c.saysNothing():
		c.ed.Do(editor.DocEnd)
		return "the header has no fact line below it, so the message says nothing"
	}
	return wrong
}

// left says which blanks are left, "" for none.
func (c *Composer) left() string {
	switch n := len(c.blanks); n {
	case 0:
		return ""
	case 1:
		return "<" + c.blanks[0].name + "> is still to be filled in"
	default:
		return fmt.Sprintf("%d blanks are still to be filled in, first <%s>", n, c.blanks[0].name)
	}
}

// saysNothing tells whether there is a header and no fact below it.
func (c *Composer) saysNothing() bool { return c.msg.Header != nil && len(c.msg.Facts) == 0 }

// verb is what the send key does, in its forms.
type verb struct{ send, sends, sent string }

func (c *Composer) verb() verb {
	if c.opts.Alone {
		return verb{"write", "writes it", "written"}
	}
	return verb{"send", "sends", "sent"}
}

// historySize is how many sent texts are kept.
const historySize = 200

// SentBefore puts texts that were sent in an earlier run, oldest first, before
// those of this one.
func (c *Composer) SentBefore(texts []string) {
	recalled := len(c.sent) - c.recalled // counted from the end, where what is written stands
	c.sent = append(slices.Clone(texts), c.sent...)
	c.sent = c.sent[max(0, len(c.sent)-historySize):]
	c.recalled = max(0, len(c.sent)-recalled)
}

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
