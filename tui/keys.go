package tui

import (
	"fmt"
	"slices"
	"strings"

	"earshot/tui/composer"
)

// place is where on the screen a binding holds. Keys are looked up in the
// place that has the focus, then in what lies around it.
type place uint8

const (
	always     place = iota // whatever has the focus
	anywhere                // but in the composer and in a line of input
	inRoom                  // the timeline
	inTriage                //
	inRecord                //
	inSeats                 //
	inCosts                 //
	inOverlay               // help and detail
	inPrompt                // a line of input
	inComposer              //
)

// String names the place in the help.
func (p place) String() string {
	return [...]string{"everywhere", "outside of the composer", "room", "triage", "state record", "seats", "costs", "help and detail", "search, filter, jump", "composer"}[p]
}

// binding is one row of the key table: everything the program knows about a
// key stands here.
type binding struct {
	id   string
	at   place
	keys []string
	// help is a verb phrase; short is what the footer says.
	help, short string
	// off says why the key does nothing now, "" where it works; nil where it
	// always does.
	off func(*Model) string
	// do acts; nil where the part that has the focus handles the key itself.
	do func(*Model)
}

// Key is one binding as the help and the documentation show it.
type Key struct {
	ID, Place, Help string
	Keys            []string
}

// Keys lists the bindings of the program with their default keys.
func Keys() []Key {
	var all []Key
	for _, b := range bindings() {
		all = append(all, Key{b.id, b.at.String(), b.help, b.keys})
	}
	return all
}

// bindings is the key table.
func bindings() []binding {
	table := []binding{
		{id: "quit-now", at: always, keys: []string{"ctrl+c"}, help: "quit; unsent text is kept", do: (*Model).quit},
		{id: "suspend", at: always, keys: []string{"ctrl+z"}, help: "suspend the program", do: (*Model).suspend},
		{id: "redraw", at: always, keys: []string{"ctrl+l"}, help: "draw the screen anew", do: (*Model).redraw},
		{id: "help-now", at: always, keys: []string{"f1"}, help: "show this help", short: "help", do: (*Model).openHelp},

		{id: "quit", at: anywhere, keys: []string{"q"}, help: "quit; unsent text is kept", do: (*Model).quit},
		{id: "help", at: anywhere, keys: []string{"?"}, help: "show this help", short: "help", do: (*Model).openHelp},
		{id: "next-pane", at: anywhere, keys: []string{"tab"}, help: "go to the next pane", off: onePane, do: func(m *Model) { m.turnFocus(1) }},
		{id: "prev-pane", at: anywhere, keys: []string{"shift+tab"}, help: "go to the previous pane", off: onePane, do: func(m *Model) { m.turnFocus(-1) }},
		{id: "view-room", at: anywhere, keys: []string{"1"}, help: "the room's messages", do: goes(viewRoom)},
		{id: "view-triage", at: anywhere, keys: []string{"2"}, help: "triage: what waits for a person", do: goes(viewTriage)},
		{id: "view-record", at: anywhere, keys: []string{"3"}, help: "the state record, topic by topic", do: goes(viewRecord)},
		{id: "view-seats", at: anywhere, keys: []string{"4"}, help: "the seats: who is there, owes, claims", do: goes(viewSeats)},
		{id: "view-costs", at: anywhere, keys: []string{"5"}, help: "the costs in tokens", do: goes(viewCosts)},
		{id: "next-room", at: anywhere, keys: []string{"ctrl+n"}, help: "go to the next room", off: oneRoom, do: func(m *Model) { m.turnRoom(1) }},
		{id: "prev-room", at: anywhere, keys: []string{"ctrl+p"}, help: "go to the previous room", off: oneRoom, do: func(m *Model) { m.turnRoom(-1) }},
		{id: "times", at: anywhere, keys: []string{"z"}, help: "times: local, relative, UTC", do: (*Model).cycleClock},
		{id: "reconnect", at: anywhere, keys: []string{"ctrl+r"}, help: "connect now instead of waiting", off: notWaiting, do: (*Model).wake},
		{id: "dismiss", at: anywhere, keys: []string{"esc"}, help: "take away notice, search, filter", do: (*Model).dismiss},

		{id: "answer", at: anywhere, keys: []string{"a"}, help: "answer the ask", short: "answer", off: noAsk, do: (*Model).answer},
		{id: "reply", at: anywhere, keys: []string{"r"}, help: "reply to the message", short: "reply", off: noReply, do: (*Model).reply},
		{id: "nudge", at: anywhere, keys: []string{"w"}, help: "nudge the seat that owes it", short: "nudge", off: noNudge, do: (*Model).nudge},
		{id: "proof", at: anywhere, keys: []string{"p"}, help: "ask for proof of the claim", short: "proof", off: noClaim, do: (*Model).askProof},
		{id: "rewrite", at: anywhere, keys: []string{"."}, help: "write as an ask what a line of prose asks", short: "as an ask", off: noPossible, do: (*Model).rewrite},
		{id: "compose", at: anywhere, keys: []string{"c"}, help: "write a message, or go on with the draft", short: "compose", off: cannotWrite, do: (*Model).compose},
		{id: "copy", at: anywhere, keys: []string{"y"}, help: "copy to the clipboard", short: "copy", do: (*Model).copyShown},
		{id: "copy-file", at: anywhere, keys: []string{"Y"}, help: "copy into a file, where the terminal has no clipboard", off: noCopyFile, do: (*Model).keepShown},

		{id: "down", at: anywhere, keys: []string{"j"}, help: "next message or row", do: moves(below, func(p pane) { p.Next() })},
		{id: "up", at: anywhere, keys: []string{"k"}, help: "previous message or row", do: moves(above, func(p pane) { p.Prev() })},
		{id: "scroll-down", at: anywhere, keys: []string{"down"}, help: "scroll down by a row", short: "scroll", do: moves(below, func(p pane) { p.ScrollBy(1) })},
		{id: "scroll-up", at: anywhere, keys: []string{"up"}, help: "scroll up by a row", do: moves(above, func(p pane) { p.ScrollBy(-1) })},
		{id: "page-down", at: anywhere, keys: []string{"pgdown", "ctrl+d"}, help: "a page down", short: "page", do: moves(below, func(p pane) { p.PageDown() })},
		{id: "page-up", at: anywhere, keys: []string{"pgup", "ctrl+u"}, help: "a page up", do: moves(above, func(p pane) { p.PageUp() })},
		{id: "top", at: anywhere, keys: []string{"g", "home"}, help: "to the start", do: moves(above, func(p pane) { p.Top() })},
		{id: "bottom", at: anywhere, keys: []string{"G", "end"}, help: "to the end, and follow it", short: "end", do: moves(below, func(p pane) { p.Bottom() })},
	}
	return append(append(table, roomBindings()...), otherBindings()...)
}

