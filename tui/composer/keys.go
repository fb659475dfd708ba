package composer

import (
	tea "charm.land/bubbletea/v2"

	"earshot/tui/editor"
)

// Binding is one key of the composer, for the help.
type Binding struct {
	ID   string
	Keys []string
	Help string
}

// binding is a row of the key table: a command of the editor, or something that
// act does.
type binding struct {
	Binding
	command editor.Command
}

// bindings is the key table in the order of the help: what is done with a message,
// then what is done within its text.
func bindings() []binding {
	return append([]binding{
		{Binding{"draft-send", []string{"ctrl+s", "ctrl+enter"}, "send; errors stop it once"}, editor.NoCommand},
		{Binding{"draft-newline", []string{"enter", "shift+enter", "ctrl+j", "alt+enter"}, "new line; takes what is chosen in a list"}, editor.NoCommand},
		{Binding{"draft-complete", []string{"tab"}, "complete the word, or go to the next blank"}, editor.NoCommand},
		{Binding{"draft-back", []string{"shift+tab"}, "up in the list, or to the blank before"}, editor.NoCommand},
		{Binding{"draft-next-blank", []string{"alt+e"}, "to the next blank, leaving this one for later"}, editor.NoCommand},
		{Binding{"draft-leave", []string{"esc"}, "close the list, or leave; the draft is kept"}, editor.NoCommand},
		{Binding{"draft-fix", []string{"ctrl+f"}, "fix what the sentence is about"}, editor.NoCommand},
		{Binding{"draft-fix-all", []string{"alt+a"}, "fix everything that can be fixed safely"}, editor.NoCommand},
		{Binding{"draft-hints", []string{"alt+h"}, "show hints too, or errors and warnings alone"}, editor.NoCommand},
		{Binding{"draft-template", []string{"alt+t"}, "begin with a template"}, editor.NoCommand},
		{Binding{"draft-count", []string{"alt+n"}, "keep n= right, or leave it alone"}, editor.NoCommand},
		{Binding{"draft-json", []string{"alt+j"}, "the cost of the same as JSON"}, editor.NoCommand},
		{Binding{"draft-tokens", []string{"alt+g"}, "tokens of each line"}, editor.NoCommand},
		{Binding{"draft-editor", []string{"ctrl+o"}, "write in your own editor"}, editor.NoCommand},
		{Binding{"draft-earlier", []string{"ctrl+up", "alt+up"}, "the text sent before"}, editor.NoCommand},
		{Binding{"draft-later", []string{"ctrl+down", "alt+down"}, "the text sent after, then the draft"}, editor.NoCommand},
		{Binding{"draft-undo", []string{"ctrl+_", "ctrl+/", "alt+u"}, "undo"}, editor.Undo},
		{Binding{"draft-redo", []string{"alt+r", "alt+_", "alt+/"}, "redo"}, editor.Redo},
		{Binding{"draft-clear", []string{"alt+k"}, "empty the message"}, editor.NoCommand},
		{Binding{"draft-drop-line", []string{"alt+x"}, "delete the line"}, editor.NoCommand},
	}, editing()...)
}

