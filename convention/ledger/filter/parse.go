package filter

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Key says what a term looks at.
type Key uint8

// The keys of terms.
const (
	Words Key = iota // the body, without regard to case
	Seat             // the sender
	Topic
	To // an addressee; "all" finds messages to all
	Intent
	Is // a state, one of States
)

// keys in the order in which they are offered for completion.
var keys = [...]struct {
	name string
	key  Key
}{{"seat", Seat}, {"topic", Topic}, {"to", To}, {"intent", Intent}, {"is", Is}}

// Keys lists the words that may stand before a colon.
func Keys() []string {
	names := make([]string, len(keys))
	for i, k := range keys {
		names[i] = k.name
	}
	return names
}

// States lists what may follow "is:".
func States() []string {
	return []string{"ask", "req", "claim", "unproven", "unaddressed", "overdue", "due", "defaulted", "data", "repeat", "conflict", "possible", "unread"}
}

// Term is one condition. Value is folded to lower case.
type Term struct {
	Key    Key
	Value  string
	Negate bool
}

// Filter is a parsed expression; the zero value picks every message.
type Filter struct {
	source string
	terms  []Term
}

// Error says what is wrong with an expression and where, as a byte offset.
type Error struct {
	Offset int
	Reason string
}

// Error implements error.
func (e *Error) Error() string {
	return fmt.Sprintf("filter, at character %d: %s", e.Offset+1, e.Reason)
}

// Parse reads an expression. Every error is an *[Error]. An expression of
// blanks alone is the empty filter.
func Parse(expression string) (Filter, error) {
	f := Filter{source: strings.TrimSpace(expression)}
	for at := 0; at < len(expression); {
		r, size := utf8.DecodeRuneInString(expression[at:])
		if unicode.IsSpace(r) {
			at += size
			continue
		}
		term, next, err := parseTerm(expression, at)
		if err != nil {
			return Filter{}, err
		}
		f.terms = append(f.terms, term)
		at = next
	}
	return f, nil
}

// Empty reports whether the filter picks everything.
func (f Filter) Empty() bool { return len(f.terms) == 0 }

// String is the expression as it was given, without blanks around it.
func (f Filter) String() string { return f.source }

// Terms are the conditions in the order of the expression.
func (f Filter) Terms() []Term { return f.terms }

func parseTerm(s string, at int) (Term, int, error) {
	start := at
	var t Term
	if s[at] == '-' {
		t.Negate = true
		at++
	}
	if name, rest, ok := keyAt(s, at); ok {
		key, known := keyNamed(name)
		if !known {
			return Term{}, 0, &Error{at, fmt.Sprintf("unknown key %q; known are %s", name, strings.Join(Keys(), " "))}
		}
		t.Key, at = key, rest
	}
	value, next, err := parseValue(s, at)
	if err != nil {
		return Term{}, 0, err
	}
	if value == "" {
		return Term{}, 0, &Error{start, "a term without a value"}
	}
	t.Value = strings.ToLower(value)
	if t.Key == Is && !contains(States(), t.Value) {
		return Term{}, 0, &Error{at, fmt.Sprintf("unknown state %q; known are %s", value, strings.Join(States(), " "))}
	}
	return t, next, nil
}

// keyAt reads "name:" where name is a run of ASCII letters. What has another
// shape ("12:30", "http://") is words: a colon followed by a slash or with no
// letters before it starts no value.
func keyAt(s string, at int) (name string, rest int, ok bool) {
	i := at
	for i < len(s) && (s[i] >= 'a' && s[i] <= 'z' || s[i] >= 'A' && s[i] <= 'Z') {
		i++
	}
	if i == at || i >= len(s) || s[i] != ':' || strings.HasPrefix(s[i:], "://") {
		return "", 0, false
	}
	return strings.ToLower(s[at:i]), i + 1, true
}

func keyNamed(name string) (Key, bool) {
	for _, k := range keys {
		if k.name == name {
			return k.key, true
		}
	}
	return Words, false
}

// parseValue reads a quoted value or one up to the next blank.
func parseValue(s string, at int) (value string, next int, err error) {
	if at < len(s) && s[at] == '"' {
		end := strings.IndexByte(s[at+1:], '"')
		if end < 0 {
			return "", 0, &Error{at, "a quote that does not end"}
		}
		return s[at+1 : at+1+end], at + end + 2, nil
	}
	end := strings.IndexFunc(s[at:], unicode.IsSpace)
	if end < 0 {
		end = len(s) - at
	}
	return s[at : at+end], at + end, nil
}

func contains(list []string, s string) bool {
	for _, item := range list {
		if item == s {
			return true
		}
	}
	return false
}
