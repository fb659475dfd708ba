package timeline

import (
	"time"

	"earshot/convention/ledger"
	"earshot/convention/scp"
	"earshot/render"
	"earshot/tui/vlist"
)

// gutter is the column at the left that marks the selected message.
const gutter = 1

// Timeline is the pane. Its zero value is not usable; call [New].
type Timeline struct {
	log     Log
	view    ledger.View
	list    *vlist.List
	items   items
	filter  filtering
	search  search
	pointer pointer
	notes   []placedNote   // by the sequence they stand behind
	pretty  map[int64]bool // JSON bodies shown indented
	mark    int64
	measure render.Measure
	clock   render.Clock
	known   func(name string) bool
	dict    *scp.Dictionary
	width   int
	height  int
	// style counts what changes the look of every message at once.
	style uint64
	// versions remembers digests until something is fed or time passes.
	versions map[vlist.ID]uint64
}

// New makes an empty timeline over a log that follows the end.
func New(log Log) *Timeline {
	t := &Timeline{
		log: log, list: vlist.New(), filter: filtering{next: -1},
		pretty: make(map[int64]bool), versions: make(map[vlist.ID]uint64),
	}
	t.items.reset()
	t.list.SetSource(source{t})
	t.list.SetDecorate(t.decorate)
	return t
}

// SetSize sets the pane's size in cells and rows.
func (t *Timeline) SetSize(w, h int) {
	if w == t.width && h == t.height {
		return
	}
	t.width, t.height = w, h
	t.pointer.drawn = false
	t.list.SetSize(w, h)
}

// SetMeasure sets how wide text is on this terminal.
func (t *Timeline) SetMeasure(m render.Measure) {
	t.measure = m
	t.restyle()
}

// SetClockMode sets how times are written, and the zone for local ones.
func (t *Timeline) SetClockMode(mode render.ClockMode, zone *time.Location) {
	t.clock.Mode, t.clock.Zone = mode, zone
	t.restyle()
}

// SetKnown sets which seat names are known to be in the room.
func (t *Timeline) SetKnown(known func(name string) bool) {
	t.known = known
	t.restyle()
}

// SetDictionary sets the dictionary that SCP bodies are decoded with.
func (t *Timeline) SetDictionary(d *scp.Dictionary) {
	t.dict = d
	t.restyle()
}

// SetView hands in what the ledger says as of a moment. It has to be called
// after every feed of the ledger, before anything is drawn.
func (t *Timeline) SetView(v ledger.View, now time.Time) {
	t.view = v
	t.clock.Now = now
	t.touch()
}

// touch lets every visible message compare itself with what is drawn.
func (t *Timeline) touch() {
	clear(t.versions)
	t.pointer.drawn = false
	t.list.Redraw()
}

// restyle makes every visible message be drawn anew.
func (t *Timeline) restyle() {
	t.style++
	t.touch()
}

// Rows draws the pane: exactly as many rows as its height.
func (t *Timeline) Rows() []render.Row { return t.list.Rows() }

// Wraps is the number of messages wrapped so far.
func (t *Timeline) Wraps() int { return t.list.Stats() }

// Follow reports whether the pane sticks to the newest message.
func (t *Timeline) Follow() bool { return t.list.Follow() }

// NewSince is the number of messages that came while the pane did not follow
// and that have not been on the screen.
func (t *Timeline) NewSince() int { return t.list.NewSince() }

// Position is how far down the viewport is, 0 … 1; approximate.
func (t *Timeline) Position() float64 {
	pos, size := t.list.Thumb()
	if size >= 1 {
		return 1
	}
	return min(max(pos/(1-size), 0), 1)
}

// AtTop reports whether the first message stands on the screen.
func (t *Timeline) AtTop() bool {
	lines := t.list.Lines()
	return len(lines) > 0 && lines[0].Item == 0 && lines[0].First
}

// Shown is the number of messages that the filter and folding leave.
func (t *Timeline) Shown() int { return len(t.items.ords) }

// ScrollBy moves the viewport by rows, down where positive.
func (t *Timeline) ScrollBy(rows int) { t.list.ScrollBy(rows) }

