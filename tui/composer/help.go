package composer

import (
	"strings"

	"earshot/convention"
)

// hint is one sentence about what can be written where the cursor stands.
func (c *Composer) hint() string {
	if b, ok := c.here(); ok {
		if help := blankHelp(b.name); help != "" {
			return strings.ReplaceAll(help, "alt+x", c.keyFor("draft-drop-line"))
		}
		return "fill in: " + b.name
	}
	if c.pristine != "" && c.ed.Text() == c.pristine && len(c.blanks) == 0 {
		return "ready as it stands: " + c.keyFor("draft-send") + " " + c.verb().sends + "; change what you like"
	}
	p := c.place()
	if p.header {
		return c.headerHint(strings.Fields(p.before))
	}
	line := p.before + p.word
	if t, start, ok := c.clock().said(line); ok {
		return "tab: " + line[start:] + " = " + basic(t) + ", " + c.clock().reading(t)
	}
	f, ok := c.fact()
	switch {
	case !ok && c.msg.Header == nil && strings.TrimSpace(c.ed.Text()) == "":
		return "type v1 and tab for a header, or " + c.keyFor("draft-template") + " for a template; text without a header obliges nobody"
	case !ok:
		return c.lineHint()
	case len(f.Times) > 0:
		t := f.Times[len(f.Times)-1]
		return c.source(t.Span) + " = " + c.clock().reading(t.At)
	case f.Label.Modality != convention.None:
		return c.labelHint(f)
	case len(c.start.Options) > 0 && f.Line == c.msg.Facts[0].Line:
		return c.optionHint(f)
	case c.msg.Form == convention.Prose:
		return "text without a header obliges nobody; " + c.keyFor("draft-fix") + " adds one"
	}
	return "a plain fact; a word such as ask, req, done, opt at its start makes it mean more"
}

// saying tells whether the cursor stands behind a time as said, which tab writes.
func (c *Composer) saying() bool {
	if _, ok := c.here(); ok {
		return false
	}
	p := c.place()
	_, _, ok := c.clock().said(p.before + p.word)
	return ok && !p.header
}

// headerHint says what comes next in a header, by the words before.
func (c *Composer) headerHint(words []string) string {
	switch n := len(words); {
	case n == 0:
		return "the header: v1 <intent> <topic> to <seat> n=<fact lines>; tab writes it"
	case n == 1:
		return blankHelp("intent")
	case n == 2:
		return "the topic: " + blankHelp("topic")
	case n == 3:
		return "the word to, then the seats that must act"
	case n == 4:
		return "the seat: " + blankHelp("seat")
	}
	if !c.autoCount {
		return "n= counts the fact lines below and is yours to keep right; " + c.keyFor("draft-count") + " has it counted"
	}
	return "n= counts the fact lines below, by itself; enter begins the next line"
}

// lineHint says how a line can begin.
func (c *Composer) lineHint() string {
	if c.between() {
		return "tab goes on to <" + c.following().name + ">; or begin a line of your own with ask, req, opt, done …"
	}
	if len(c.start.Options) > 0 {
		return "tab lists the options; or write the decision in your own words"
	}
	return "begin with ask, req, opt, done, claim … (tab lists what each word means), or write a plain fact"
}

// labelHint says what a labelled line means and what it lacks.
func (c *Composer) labelHint(f convention.Fact) string {
	m := f.Label.Modality
	s := m.String() + ": " + c.meaning(m)
	switch m {
	case convention.Ask, convention.Req, convention.Deadline:
		if _, ok := c.askTime(f); !ok {
			s += "; by when? +2h or fri 9:00, then tab"
		}
	case convention.Done:
		if !c.has(convention.Ev) {
			s += "; add a line ev with the proof"
		}
	case convention.Opt:
		s += "; rec names the one you recommend"
	}
	return s
}

// meaning is what a reserved word says to whom the message is for: the reader that
// the convention speaks to is not the one who writes.
func (c *Composer) meaning(m convention.Modality) string {
	words, toReader := strings.CutPrefix(m.Meaning(), "you must ")
	if !toReader {
		return m.Meaning()
	}
	words = "must " + words
	var to []string
	if c.msg.Header != nil {
		for _, seat := range c.msg.Header.To {
			to = append(to, seat.Text)
		}
	}
	if len(to) == 0 || len(to) > 2 {
		return "whom it is to " + words
	}
	return strings.Join(to, " and ") + " " + words
}

// optionHint says which option an answer takes, by its first word.
func (c *Composer) optionHint(f convention.Fact) string {
	word, _, _ := strings.Cut(f.Text, " ")
	for _, o := range c.start.Options {
		if o.ID != "" && strings.TrimRight(word, ".,:;") == o.ID {
			return "this takes option " + o.ID + "; reasons and conditions go on lines of their own"
		}
	}
	return "your own words, no option: begin with its letter to take one"
}

// askTime is the time that an ask or req line has, from itself or its message.
func (c *Composer) askTime(of convention.Fact) (string, bool) {
	for i, f := range c.msg.Facts {
		if f.Line == of.Line {
			t, ok := c.msg.AskTime(i)
			return basic(t), ok
		}
	}
	return "", false
}

func (c *Composer) has(m convention.Modality) bool {
	for _, f := range c.msg.Facts {
		if f.Label.Modality == m {
			return true
		}
	}
	return false
}

// source is the text of a span.
func (c *Composer) source(s convention.Span) string { return c.ed.Text()[s.Start:s.End] }
