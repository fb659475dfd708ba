package editor

import "strings"

// Do carries out a command and tells whether it changed text, cursor or
// selection. Yank and Newline change nothing where the text would grow beyond
// its limit; [Editor.Insert] says why.
func (e *Editor) Do(c Command) bool {
	was, rev := place{e.cursor, e.anchor}, e.rev
	killing := false
	switch {
	case c >= Left && c <= PageDown:
		e.move(c, false)
	case c >= SelectLeft && c <= SelectPageDown:
		e.move(c-SelectLeft+Left, true)
	case c == SelectAll:
		e.anchor, e.cursor = 0, len(e.text)
		e.rest()
	case c == Backspace, c == Delete:
		e.erase(c)
	case c >= DeleteWordBack && c <= KillToStart:
		killing = e.kill(c)
	case c == Yank:
		_ = e.insert(e.killed) // too large: nothing changes, which is the answer
	case c == Newline:
		_ = e.insert("\n")
	case c == Undo:
		e.undo()
	case c == Redo:
		e.redo()
	}
	e.killing = killing
	return e.rev != rev || was != place{e.cursor, e.anchor}
}

// move moves the cursor; extend keeps the other end of the selection.
func (e *Editor) move(c Command, extend bool) {
	e.history.open = false
	start, end := e.selection()
	goal := -1
	switch to := e.cursor; c {
	case Left:
		to = e.prev(to)
		if !extend && start < end {
			to = start
		}
		e.cursor = to
	case Right:
		to = e.next(to)
		if !extend && start < end {
			to = end
		}
		e.cursor = to
	case WordLeft:
		e.cursor = e.wordLeft(to)
	case WordRight:
		e.cursor = e.wordRight(to)
	case LineStart:
		e.cursor = e.lines[e.lineAt(to)].start
	case LineEnd:
		e.cursor = e.lineEnd(e.lineAt(to))
	case DocStart:
		e.cursor = 0
	case DocEnd:
		e.cursor = len(e.text)
	case Up:
		goal = e.vertical(-1)
	case Down:
		goal = e.vertical(1)
	case PageUp:
		goal = e.vertical(-max(1, e.height-1))
	case PageDown:
		goal = e.vertical(max(1, e.height-1))
	}
	e.goal = goal
	if !extend {
		e.anchor = e.cursor
	}
}

// vertical moves by rows towards the column that the first of a series of such
// moves started from, and returns that column.
func (e *Editor) vertical(rows int) int {
	goal := e.goal
	if goal < 0 {
		goal = e.column(e.cursor)
	}
	p, step := e.rowOf(e.cursor), e.below
	if rows < 0 {
		rows, step = -rows, e.above
	}
	from := p
	for ok := true; rows > 0 && ok; rows-- {
		p, ok = step(p)
	}
	if p != from {
		e.cursor = e.offsetAt(p, goal)
	}
	return goal
}

// wordLeft is the start of the word before o.
func (e *Editor) wordLeft(o int) int {
	inside := false
	for i := e.lineAt(o); ; i-- {
		all := e.glyphs(i)
		k, _ := glyphAt(all, o-e.lines[i].start)
		for k--; k >= 0; k-- {
			p := o - int(all[k].n)
			if classOf(e.text[p:o]) == word {
				inside = true
			} else if inside {
				return o
			}
			o = p
		}
		if inside || i == 0 {
			return o
		}
		o-- // over the line feed
	}
}

// wordRight is the end of the word after o.
func (e *Editor) wordRight(o int) int {
	inside := false
	for i := e.lineAt(o); ; i++ {
		all := e.glyphs(i)
		k, _ := glyphAt(all, o-e.lines[i].start)
		for ; k < len(all); k++ {
			n := o + int(all[k].n)
			if classOf(e.text[o:n]) == word {
				inside = true
			} else if inside {
				return o
			}
			o = n
		}
		if inside || i+1 == len(e.lines) {
			return o
		}
		o++
	}
}

// erase deletes the selection, or a cluster before or after the cursor.
func (e *Editor) erase(c Command) {
	start, end := e.selection()
	if start < end {
		e.cut(start, end, other)
		return
	}
	if c == Backspace {
		e.cut(e.prev(end), end, erasing)
	} else {
		e.cut(start, e.next(start), erasing)
	}
}

// cut deletes a span.
func (e *Editor) cut(start, end int, kind stepKind) {
	if start == end {
		return
	}
	e.step(kind, true, op{start, e.text[start:end], ""})
	e.anchor = e.cursor
}

// kill deletes the selection, or what the command names, and keeps it for Yank.
// Kills in a row are kept together.
func (e *Editor) kill(c Command) bool {
	start, end := e.selection()
	if start == end {
		start, end = e.killSpan(c)
	}
	if start == end {
		return e.killing
	}
	text := strings.Clone(e.text[start:end])
	switch {
	case !e.killing:
		e.killed = text
	case start < e.cursor:
		e.killed = text + e.killed
	default:
		e.killed += text
	}
	e.cut(start, end, other)
	return true
}

func (e *Editor) killSpan(c Command) (start, end int) {
	i := e.lineAt(e.cursor)
	switch c {
	case DeleteWordBack:
		return e.wordLeft(e.cursor), e.cursor
	case DeleteWordForward:
		return e.cursor, e.wordRight(e.cursor)
	case KillToStart:
		if e.cursor == e.lines[i].start {
			return e.prev(e.cursor), e.cursor
		}
		return e.lines[i].start, e.cursor
	case KillLine:
		if e.cursor == e.lineEnd(i) {
			return e.cursor, e.next(e.cursor)
		}
		return e.cursor, e.lineEnd(i)
	}
	return e.cursor, e.cursor
}
