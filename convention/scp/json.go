package scp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// readObject calls visit for each member of a JSON object, in the order in
// which they are written.
func readObject(text []byte, visit func(name string, value json.RawMessage) error) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	open, err := decoder.Token()
	if err != nil {
		return fmt.Errorf("%w: %w", ErrMalformed, unexpected(err))
	}
	if open != json.Delim('{') {
		return fmt.Errorf("%w: not a JSON object", ErrMalformed)
	}
	for decoder.More() {
		name, err := decoder.Token()
		if err != nil {
			return fmt.Errorf("%w: %w", ErrMalformed, unexpected(err))
		}
		var value json.RawMessage
		if err := decoder.Decode(&value); err != nil {
			return fmt.Errorf("%w: %w", ErrMalformed, unexpected(err))
		}
		key, _ := name.(string) // the decoder lets nothing else be a key
		if err := visit(key, value); err != nil {
			return err
		}
	}
	if _, err := decoder.Token(); err != nil {
		return fmt.Errorf("%w: %w", ErrMalformed, unexpected(err))
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return fmt.Errorf("%w: more follows the object", ErrMalformed)
	}
	return nil
}

// unexpected turns the end of the input into what it means inside of a value.
func unexpected(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// plainText reads a JSON string, number or boolean as text.
func plainText(value json.RawMessage) (string, error) {
	var text string
	switch {
	case len(value) > 0 && value[0] == '"':
		if err := json.Unmarshal(value, &text); err != nil {
			return "", fmt.Errorf("%w: %w", ErrMalformed, err)
		}
		return text, nil
	case len(value) > 0 && value[0] != '{' && value[0] != '[' && value[0] != 'n':
		return string(value), nil
	}
	return "", fmt.Errorf("%w: its value is no string, number or boolean", ErrMalformed)
}

// writeString writes text as a JSON string, as it is but for what has to be
// escaped.
func writeString(out *bytes.Buffer, text string) {
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(text) // a string always encodes
	out.Truncate(out.Len() - 1)
}
