package composer

// Action is something that the composer asks of its owner. The set is closed.
type Action interface{ action() }

// Send asks to post the text. Force says that the person pressed send again
// after errors were named.
type Send struct {
	Content         string
	ReplyTo         string // id of the message replied to, empty for none
	ReplyToSequence int64  // its number, 0 for none
	Force           bool
}

// Leave asks to give the focus back; the draft stays.
type Leave struct{}

// OpenEditor asks to edit the text in the person's own editor; hand the result
// to [Composer.ReplaceText].
type OpenEditor struct{ Text string }

// Lint tells that the text changed and asks to check it outside of the key
// path, with [Composer.Linter]; hand the result to [Composer.SetLint]. Like
// SaveDraft it means that the draft is to be kept.
type Lint struct {
	Rev  uint64
	Text string
}

// SaveDraft tells that the text changed and should be kept within a second.
type SaveDraft struct {
	Rev  uint64
	Text string
}

// Level of a notice.
type Level uint8

// The levels.
const (
	Info Level = iota
	Warn
	Fail
)

// Notice asks to tell the person something.
type Notice struct {
	Level Level
	Text  string
}

func (Send) action()       {}
func (Leave) action()      {}
func (OpenEditor) action() {}
func (Lint) action()       {}
func (SaveDraft) action()  {}
func (Notice) action()     {}
