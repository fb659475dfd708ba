package tui

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"earshot/render"
	"earshot/tui/chrome"
)

// linkOverlay asks before a link is opened, and shows where it truly leads:
// what a message writes beside it plays no part.
type linkOverlay struct {
	urls []string
	at   int
	note string // about the latest key
}

// links are the http and https links of the message that keys act on, each
// once.
func (m *Model) links() []string {
	msg, ok := m.room().timeline.Current()
	if !ok {
		return nil
	}
	var urls []string
	for _, l := range render.Links(render.Clean(msg.Body)) {
		if !slices.Contains(urls, l.URL) {
			urls = append(urls, l.URL)
		}
	}
	return urls
}

func noLink(m *Model) string {
	if len(m.links()) == 0 {
		return "the message has no http or https link"
	}
	return ""
}

func (m *Model) openLinks() { m.overlay = &linkOverlay{urls: m.links()} }

func (l *linkOverlay) key(m *Model, k tea.KeyPressMsg) {
	key := k.String()
	l.note = ""
	if b, ok := m.keys.find(key, inPrompt); ok {
		m.overlay = nil
		if b.id == "accept" {
			m.openLink(l.urls[l.at])
		}
		return
	}
	b, ok := m.keys.find(key, inRoom, anywhere)
	if !ok {
		b = &binding{}
	}
	switch b.id {
	case "links", "down", "scroll-down", "next-pane":
		l.turn(1)
	case "up", "scroll-up", "prev-pane":
		l.turn(-1)
	case "copy":
		m.overlay = nil
		m.do(tea.SetClipboard(l.urls[l.at]))
		m.notify(chrome.Info, "the link was sent to the terminal's clipboard")
	default:
		l.note = key + " does nothing here: "
	}
}

// turn goes to another link of the message.
func (l *linkOverlay) turn(by int) {
	if len(l.urls) == 1 {
		l.note = "the message has this link alone: "
	}
	l.at = (l.at + by + len(l.urls)) % len(l.urls)
}

// openLink opens a link, or copies it where nothing can open one.
func (m *Model) openLink(url string) {
	if m.opts.OpenLink == nil {
		m.do(tea.SetClipboard(url))
		m.notify(chrome.Info, "nothing here opens links; it was sent to the terminal's clipboard")
		return
	}
	m.do(cmdOpenLink(m.opts.OpenLink, url))
}

func (l *linkOverlay) foot(m *Model, w, most int) ([]render.Row, int) {
	which := ""
	if len(l.urls) > 1 {
		which = fmt.Sprintf(" (%d of %d, %s the next)", l.at+1, len(l.urls), m.keyFor("links"))
	}
	text := l.note + fmt.Sprintf("open %s ?%s  %s opens, %s copies, %s leaves", l.urls[l.at], which, m.keyFor("accept"), m.keyFor("copy"), m.keyFor("cancel"))
	return chrome.Sentence(render.Word(" "), render.CleanLine(text), render.FlagInfo, m.measure, w, most), -1
}

func (l *linkOverlay) paste(m *Model, _ string) {
	m.notify(chrome.Info, "nothing was pasted: close the link first")
}
func (l *linkOverlay) scroll(int)                         {}
func (l *linkOverlay) rows(*Model, int, int) []render.Row { return nil }
func (l *linkOverlay) title() string                      { return "" }
func (l *linkOverlay) hints() []string                    { return nil }
