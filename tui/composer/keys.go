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
	// Moves says that it is about the text alone: moves, selections, deletions.
	Moves bool
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
		{Binding{ID: "draft-send", Keys: []string{"ctrl+s", "ctrl+enter"}, Help: "send; errors stop it once"}, editor.NoCommand},
		{Binding{ID: "draft-newline", Keys: []string{"enter", "shift+enter", "ctrl+j", "alt+enter"}, Help: "new line; takes what is chosen in a list; on a blank as tab"}, editor.NoCommand},
		{Binding{ID: "draft-complete", Keys: []string{"tab"}, Help: "complete the word, or go to the next blank"}, editor.NoCommand},
		{Binding{ID: "draft-back", Keys: []string{"shift+tab"}, Help: "up in the list, or to the blank before"}, editor.NoCommand},
		{Binding{ID: "draft-next-blank", Keys: []string{"alt+e"}, Help: "to the next blank, leaving this one for later"}, editor.NoCommand},
		{Binding{ID: "draft-leave", Keys: []string{"esc"}, Help: "close the list, or leave; the draft is kept"}, editor.NoCommand},
		{Binding{ID: "draft-fix", Keys: []string{"ctrl+f"}, Help: "fix what the sentence is about"}, editor.NoCommand},
		{Binding{ID: "draft-fix-all", Keys: []string{"alt+a"}, Help: "fix everything that can be fixed safely"}, editor.NoCommand},
		{Binding{ID: "draft-hints", Keys: []string{"alt+h"}, Help: "show hints too, or errors and warnings alone"}, editor.NoCommand},
		{Binding{ID: "draft-template", Keys: []string{"alt+t"}, Help: "begin with a template"}, editor.NoCommand},
		{Binding{ID: "draft-count", Keys: []string{"alt+n"}, Help: "have n= counted, or count it yourself in this message"}, editor.NoCommand},
		{Binding{ID: "draft-json", Keys: []string{"alt+j"}, Help: "the cost of the same as JSON"}, editor.NoCommand},
		{Binding{ID: "draft-tokens", Keys: []string{"alt+g"}, Help: "tokens of each line"}, editor.NoCommand},
		{Binding{ID: "draft-editor", Keys: []string{"ctrl+o"}, Help: "write in your own editor"}, editor.NoCommand},
		{Binding{ID: "draft-earlier", Keys: []string{"alt+up", "ctrl+up"}, Help: "the text sent before"}, editor.NoCommand},
		{Binding{ID: "draft-later", Keys: []string{"alt+down", "ctrl+down"}, Help: "the text sent after, then the draft"}, editor.NoCommand},
		{Binding{ID: "draft-undo", Keys: []string{"ctrl+_", "ctrl+/", "alt+u"}, Help: "undo"}, editor.Undo},
		{Binding{ID: "draft-redo", Keys: []string{"alt+r", "alt+_", "alt+/"}, Help: "redo"}, editor.Redo},
		{Binding{ID: "draft-clear", Keys: []string{"alt+k"}, Help: "empty the message"}, editor.NoCommand},
		{Binding{ID: "draft-drop-line", Keys: []string{"alt+x"}, Help: "delete the line"}, editor.NoCommand},
	}, editing()...)
}

