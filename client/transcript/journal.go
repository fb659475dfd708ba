package transcript

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"

	"earshot/client"
	"earshot/client/wire"
)

// Map names the fields of another program's journal. A name is a path of keys with dots between (sender.name); several with |
// between are tried in turn. Content is required, an empty name stands for a field the journal does not have.
type Map struct {
	// Messages is where the list stands in a journal that is one JSON document ("." for a bare list); empty: one message a line.
	Messages string `toml:"messages"`
	Sequence string `toml:"sequence"` // a whole number above 0
	ID       string `toml:"id"`
	Sender   string `toml:"sender"`
	Content  string `toml:"content"`
	// ReplyTo is the id of the message answered, or its sequence in a journal without ids.
	ReplyTo string `toml:"reply_to"`
	// Time is ISO 8601, with or without zone (UTC then), or seconds or milliseconds since 1970.
	Time string `toml:"time"`
}

// Builtin gives the map of a known format: "sharednet" is SharedNet's public room document, "who-when" a conversation of the
// Who&When data set.
func Builtin(name string) (Map, bool) {
	switch name {
	case "sharednet":
		return Map{Messages: "messages", Sequence: "sequence", Sender: "sender.handle|sender.label|sender.name", Content: "content",
			ReplyTo: "reply_to_sequence", Time: "created_at"}, true
	case "who-when":
		return Map{Messages: "history", Sender: "name|role", Content: "content"}, true
	}
	return Map{}, false
}

// ReadMap reads a map: TOML, one line a field, unknown fields are an error.
func ReadMap(r io.Reader) (Map, error) {
	var m Map
	d := toml.NewDecoder(r).DisallowUnknownFields()
	if err := d.Decode(&m); err != nil {
		var strict *toml.StrictMissingError
		if errors.As(err, &strict) && len(strict.Errors) > 0 {
			row, _ := strict.Errors[0].Position()
			return Map{}, fmt.Errorf("line %d: %q is none of messages, sequence, id, sender, content, reply_to, time", row,
				strings.Join(strict.Errors[0].Key(), "."))
		}
		return Map{}, fmt.Errorf("read map: %w", err)
	}
	if m.Content == "" {
		return Map{}, errors.New("the map names no content")
	}
	return m, nil
}

// document streams the list of a journal that is one JSON document.
func (p *pump) document(m Map) error {
	d := json.NewDecoder(&noted{r: p.in})
	d.UseNumber()
	path := strings.Split(m.Messages, ".")
	if m.Messages == "." {
		path = nil
	}
	found, err := seek(d, path)
	for n := 1; err == nil && found && d.More(); n++ {
		var raw json.RawMessage
		if err = d.Decode(&raw); err != nil {
			break
		}
		message, bad := m.decode(raw)
		if err := p.take(entry{n, message, bad}); err != nil {
			return err
		}
	}
	if !p.flush(true) {
		return p.ctx.Err()
	}
	switch {
	case errors.Is(err, io.EOF) && p.good == 0 && d.InputOffset() == 0:
		return client.ErrEnded // an empty file
	case err != nil:
		return unreadable(p.transport.name, fmt.Sprintf("is not a whole JSON document: after %d messages: %v", p.good, err),
			"Check the file, or whether --map fits it.", err)
	case !found:
		return unreadable(p.transport.name, fmt.Sprintf("has no list %q", m.Messages), "Check whether --map fits it.", nil)
	case p.good == 0 && p.first != nil:
		return p.nothing(0)
	}
	return client.ErrEnded
}

// noted is a reader; it hides everything else the source can do from the decoder.
type noted struct{ r io.Reader }

func (n *noted) Read(b []byte) (int, error) { return n.r.Read(b) }

// seek moves the decoder into the list at path.
func seek(d *json.Decoder, path []string) (bool, error) {
	t, err := d.Token()
	if err != nil {
		return false, err
	}
	if len(path) == 0 {
		return t == json.Delim('['), nil
	}
	if t != json.Delim('{') {
		return false, nil
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return false, err
		}
		if key == path[0] {
			return seek(d, path[1:])
		}
		var skipped json.RawMessage
		if err := d.Decode(&skipped); err != nil {
			return false, err
		}
	}
	return false, nil
}

func (m Map) decodeLine(line []byte) (wire.Message, error) { return m.decode(line) }

// decode reads one message of the journal.
func (m Map) decode(raw []byte) (wire.Message, error) {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var object map[string]any
	if err := d.Decode(&object); err != nil || object == nil {
		return wire.Message{}, wire.ErrNotObject
	}
	content, ok := lookup(object, m.Content)
	if !ok {
		return wire.Message{}, fmt.Errorf("%w: no %s", wire.ErrMalformed, m.Content)
	}
	out := wire.Message{Type: wire.TypeMessage, Content: text(content)}
	if s, ok := lookup(object, m.Sender); ok {
		out.Sender = wire.Sender{MemberID: text(s), Name: text(s)}
	}
	if id, ok := lookup(object, m.ID); ok {
		out.ID = text(id)
	}
	if n, ok := lookup(object, m.Sequence); ok {
		sequence, err := strconv.ParseInt(text(n), 10, 64)
		if err != nil || sequence < 1 {
			return wire.Message{}, fmt.Errorf("%w: %s is no whole number above 0", wire.ErrMalformed, m.Sequence)
		}
		out.Sequence = sequence
	}
	if to, ok := lookup(object, m.ReplyTo); ok {
		out.ReplyTo = text(to)
		if m.ID == "" {
			out.ReplyTo = "msg_" + out.ReplyTo
		}
	}
	if at, ok := lookup(object, m.Time); ok {
		t, err := parseTime(text(at))
		if err != nil {
			return wire.Message{}, fmt.Errorf("%w: %s", err, m.Time)
		}
		out.CreatedAt = t
	}
	return out, nil
}

// lookup finds the first of several paths that leads to a value other than null and "".
func lookup(object map[string]any, paths string) (any, bool) {
	for path := range strings.SplitSeq(paths, "|") {
		var v any = object
		for key := range strings.SplitSeq(path, ".") {
			inner, ok := v.(map[string]any)
			if !ok {
				v = nil
				break
			}
			v = inner[key]
		}
		if v != nil && v != "" {
			return v, true
		}
	}
	return nil, false
}

// text is a value as text: strings as they are, numbers as written, anything else as compact JSON.
func text(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case json.Number:
		return v.String()
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(v) != nil { // what was decoded from JSON can be encoded
		return ""
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func parseTime(s string) (time.Time, error) {
	if n, err := strconv.ParseFloat(s, 64); err == nil {
		if n > 1e11 { // seconds would be in the year 5138
			n /= 1000
		}
		if math.Abs(n) > 1e11 || math.IsNaN(n) {
			return time.Time{}, fmt.Errorf("%w: %s is out of range", wire.ErrMalformed, s)
		}
		return time.UnixMilli(int64(math.Floor(n * 1000))).UTC(), nil
	}
	for _, layout := range []string{"2006-01-02T15:04:05.999999999", "2006-01-02 15:04:05.999999999", "2006-01-02T15:04", "2006-01-02 15:04"} {
		if t, err := time.Parse(layout, s); err == nil {
			return t.Truncate(time.Millisecond), nil
		}
	}
	return wire.ParseTime(strings.Replace(s, " ", "T", 1))
}
