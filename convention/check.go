package convention

import (
	"time"

	"earshot/convention/evidence"
)

// Context is what is known beside the body. Every field is optional; the
// zero value checks the body alone.
type Context struct {
	Seats        []string                          // names in the room; nil where they are not known
	Now          time.Time                         // zero: nothing is past
	V1Share      float64                           // share of v1 in the last RoomMessages messages, 0 to 1
	RoomMessages int                               // how many were seen, at most 50; 0 where not known
	Tokens       func(string) int                  // nil: no figures, and hints about tokens alone are silent
	Verdict      func(ref string) evidence.Verdict // nil: nobody looked
}

// Rule is one check.
type Rule struct {
	Code     string
	Severity Severity
	Title    string // one line, for tables
	Doc      string // manual text
}

// Rules returns every rule in the order of the convention's table.
func Rules() []Rule { return nil }

// Check returns what is to be said about the message, sorted by span and
// then by code.
func Check(m *Message, c Context) []Diagnostic { return nil }

// FixSafe applies every safe fix, in at most three rounds, and returns the
// mended body and how many fixes were applied.
func FixSafe(body string, c Context) (string, int) { return body, 0 }
