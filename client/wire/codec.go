package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
	"time"
)

// Encode writes a frame as one JSON object without a line feed. It does not check the frame against MaxFrame.
func Encode(f Frame) ([]byte, error) {
	switch f := f.(type) {
	case Unknown:
		return encodeUnknown(f)
	case Messages:
		return encodeMessages(f)
	}
	body, err := marshal(body(f))
	if err != nil {
		return nil, fmt.Errorf("encode %s frame: %w", f.Op(), err)
	}
	b := make([]byte, 0, len(body)+len(f.Op())+16)
	b = append(b, `{"op":"`...)
	b = append(b, f.Op()...)
	b = append(b, '"')
	if string(body) != "{}" {
		b = append(b, ',')
	}
	return append(b, body[1:]...), nil
}

func encodeUnknown(u Unknown) ([]byte, error) {
	object, err := checkObject(u.Raw)
	if err != nil {
		return nil, fmt.Errorf("encode %q frame: %w", u.Name, err)
	}
	var b bytes.Buffer
	err = json.Compact(&b, object)
	return b.Bytes(), err
}

func encodeMessages(f Messages) ([]byte, error) {
	objects := make([][]byte, len(f.Messages))
	size := 64
	for i, m := range f.Messages {
		object, err := EncodeMessage(m)
		if err != nil {
			return nil, fmt.Errorf("encode messages frame: %w", err)
		}
		objects[i], size = object, size+len(object)+1
	}
	return AppendMessages(make([]byte, 0, size), f.Page, objects...), nil
}

// AppendMessages appends a messages frame made of ready message objects, which go out byte for byte.
func AppendMessages(dst []byte, page bool, objects ...[]byte) []byte {
	dst = append(dst, `{"op":"messages","messages":[`...)
	for i, object := range objects {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, object...)
	}
	dst = append(dst, ']')
	if page {
		dst = append(dst, `,"page":true`...)
	}
	return append(dst, '}')
}

// Decode reads a frame. What is no JSON object is ErrNotObject; an object whose operation is not known (or missing) is an
// Unknown; fields that do not fit a known operation give an error that wraps ErrMalformed.
func Decode(data []byte) (Frame, error) {
	object, err := checkObject(data)
	if err != nil {
		return nil, err
	}
	op := ""
	err = eachField(object, func(key string, raw []byte) error {
		if key == "op" && raw[0] == '"' {
			op = unquote(raw)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	f, err := decodeOp(op, object)
	if err != nil {
		return nil, fmt.Errorf("decode %s frame: %w", op, err)
	}
	return f, nil
}

func decodeOp(op string, object []byte) (Frame, error) {
	switch op {
	case OpHello:
		return decodeAs[Hello](object)
	case OpWelcome:
		return decodeWelcome(object)
	case OpMessages:
		return decodeMessages(object)
	case OpLive:
		return Live{}, nil
	case OpPage:
		return decodeAs[Page](object)
	case OpPost:
		return decodeAs[Post](object)
	case OpPosted:
		return decodeAs[Posted](object)
	case OpRepeat:
		j, err := decodeAs[repeatJSON](object)
		return Repeat{j.Sequence, j.Seat, j.Count, j.LastAt.Time}, err
	case OpRefused:
		return decodeAs[Refused](object)
	case OpHave:
		return decodeAs[Have](object)
	case OpSeats:
		return decodeAs[Seats](object)
	case OpVerdict:
		return decodeAs[Verdict](object)
	case OpError:
		return decodeAs[ErrorFrame](object)
	}
	return Unknown{Name: op, Raw: validUTF8(bytes.Clone(object))}, nil
}

func decodeAs[T any](object []byte) (T, error) {
	var v T
	if err := json.Unmarshal(object, &v); err != nil {
		return v, fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	return v, nil
}

func decodeMessages(object []byte) (Messages, error) {
	var f Messages
	err := eachField(object, func(key string, raw []byte) error {
		switch key {
		case "page":
			f.Page = raw[0] == 't'
		case "messages":
			f.Messages = nil
			if isNull(raw) {
				return nil
			}
			if raw[0] != '[' {
				return fmt.Errorf("%w: messages is no list", ErrMalformed)
			}
			return eachElement(raw, func(raw []byte) error {
				if raw[0] != '{' {
					return fmt.Errorf("%w: a message is no object", ErrMalformed)
				}
				m, err := decodeMessage(raw)
				f.Messages = append(f.Messages, m)
				return err
			})
		}
		return nil
	})
	return f, err
}

// body is the JSON form of a frame without its operation.
func body(f Frame) any {
	switch f := f.(type) {
	case Welcome:
		return welcomeJSON{f.Protocol, f.Epoch, f.Room, f.You, notNil(f.Seats), f.LastSequence, stamp{f.ServerTime}, f.Limits,
			notNil(f.Capabilities)}
	case Posted:
		f.Diagnostics, f.Owed = notNil(f.Diagnostics), notNil(f.Owed)
		return f
	case Repeat:
		return repeatJSON{f.Sequence, f.Seat, f.Count, stamp{f.LastAt}}
	case Seats:
		f.Seats = notNil(f.Seats)
		return f
	}
	return f
}

// notNil makes an absent list an empty one, because lists are always there.
func notNil[S ~[]E, E any](s S) S {
	if s == nil {
		return S{}
	}
	return s
}

type welcomeJSON struct {
	Protocol     int          `json:"protocol"`
	Epoch        string       `json:"epoch"`
	Room         Room         `json:"room"`
	You          *Seat        `json:"you"`
	Seats        []Seat       `json:"seats"`
	LastSequence int64        `json:"last_sequence"`
	ServerTime   stamp        `json:"server_time"`
	Limits       Limits       `json:"limits"`
	Capabilities Capabilities `json:"capabilities"`
}

func decodeWelcome(object []byte) (Welcome, error) {
	j, err := decodeAs[welcomeJSON](object)
	return Welcome{j.Protocol, j.Epoch, j.Room, j.You, j.Seats, j.LastSequence, j.ServerTime.Time, j.Limits, j.Capabilities}, err
}

type repeatJSON struct {
	Sequence int64  `json:"sequence"`
	Seat     string `json:"seat"`
	Count    int    `json:"count"`
	LastAt   stamp  `json:"last_at"`
}

type owedJSON struct {
	Sequence  int64  `json:"sequence"`
	Line      int    `json:"line"`
	Kind      string `json:"kind,omitempty"`
	State     string `json:"state,omitempty"`
	MessageID string `json:"message_id,omitempty"`
	Topic     string `json:"topic,omitempty"`
	From      string `json:"from,omitempty"`
	Text      string `json:"text"`
	Due       stamp  `json:"due,omitzero"`
	Default   string `json:"default,omitempty"`
}

// MarshalJSON leaves absent values out.
func (o Owed) MarshalJSON() ([]byte, error) {
	return marshal(owedJSON{o.Sequence, o.Line, o.Kind, o.State, o.MessageID, o.Topic, o.From, o.Text, stamp{o.Due}, o.Default})
}

// UnmarshalJSON reads an owed ask.
func (o *Owed) UnmarshalJSON(data []byte) error {
	var j owedJSON
	if err := json.Unmarshal(data, &j); err != nil {
		return err
	}
	*o = Owed{j.Sequence, j.Line, j.Kind, j.State, j.MessageID, j.Topic, j.From, j.Text, time.Time(j.Due.Time), j.Default}
	return nil
}