func roomBindings() []binding {
	return []binding{
		{id: "detail", at: inRoom, keys: []string{"enter"}, help: "the message in detail; takes a refused one back", short: "detail", off: nothingThere, do: (*Model).openDetail},
		{id: "search", at: inRoom, keys: []string{"/"}, help: "search as you type", short: "search", do: (*Model).openSearch},
		{id: "next-hit", at: inRoom, keys: []string{"n"}, help: "next hit, downwards", off: noSearch, do: func(m *Model) { m.showHit(true) }},
		{id: "prev-hit", at: inRoom, keys: []string{"N"}, help: "previous hit, upwards", off: noSearch, do: func(m *Model) { m.showHit(false) }},
		{id: "filter", at: inRoom, keys: []string{"f"}, help: `filter: seat:yu topic:x is:overdue "words" -to:all`, short: "filter", do: (*Model).openFilter},
		{id: "thread", at: inRoom, keys: []string{"t"}, help: "the thread alone, then the topic alone, then all", off: noMessage, do: (*Model).cycleThread},
		{id: "links", at: inRoom, keys: []string{"o"}, help: "open a link of the message", off: noLink, do: (*Model).openLinks},
		{id: "fold", at: inRoom, keys: []string{"space"}, help: "unfold the repeats, or fold them", off: noMessage, do: (*Model).toggleFold},
		{id: "pretty", at: inRoom, keys: []string{"J"}, help: "a JSON body indented, or as it came", off: noJSON, do: func(m *Model) { m.room().timeline.TogglePretty() }},
		{id: "next-flag", at: inRoom, keys: []string{"]"}, help: "next line with a flag", do: func(m *Model) { m.showFlagged(true) }},
		{id: "prev-flag", at: inRoom, keys: []string{"["}, help: "previous line with a flag", do: func(m *Model) { m.showFlagged(false) }},
		{id: "next-topic", at: inRoom, keys: []string{"}"}, help: "next message of the topic", do: func(m *Model) { m.showTopic(true) }},
		{id: "prev-topic", at: inRoom, keys: []string{"{"}, help: "previous message of the topic", do: func(m *Model) { m.showTopic(false) }},
		{id: "unread", at: inRoom, keys: []string{"u"}, help: "first unread message", do: (*Model).showUnread},
		{id: "mark", at: inRoom, keys: []string{"m"}, help: "mark everything as read", do: (*Model).markRead},
		{id: "jump", at: inRoom, keys: []string{"#"}, help: "jump to a number", do: (*Model).openJump},
	}
}

