package tui

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"earshot/convention"
	"earshot/render"
	"earshot/tui/chrome"
	"earshot/tui/timeline"
)

// detailOverlay shows one message with everything that is known about it.
type detailOverlay struct {
	scroller
	msg timeline.Message
	doc *convention.Message
	// made is what was drawn, for a width, a look at the ledger and a measure.
	made []render.Row
	w    int
	at   uint64
	m    render.Measure
}

// openDetail shows the current message in detail; one of ours that came back
// is taken into the composer instead.
func (m *Model) openDetail() {
	r := m.room()
	if n := r.timeline.Selected(); n < 0 {
		m.openOutgoing(r, -n)
		return
	}
	msg, ok := r.timeline.Current()
	if !ok {
		return
	}
	i, _ := r.log.Index(msg.Sequence)
	m.overlay = &detailOverlay{msg: msg, doc: r.log.Doc(i)}
}

func (m *Model) openOutgoing(r *room, number int64) {
	p := r.out.numbered(number)
	switch {
	case p == nil:
	case !p.back:
		m.notify(chrome.Info, "this message is on its way: "+p.state)
	default:
		m.takeBack(r, p)
	}
}

func (d *detailOverlay) key(m *Model, k tea.KeyPressMsg) {
	key := k.String()
	if b, ok := m.keys.find(key, inOverlay); ok {
		m.run(b, key)
		return
	}
	if m.moveOverlay(&d.scroller, key) {
		return
	}
	if b, ok := m.keys.find(key, anywhere); ok && slices.Contains([]string{"copy", "copy-file", "answer", "reply", "nudge", "proof"}, b.id) {
		if b.id != "copy" && b.id != "copy-file" {
			m.overlay = nil
		}
		m.run(b, key)
		return
	}
	if b, ok := m.keys.find(key, inRoom); ok && b.id == "links" {
		m.overlay = nil
		m.run(b, key)
		return
	}
	m.explain(key, []place{inOverlay, always})
}

func (d *detailOverlay) paste(m *Model, _ string) {
	m.notify(chrome.Info, "nothing was pasted: close the detail first")
}

func (d *detailOverlay) scroll(rows int) { d.ScrollBy(rows) }

func (d *detailOverlay) foot(*Model, int, int) ([]render.Row, int) { return nil, -1 }
func (d *detailOverlay) title() string                             { return fmt.Sprintf("message #%d in detail", d.msg.Sequence) }
func (d *detailOverlay) hints() []string {
	return []string{"scroll-down", "page-down", "answer", "reply", "copy"}
}

func (d *detailOverlay) rows(m *Model, w, h int) []render.Row {
	r := m.room()
	if d.made == nil || d.w != w || d.at != r.looks || d.m != m.measure {
		d.made, d.w, d.at, d.m = m.detailRows(r, d, w), w, r.looks, m.measure
	}
	d.fit(len(d.made), h)
	return d.cut(d.made)
}

// detailRows draws the message with everything that is known about it.
func (m *Model) detailRows(r *room, d *detailOverlay, w int) []render.Row {
	message, ok := r.timeline.Input(d.msg.Sequence)
	if !ok {
		return []render.Row{{{Text: render.Word(" this message is not here any more"), Role: render.Dim}}}
	}
	in := render.DetailInput{
		Message: message, Items: r.view.ItemsOf(d.msg.Sequence), Readers: r.readersNow(), TwinTokens: -1,
		Diagnostics: convention.Check(d.doc, r.checkContext(m.countTokens())),
	}
	if d.doc.Header != nil {
		in.Twin = convention.Twin(d.doc, true)
	}
	if m.counter != nil {
		in.LineTokens = m.counter.ByLine(d.msg.Body)
		if in.Twin != "" {
			in.TwinTokens = m.counter.Count(in.Twin)
		}
	}
	return render.DetailRows(in, w, m.measure)
}

// checkContext is what checks of a message of the room know beside its body.
func (r *room) checkContext(count func(string) int) convention.Context {
	c := convention.Context{Tokens: count}
	for _, s := range r.members() {
		c.Seats = append(c.Seats, s.Name)
	}
	c.V1Share, c.RoomMessages = r.v1.share, r.v1.of
	return c
}
