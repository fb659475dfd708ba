package composer

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"earshot/convention"
	"earshot/convention/tokens"
	"earshot/render"
	"earshot/tui/editor"
)

// Sizes up to which something is done with each key; beyond them it is left to a
// [Lint]. Checking takes some 0.2 ms a KiB. Tokens of a line are counted again when
// it changes, at some 0.6 ms a KiB; those of the JSON twin, which is one line,
// always.
const (
	syncBytes = 4096 // of the text, for the checks
	syncLine  = 1024 // of the longest line, for the tokens
	syncTwin  = 1024 // of the text, for the tokens of its JSON twin
)

// counted are the tokens of a text, as found by a linter elsewhere.
type counted struct {
	text         string
	tokens, twin int
}

// Linter is the check that a [Lint] asks for. It holds values alone and may run
// in another goroutine.
func (c *Composer) Linter() func(text string) []convention.Diagnostic {
	ctx, counter, found := c.context(), c.counter, c.found
	return func(text string) []convention.Diagnostic {
		m := convention.Parse(text)
		if counter != nil {
			found.Store(&counted{text, counter.Count(text), countTwin(counter, m)})
		}
		return convention.Check(m, ctx)
	}
}

// SetLint hands in the result of a [Lint]; it is dropped where the text has
// changed since.
func (c *Composer) SetLint(rev uint64, d []convention.Diagnostic) {
	if rev != c.ed.Revision() {
		return
	}
	c.setDiagnostics(d)
	if f := c.found.Load(); f != nil && f.text == c.ed.Text() {
		c.tokens, c.tokensRev = f.tokens, rev
		c.twin = twin{true, rev, f.twin}
	}
}

// context is what is known of the room, for the checks.
func (c *Composer) context() convention.Context {
	ctx := convention.Context{Now: c.room.Now, V1Share: c.room.V1Share, RoomMessages: c.room.RoomMessages}
	for _, s := range c.room.Seats {
		ctx.Seats = append(ctx.Seats, s.Name)
	}
	if c.counter != nil {
		ctx.Tokens = c.counter.Count
	}
	return ctx
}

// check brings blanks, tokens and findings up to date with the text, as far as it
// is quick; the rest is asked for.
func (c *Composer) check() Action {
	text, rev := c.ed.Text(), c.ed.Revision()
	c.blanks = c.blanksOf(text)
	brief := longestLine(text) <= syncLine
	if brief {
		c.count(text)
	}
	c.checked = false
	if len(text) <= syncBytes {
		c.checkNow()
	}
	if c.checked && brief {
		return SaveDraft{rev, text}
	}
	return Lint{rev, text}
}

// checkNow checks the text whatever its size.
func (c *Composer) checkNow() {
	if !c.checked {
		c.setDiagnostics(convention.Check(c.msg, c.context()))
	}
}

// recheck checks a small text again because the room changed.
func (c *Composer) recheck() {
	if len(c.ed.Text()) <= syncBytes {
		c.checked = false
		c.checkNow()
	}
}

// count counts tokens, where the counter is there.
func (c *Composer) count(text string) {
	c.tokens, c.tokensRev = -1, c.ed.Revision()
	if c.counter != nil {
		if c.incremental == nil {
			c.incremental = c.counter.Incremental()
		}
		c.tokens = c.incremental.Update(text)
	}
}

func longestLine(text string) int {
	longest := 0
	for len(text) > 0 {
		line, rest, _ := strings.Cut(text, "\n")
		longest, text = max(longest, len(line)), rest
	}
	return longest
}

// SetCounter hands in the token counter once it is loaded.
func (c *Composer) SetCounter(t *tokens.Counter) {
	c.counter, c.incremental, c.twin, c.lines = t, nil, twin{}, perLine{}
	c.count(c.ed.Text())
	c.recheck()
}

func (c *Composer) setDiagnostics(d []convention.Diagnostic) {
	c.diagnostics, c.checked = c.withOwn(d), true
	c.setMarks()
}

// shown are the findings that are shown: hints on demand, and none about a line
// that has a blank, which is unfinished and knows it.
func (c *Composer) shown() []convention.Diagnostic {
	if !c.checked || strings.TrimSpace(c.ed.Text()) == "" {
		return nil
	}
	var kept []convention.Diagnostic
	for _, d := range c.diagnostics {
		if (d.Severity > convention.Hint || c.hints) && !c.unfinished(d.Span) {
			kept = append(kept, d)
		}
	}
	return kept
}

// unfinished tells whether a span lies on a line with a blank.
func (c *Composer) unfinished(s convention.Span) bool {
	if len(c.blanks) == 0 {
		return false
	}
	start, end := lineAround(c.ed.Text(), s.Start)
	return slices.ContainsFunc(c.blanks, func(b blank) bool { return b.Start >= start && b.End <= end })
}

