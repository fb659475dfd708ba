package render

import (
	"strconv"
	"time"

	"earshot/convention"
	"earshot/convention/ledger"
	"earshot/convention/scp"
)

// ReplyRef is the message that another one answers.
type ReplyRef struct {
	Sequence int64 // 0 where it is not known
	From     string
	Text     string              // the body
	Doc      *convention.Message // of the body, where it was parsed already
}

// MessageInput is everything that is shown of one message. All strings are text
// from outside; they are cleaned here, and credentials in a body are hidden. The
// zero value of every field but Doc leaves its part out, Tokens excepted.
type MessageInput struct {
	Sequence int64  // 0 while it is pending
	From     string // the sender's name
	Type     string // the protocol's type; shown where it is not "message"
	At       time.Time
	Doc      *convention.Message
	State    ledger.MessageState
	Tokens   int // -1 where they are not counted yet
	ReplyTo  *ReplyRef
	Pending  string // "", "pending", "sent", "refused: why" or "failed: why"
	// Folded is how many messages this row stands for, where repeats are folded:
	// State.RepeatOf and State.Repeat say of what. 0 shows the message itself.
	Folded int
	Clock  Clock
	// SeatsKnown says whether a seat is in the room; nil where the seats are not
	// known.
	SeatsKnown func(name string) bool
	SCP        *scp.Dictionary // decodes SCP bodies; nil shows them as they are
	JSONPretty bool            // indents JSON bodies
}

// Widths at which the form of a message changes.
const (
	WideForm   = 100 // from here on: columns for sender, intent and time
	NarrowForm = 60  // below: one column, the header in two rows where it must
)

// MessageRows draws a message: a header row, then a row for every line with its
// label as a word in the colour of its family, flags in words beside or under
// the line, long lines wrapped and indented. No row is wider than width.
func MessageRows(in MessageInput, width int, m Measure) []Row {
	d := newDrawing(in, width, m)
	d.whole()
	return d.rows
}

// MessageHead draws a message only so far that more than most rows are there;
// whole says that nothing was left out. It lays out no more than most + 1 lines.
func MessageHead(in MessageInput, most, width int, m Measure) (rows []Row, whole bool) {
	d := newDrawing(in, width, m)
	d.most = max(most, 1)
	d.to = min(d.to, d.most+1)
	d.whole()
	return d.rows, d.to == len(d.in.Doc.Facts) && !d.short
}

// whole draws the message, of its lines those before to.
func (d *drawing) whole() {
	if d.in.Folded > 0 {
		d.folded()
		return
	}
	d.header()
	d.replyTo()
	d.body()
}

// drawing is one message being drawn.
type drawing struct {
	in    MessageInput
	m     Measure
	width int
	rows  []Row

	secrets []convention.Span // of the body, never shown
	to      int               // the facts before it are drawn
	most    int               // rows after which the rest is left out; 0 for none
	short   bool              // something was left out for that

	indent   int // column at which lines begin
	labelCol int // width of the column of labels
	whatCol  int // column at which intent and topic begin; 0 right after the seats
	flagCol  int // column at which flags stand if the text leaves it free
}

func newDrawing(in MessageInput, width int, m Measure) *drawing {
	if in.Doc == nil {
		in.Doc = &convention.Message{}
	}
	d := &drawing{in: in, m: m, width: max(width, 1), indent: 3, labelCol: 8, secrets: convention.Secrets(in.Doc.Source),
		to: len(in.Doc.Facts)}
	switch {
	case d.width >= WideForm:
		d.whatCol = 30
		d.flagCol = d.width - 24
	case d.width >= NarrowForm:
		d.whatCol = 22
		d.flagCol = d.width - 22
	default:
		d.indent = 2
		d.labelCol = min(8, d.widestLabel())
	}
	return d
}

// widestLabel is the width of the widest label of the message.
func (d *drawing) widestLabel() int {
	w := 0
	for _, f := range d.in.Doc.Facts {
		w = max(w, d.m.RowWidth(labelOf(f, ledger.LineState{})))
	}
	return w
}

// add appends a row and holds the promise that none is too wide.
func (d *drawing) add(r Row) {
	if d.m.RowWidth(r) > d.width {
		r = d.m.Fit(r, d.width)
	}
	d.rows = append(d.rows, r)
}

// number is the way a message is named: #12.
func number(sequence int64) Safe {
	if sequence <= 0 {
		return Safe{s: "#…"}
	}
	return Safe{s: "#" + strconv.FormatInt(sequence, 10)}
}

// folded draws repeats as one row.
func (d *drawing) folded() {
	of, count := d.in.State.RepeatOf, d.in.Folded
	loop := false
	if r := d.in.State.Repeat; r != nil {
		count, loop = max(count, r.Count), r.Loop
		if of == 0 {
			of = r.First
		}
	}
	row := Row{{Text: spaces(1)}, {Text: number(d.in.Sequence), Role: Dim}, {Text: spaces(1)},
		{Text: d.name(d.in.From), Role: Strong}, {Text: Safe{s: "  repeats "}, Role: Dim}, {Text: number(of)},
		{Text: Safe{s: " ×" + strconv.Itoa(count)}, Role: FlagWarn}}
	if loop {
		row = append(row, Seg{Text: spaces(2)}, Seg{Text: Safe{s: "LOOP"}, Role: FlagBad})
	}
	d.add(row)
}

// nameCells is how much of a name is shown.
const nameCells = 24

// name is a seat's name as it is shown beside others.
func (d *drawing) name(raw string) Safe {
	if raw == "" {
		return Safe{s: "(no name)"}
	}
	return d.m.Truncate(CleanLine(raw), nameCells, "…")
}

// replyTo draws what the message answers in one dim row.
func (d *drawing) replyTo() {
	if d.in.ReplyTo == nil {
		return
	}
	text := Clean(d.reply().Plain())
	d.add(Row{{Text: spaces(d.indent)}, {Text: d.m.Truncate(text, max(1, d.width-d.indent-1), "…"), Role: Dim}})
}

// reply names the message that is answered and what it is about.
func (d *drawing) reply() Row {
	ref := d.in.ReplyTo
	row := Row{{Text: Safe{s: "↳ "}, Role: Dim}}
	if ref.Sequence > 0 {
		row = append(row, Seg{Text: number(ref.Sequence), Role: Dim})
	} else {
		row = append(row, Seg{Text: Safe{s: "a message that is not here"}, Role: Dim})
	}
	if ref.From != "" {
		row = append(row, Seg{Text: Join(spaces(1), d.name(ref.From), Safe{s: ":"}), Role: Dim})
	}
	if about := d.excerpt(ref); !about.Empty() {
		row = append(row, Seg{Text: Join(spaces(1), about), Role: Dim})
	}
	return row
}

// excerpt is the line of a message that the reply is about.
func (d *drawing) excerpt(ref *ReplyRef) Safe {
	doc := ref.Doc
	if doc == nil {
		doc = convention.Parse(ref.Text)
	}
	if len(doc.Facts) == 0 {
		return CleanLine(firstLine(Conceal(doc.Source)))
	}
	best := answered(doc, d.in.Doc)
	there := drawing{in: MessageInput{Doc: doc, Clock: d.in.Clock}, m: d.m, secrets: convention.Secrets(doc.Source)}
	return Clean(there.text(best.Span, best.Times).Plain())
}
