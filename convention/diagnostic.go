package convention

import (
	"fmt"
	"slices"
	"strings"
)

// Severity says how bad it is.
type Severity uint8

// Hint: costs tokens or could be clearer. Warning: likely misread. Error:
// will be misread or not acted on.
const (
	Hint Severity = iota
	Warning
	Error
)

// String returns "hint", "warning" or "error".
func (s Severity) String() string {
	switch s {
	case Hint:
		return "hint"
	case Warning:
		return "warning"
	}
	return "error"
}

// Edit replaces the bytes of Span by Text.
type Edit struct {
	Span Span
	Text string
}

// Fix mends one diagnostic. Its edits are disjoint and sorted. A safe fix
// changes no value and nobody's obligations.
type Fix struct {
	Title string // a verb phrase
	Safe  bool
	Edits []Edit
}

// Diagnostic is one finding. Message is one sentence for a person; it may
// quote the body, so it is text from outside.
type Diagnostic struct {
	Code     string
	Severity Severity
	Span     Span
	Message  string
	Fix      *Fix // nil where there is none
}

// Apply returns body with the edits made. The edits need not be sorted. It
// is an error if one lies outside of body or two overlap.
func Apply(body string, edits []Edit) (string, error) {
	if len(edits) == 0 {
		return body, nil
	}
	sorted := sortEdits(slices.Clone(edits))
	var out strings.Builder
	out.Grow(len(body))
	at := 0
	for _, e := range sorted {
		if e.Span.Start < at || e.Span.End < e.Span.Start || e.Span.End > len(body) {
			return "", fmt.Errorf("apply edits: bytes %d to %d overlap another edit or lie outside of the text", e.Span.Start, e.Span.End)
		}
		out.WriteString(body[at:e.Span.Start])
		out.WriteString(e.Text)
		at = e.Span.End
	}
	out.WriteString(body[at:])
	return out.String(), nil
}
