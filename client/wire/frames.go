package wire

import (
	"encoding/json"
	"log/slog"
	"time"
)

// Names of the operations.
const (
	OpHello    = "hello"
	OpWelcome  = "welcome"
	OpMessages = "messages"
	OpLive     = "live"
	OpPage     = "page"
	OpPost     = "post"
	OpPosted   = "posted"
	OpRepeat   = "repeat"
	OpRefused  = "refused"
	OpHave     = "have"
	OpSeats    = "seats"
	OpVerdict  = "verdict"
	OpError    = "error"
)

// Frame is one text frame of the websocket.
type Frame interface{ Op() string }

// Hello opens a connection: the client's first frame. After is the last sequence it holds under Epoch; 0 asks for everything.
// Token is set only where the upgrade request could not carry a header; printing a Hello never shows it.
type Hello struct {
	Protocol int    `json:"protocol"`
	After    int64  `json:"after"`
	Epoch    string `json:"epoch,omitempty"`
	Token    string `json:"token,omitempty"`
}

// Welcome answers Hello. You is nil for an observer. LastSequence is the room's end at that moment.
type Welcome struct {
	Protocol     int
	Epoch        string
	Room         Room
	You          *Seat
	Seats        []Seat
	LastSequence int64
	ServerTime   time.Time
	Limits       Limits
	Capabilities Capabilities
}

// Messages carries backlog and live messages, in order; with Page it answers one Page request instead.
type Messages struct {
	Messages []Message
	Page     bool
}

// Live ends the backlog.
type Live struct{}

// Page asks for at most Limit messages below Before.
type Page struct {
	Before int64 `json:"before"`
	Limit  int   `json:"limit"`
}

// Post asks the room to store a message. ID is made by the client (UUIDv4) and stays the same however often the post is sent,
// so that it is stored once. A reply names the message by ID or by sequence, not both.
type Post struct {
	ID              string `json:"id"`
	Content         string `json:"content"`
	ReplyTo         string `json:"reply_to_message_id,omitempty"`
	ReplyToSequence int64  `json:"reply_to_sequence,omitempty"`
}

// Posted says that a post is stored. For a repeat, Sequence, MessageID and RepeatOf are those of the message stored before;
// RepeatOf is 0 otherwise.
type Posted struct {
	ID          string       `json:"id"`
	Sequence    int64        `json:"sequence"`
	MessageID   string       `json:"message_id"`
	RepeatOf    int64        `json:"repeat_of,omitempty"`
	Diagnostics []Diagnostic `json:"diagnostics"`
	Owed        []Owed       `json:"owed"`
	OwedUnknown bool         `json:"owed_unknown,omitempty"` // the room was just started and does not know yet
}

// Repeat says that the message of that sequence was posted Count times in all, the stored one included.
type Repeat struct {
	Sequence int64
	Seat     string
	Count    int
	LastAt   time.Time
}

// Refused says that a post is not stored and why.
type Refused struct {
	ID    string `json:"id"`
	Error Error  `json:"error"`
	// Diagnostics are what was wrong with the body where that is the reason.
	Diagnostics []Diagnostic `json:"diagnostics,omitempty"`
}

// Have marks everything up to Sequence as shown to the seat's person or handed to its agent.
type Have struct {
	Sequence int64 `json:"sequence"`
}

// Seats carries the seats that changed.
type Seats struct {
	Seats []Seat `json:"seats"`
}

// Verdict is what a resolver said about one reference of one line: found, missing, failed or unknown.
type Verdict struct {
	Sequence  int64  `json:"sequence"`
	Line      int    `json:"line"`
	Reference string `json:"reference"`
	Result    string `json:"result"`
	Detail    string `json:"detail,omitempty"`
}

// ErrorFrame tells why the room is about to close the connection.
type ErrorFrame struct {
	Error Error `json:"error"`
}

// Unknown is a frame whose operation this version does not know. Raw is the whole frame.
type Unknown struct {
	Name string
	Raw  json.RawMessage
}

// Diagnostic is one finding about a posted body. Lines and columns are 1-based, columns count runes, ends are exclusive.
type Diagnostic struct {
	Code      string `json:"code"`
	Severity  string `json:"severity"`
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndLine   int    `json:"end_line"`
	EndColumn int    `json:"end_column"`
	Message   string `json:"message"`
	Fix       *Fix   `json:"fix,omitempty"`
}

// Fix mends a finding; safe means that it changes no value and nobody's obligations.
type Fix struct {
	Title string `json:"title"`
	Safe  bool   `json:"safe"`
	Edits []Edit `json:"edits"`
}

// Edit replaces a range by Text.
type Edit struct {
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndLine   int    `json:"end_line"`
	EndColumn int    `json:"end_column"`
	Text      string `json:"text"`
}

// Owed is one open ask of the seat that posted. A zero Due means that no time was given.
type Owed struct {
	Sequence  int64
	Line      int
	Kind      string
	State     string
	MessageID string
	Topic     string
	From      string
	Text      string
	Due       time.Time
	Default   string
}

// Op names the operation.
func (Hello) Op() string      { return OpHello }
func (Welcome) Op() string    { return OpWelcome }
func (Messages) Op() string   { return OpMessages }
func (Live) Op() string       { return OpLive }
func (Page) Op() string       { return OpPage }
func (Post) Op() string       { return OpPost }
func (Posted) Op() string     { return OpPosted }
func (Repeat) Op() string     { return OpRepeat }
func (Refused) Op() string    { return OpRefused }
func (Have) Op() string       { return OpHave }
func (Seats) Op() string      { return OpSeats }
func (Verdict) Op() string    { return OpVerdict }
func (ErrorFrame) Op() string { return OpError }
func (u Unknown) Op() string  { return u.Name }

// String shows a Hello without its token.
func (h Hello) String() string { return h.LogValue().String() }

// GoString shows a Hello without its token.
func (h Hello) GoString() string { return h.String() }

// LogValue shows a Hello without its token.
func (h Hello) LogValue() slog.Value {
	return slog.GroupValue(slog.Int("protocol", h.Protocol), slog.Int64("after", h.After), slog.String("epoch", h.Epoch),
		slog.Bool("token", h.Token != ""))
}
