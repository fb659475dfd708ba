package wire

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"
	"unicode/utf8"
)

// FuzzDecode holds the laws of the codec over any bytes: no panic; what was read and is written again reads the same; writing
// is deterministic, one line, valid JSON and valid UTF-8.
func FuzzDecode(f *testing.F) {
	for _, frame := range everyFrame() {
		data, err := Encode(frame)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	for _, s := range []string{`{}`, `{"op":"messages","messages":[` + sharedNet + `]}`, `{"op":"messages","messages":[{"content":"\ud800\u0000","x\ud83d":"\xff"}]}`,
		`{"op":"repeat","last_at":"2026-01-01T00:00:00.9999999+14:00"}`, "{\"op\":\"\xff\"}", `{"op":"welcome","room":{"a":1,"a":[]}}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		frame, err := Decode(data)
		if err != nil {
			return
		}
		first, err := Encode(frame)
		if err != nil {
			t.Fatalf("decoded %#v cannot be encoded: %v", frame, err)
		}
		if !json.Valid(first) || !utf8.Valid(first) || bytes.ContainsAny(first, "\r\n") {
			t.Fatalf("not one line of JSON: %q", first)
		}
		again, err := Decode(first)
		if err != nil {
			t.Fatalf("own output %s cannot be decoded: %v", first, err)
		}
		second, err := Encode(again)
		if err != nil || !bytes.Equal(first, second) {
			t.Fatalf("encoding is not stable: %v\n%s\n%s", err, first, second)
		}
		if !reflect.DeepEqual(normal(frame), normal(again)) {
			t.Fatalf("changed on the way:\n%#v\n%#v", frame, again)
		}
	})
}

// normal makes the two spellings of nothing equal: absent lists are written as empty ones, raw JSON without its spaces.
func normal(f Frame) Frame {
	switch f := f.(type) {
	case Messages:
		f.Messages = append([]Message{}, f.Messages...)
		for i, m := range f.Messages {
			f.Messages[i].Extra, f.Messages[i].Sender.Extra = compacted(m.Extra), compacted(m.Sender.Extra)
		}
		return f
	case Welcome:
		f.Room.Extra = compacted(f.Room.Extra)
		f.Seats, f.Capabilities = notNil(f.Seats), notNil(f.Capabilities)
		return f
	case Seats:
		f.Seats = notNil(f.Seats)
		return f
	case Posted:
		f.Diagnostics, f.Owed = append([]Diagnostic{}, f.Diagnostics...), notNil(f.Owed)
		for i, d := range f.Diagnostics {
			f.Diagnostics[i].Fix = normalFix(d.Fix)
		}
		return f
	case Refused:
		f.Diagnostics = append([]Diagnostic{}, f.Diagnostics...)
		for i, d := range f.Diagnostics {
			f.Diagnostics[i].Fix = normalFix(d.Fix)
		}
		return f
	case Unknown:
		f.Raw = compact(f.Raw)
		return f
	}
	return f
}

func normalFix(f *Fix) *Fix {
	if f == nil {
		return nil
	}
	return &Fix{f.Title, f.Safe, append([]Edit{}, f.Edits...)}
}

func compacted(extra map[string]json.RawMessage) map[string]json.RawMessage {
	out := map[string]json.RawMessage{}
	for k, v := range extra {
		out[k] = compact(v)
	}
	return out
}

func compact(raw json.RawMessage) json.RawMessage {
	var b bytes.Buffer
	if json.Compact(&b, raw) != nil {
		return raw
	}
	return b.Bytes()
}

// FuzzObject compares the scanner with encoding/json on every valid object.
func FuzzObject(f *testing.F) {
	for _, s := range []string{`{}`, ` { "a" : 1 , "b\"" : "x\\\"y" , "c":[{},[],"]"],"d":{"}":null} , "e" : true }`, sharedNet, "{\"\xff\":\"\xfe\"}", `{"s":"\/\b\f\n\r\t\u00e9\uD83D\ude00\ud83d\uffff\ud83dx\udc00"}`, `{"a":1,"a":2}`, "{\"\xad\x9a\":0}"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		object, err := checkObject(data)
		if err != nil {
			return
		}
		want := map[string]json.RawMessage{}
		if err := json.Unmarshal(object, &want); err != nil {
			t.Fatalf("accepted %q, which is no object: %v", data, err)
		}
		got := map[string]json.RawMessage{}
		err = eachField(object, func(key string, raw []byte) error {
			got[key] = bytes.Clone(raw)
			if raw[0] == '"' {
				var want string
				if err := json.Unmarshal(raw, &want); err != nil || (unquote(raw) != want && utf8.Valid(raw)) {
					t.Fatalf("string %q read as %q, want %q", raw, unquote(raw), want)
				}
			}
			if raw[0] == '[' {
				return eachElement(raw, func(raw []byte) error {
					if !json.Valid(raw) {
						t.Fatalf("element %q", raw)
					}
					return nil
				})
			}
			return nil
		})
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("%v\n got %q\nwant %q", err, got, want)
		}
	})
}

// FuzzString compares both directions of the string codec with encoding/json.
func FuzzString(f *testing.F) {
	for _, s := range []string{"", "plain", "a\"b\\c\nd\re\tf\x00\x1f<>&\u2028\u2029é😀", "\xff\xc3", "\u007f", "\b\f"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		raw := appendString(nil, s)
		var got string
		if err := json.Unmarshal(raw, &got); err != nil || got != string([]rune(s)) || got != unquote(raw) {
			t.Fatalf("%q encoded as %s, read back as %q and %q: %v", s, raw, got, unquote(raw), err)
		}
		if want, err := marshal(s); err != nil || len(raw) > len(want) {
			t.Fatalf("%q takes %d bytes, encoding/json %d: %v", s, len(raw), len(want), err)
		}
	})
}
