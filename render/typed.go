package render

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// typed is the object that a client put on the last line of a body without
// header, folded to one line: its type in front, where that is a string, then its
// other fields in their order. Where JSON is indented on demand it stands there
// whole. It is false where the body has no such line, and where a credential was
// masked in it, so that it is an object no more.
func (d *drawing) typed() ([]part, bool) {
	object, at, ok := d.in.Doc.Typed()
	if !ok || at >= d.to {
		return nil, false
	}
	line := d.in.Doc.Facts[at]
	shown := masked(d.in.Doc.Source, line.TextSpan.Start, line.TextSpan.End, d.secrets)
	if !strings.HasSuffix(strings.TrimSpace(shown), object) {
		return nil, false
	}
	flags := lineFlags(d.in, line)
	if d.in.JSONPretty {
		var b bytes.Buffer
		if json.Indent(&b, []byte(object), "", "  ") == nil {
			parts := append([]part{{kind: notePart, text: Row{{Text: Word("typed"), Role: Dim}}, flags: flags}}, d.codeParts(b.String())...)
			return parts, true
		}
	}
	name, rest := fieldsOf(object)
	row := Row{{Text: Word("typed "), Role: Dim}}
	if name != "" {
		row = append(row, Seg{Text: CleanLine(name + " "), Role: Strong})
	}
	row = append(row, Seg{Text: CleanLine(strings.Join(rest, " · ")), Role: Dim})
	return []part{{kind: notePart, text: row, flags: flags}}, true
}

// fieldsOf splits an object into the string of its field "type" and its other
// fields, each as name and value.
func fieldsOf(object string) (name string, rest []string) {
	fields := json.NewDecoder(strings.NewReader(object))
	if _, err := fields.Token(); err != nil {
		return "", []string{object}
	}
	for fields.More() {
		key, err := fields.Token()
		var value json.RawMessage
		if err != nil || fields.Decode(&value) != nil {
			return name, rest
		}
		text := string(value)
		var s string
		if text[0] == '"' && json.Unmarshal(value, &s) == nil {
			text = s
			if key == "type" {
				name = s
				continue
			}
		}
		rest = append(rest, key.(string)+" "+text)
	}
	return name, slices.DeleteFunc(rest, func(field string) bool { return strings.TrimSpace(field) == "" })
}
