package tui

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"earshot/convention"
	"earshot/render"
	"earshot/tui/chrome"
	"earshot/tui/timeline"
	"earshot/tui/vlist"
)

// detailOverlay shows one message with everything that is known about it. It is
// drawn piece by piece as it is scrolled to.
type detailOverlay struct {
	msg  timeline.Message
	doc  *convention.Message
	list *vlist.List
	// pieces were prepared at a look at the ledger, for a measure.
	pieces *detailPieces
	looks  uint64
	m      render.Measure
	// checked holds what follows from the text, as of a basis.
	checked render.DetailInput
	basis   detailBasis
}

// detailBasis is what the checks of a message hang on beside its text.
type detailBasis struct {
	done    bool
	counted bool // tokens
	seats   int
	prose   bool // nearly nobody in the room keeps to the convention
}

// detailWindow is the part of a detail that is seen.
type detailWindow struct{ *vlist.List }

// Stand is the line at its top.
func (w detailWindow) Stand() any {
	top, _ := w.List.Stand()
	return top
}

// detailPieces shows the pieces of a view to the list.
type detailPieces struct {
	*render.Detail
	version uint64
}

func (p *detailPieces) ID(i int) vlist.ID { return vlist.ID(i + 1) }
func (p *detailPieces) IndexOf(id vlist.ID) (i int, ok bool) {
	return int(id) - 1, id >= 1 && int(id) <= p.Len()
}
func (p *detailPieces) Estimate(i, _ int) int { return p.Detail.Estimate(i) }
func (p *detailPieces) Version(int) uint64    { return p.version }

var _ vlist.Indexer = (*detailPieces)(nil)

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
	m.overlay = &detailOverlay{msg: msg, doc: r.log.Doc(i), list: vlist.New()}
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
	if m.moveOverlay(detailWindow{d.list}, key) {
		return
	}
	if b, ok := m.keys.find(key, anywhere); ok && slices.Contains([]string{"copy", "copy-file", "answer", "reply", "rewrite", "nudge", "proof"}, b.id) {
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

func (d *detailOverlay) scroll(rows int) { d.list.ScrollBy(rows) }

func (d *detailOverlay) foot(*Model, int, int) ([]render.Row, int) { return nil, -1 }
func (d *detailOverlay) title() string                             { return fmt.Sprintf("message #%d in detail", d.msg.Sequence) }
func (d *detailOverlay) hints() []string {
	return []string{"scroll-down", "page-down", "answer", "reply", "copy"}
}

func (d *detailOverlay) rows(m *Model, w, h int) []render.Row {
	d.list.SetSize(w, h)
	r := m.room()
	if d.pieces == nil || d.looks != r.looks || d.m != m.measure {
		if !d.prepare(m, r) {
			return []render.Row{{{Text: render.Word(" this message is not here any more"), Role: render.Dim}}}
		}
	}
	return d.list.Rows()
}

// prepare makes the pieces anew; the place on the screen stays. It is false
// where the message is not there any more.
func (d *detailOverlay) prepare(m *Model, r *room) bool {
	view, ok := m.detailOf(r, d)
	if !ok {
		return false
	}
	d.looks, d.m = r.looks, m.measure
	if d.pieces != nil {
		d.pieces.Detail = view
		d.pieces.version++
		d.list.Reset()
		return true
	}
	d.pieces = &detailPieces{Detail: view}
	d.list.SetSource(d.pieces)
	d.list.Top()
	return true
}

// detailOf gathers everything that is known about the message; false where it
// is not there any more.
func (m *Model) detailOf(r *room, d *detailOverlay) (*render.Detail, bool) {
	message, ok := r.timeline.Input(d.msg.Sequence)
	if !ok {
		return nil, false
	}
	d.check(m, r)
	in := d.checked
	in.Message, in.Items, in.Readers = message, r.view.ItemsOf(d.msg.Sequence), r.readersNow()
	return render.NewDetail(in, m.measure), true
}

// check finds what follows from the text. A body may be long, so that is done
// again only when it may come out differently.
func (d *detailOverlay) check(m *Model, r *room) {
	basis := detailBasis{true, m.counter != nil, len(r.members()), r.v1.of > 0 && r.v1.share < 0.2}
	if d.basis == basis {
		return
	}
	d.basis = basis
	in := render.DetailInput{TwinTokens: -1, Diagnostics: convention.Check(d.doc, r.checkContext(m.countTokens()))}
	if d.doc.Header != nil {
		in.Twin = convention.Twin(d.doc, true)
	}
	if m.counter != nil {
		in.LineTokens = m.counter.ByLine(d.msg.Body)
		if in.Twin != "" {
			in.TwinTokens = m.counter.Count(in.Twin)
		}
	}
	d.checked = in
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
