package wire

import (
	"fmt"
	"time"
)

// timeLayout is ISO 8601 extended, UTC, milliseconds.
const timeLayout = "2006-01-02T15:04:05.000Z"

// FormatTime writes t as the protocol has it: UTC, milliseconds, Z; what is finer is cut off.
func FormatTime(t time.Time) string { return t.UTC().Format(timeLayout) }

// ParseTime reads an ISO 8601 extended time with any offset and cuts it to milliseconds.
func ParseTime(s string) (time.Time, error) {
	t, err := time.Parse(time.RFC3339Nano, s)
	if err != nil {
		return time.Time{}, fmt.Errorf("%w: %.40q is no ISO 8601 time", ErrMalformed, s)
	}
	t = t.UTC().Truncate(time.Millisecond)
	if y := t.Year(); y < 0 || y > 9999 { // an offset can push the year out of what can be written
		return time.Time{}, fmt.Errorf("%w: %.40q is out of range", ErrMalformed, s)
	}
	return t, nil
}

// stamp is a time in its JSON form; the zero time is null.
type stamp struct{ time.Time }

func (s stamp) MarshalJSON() ([]byte, error) { return appendTime(nil, s.Time), nil }

func appendTime(b []byte, t time.Time) []byte {
	if t.IsZero() {
		return append(b, "null"...)
	}
	b = append(b, '"')
	b = t.UTC().AppendFormat(b, timeLayout)
	return append(b, '"')
}

func (s *stamp) UnmarshalJSON(raw []byte) error {
	t, err := timeField("time", raw)
	s.Time = t
	return err
}

func timeField(name string, raw []byte) (time.Time, error) {
	text, err := stringField(name, raw)
	if err != nil || text == "" {
		return time.Time{}, err
	}
	t, err := ParseTime(text)
	if err != nil {
		return time.Time{}, fmt.Errorf("%s: %w", name, err)
	}
	return t, nil
}

// text is a string whose JSON form is null when empty.
type text string

func (t text) MarshalJSON() ([]byte, error) { return appendOrNull(nil, string(t)), nil }
