package convention

import (
	"encoding/json"
	"strings"
)

// TypedPrefix begins the last line of a body to which a client of SharedNet added
// a typed object. It is a custom of clients, which SharedNet itself does not read.
const TypedPrefix = "sharednet-typed:"

// Typed returns the JSON object on the last line of a body without header, and
// the index of that line in Facts. It is false where the last line is no such
// trailer or holds no object; then the line is text like any other.
func (m *Message) Typed() (object string, fact int, ok bool) {
	fact = len(m.Facts) - 1
	if m.Form != Prose || fact < 0 {
		return "", 0, false
	}
	object, found := strings.CutPrefix(m.Facts[fact].Text, TypedPrefix)
	object = strings.TrimSpace(object)
	if !found || !strings.HasPrefix(object, "{") || !json.Valid([]byte(object)) {
		return "", 0, false
	}
	return object, fact, true
}
