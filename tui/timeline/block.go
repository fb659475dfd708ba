package timeline

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"earshot/render"
	"earshot/tui/vlist"
)

// Note is a sentence between messages: a gap, a room that was rebuilt.
type Note struct {
	Text render.Safe
	Role render.Role
}

// placedNote is a note in front of the first message behind a sequence.
type placedNote struct {
	after int64
	Note
}

// AddNote puts a note in front of the first message behind a sequence.
func (t *Timeline) AddNote(after int64, n Note) {
	at := sort.Search(len(t.notes), func(i int) bool { return t.notes[i].after > after })
	t.notes = slices.Insert(t.notes, at, placedNote{after, n})
	t.restyle()
}

// ClearNotes forgets every note.
func (t *Timeline) ClearNotes() {
	t.notes = nil
	t.restyle()
}

// block draws item i in width cells: notes and the unread rule, then the
// message.
func (t *Timeline) block(i, width int) []render.Row {
	if i >= len(t.items.ords) {
		return t.outgoingBlock(t.items.outgoing[i-len(t.items.ords)], width)
	}
	at := int(t.items.ords[i])
	rows := t.leading(i, at, width)
	return append(rows, t.messageRows(t.input(at), width)...)
}

// Input is what is drawn of a message, unfolded.
func (t *Timeline) Input(seq int64) (render.MessageInput, bool) {
	at, ok := t.log.Index(seq)
	if !ok {
		return render.MessageInput{}, false
	}
	in := t.input(at)
	in.Folded = 0
	return in, true
}

// input gathers what is drawn of message at of the log.
func (t *Timeline) input(at int) render.MessageInput {
	m := t.log.At(at)
	state := t.view.Message(m.Sequence)
	return render.MessageInput{
		Sequence: m.Sequence, From: m.From, At: m.At, Type: m.Type, Tokens: m.Tokens,
		Doc: t.log.Doc(at), State: state, ReplyTo: t.reference(m.ReplyTo),
		Folded: t.folded(at, state.RepeatOf), Clock: t.clock, SeatsKnown: t.known,
		SCP: t.dict, JSONPretty: t.pretty[m.Sequence],
	}
}

func (t *Timeline) outgoingBlock(o Outgoing, width int) []render.Row {
	return t.messageRows(render.MessageInput{
		From: o.From, At: o.At, Doc: o.Doc, Tokens: -1, ReplyTo: t.reference(o.ReplyTo),
		Pending: o.State, Clock: t.clock, SeatsKnown: t.known, SCP: t.dict,
	}, width)
}

// reference is what a reply shows of the message it answers.
func (t *Timeline) reference(seq int64) *render.ReplyRef {
	i, ok := t.log.Index(seq)
	if seq == 0 || !ok {
		return nil
	}
	m := t.log.At(i)
	return &render.ReplyRef{Sequence: seq, From: m.From, Doc: t.log.Doc(i)}
}

// leading are the rows before a message.
func (t *Timeline) leading(i, at, width int) []render.Row {
	var rows []render.Row
	before := int64(0)
	seq := t.log.Sequence(at)
	if i > 0 {
		before = t.log.Sequence(int(t.items.ords[i-1]))
	}
	from := sort.Search(len(t.notes), func(n int) bool { return t.notes[n].after >= before })
	for _, n := range t.notes[from:] {
		if n.after >= seq {
			break
		}
		rows = append(rows, t.ruled(n.Text, n.Role, width))
	}
	if t.mark > 0 && t.mark >= before && t.mark < seq {
		rows = append(rows, t.ruled(render.Word("unread from here"), render.FlagInfo, width))
	}
	return rows
}

// ruled is a sentence in a dashed rule.
func (t *Timeline) ruled(text render.Safe, role render.Role, width int) render.Row {
	row := render.Row{{Text: render.Word("── "), Role: render.Border}, {Text: text, Role: role}, {Text: render.Word(" "), Role: render.Border}}
	if rest := width - t.measure.RowWidth(row); rest > 0 {
		row = append(row, render.Seg{Text: render.Word(strings.Repeat("─", rest)), Role: render.Border})
	}
	return t.measure.Fit(row, width)
}

// Mark is the sequence up to which the reader has marked messages as read.
func (t *Timeline) Mark() int64 { return t.mark }

// SetMark moves the reader's mark.
func (t *Timeline) SetMark(seq int64) {
	t.mark = seq
	t.restyle()
}

// ShowUnread brings the first message behind the mark on the screen. It
// reports whether there is one.
func (t *Timeline) ShowUnread() bool {
	i := t.place(t.mark + 1)
	return i < len(t.items.ords) && t.showItem(i)
}

func (t *Timeline) showItem(i int) bool {
	id := source{t}.ID(i)
	t.list.Select(id)
	return t.list.ShowID(id)
}

// Clip is the current message as it was sent, for the clipboard.
func (t *Timeline) Clip() (text, what string, ok bool) {
	m, ok := t.Current()
	return m.Body, fmt.Sprintf("message #%d", m.Sequence), ok
}

// version is a digest of everything that shows on item i.
func (t *Timeline) version(i int) uint64 {
	id := source{t}.ID(i)
	if v, ok := t.versions[id]; ok {
		return v
	}
	v := t.digest(i)
	t.versions[id] = v
	return v
}

func (t *Timeline) digest(i int) uint64 {
	d := newDigest()
	d.number(int64(t.style))
	if i >= len(t.items.ords) {
		o := t.items.outgoing[i-len(t.items.ords)]
		d.text(o.State)
		return d.sum()
	}
	at := int(t.items.ords[i])
	m := t.log.At(at)
	state := t.view.Message(m.Sequence)
	d.number(int64(m.Tokens))
	d.number(m.ReplyTo)
	d.flag(t.pretty[m.Sequence])
	d.number(int64(t.folded(at, state.RepeatOf)))
	if i > 0 {
		// What stands before decides about notes and the unread rule.
		d.number(t.log.Sequence(int(t.items.ords[i-1])))
	}
	if t.clock.Mode == render.Relative {
		d.text(render.FormatTime(m.At, t.clock))
	}
	d.state(state, t.clock.Now)
	return d.sum()
}

var _ vlist.Source = source{}
