package composer

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"earshot/tui/editor"
)

// Binding is one key of the composer, for the help.
type Binding struct {
	ID   string
	Keys []string
	Help string
}

// Bindings are the keys of the composer in the order of the help.
func Bindings() []Binding {
	return []Binding{
		{"draft-send", []string{"ctrl+s", "ctrl+enter"}, "send; errors stop it once"},
		{"draft-newline", []string{"enter", "shift+enter", "ctrl+j", "alt+enter"}, "new line; takes what is chosen in a list"},
		{"draft-complete", []string{"tab"}, "complete the word, or go to the next blank"},
		{"draft-back", []string{"shift+tab"}, "up in the list, or to the blank before"},
		{"draft-leave", []string{"esc"}, "close the list, or leave; the draft is kept"},
		{"draft-fix", []string{"ctrl+f"}, "fix what the sentence is about"},
		{"draft-fix-all", []string{"alt+a"}, "fix everything that can be fixed safely"},
		{"draft-hints", []string{"alt+h"}, "show hints too, or errors and warnings alone"},
		{"draft-template", []string{"alt+t"}, "begin with a template"},
		{"draft-count", []string{"alt+n"}, "keep n= right, or leave it alone"},
		{"draft-json", []string{"alt+j"}, "the cost of the same as JSON"},
		{"draft-tokens", []string{"alt+g"}, "tokens of each line"},
		{"draft-editor", []string{"ctrl+o"}, "write in your own editor"},
		{"draft-earlier", []string{"ctrl+up", "alt+up"}, "the text sent before"},
		{"draft-later", []string{"ctrl+down", "alt+down"}, "the text sent after, then the draft"},
		{"draft-undo", []string{"ctrl+_", "ctrl+/", "alt+u"}, "undo"},
		{"draft-redo", []string{"alt+r", "alt+_", "alt+/"}, "redo"},
		{"draft-clear", []string{"alt+k"}, "empty the message"},
		{"draft-drop-line", []string{"alt+x"}, "delete the line"},
		{"draft-left", []string{"left", "ctrl+b"}, "left"},
		{"draft-right", []string{"right"}, "right"},
		{"draft-up", []string{"up", "ctrl+p"}, "up"},
		{"draft-down", []string{"down", "ctrl+n"}, "down"},
		{"draft-word-left", []string{"ctrl+left", "alt+left", "alt+b"}, "a word left"},
		{"draft-word-right", []string{"ctrl+right", "alt+right", "alt+f"}, "a word right"},
		{"draft-line-start", []string{"home", "ctrl+a"}, "to the start of the line"},
		{"draft-line-end", []string{"end", "ctrl+e"}, "to the end of the line"},
		{"draft-start", []string{"ctrl+home", "alt+<"}, "to the start"},
		{"draft-end", []string{"ctrl+end", "alt+>"}, "to the end"},
		{"draft-page-up", []string{"pgup"}, "a page up"},
		{"draft-page-down", []string{"pgdown"}, "a page down"},
		{"draft-select-left", []string{"shift+left"}, "select to the left"},
		{"draft-select-right", []string{"shift+right"}, "select to the right"},
		{"draft-select-up", []string{"shift+up"}, "select upwards"},
		{"draft-select-down", []string{"shift+down"}, "select downwards"},
		{"draft-select-word-left", []string{"ctrl+shift+left", "alt+shift+left"}, "select a word to the left"},
		{"draft-select-word-right", []string{"ctrl+shift+right", "alt+shift+right"}, "select a word to the right"},
		{"draft-select-line-start", []string{"shift+home"}, "select to the start of the line"},
		{"draft-select-line-end", []string{"shift+end"}, "select to the end of the line"},
		{"draft-select-start", []string{"ctrl+shift+home"}, "select to the start"},
		{"draft-select-end", []string{"ctrl+shift+end"}, "select to the end"},
		{"draft-select-page-up", []string{"shift+pgup"}, "select a page up"},
		{"draft-select-page-down", []string{"shift+pgdown"}, "select a page down"},
		{"draft-select-all", []string{"alt+s"}, "select everything"},
		{"draft-erase", []string{"backspace", "shift+backspace", "ctrl+h"}, "delete to the left"},
		{"draft-delete", []string{"delete", "ctrl+d"}, "delete to the right"},
		{"draft-erase-word", []string{"ctrl+w", "alt+backspace", "ctrl+backspace"}, "delete the word before"},
		{"draft-delete-word", []string{"alt+d", "ctrl+delete"}, "delete the word after"},
		{"draft-kill", []string{"ctrl+k"}, "cut to the end of the line"},
		{"draft-kill-start", []string{"ctrl+u"}, "cut to the start of the line"},
		{"draft-yank", []string{"ctrl+y"}, "put in what was cut"},
	}
}