// setMarks underlines what is shown, the worst on top, and the blanks.
func (c *Composer) setMarks() {
	found := c.shown()
	slices.SortStableFunc(found, func(a, b convention.Diagnostic) int { return cmp.Compare(a.Severity, b.Severity) })
	marks := make([]editor.Mark, 0, len(found)+len(c.blanks))
	for _, d := range found {
		marks = append(marks, editor.Mark{Start: d.Span.Start, End: d.Span.End, Role: severityRole(d.Severity)})
	}
	for _, b := range c.blanks {
		marks = append(marks, editor.Mark{Start: b.Start, End: b.End, Role: render.Option})
	}
	c.ed.SetMarks(marks)
}

func severityRole(s convention.Severity) render.Role {
	switch s {
	case convention.Error:
		return render.Error
	case convention.Warning:
		return render.Warning
	}
	return render.Hint
}

// told is the finding that the sentence is about: the one at the cursor, else the
// one on its line, else the worst. While the text is being checked it is the one
// of before, so that the screen does not flicker.
func (c *Composer) told() (convention.Diagnostic, bool) {
	if c.checked {
		c.lastTold, c.telling = c.choose()
	}
	return c.lastTold, c.telling
}

func (c *Composer) choose() (convention.Diagnostic, bool) {
	all := c.shown()
	at, text := c.ed.Cursor(), c.ed.Text()
	best, rank := -1, -1
	for i, d := range all {
		r := int(d.Severity)
		switch {
		case d.Span.Start <= at && at <= d.Span.End:
			r += 20
		case sameLine(text, d.Span.Start, at):
			r += 10
		}
		if r > rank {
			best, rank = i, r
		}
	}
	if best < 0 {
		return convention.Diagnostic{}, false
	}
	d := all[best]
	if d.Fix == nil {
		d.Fix = c.remedy(d)
	}
	return d, true
}

// sameLine tells whether two offsets lie on one line.
func sameLine(text string, a, b int) bool {
	a, b = min(a, b), max(a, b)
	return b <= len(text) && strings.IndexByte(text[a:b], '\n') < 0
}

// fix applies the fix of the finding that is told.
func (c *Composer) fix() Action {
	c.checkNow()
	d, ok := c.told()
	switch {
	case !ok && len(c.blanks) > 0:
		c.nextBlank(c.ed.Cursor())
		return nil
	case !ok:
		return Notice{Info, c.nothingToFix()}
	case len(c.blanks) > 0 && !sameLine(c.ed.Text(), d.Span.Start, c.ed.Cursor()):
		c.nextBlank(c.ed.Cursor()) // the sentence is about the blank
		return nil
	case d.Fix == nil:
		c.point(d)
		return Notice{Info, "this is for you to write: " + d.Message}
	}
	return c.apply(d.Fix.Edits)
}

// apply makes the edits of a fix, and selects the first blank that they leave.
func (c *Composer) apply(edits []convention.Edit) Action {
	if err := c.ed.ApplyEdits(edits); err != nil {
		return refused(err)
	}
	blanks := len(c.blanks)
	act := c.changed(false)
	if first := slices.MinFunc(edits, func(a, b convention.Edit) int { return cmp.Compare(a.Span.Start, b.Span.Start) }); len(c.blanks) > blanks {
		c.nextBlank(min(first.Span.Start, len(c.ed.Text())))
	}
	return act
}

// nothingToFix says so, and what is hidden.
func (c *Composer) nothingToFix() string {
	hints := 0
	for _, d := range c.diagnostics {
		if d.Severity == convention.Hint && !c.hints && !c.unfinished(d.Span) {
			hints++
		}
	}
	if hints == 0 {
		return "there is nothing to fix"
	}
	return "no error and no warning to fix; " + c.keyFor("draft-hints") + " shows " + count(hints, "hint")
}

// fixRounds is how often fixing can bring up something else to fix.
const fixRounds = 3

// fixAll applies all safe fixes as one step of the history.
func (c *Composer) fixAll() Action {
	applied := 0
	for range fixRounds {
		edits, n := safeEdits(convention.Check(convention.Parse(c.ed.Text()), c.context()))
		if n == 0 {
			break
		}
		apply := c.ed.Amend
		if applied == 0 {
			apply = c.ed.ApplyEdits
		}
		if err := apply(edits); err != nil {
			return refused(err)
		}
		applied += n
	}
	if applied == 0 {
		return Notice{Info, "there is nothing that can be fixed safely"}
	}
	act := c.changed(false)
	c.done = remark{c.ed.Revision(), strconv.Itoa(applied) + " fixed"}
	return act
}

// safeEdits are the edits of all safe fixes that do not touch each other.
func safeEdits(found []convention.Diagnostic) (edits []convention.Edit, fixes int) {
	for _, d := range found {
		if d.Fix == nil || !d.Fix.Safe || slices.ContainsFunc(d.Fix.Edits, func(e convention.Edit) bool {
			return slices.ContainsFunc(edits, func(o convention.Edit) bool {
				return e.Span.Start <= o.Span.End && o.Span.Start <= e.Span.End
			})
		}) {
			continue
		}
		edits = append(edits, d.Fix.Edits...)
		fixes++
	}
	return edits, fixes
}