func otherBindings() []binding {
	table := []binding{
		{id: "show", at: inTriage, keys: []string{"enter"}, help: "show it in the room", short: "show", off: noRow, do: (*Model).showRow},
		{id: "set-aside", at: inTriage, keys: []string{"x"}, help: "set aside with a note until it changes, or take back", short: "set aside", off: noRow, do: (*Model).setAside},
		{id: "unfold", at: inTriage, keys: []string{"space"}, help: "one line for each seat that owes it", off: noRow, do: (*Model).unfoldRow},

		{id: "insert", at: inRecord, keys: []string{"i"}, help: "put the record into the composer", short: "insert", off: cannotWrite, do: (*Model).insertRecord},
		{id: "brief", at: inSeats, keys: []string{"enter"}, help: "show the seat's brief", short: "brief", off: noSeat, do: (*Model).toggleBrief},
		{id: "more-readers", at: inCosts, keys: []string{"+"}, help: "one reader more", short: "readers", do: func(m *Model) { m.addReaders(1) }},
		{id: "fewer-readers", at: inCosts, keys: []string{"-"}, help: "one reader less", off: oneReader, do: func(m *Model) { m.addReaders(-1) }},

		{id: "close", at: inOverlay, keys: []string{"esc", "q", "enter", "?"}, help: "close", short: "close", do: (*Model).closeOverlay},
		{id: "accept", at: inPrompt, keys: []string{"enter"}, help: "take what is written"},
		{id: "cancel", at: inPrompt, keys: []string{"esc"}, help: "leave it as it was"},
	}
	for _, b := range composer.Bindings() {
		table = append(table, binding{id: b.ID, at: inComposer, keys: b.Keys, help: b.Help, short: composerShort(b.ID)})
	}
	return table
}

// composerHints are the composer's keys that the footer shows.
func composerHints() []string {
	return []string{"draft-send", "draft-leave", "draft-complete", "draft-fix", "draft-template", "draft-fix-all", "draft-editor", "draft-hints"}
}

// composerShort is what the footer calls a key of the composer.
func composerShort(id string) string {
	switch id {
	case "draft-fix-all":
		return "fix all"
	case "draft-send", "draft-leave", "draft-complete", "draft-fix", "draft-template", "draft-editor", "draft-hints":
		return strings.TrimPrefix(id, "draft-")
	}
	return ""
}

// keymap finds bindings by place and key.
type keymap struct {
	table []binding
	at    map[place]map[string]*binding
}

// newKeymap applies the person's own keys to the table. What is wrong with
// them is told; the rest holds.
func newKeymap(own map[string][]string) (keymap, []KeyProblem) {
	k := keymap{table: bindings(), at: make(map[place]map[string]*binding)}
	for i := range k.table {
		b := &k.table[i]
		if keys, rebound := own[b.id]; rebound {
			b.keys = keys
		}
		if k.at[b.at] == nil {
			k.at[b.at] = make(map[string]*binding)
		}
		for _, key := range b.keys {
			if _, taken := k.at[b.at][key]; !taken {
				k.at[b.at][key] = b
			}
		}
	}
	if len(own) == 0 {
		return k, nil
	}
	return k, sortProblems(append(hidden(k.table, own), unknownKeys(own, k.table)...))
}

// find looks a key up in places, in order.
func (k keymap) find(key string, places ...place) (*binding, bool) {
	for _, p := range places {
		if b, ok := k.at[p][key]; ok {
			return b, true
		}
	}
	return nil, false
}

// elsewhere says where a key would do something, "" for nowhere.
func (k keymap) elsewhere(key string, not []place) string {
	var where []string
	for _, b := range k.table {
		if slices.Contains(b.keys, key) && !slices.Contains(not, b.at) && b.at != inOverlay && b.at != inPrompt {
			where = append(where, fmt.Sprintf("%s (%s)", b.at, b.help))
		}
	}
	return strings.Join(where, ", ")
}

// named gives the binding with an id.
func (k keymap) named(id string) *binding {
	for i := range k.table {
		if k.table[i].id == id {
			return &k.table[i]
		}
	}
	return nil
}