// PageUp, PageDown, Top and Bottom move the viewport.
func (t *Timeline) PageUp()   { t.list.PageUp() }
func (t *Timeline) PageDown() { t.list.PageDown() }
func (t *Timeline) Top()      { t.list.Top() }
func (t *Timeline) Bottom()   { t.list.Bottom(); t.list.Unselect() }

// Next and Prev select the message after and before the selected one.
func (t *Timeline) Next() { t.list.SelectNext() }
func (t *Timeline) Prev() { t.list.SelectPrev() }

// ClickAt selects what stands on row y of the pane.
func (t *Timeline) ClickAt(y int) {
	if id, _, ok := t.list.HitTest(y); ok {
		t.list.Select(id)
	}
}

// Current is the message that keys act on: the selected one, else the lowest
// one on the screen. ok is false in an empty room.
func (t *Timeline) Current() (Message, bool) {
	if id, ok := t.list.Selected(); ok && id > 0 {
		return t.message(int64(id))
	}
	lines := t.list.Lines()
	for i := len(lines) - 1; i >= 0; i-- {
		if lines[i].Item >= 0 && lines[i].ID > 0 {
			return t.message(int64(lines[i].ID))
		}
	}
	return Message{}, false
}

// Selected is the selected message's sequence; negative for an outgoing one,
// 0 for none.
func (t *Timeline) Selected() int64 {
	id, ok := t.list.Selected()
	if !ok {
		return 0
	}
	return int64(id)
}

func (t *Timeline) message(seq int64) (Message, bool) {
	i, ok := t.log.Index(seq)
	if !ok {
		return Message{}, false
	}
	return t.log.At(i), true
}

// Show selects a message and brings it on the screen. A filter that hides it
// is lifted; a folded repeat is unfolded. It reports whether the message is
// here at all.
func (t *Timeline) Show(seq int64) bool {
	i, ok := t.log.Index(seq)
	if !ok {
		return false
	}
	if !t.items.has(i) {
		t.unfoldFor(seq)
	}
	if !t.items.has(i) {
		t.SetFilter(Filter{})
	}
	t.list.Select(vlist.ID(seq))
	return t.list.ShowID(vlist.ID(seq))
}

// Seen is the highest sequence that stands on the screen, 0 for none.
func (t *Timeline) Seen() int64 {
	lines := t.list.Lines()
	for i := len(lines) - 1; i >= 0; i-- {
		if lines[i].Item >= 0 && lines[i].ID > 0 {
			return int64(lines[i].ID)
		}
	}
	return 0
}

// TogglePretty shows the current message's JSON indented, or as it came.
func (t *Timeline) TogglePretty() {
	m, ok := t.Current()
	if !ok {
		return
	}
	if t.pretty[m.Sequence] {
		delete(t.pretty, m.Sequence)
	} else {
		t.pretty[m.Sequence] = true
	}
	t.touch()
}

// decorate marks the selected message and what the search found. It runs for
// every visible row when it is drawn and is never cached.
func (t *Timeline) decorate(l vlist.Line, row render.Row) render.Row {
	if l.Item < 0 {
		return row
	}
	bar := render.Seg{Text: render.Word(" ")}
	if l.Selected {
		bar = render.Seg{Text: render.Word("▌"), Role: render.Selected}
		if t.pointer.seq == int64(l.ID) && l.Line == t.pointerRow() {
			bar.Text = render.Word("▸")
		}
	}
	out := make(render.Row, 0, len(row)+1)
	return append(append(out, bar), t.search.highlight(row)...)
}

// Visible lists the sequences of the messages on the screen, top to bottom.
func (t *Timeline) Visible() []int64 {
	var all []int64
	for _, l := range t.list.Lines() {
		if l.Item >= 0 && l.ID > 0 && (len(all) == 0 || all[len(all)-1] != int64(l.ID)) {
			all = append(all, int64(l.ID))
		}
	}
	return all
}

// Recounted tells that tokens of messages are known now.
func (t *Timeline) Recounted() { t.touch() }
