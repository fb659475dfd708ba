package composer

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"earshot/convention"
	"earshot/tui/editor"
)

// changed brings everything up to date after the text changed. Deleting says that
// something was deleted, so that a count under the cursor can go.
func (c *Composer) changed(deleting bool) Action {
	c.parse()
	if c.autoCount {
		c.keepCount(deleting)
	}
	act := c.check()
	c.refresh()
	return act
}

func (c *Composer) parse() { c.msg = convention.Parse(c.ed.Text()) }

// keepCount makes the n= of the header count the fact lines, as a part of the
// step that changed them.
func (c *Composer) keepCount(deleting bool) {
	if edit, ok := c.countEdit(deleting); ok && c.ed.Amend([]convention.Edit{edit}) == nil {
		c.parse()
	}
}

// countEdit is what makes n= right. A count whose digits the person has just
// deleted stays without, so that it can be deleted further.
func (c *Composer) countEdit(deleting bool) (convention.Edit, bool) {
	h := c.msg.Header
	if h == nil || h.Count.Text == "" || h.N == len(c.msg.Facts) {
		return convention.Edit{}, false
	}
	want := fmt.Sprintf("n=%d", len(c.msg.Facts))
	at := c.ed.Cursor()
	if touched := h.Count.Span.Start < at && at <= h.Count.Span.End; touched {
		if h.Count.Text == "n=" {
			return convention.Edit{}, false
		}
		if deleting {
			want = "n="
		}
	}
	return convention.Edit{Span: h.Count.Span, Text: want}, true
}

// do carries out a command of the editor.
func (c *Composer) do(cmd editor.Command) Action {
	rev := c.ed.Revision()
	c.ed.Do(cmd)
	if c.ed.Revision() == rev {
		switch {
		case c.list.open:
			c.list = list{}
		case cmd == editor.Undo:
			return Notice{Info, "there is nothing to undo"}
		case cmd == editor.Redo:
			return Notice{Info, "there is nothing to redo"}
		}
		return nil
	}
	switch cmd {
	case editor.Undo, editor.Redo: // as it was then, count and all
		c.parse()
		act := c.check()
		c.refresh()
		return act
	case editor.Backspace, editor.Delete, editor.DeleteWordBack, editor.DeleteWordForward, editor.KillLine, editor.KillToStart:
		return c.changed(true)
	}
	return c.changed(false)
}

// insert puts text at the cursor.
func (c *Composer) insert(s string) Action {
	rev := c.ed.Revision()
	if err := c.ed.Insert(s); err != nil {
		return refused(err)
	}
	if c.ed.Revision() == rev {
		return nil
	}
	if s == " " {
		c.retyped()
	}
	return c.changed(false)
}

// newLine breaks the line at the cursor, but takes no blank away that is selected
// as a whole: there it goes on as tab does, as in a form. Where nothing but the count stands
// between the cursor and the end of a header, the header is done and the break
// comes behind it: the count is the program's to write, and belongs to it.
func (c *Composer) newLine() Action {
	if s, selected := c.ed.Selection(); selected && slices.ContainsFunc(c.blanks, func(b blank) bool { return b.Span == s }) {
		return c.complete()
	}
	if h, at := c.msg.Header, c.ed.Cursor(); h != nil && h.Span.Start < at && at <= h.Count.Span.Start && h.Count.Span.End == h.Span.End {
		if _, selected := c.ed.Selection(); !selected && strings.TrimSpace(c.ed.Text()[at:h.Count.Span.Start]) == "" {
			c.ed.SetCursor(h.Span.End)
		}
	}
	return c.insert("\n")
}

// refused says why a change was not made.
func refused(err error) Action {
	var large editor.ErrTooLarge
	if errors.As(err, &large) {
		return Notice{Fail, fmt.Sprintf("not inserted: the message would have %d bytes, the limit is %d", large.Size, large.Limit)}
	}
	return Notice{Fail, "not changed: " + err.Error()}
}

// dropLine deletes the line of the cursor.
func (c *Composer) dropLine() Action {
	text, at := c.ed.Text(), c.ed.Cursor()
	if text == "" {
		return Notice{Info, "there is no line to delete"}
	}
	start, end := lineAround(text, at)
	if end < len(text) {
		end++
	} else if start > 0 {
		start-- // the last line goes with the line feed before it
	}
	if err := c.ed.Replace(convention.Span{Start: start, End: end}, ""); err != nil {
		return refused(err)
	}
	act := c.changed(true)
	if len(c.blanks) > 0 {
		c.nextBlank(min(start, len(c.ed.Text())))
	}
	return act
}

// clear empties the message, undoably.
func (c *Composer) clear() Action {
	if c.ed.Text() == "" {
		return Notice{Info, "the message is empty already"}
	}
	c.ed.ReplaceAll("")
	return c.changed(true)
}

// toggleCount switches the keeping of n= on or off.
func (c *Composer) toggleCount() Action {
	c.autoCount = !c.autoCount
	if !c.autoCount {
		return Notice{Info, "in this message n= stays as you write it; " + c.keyFor("draft-count") + " has it counted again"}
	}
	if edit, ok := c.countEdit(false); ok && c.ed.ApplyEdits([]convention.Edit{edit}) == nil {
		return c.changed(false)
	}
	return Notice{Info, "n= is counted for you; " + c.keyFor("draft-count") + " leaves it to you"}
}