// command is the command of the editor that a binding stands for.
func command(id string) editor.Command {
	switch strings.TrimPrefix(id, "draft-") {
	case "undo":
		return editor.Undo
	case "redo":
		return editor.Redo
	case "left":
		return editor.Left
	case "right":
		return editor.Right
	case "up":
		return editor.Up
	case "down":
		return editor.Down
	case "word-left":
		return editor.WordLeft
	case "word-right":
		return editor.WordRight
	case "line-start":
		return editor.LineStart
	case "line-end":
		return editor.LineEnd
	case "start":
		return editor.DocStart
	case "end":
		return editor.DocEnd
	case "page-up":
		return editor.PageUp
	case "page-down":
		return editor.PageDown
	case "select-left":
		return editor.SelectLeft
	case "select-right":
		return editor.SelectRight
	case "select-up":
		return editor.SelectUp
	case "select-down":
		return editor.SelectDown
	case "select-word-left":
		return editor.SelectWordLeft
	case "select-word-right":
		return editor.SelectWordRight
	case "select-line-start":
		return editor.SelectLineStart
	case "select-line-end":
		return editor.SelectLineEnd
	case "select-start":
		return editor.SelectDocStart
	case "select-end":
		return editor.SelectDocEnd
	case "select-page-up":
		return editor.SelectPageUp
	case "select-page-down":
		return editor.SelectPageDown
	case "select-all":
		return editor.SelectAll
	case "erase":
		return editor.Backspace
	case "delete":
		return editor.Delete
	case "erase-word":
		return editor.DeleteWordBack
	case "delete-word":
		return editor.DeleteWordForward
	case "kill":
		return editor.KillLine
	case "kill-start":
		return editor.KillToStart
	case "yank":
		return editor.Yank
	}
	return editor.NoCommand
}

// keymap finds the id of a binding by key, with the person's own keys in place of
// the usual ones.
func keymap(own map[string][]string) map[string]string {
	byKey := make(map[string]string)
	for _, b := range Bindings() {
		keys, ok := own[b.ID]
		if !ok {
			keys = b.Keys
		}
		for _, k := range keys {
			byKey[k] = b.ID
		}
	}
	return byKey
}

// keyFor is a key of a binding, for a sentence on the screen.
func (c *Composer) keyFor(id string) string {
	if own, ok := c.opts.Keys[id]; ok && len(own) > 0 {
		return own[0]
	}
	for _, b := range Bindings() {
		if b.ID == id {
			return b.Keys[0]
		}
	}
	return ""
}

// HandleKey takes a key. Handled is false for a key that means nothing here.
func (c *Composer) HandleKey(k tea.KeyPressMsg) (a Action, handled bool) {
	const held = tea.ModCtrl | tea.ModAlt | tea.ModMeta | tea.ModSuper | tea.ModHyper
	if k.Text != "" && k.Mod&held == 0 {
		return c.insert(k.Text), true
	}
	id, ok := c.keys[k.Keystroke()]
	if !ok {
		return nil, false
	}
	if c.list.open {
		if a, done := c.inList(id); done {
			return a, true
		}
	}
	return c.act(id), true
}

// inList does what a key means while the list is open; false where that is what
// it means otherwise too.
func (c *Composer) inList(id string) (Action, bool) {
	switch id {
	case "draft-newline":
		return c.takeChosen(), true
	case "draft-down":
		return c.complete(), true
	case "draft-up":
		return c.back(), true
	case "draft-leave":
		c.list = list{}
		return nil, true
	}
	return nil, false
}

// act does what a binding is for.
func (c *Composer) act(id string) Action {
	switch id {
	case "draft-send":
		return c.send()
	case "draft-newline":
		return c.insert("\n")
	case "draft-complete":
		return c.complete()
	case "draft-back":
		return c.back()
	case "draft-leave":
		return Leave{}
	case "draft-fix":
		return c.fix()
	case "draft-fix-all":
		return c.fixAll()
	case "draft-hints":
		c.hints = !c.hints
		c.setMarks()
	case "draft-template":
		return c.openTemplates()
	case "draft-count":
		return c.toggleCount()
	case "draft-json":
		return c.toggleTwin()
	case "draft-tokens":
		c.byLine = !c.byLine
	case "draft-editor":
		return OpenEditor{c.ed.Text()}
	case "draft-earlier":
		return c.recall(-1)
	case "draft-later":
		return c.recall(1)
	case "draft-clear":
		return c.clear()
	case "draft-drop-line":
		return c.dropLine()
	default:
		return c.do(command(id))
	}
	return nil
}
