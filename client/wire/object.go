package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
	"unique"
)

// ErrNotObject says that a frame or a line is no JSON object at all; a room closes such a connection with CloseBadRequest.
var ErrNotObject = errors.New("not a JSON object")

// ErrMalformed says that a JSON object was read whose fields do not fit what it claims to be.
var ErrMalformed = errors.New("malformed")

const space = " \t\r\n"

// checkObject returns data without surrounding white space when it is one valid JSON object.
func checkObject(data []byte) ([]byte, error) {
	data = bytes.Trim(data, space)
	if len(data) == 0 || data[0] != '{' || !json.Valid(data) {
		return nil, ErrNotObject
	}
	return data, nil
}

// eachField calls f with every key and raw value of a valid JSON object, in the order written. Only its own level is looked
// at, once, which is what makes reading long histories cheap; data must have passed json.Valid.
func eachField(data []byte, f func(key string, value []byte) error) error {
	for i := skipSpace(data, 1); data[i] != '}'; {
		end := endOfString(data, i)
		key := unquote(data[i:end])
		i = skipSpace(data, skipSpace(data, end)+1) // past the colon
		end = endOfValue(data, i)
		if err := f(key, data[i:end]); err != nil {
			return err
		}
		if i = skipSpace(data, end); data[i] == ',' {
			i = skipSpace(data, i+1)
		}
	}
	return nil
}

// eachElement is eachField for the elements of a valid JSON array.
func eachElement(data []byte, f func(value []byte) error) error {
	for i := skipSpace(data, 1); data[i] != ']'; {
		end := endOfValue(data, i)
		if err := f(data[i:end]); err != nil {
			return err
		}
		if i = skipSpace(data, end); data[i] == ',' {
			i = skipSpace(data, i+1)
		}
	}
	return nil
}

func skipSpace(data []byte, i int) int {
	for data[i] == ' ' || data[i] == '\n' || data[i] == '\r' || data[i] == '\t' {
		i++
	}
	return i
}

// endOfString gives the index behind the string that starts at i: its first quote behind an even number of backslashes.
func endOfString(data []byte, i int) int {
	for {
		i += 1 + bytes.IndexByte(data[i+1:], '"')
		slashes := 0
		for data[i-1-slashes] == '\\' {
			slashes++
		}
		if slashes%2 == 0 {
			return i + 1
		}
	}
}

func endOfValue(data []byte, i int) int {
	switch data[i] {
	case '"':
		return endOfString(data, i)
	case '{', '[':
		for depth := 0; ; i++ {
			switch data[i] {
			case '"':
				i = endOfString(data, i) - 1
			case '{', '[':
				depth++
			case '}', ']':
				if depth--; depth == 0 {
					return i + 1
				}
			}
		}
	}
	for !endsScalar(data[i]) {
		i++
	}
	return i
}

func endsScalar(b byte) bool {
	switch b {
	case ',', ']', '}', ' ', '\t', '\r', '\n':
		return true
	}
	return false
}

// unquote reads a valid JSON string; invalid UTF-8 and lone surrogates become U+FFFD.
func unquote(raw []byte) string {
	inner := raw[1 : len(raw)-1]
	inner = validUTF8(inner)
	i := bytes.IndexByte(inner, '\\')
	if i < 0 {
		return string(inner)
	}
	b := make([]byte, 0, len(inner))
	for ; i >= 0; i = bytes.IndexByte(inner, '\\') {
		b = append(b, inner[:i]...)
		r, n := escape(inner[i:])
		b = utf8.AppendRune(b, r)
		inner = inner[i+n:]
	}
	return string(append(b, inner...))
}

// escape reads the escape sequence that s starts with and tells its length in bytes.
func escape(s []byte) (rune, int) {
	switch s[1] {
	case 'b':
		return '\b', 2
	case 'f':
		return '\f', 2
	case 'n':
		return '\n', 2
	case 'r':
		return '\r', 2
	case 't':
		return '\t', 2
	case 'u':
		r := hex4(s[2:])
		if utf16.IsSurrogate(r) {
			if len(s) >= 12 && s[6] == '\\' && s[7] == 'u' {
				if pair := utf16.DecodeRune(r, hex4(s[8:])); pair != utf8.RuneError {
					return pair, 12
				}
			}
			return utf8.RuneError, 6
		}
		return r, 6
	}
	return rune(s[1]), 2 // quote, backslash, slash
}

func hex4(s []byte) rune {
	var r rune
	for _, c := range s[:4] {
		r <<= 4
		switch {
		case c <= '9':
			r |= rune(c - '0')
		case c <= 'F':
			r |= rune(c - 'A' + 10)
		default:
			r |= rune(c - 'a' + 10)
		}
	}
	return r
}

// isNull tells whether a value is JSON's null, which stands for the zero value of every field.
func isNull(raw []byte) bool { return raw[0] == 'n' }

// stringField reads a string or null.
func stringField(name string, raw []byte) (string, error) {
	if isNull(raw) {
		return "", nil
	}
	if raw[0] != '"' {
		return "", fmt.Errorf("%w: %s is no string", ErrMalformed, name)
	}
	return unquote(raw), nil
}

// shared reads a string that repeats from message to message (names, ids, types) and keeps one copy of it in memory.
func shared(name string, raw []byte) (string, error) {
	s, err := stringField(name, raw)
	if err != nil || s == "" {
		return "", err
	}
	return unique.Make(s).Value(), nil
}

// intField reads an integer of zero or more, or null.
func intField(name string, raw []byte) (int64, error) {
	if isNull(raw) {
		return 0, nil
	}
	n, err := strconv.ParseInt(string(raw), 10, 64)
	if err != nil || n < 0 {
		return 0, fmt.Errorf("%w: %s is no whole number of zero or more", ErrMalformed, name)
	}
	return n, nil
}

// keep copies an unknown field out of the buffer it was read from.
func keep(extra map[string]json.RawMessage, key string, raw []byte) map[string]json.RawMessage {
	if extra == nil {
		extra = make(map[string]json.RawMessage, 4)
	}
	extra[key] = validUTF8(bytes.Clone(raw))
	return extra
}

// validUTF8 puts U+FFFD in the place of every byte that is no UTF-8.
func validUTF8(b []byte) []byte {
	if utf8.Valid(b) {
		return b
	}
	return []byte(string([]rune(string(b))))
}

// marshal is json.Marshal that leaves < > & as they are: bodies are read by people and paid for by the byte.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// withExtra appends unknown fields, sorted by name, to an encoded object. A name that the object writes itself is left out:
// the known field wins.
func withExtra(object []byte, extra map[string]json.RawMessage, known func(string) bool) ([]byte, error) {
	if len(extra) == 0 {
		return object, nil
	}
	names := make([]string, 0, len(extra))
	for name := range extra {
		if !known(name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	b := bytes.NewBuffer(object[:len(object)-1])
	for _, name := range names {
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		b.Write(appendString(nil, name))
		b.WriteByte(':')
		if err := json.Compact(b, extra[name]); err != nil {
			return nil, fmt.Errorf("encode field %s: %w", name, err)
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}
