package composer

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"earshot/convention"
	"earshot/convention/tokens"
	"earshot/render"
)

// Options of a new composer.
type Options struct {
	Measure   render.Measure
	MaxBytes  int                 // of a message, 32,768 where zero
	Keys      map[string][]string // keys that replace those of a binding, by its id
	Templates map[string]string   // more templates, by name
}

// Composer holds one draft. Its zero value is not usable; call [New].
type Composer struct {
	width, height int
}

// New makes an empty composer.
func New(o Options) *Composer { return &Composer{} }

// Open begins a message.
func (c *Composer) Open(s Start) {}

// Text is the draft.
func (c *Composer) Text() string { return "" }

// Revision changes with every change of the draft.
func (c *Composer) Revision() uint64 { return 0 }

// Empty tells whether nothing was written that is worth keeping.
func (c *Composer) Empty() bool { return true }

// ReplyTo is the message that the draft replies to, 0 for none.
func (c *Composer) ReplyTo() (id string, sequence int64) { return "", 0 }

// ReplaceText replaces the draft as one undoable step, as after the person's
// own editor.
func (c *Composer) ReplaceText(s string) Action { return nil }

// Insert puts text at the cursor, such as a state record.
func (c *Composer) Insert(s string) Action { return nil }

// Paste is Insert for text from outside; it is refused whole where too large.
func (c *Composer) Paste(s string) Action { return nil }

// SetSize sets the size in cells and rows.
func (c *Composer) SetSize(w, h int) { c.width, c.height = w, h }

// Want is the number of rows that the composer would like at a width, at most
// limit.
func (c *Composer) Want(width, limit int) int { return min(8, limit) }

// SetRoom hands in what is known of the room and the time.
func (c *Composer) SetRoom(r Room) {}

// SetNow hands in the time alone.
func (c *Composer) SetNow(t time.Time) {}

// SetCounter hands in the token counter once it is loaded.
func (c *Composer) SetCounter(t *tokens.Counter) {}

// HandleKey takes a key. Handled is false for a key that means nothing here.
func (c *Composer) HandleKey(k tea.KeyPressMsg) (a Action, handled bool) { return nil, false }

// Linter is the check that a [Lint] asks for; it may run in another goroutine.
func (c *Composer) Linter() func(text string) []convention.Diagnostic { return nil }

// SetLint hands in the result of a [Lint]; it is dropped where the text has
// changed since.
func (c *Composer) SetLint(rev uint64, d []convention.Diagnostic) {}

// Sent tells that a send was accepted: the text joins the history and the
// composer is empty.
func (c *Composer) Sent(content string) {}

// Rows draws the composer: exactly as many rows as its height.
func (c *Composer) Rows(m render.Measure) []render.Row { return make([]render.Row, c.height) }

// Cursor is the cell of the cursor within the rows.
func (c *Composer) Cursor() (x, y int, ok bool) { return 0, 0, false }

// Binding is one key of the composer, for the help.
type Binding struct {
	ID   string
	Keys []string
	Help string
}

// Bindings are the keys of the composer in the order of the help.
func Bindings() []Binding { return nil }
