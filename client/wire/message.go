package wire

import (
	"encoding/json"
	"fmt"
	"strconv"
	"time"
)

// TypeMessage is the type of an ordinary message. Others are shown, never dropped.
const TypeMessage = "message"

// Sender is who wrote a message. MemberID is the key of the seat; Name is what people call it, empty where it has none.
type Sender struct {
	MemberID, Kind, Name string
	Extra                map[string]json.RawMessage
}

// Message is one entry of a room's log. Sequence is 1-based, dense and the only order; 0 means that none was given.
// ReplyTo is the ID of the message answered, empty for none. Messages never change once stored.
type Message struct {
	Sequence   int64
	ID, RoomID string
	Sender     Sender
	Type       string
	Content    string
	ReplyTo    string
	CreatedAt  time.Time
	Extra      map[string]json.RawMessage
}

// EncodeMessage writes m as one line of JSON without a line feed. A sequence of 0 is left out, so that a room can store the
// bytes and put the sequence in front when it is known (WithSequence).
func EncodeMessage(m Message) ([]byte, error) {
	b := make([]byte, 0, len(m.Content)+len(m.Content)/8+320)
	b = append(b, '{')
	if m.Sequence != 0 {
		b = append(b, `"sequence":`...)
		b = strconv.AppendInt(b, m.Sequence, 10)
		b = append(b, ',')
	}
	b = append(b, `"id":`...)
	b = appendOrNull(b, m.ID)
	b = append(b, `,"room_id":`...)
	b = appendOrNull(b, m.RoomID)
	b = append(b, `,"sender":`...)
	sender, err := m.Sender.MarshalJSON()
	if err != nil {
		return nil, fmt.Errorf("encode message: %w", err)
	}
	b = append(b, sender...)
	b = append(b, `,"type":`...)
	b = appendString(b, typeOr(m.Type))
	b = append(b, `,"content":`...)
	b = appendString(b, m.Content)
	b = append(b, `,"reply_to_message_id":`...)
	b = appendOrNull(b, m.ReplyTo)
	b = append(b, `,"created_at":`...)
	b = appendTime(b, m.CreatedAt)
	return withExtra(append(b, '}'), m.Extra, isMessageField)
}

// WithSequence puts a sequence in front of a message stored without one. The bytes behind it stay as they are, so that every
// reader gets the same ones.
func WithSequence(stored []byte, sequence int64) []byte {
	b := make([]byte, 0, len(stored)+32)
	b = append(b, `{"sequence":`...)
	b = strconv.AppendInt(b, sequence, 10)
	b = append(b, ',')
	return append(b, stored[1:]...)
}

// DecodeMessage reads one message object. Content is required and must be text, a given sequence must be a whole number and a
// given time a real one; everything else may be absent or null. Errors are ErrNotObject or wrap ErrMalformed.
func DecodeMessage(data []byte) (Message, error) {
	object, err := checkObject(data)
	if err != nil {
		return Message{}, err
	}
	return decodeMessage(object)
}

func isMessageField(key string) bool {
	switch key {
	case "sequence", "id", "room_id", "sender", "type", "content", "reply_to_message_id", "created_at":
		return true
	}
	return false
}

func typeOr(s string) string {
	if s == "" {
		return TypeMessage
	}
	return s
}

// decodeMessage reads a message from a valid object.
func decodeMessage(object []byte) (Message, error) {
	m := Message{Type: TypeMessage}
	content := false
	err := eachField(object, func(key string, raw []byte) (err error) {
		switch key {
		case "sequence":
			m.Sequence, err = intField(key, raw)
		case "id":
			m.ID, err = stringField(key, raw)
		case "room_id":
			m.RoomID, err = shared(key, raw)
		case "sender":
			m.Sender, err = decodeSender(raw)
		case "type":
			m.Type, err = shared(key, raw)
			m.Type = typeOr(m.Type)
		case "content":
			content = !isNull(raw)
			m.Content, err = stringField(key, raw)
		case "reply_to_message_id":
			m.ReplyTo, err = stringField(key, raw)
		case "created_at":
			m.CreatedAt, err = timeField(key, raw)
		default:
			m.Extra = keep(m.Extra, key, raw)
		}
		return err
	})
	if err == nil && !content {
		err = fmt.Errorf("%w: no content", ErrMalformed)
	}
	if err != nil {
		return Message{}, err
	}
	return m, nil
}

func decodeSender(raw []byte) (Sender, error) {
	var s Sender
	if isNull(raw) {
		return s, nil
	}
	if raw[0] != '{' {
		return s, fmt.Errorf("%w: sender is no object", ErrMalformed)
	}
	err := eachField(raw, func(key string, raw []byte) (err error) {
		switch key {
		case "member_id":
			s.MemberID, err = shared(key, raw)
		case "kind":
			s.Kind, err = shared(key, raw)
		case "name":
			s.Name, err = shared(key, raw)
		default:
			s.Extra = keep(s.Extra, key, raw)
		}
		return err
	})
	return s, err
}

// MarshalJSON writes the sender as it stands in a message.
func (s Sender) MarshalJSON() ([]byte, error) {
	b := append(make([]byte, 0, 96), `{"member_id":`...)
	b = appendOrNull(b, s.MemberID)
	b = append(b, `,"kind":`...)
	b = appendOrNull(b, s.Kind)
	b = append(b, `,"name":`...)
	b = appendOrNull(b, s.Name)
	return withExtra(append(b, '}'), s.Extra, func(key string) bool { return key == "member_id" || key == "kind" || key == "name" })
}

// MarshalJSON is EncodeMessage.
func (m Message) MarshalJSON() ([]byte, error) { return EncodeMessage(m) }

// UnmarshalJSON is DecodeMessage.
func (m *Message) UnmarshalJSON(data []byte) (err error) {
	*m, err = DecodeMessage(data)
	return err
}
