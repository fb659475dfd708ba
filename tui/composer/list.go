package composer

import (
	"strings"

	"earshot/convention"
)

// list is the open list of completions.
type list struct {
	open bool
	span convention.Span
	all  []candidate
	at   int // the chosen one, -1 for none yet
}

// complete is tab: it takes the only candidate, opens the list of several, or
// goes to the next blank.
func (c *Composer) complete() Action {
	if c.list.open {
		c.list.at = (c.list.at + 1) % len(c.list.all)
		return nil
	}
	if c.between() {
		return c.dropLine() // and on to the next blank
	}
	span, all := c.candidates()
	switch len(all) {
	case 0:
		at := c.ed.Cursor()
		if c.nextBlank(at) {
			return nil
		}
		return Notice{Info, "nothing to complete here: " + c.hint()}
	case 1:
		return c.take(span, all[0])
	}
	c.list = list{open: true, span: span, all: all}
	return nil
}

// between tells whether the cursor stands on an empty line of a message that is
// being filled in, as after enter behind a blank. There tab goes on, as it does
// everywhere while there are blanks.
func (c *Composer) between() bool {
	if len(c.blanks) == 0 || c.msg.Header == nil {
		return false
	}
	start, end := lineAround(c.ed.Text(), c.ed.Cursor())
	return start > 0 && strings.TrimSpace(c.ed.Text()[start:end]) == ""
}

// back is shift+tab: up in the list, or to the blank before.
func (c *Composer) back() Action {
	if c.list.open {
		c.list.at = (max(c.list.at, 0) + len(c.list.all) - 1) % len(c.list.all)
		return nil
	}
	if !c.prevBlank() {
		return Notice{Info, "there is no blank to go back to"}
	}
	return nil
}

// refresh brings an open list up to date with the text; it closes where nothing
// is left to offer.
func (c *Composer) refresh() {
	if !c.list.open {
		return
	}
	span, all := c.candidates()
	if len(all) == 0 {
		c.list = list{}
		return
	}
	c.list = list{open: true, span: span, all: all}
}

// takeChosen takes the candidate that is chosen in the list.
func (c *Composer) takeChosen() Action {
	if c.list.at < 0 {
		return Notice{Info, "nothing is chosen yet: choose with up and down, or write your own words"}
	}
	return c.take(c.list.span, c.list.all[c.list.at])
}

// take puts a candidate into the text and goes on to the next blank.
func (c *Composer) take(span convention.Span, k candidate) Action {
	c.list = list{}
	if k.message != "" {
		return c.fill(k.message)
	}
	edits := []convention.Edit{{Span: span, Text: k.insert}}
	if b, ok := c.here(); ok && (b.name == "seat" || b.name == "option") {
		// Who is to act is, as a rule, also the one to decide, and what is
		// recommended is also what silence means.
		for _, other := range c.blanks {
			if other.name == b.name && other.Start > b.Start {
				edits = append(edits, convention.Edit{Span: other.Span, Text: k.insert})
			}
		}
	}
	if err := c.ed.ApplyEdits(edits); err != nil {
		return refused(err)
	}
	c.ed.SetCursor(span.Start + len(k.insert))
	act := c.changed(false)
	if at := c.ed.Cursor(); len(c.blanks) > 0 && c.blanks[len(c.blanks)-1].Start >= at {
		c.nextBlank(at)
	}
	return act
}

// fill puts a template in the place of the message, keeps what its header had
// said already, and selects the first blank.
func (c *Composer) fill(text string) Action {
	if h := c.msg.Header; h != nil {
		if t := h.Topic.Text; t != "" && !c.isBlank(strings.Trim(t, "<>")) {
			text = strings.ReplaceAll(text, "<topic>", t)
		}
		if to := h.To; len(to) > 0 && !c.isBlank(strings.Trim(to[0].Text, "<>")) {
			all := make([]string, len(to))
			for i := range to {
				all[i] = to[i].Text
			}
			text = strings.Replace(text, "<seat>", strings.Join(all, ","), 1)
			text = strings.ReplaceAll(text, "<seat>", all[0])
		}
	}
	c.ed.ReplaceAll(text)
	act := c.changed(false)
	c.nextBlank(0)
	return act
}

// openTemplates lists the templates as they stand for the whole message, or
// closes their list.
func (c *Composer) openTemplates() Action {
	if c.list.open && len(c.list.all) > 0 && c.list.all[0].message != "" && c.list.span == (convention.Span{}) {
		c.list = list{}
		return nil
	}
	if !c.Empty() && len(c.msg.Facts) > 0 {
		return Notice{Warn, "a template takes the place of the whole message: " + c.keyFor("draft-clear") + " empties it first"}
	}
	var all []candidate
	for _, t := range c.templates() {
		all = append(all, candidate{label: t.name, note: t.meaning, message: t.text})
	}
	c.list = list{open: true, all: all}
	return nil
}
