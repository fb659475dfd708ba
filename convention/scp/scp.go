// Package scp reads and writes positional ASCII id stacks such as
// P1:V4:A2:X0 against an external, versioned dictionary.
//
// It knows the dictionary and nothing of rooms, messages or tokens. What
// holds:
//
//   - A field id is ASCII letters and a value id starts with a digit, so that
//     a part reads one way only; [Load] refuses a dictionary in which a name
//     or an id stands for two things.
//   - [Dictionary.Encode] writes the parts in the order of the dictionary's
//     fields, [Dictionary.Decode] takes them in any order.
//   - Nothing is ever guessed: an unknown field, value or id is an error that
//     names it and wraps [ErrUnknown].
package scp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"earshot/convention/internal/ascii"
)

// Errors that callers can tell apart.
var (
	// ErrUnknown means that a field, value or id is not in the dictionary.
	ErrUnknown = errors.New("not in the dictionary")
	// ErrTwice means that a field stands twice in a payload or stack.
	ErrTwice = errors.New("stands twice")
	// ErrMalformed means that a payload is no JSON object of plain values, or
	// a stack not made of letters and digits joined by colons.
	ErrMalformed = errors.New("malformed")
	// ErrAmbiguous means that a dictionary could be read in two ways.
	ErrAmbiguous = errors.New("ambiguous dictionary")
)

// Dictionary is a loaded dictionary. It is not changed after [Load] and may
// be shared between goroutines.
type Dictionary struct {
	version string
	fields  []field
	byName  map[string]int
	byID    map[string]int
}

// field is one field with its values, each in both directions.
type field struct {
	name, id string
	ids      map[string]string // by value
	values   map[string]string // by id
}

// Version is the dictionary's version, to be shown with every decode.
func (d *Dictionary) Version() string { return d.version }

// Fields lists the names of the fields in the order of the dictionary.
func (d *Dictionary) Fields() []string {
	names := make([]string, len(d.fields))
	for i := range d.fields {
		names[i] = d.fields[i].name
	}
	return names
}

// Encode turns a JSON object into an id stack. The values of the object are
// strings, numbers or booleans; a number stands for its text as written.
// Fields that the payload lacks are left out. It is an error if the payload
// holds anything that the dictionary does not, or nothing at all.
func (d *Dictionary) Encode(payload []byte) (string, error) {
	given := make([]string, len(d.fields))
	count := 0
	err := readObject(payload, func(name string, value json.RawMessage) error {
		i, ok := d.byName[name]
		if !ok {
			return fmt.Errorf("field %s: %w", show(name), ErrUnknown)
		}
		if given[i] != "" {
			return fmt.Errorf("field %s: %w", show(name), ErrTwice)
		}
		text, err := plainText(value)
		if err != nil {
			return fmt.Errorf("field %s: %w", show(name), err)
		}
		id, ok := d.fields[i].ids[text]
		if !ok {
			return fmt.Errorf("value %s of field %s: %w", show(text), show(name), ErrUnknown)
		}
		given[i] = d.fields[i].id + id
		count++
		return nil
	})
	if err == nil && count == 0 {
		err = fmt.Errorf("a payload without fields: %w", ErrMalformed)
	}
	if err != nil {
		return "", fmt.Errorf("encode: %w", err)
	}
	parts := given[:0]
	for _, part := range given {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, ":"), nil
}

// Decode turns an id stack into a compact JSON object of strings, in the
// order of the dictionary's fields. White space around the stack is ignored.
func (d *Dictionary) Decode(stack string) ([]byte, error) {
	given := make([]string, len(d.fields))
	found := make([]bool, len(d.fields))
	for part := range strings.SplitSeq(strings.TrimSpace(stack), ":") {
		i, value, err := d.part(part)
		if err == nil && found[i] {
			err = fmt.Errorf("id %s: field %s %w", show(part), show(d.fields[i].name), ErrTwice)
		}
		if err != nil {
			return nil, fmt.Errorf("decode: %w", err)
		}
		given[i], found[i] = value, true
	}
	var out bytes.Buffer
	out.WriteByte('{')
	for i := range d.fields {
		if !found[i] {
			continue
		}
		if out.Len() > 1 {
			out.WriteByte(',')
		}
		writeString(&out, d.fields[i].name)
		out.WriteByte(':')
		writeString(&out, given[i])
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

// part reads one part of a stack.
func (d *Dictionary) part(part string) (index int, value string, err error) {
	letters := 0
	for letters < len(part) && ascii.Letter(part[letters]) {
		letters++
	}
	if letters == 0 || !isValueID(part[letters:]) {
		return 0, "", fmt.Errorf("part %s: %w", show(part), ErrMalformed)
	}
	i, ok := d.byID[part[:letters]]
	if !ok {
		return 0, "", fmt.Errorf("field id %s of %s: %w", show(part[:letters]), show(part), ErrUnknown)
	}
	value, ok = d.fields[i].values[part[letters:]]
	if !ok {
		return 0, "", fmt.Errorf("value id %s of field %s: %w", show(part[letters:]), show(d.fields[i].name), ErrUnknown)
	}
	return i, value, nil
}

func isFieldID(s string) bool {
	for i := 0; i < len(s); i++ {
		if !ascii.Letter(s[i]) {
			return false
		}
	}
	return s != ""
}

func isValueID(s string) bool {
	for i := 0; i < len(s); i++ {
		if !ascii.Alnum(s[i]) {
			return false
		}
	}
	return s != "" && ascii.Digit(s[0])
}

// showLen bounds how much of a name an error repeats, in bytes.
const showLen = 64

// show quotes a name from outside.
func show(s string) string {
	if len(s) > showLen {
		s = strings.ToValidUTF8(s[:showLen], "") + "…"
	}
	return fmt.Sprintf("%q", s)
}
