package composer

import (
	"strings"

	"earshot/convention"
)

// blank is a place of a template that is still to be filled in.
type blank struct {
	convention.Span
	name string
}

// blanksOf finds the blanks of a text: known names in angle brackets.
func (c *Composer) blanksOf(text string) []blank {
	var found []blank
	for at := 0; ; {
		i := strings.IndexByte(text[at:], '<')
		if i < 0 {
			return found
		}
		at += i
		n := strings.IndexAny(text[at+1:], "<>\n")
		if n < 0 {
			return found
		}
		end := at + 1 + n
		if name := text[at+1 : end]; text[end] == '>' && c.isBlank(name) {
			found = append(found, blank{convention.Span{Start: at, End: end + 1}, name})
			at = end + 1
		} else {
			at++
		}
	}
}

// isBlank tells whether a name is one of a blank, of the program's templates or
// of the person's.
func (c *Composer) isBlank(name string) bool { return blankHelp(name) != "" || c.named[name] }

// namedBlanks are the names in angle brackets in the person's own templates.
func namedBlanks(templates map[string]string) map[string]bool {
	named := make(map[string]bool)
	for _, text := range templates {
		for _, part := range strings.Split(text, "<")[1:] {
			name, _, ok := strings.Cut(part, ">")
			if ok && name != "" && !strings.Contains(name, "\n") {
				named[name] = true
			}
		}
	}
	return named
}

// here is the blank that the cursor touches.
func (c *Composer) here() (blank, bool) {
	at := c.ed.Cursor()
	for _, b := range c.blanks {
		if b.Start <= at && at <= b.End {
			return b, true
		}
	}
	return blank{}, false
}

// nextBlank selects the first blank behind offset at, or else the first of all.
func (c *Composer) nextBlank(at int) bool {
	for _, b := range c.blanks {
		if b.Start >= at {
			c.ed.Select(b.Span)
			return true
		}
	}
	if len(c.blanks) > 0 {
		c.ed.Select(c.blanks[0].Span)
		return true
	}
	return false
}

// following is the blank behind the cursor, or else the first of all.
func (c *Composer) following() blank {
	for _, b := range c.blanks {
		if b.Start >= c.ed.Cursor() {
			return b
		}
	}
	return c.blanks[0]
}

// prevBlank selects the last blank before the cursor, or else the last of all.
func (c *Composer) prevBlank() bool {
	at := c.ed.Cursor()
	if s, ok := c.ed.Selection(); ok {
		at = s.Start
	}
	for i := len(c.blanks) - 1; i >= 0; i-- {
		if c.blanks[i].End <= at {
			c.ed.Select(c.blanks[i].Span)
			return true
		}
	}
	if n := len(c.blanks); n > 0 {
		c.ed.Select(c.blanks[n-1].Span)
		return true
	}
	return false
}
