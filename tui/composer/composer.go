package composer

import (
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"earshot/convention"
	"earshot/convention/tokens"
	"earshot/render"
	"earshot/tui/editor"
)

// Options of a new composer.
type Options struct {
	Measure   render.Measure
	MaxBytes  int                 // of a message, 32,768 where zero
	Keys      map[string][]string // keys that replace those of a binding, by its id
	Templates map[string]string   // more templates, by name; <words> are blanks
	// Clock is the time by which presses of the send key are told apart; nil
	// takes that of the room as of the last SetNow.
	Clock func() time.Time
	// Alone says that the message is handed over to a file or a pipe and not
	// sent to a room.
	Alone bool
}

// Composer holds one draft. Its zero value is not usable; call [New].
type Composer struct {
	opts  Options
	keys  map[string]binding
	named map[string]bool // blanks of the person's own templates
	ed    *editor.Editor
	room  Room
	start Start

	msg      *convention.Message // of the text as it stands
	blanks   []blank
	pristine string // the text that Open made; nothing is lost with it

	counter     *tokens.Counter
	incremental *tokens.Incremental
	tokens      int // -1 where not known
	tokensRev   uint64
	twin        twin
	lines       perLine
	found       *atomic.Pointer[counted] // by the latest linter

	diagnostics []convention.Diagnostic
	checked     bool // whether they are those of the text
	lastTold    convention.Diagnostic
	telling     bool

	list             list
	autoCount, hints bool
	showTwin, byLine bool
	stopped          stop
	news, newsHeeded string // what happened meanwhile, and what of it stops nothing any more
	done             remark
	sent             []string
	recalled         int
	unsent           string
	width, height    int
}

// New makes an empty composer.
func New(o Options) *Composer {
	c := &Composer{
		opts: o, keys: keymap(o.Keys), named: namedBlanks(o.Templates),
		ed:        editor.New(editor.Options{MaxBytes: o.MaxBytes, Measure: o.Measure}),
		autoCount: true, showTwin: true, tokens: -1, found: new(atomic.Pointer[counted]),
	}
	c.reset(Start{}, "")
	return c
}

// reset begins with a text and forgets the one before.
func (c *Composer) reset(s Start, text string) {
	c.start, c.list, c.stopped, c.done = s, list{}, stop{}, remark{}
	c.news, c.newsHeeded = "", ""
	c.recalled, c.unsent = len(c.sent), ""
	c.autoCount = !s.ByHand // a choice for one message
	c.ed.SetText(text)
	c.parse()
	if c.autoCount {
		c.keepCount(false)
		c.ed.SetText(c.ed.Text()) // the count is no step that could be undone
	}
	c.check()
	c.checkNow() // nobody is there to run a Lint
	c.count(c.ed.Text())
	c.pristine = c.ed.Text()
}

// Open begins a message: a draft to go on with, or what the kind of start calls
// for, with the cursor where the person must write.
func (c *Composer) Open(s Start) {
	if s.Text != "" {
		c.reset(s, s.Text)
		c.pristine = ""
		return
	}
	c.begin(s)
	if c.nextBlank(0) && len(s.Options) > 0 && (s.Kind == Answer || s.Kind == Decide) {
		if span, all := c.candidates(); len(all) > 0 {
			c.list = list{open: true, span: span, all: all, at: -1} // none is preselected
		}
	}
}

// begin writes what a start calls for as of now.
func (c *Composer) begin(s Start) { c.reset(s, begin(s, c.room.Now)) }

// Text is the draft.
func (c *Composer) Text() string { return c.ed.Text() }

// Revision changes with every change of the draft.
func (c *Composer) Revision() uint64 { return c.ed.Revision() }

// ByHand tells whether the n= of the draft is left as the person writes it.
func (c *Composer) ByHand() bool { return !c.autoCount }

// Empty tells whether nothing was written that is worth keeping.
func (c *Composer) Empty() bool {
	text := c.ed.Text()
	return text == c.pristine || strings.TrimSpace(text) == ""
}

// ReplyTo is the message that the draft replies to, 0 for none.
func (c *Composer) ReplyTo() (id string, sequence int64) {
	return c.start.ReplyTo, c.start.ReplyToSequence
}

// ReplaceText replaces the draft as one undoable step, as after the person's
// own editor. The line feed that editors end a file with is left out.
func (c *Composer) ReplaceText(s string) Action {
	c.ed.ReplaceAll(strings.TrimSuffix(strings.TrimSuffix(s, "\n"), "\r"))
	return c.changed(false)
}

// Insert puts text at the cursor, such as a state record. It takes the place of a
// message in which nothing was written yet.
func (c *Composer) Insert(s string) Action {
	if c.Empty() && len(s) <= c.limit() {
		c.ed.ReplaceAll(s)
		return c.changed(false)
	}
	return c.insert(s)
}

func (c *Composer) limit() int {
	if c.opts.MaxBytes > 0 {
		return c.opts.MaxBytes
	}
	return editor.DefaultLimit
}

// Paste is Insert for text from outside; it is refused whole where too large. A
// message with a header of its own takes the place of one in which nothing was
// written yet.
func (c *Composer) Paste(s string) Action {
	c.list = list{}
	if c.Empty() && len(s) <= c.limit() && brings(s) {
		c.ed.ReplaceAll(strings.TrimRight(s, "\r\n"))
		return c.changed(false)
	}
	return c.insert(s)
}

// SetSize sets the size in cells and rows.
func (c *Composer) SetSize(w, h int) { c.width, c.height = max(0, w), max(0, h) }

// SetRoom hands in what is known of the room and the time.
func (c *Composer) SetRoom(r Room) {
	same := slices.Equal(r.Seats, c.room.Seats) && r.V1Share == c.room.V1Share &&
		r.RoomMessages == c.room.RoomMessages && r.Now.Truncate(time.Minute).Equal(c.room.Now.Truncate(time.Minute))
	c.room = r
	if same {
		return
	}
	if c.start.Kind == Proof && c.pristine != "" && c.ed.Text() == c.pristine {
		c.begin(c.start) // its time counts from now as long as nothing was written
		c.nextBlank(0)
		return
	}
	c.recheck()
}

// SetNow hands in the time alone. Where no Clock was given it has to be called
// before each key, because a second press of the send key is judged by it.
func (c *Composer) SetNow(t time.Time) {
	r := c.room
	r.Now = t
	c.SetRoom(r)
}