func editing() []binding {
	return []binding{
		{Binding{ID: "draft-left", Keys: []string{"left", "ctrl+b"}, Help: "left"}, editor.Left},
		{Binding{ID: "draft-right", Keys: []string{"right"}, Help: "right"}, editor.Right},
		{Binding{ID: "draft-up", Keys: []string{"up", "ctrl+p"}, Help: "up"}, editor.Up},
		{Binding{ID: "draft-down", Keys: []string{"down", "ctrl+n"}, Help: "down"}, editor.Down},
		{Binding{ID: "draft-word-left", Keys: []string{"ctrl+left", "alt+left", "alt+b"}, Help: "a word left"}, editor.WordLeft},
		{Binding{ID: "draft-word-right", Keys: []string{"ctrl+right", "alt+right", "alt+f"}, Help: "a word right"}, editor.WordRight},
		{Binding{ID: "draft-line-start", Keys: []string{"home", "ctrl+a"}, Help: "to the start of the line"}, editor.LineStart},
		{Binding{ID: "draft-line-end", Keys: []string{"end", "ctrl+e"}, Help: "to the end of the line"}, editor.LineEnd},
		{Binding{ID: "draft-start", Keys: []string{"ctrl+home", "alt+<"}, Help: "to the start"}, editor.DocStart},
		{Binding{ID: "draft-end", Keys: []string{"ctrl+end", "alt+>"}, Help: "to the end"}, editor.DocEnd},
		{Binding{ID: "draft-page-up", Keys: []string{"pgup"}, Help: "a page up"}, editor.PageUp},
		{Binding{ID: "draft-page-down", Keys: []string{"pgdown"}, Help: "a page down"}, editor.PageDown},
		{Binding{ID: "draft-select-left", Keys: []string{"shift+left"}, Help: "select to the left"}, editor.SelectLeft},
		{Binding{ID: "draft-select-right", Keys: []string{"shift+right"}, Help: "select to the right"}, editor.SelectRight},
		{Binding{ID: "draft-select-up", Keys: []string{"shift+up"}, Help: "select upwards"}, editor.SelectUp},
		{Binding{ID: "draft-select-down", Keys: []string{"shift+down"}, Help: "select downwards"}, editor.SelectDown},
		{Binding{ID: "draft-select-word-left", Keys: []string{"ctrl+shift+left", "alt+shift+left"}, Help: "select a word to the left"}, editor.SelectWordLeft},
		{Binding{ID: "draft-select-word-right", Keys: []string{"ctrl+shift+right", "alt+shift+right"}, Help: "select a word to the right"}, editor.SelectWordRight},
		{Binding{ID: "draft-select-line-start", Keys: []string{"shift+home"}, Help: "select to the start of the line"}, editor.SelectLineStart},
		{Binding{ID: "draft-select-line-end", Keys: []string{"shift+end"}, Help: "select to the end of the line"}, editor.SelectLineEnd},
		{Binding{ID: "draft-select-start", Keys: []string{"ctrl+shift+home"}, Help: "select to the start"}, editor.SelectDocStart},
		{Binding{ID: "draft-select-end", Keys: []string{"ctrl+shift+end"}, Help: "select to the end"}, editor.SelectDocEnd},
		{Binding{ID: "draft-select-page-up", Keys: []string{"shift+pgup"}, Help: "select a page up"}, editor.SelectPageUp},
		{Binding{ID: "draft-select-page-down", Keys: []string{"shift+pgdown"}, Help: "select a page down"}, editor.SelectPageDown},
		{Binding{ID: "draft-select-all", Keys: []string{"alt+s"}, Help: "select everything"}, editor.SelectAll},
		{Binding{ID: "draft-erase", Keys: []string{"backspace", "shift+backspace", "ctrl+h"}, Help: "delete to the left"}, editor.Backspace},
		{Binding{ID: "draft-delete", Keys: []string{"delete", "ctrl+d"}, Help: "delete to the right"}, editor.Delete},
		{Binding{ID: "draft-erase-word", Keys: []string{"ctrl+w", "alt+backspace", "ctrl+backspace"}, Help: "delete the word before"}, editor.DeleteWordBack},
		{Binding{ID: "draft-delete-word", Keys: []string{"alt+d", "ctrl+delete"}, Help: "delete the word after"}, editor.DeleteWordForward},
		{Binding{ID: "draft-kill", Keys: []string{"ctrl+k"}, Help: "cut to the end of the line"}, editor.KillLine},
		{Binding{ID: "draft-kill-start", Keys: []string{"ctrl+u"}, Help: "cut to the start of the line"}, editor.KillToStart},
		{Binding{ID: "draft-yank", Keys: []string{"ctrl+y"}, Help: "put in what was cut"}, editor.Yank},
	}
}

// Bindings are the keys of the composer in the order of the help.
func Bindings() []Binding {
	var all []Binding
	for _, b := range bindings() {
		b.Moves = b.command != editor.NoCommand && b.command != editor.Undo && b.command != editor.Redo
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
			if _, taken := byKey[k]; !taken { // the first of the table keeps a key that two have
				byKey[k] = b
			}
		}
	}
	return byKey
}

// Key is a key of a binding as it is in force, "" where it has none.
func (c *Composer) Key(id string) string { return c.keyFor(id) }

// keyFor is a key of a binding, for a sentence on the screen.
func (c *Composer) keyFor(id string) string {
	if own, ok := c.opts.Keys[id]; ok {
		return strings.Join(own[:min(1, len(own))], "")
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
		return c.newLine()
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
		return c.toggleHints()
	case "draft-template":
		return c.openTemplates()
	case "draft-count":
		return c.toggleCount()
	case "draft-json":
		return c.toggleTwin()
	case "draft-tokens":
		return c.toggleByLine()
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
