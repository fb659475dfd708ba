package main

import (
	"encoding/json"
	"io"
	"time"
)

// writeJSON writes one value on one line. Text is not escaped for HTML: agents read it too.
func writeJSON(w io.Writer, value any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(value)
}

// instant is a time as every JSON of the program writes it: ISO 8601 extended in UTC, to the second
// where there is no more. The zero time is nil, so that omitempty leaves it out.
func instant(t time.Time) *string {
	if t.IsZero() {
		return nil
	}
	s := t.UTC().Format(time.RFC3339Nano)
	return &s
}