func editing() []binding {
	return []binding{
		{Binding{"draft-left", []string{"left", "ctrl+b"}, "left"}, editor.Left},
		{Binding{"draft-right", []string{"right"}, "right"}, editor.Right},
		{Binding{"draft-up", []string{"up", "ctrl+p"}, "up"}, editor.Up},
		{Binding{"draft-down", []string{"down", "ctrl+n"}, "down"}, editor.Down},
		{Binding{"draft-word-left", []string{"ctrl+left", "alt+left", "alt+b"}, "a word left"}, editor.WordLeft},
		{Binding{"draft-word-right", []string{"ctrl+right", "alt+right", "alt+f"}, "a word right"}, editor.WordRight},
		{Binding{"draft-line-start", []string{"home", "ctrl+a"}, "to the start of the line"}, editor.LineStart},
		{Binding{"draft-line-end", []string{"end", "ctrl+e"}, "to the end of the line"}, editor.LineEnd},
		{Binding{"draft-start", []string{"ctrl+home", "alt+<"}, "to the start"}, editor.DocStart},
		{Binding{"draft-end", []string{"ctrl+end", "alt+>"}, "to the end"}, editor.DocEnd},
		{Binding{"draft-page-up", []string{"pgup"}, "a page up"}, editor.PageUp},
		{Binding{"draft-page-down", []string{"pgdown"}, "a page down"}, editor.PageDown},
		{Binding{"draft-select-left", []string{"shift+left"}, "select to the left"}, editor.SelectLeft},
		{Binding{"draft-select-right", []string{"shift+right"}, "select to the right"}, editor.SelectRight},
		{Binding{"draft-select-up", []string{"shift+up"}, "select upwards"}, editor.SelectUp},
		{Binding{"draft-select-down", []string{"shift+down"}, "select downwards"}, editor.SelectDown},
		{Binding{"draft-select-word-left", []string{"ctrl+shift+left", "alt+shift+left"}, "select a word to the left"}, editor.SelectWordLeft},
		{Binding{"draft-select-word-right", []string{"ctrl+shift+right", "alt+shift+right"}, "select a word to the right"}, editor.SelectWordRight},
		{Binding{"draft-select-line-start", []string{"shift+home"}, "select to the start of the line"}, editor.SelectLineStart},
		{Binding{"draft-select-line-end", []string{"shift+end"}, "select to the end of the line"}, editor.SelectLineEnd},
		{Binding{"draft-select-start", []string{"ctrl+shift+home"}, "select to the start"}, editor.SelectDocStart},
		{Binding{"draft-select-end", []string{"ctrl+shift+end"}, "select to the end"}, editor.SelectDocEnd},
		{Binding{"draft-select-page-up", []string{"shift+pgup"}, "select a page up"}, editor.SelectPageUp},
		{Binding{"draft-select-page-down", []string{"shift+pgdown"}, "select a page down"}, editor.SelectPageDown},
		{Binding{"draft-select-all", []string{"alt+s"}, "select everything"}, editor.SelectAll},
		{Binding{"draft-erase", []string{"backspace", "shift+backspace", "ctrl+h"}, "delete to the left"}, editor.Backspace},
		{Binding{"draft-delete", []string{"delete", "ctrl+d"}, "delete to the right"}, editor.Delete},
		{Binding{"draft-erase-word", []string{"ctrl+w", "alt+backspace", "ctrl+backspace"}, "delete the word before"}, editor.DeleteWordBack},
		{Binding{"draft-delete-word", []string{"alt+d", "ctrl+delete"}, "delete the word after"}, editor.DeleteWordForward},
		{Binding{"draft-kill", []string{"ctrl+k"}, "cut to the end of the line"}, editor.KillLine},
		{Binding{"draft-kill-start", []string{"ctrl+u"}, "cut to the start of the line"}, editor.KillToStart},
		{Binding{"draft-yank", []string{"ctrl+y"}, "put in what was cut"}, editor.Yank},
	}
}

// Bindings are the keys of the composer in the order of the help.
func Bindings() []Binding {
	var all []Binding
	for _, b := range bindings() {
		all = append(all, b.Binding)
	}
	return all
}

// keymap finds bindings by key, with the person's own keys in place of the usual
// ones.
func keymap(own map[string][]string) map[string]binding {
	byKey := make(map[string]binding)
	for _, b := range bindings() {
		if keys, ok := own[b.ID]; ok {
			b.Keys = keys
		}
		for _, k := range b.Keys {
			byKey[k] = b
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
	b, ok := c.keys[k.Keystroke()]
	if !ok {
		return nil, false
	}
	if c.list.open {
		if a, done := c.inList(b.ID); done {
			return a, true
		}
	}
	if b.command != editor.NoCommand {
		return c.do(b.command), true
	}
	return c.act(b.ID), true
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
	case "draft-next-blank":
		c.list = list{}
		if !c.nextBlank(c.ed.Cursor()) {
			return Notice{Info, "there is no blank left to fill in"}
		}
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
	}
	return nil
}
