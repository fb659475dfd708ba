package convention

import (
	"encoding/json"
	"strings"

	"earshot/convention/internal/word"
)

// maxPacked bounds how many packed strings are named.
const maxPacked = 3

// jsonFacts writes valid JSON as fact lines, a line for each value under its
// last keys, and names the keys of strings that pack several clauses.
func jsonFacts(text string) (lines string, packed []string) {
	w := jsonWalk{decoder: json.NewDecoder(strings.NewReader(text))}
	w.decoder.UseNumber()
	for {
		token, err := w.decoder.Token()
		if err != nil {
			break // the end: the text was found valid
		}
		w.take(token)
	}
	return strings.TrimSuffix(w.lines.String(), "\n"), w.packed
}

// jsonWalk is a walk over the tokens of a JSON text.
type jsonWalk struct {
	decoder *json.Decoder
	lines   strings.Builder
	packed  []string
	nesting []jsonLevel
}

// jsonLevel is an object or array that is open.
type jsonLevel struct {
	object bool
	key    string
	keyed  bool // a key was read and its value is next
}

func (w *jsonWalk) take(token json.Token) {
	top := len(w.nesting) - 1
	if d, ok := token.(json.Delim); ok {
		switch d {
		case '{', '[':
			w.nesting = append(w.nesting, jsonLevel{object: d == '{'})
			return
		}
		w.nesting = w.nesting[:top]
		w.valueDone()
		return
	}
	if top >= 0 && w.nesting[top].object && !w.nesting[top].keyed {
		w.nesting[top].key, _ = token.(string)
		w.nesting[top].keyed = true
		return
	}
	w.value(token)
	w.valueDone()
}

func (w *jsonWalk) valueDone() {
	if top := len(w.nesting) - 1; top >= 0 {
		w.nesting[top].keyed = false
	}
}

func (w *jsonWalk) value(token json.Token) {
	path := w.path()
	w.lines.WriteString(path)
	if path != "" {
		w.lines.WriteByte(' ')
	}
	switch v := token.(type) {
	case string:
		w.lines.WriteString(v)
		if len(w.packed) < maxPacked && packs(v) {
			w.packed = append(w.packed, quote(path))
		}
	case json.Number:
		w.lines.WriteString(v.String())
	case bool:
		if v {
			w.lines.WriteString("yes")
		} else {
			w.lines.WriteString("no")
		}
	default:
		w.lines.WriteString("none")
	}
	w.lines.WriteByte('\n')
}

// maxPath is how many keys of a nested value its line repeats.
const maxPath = 2

// path is the last keys above the value.
func (w *jsonWalk) path() string {
	var keys []string
	for i := len(w.nesting) - 1; i >= 0 && len(keys) < maxPath; i-- {
		if w.nesting[i].object {
			keys = append(keys, w.nesting[i].key)
		}
		if len(w.nesting)-i > 2*maxPath {
			break
		}
	}
	for i, j := 0, len(keys)-1; i < j; i, j = i+1, j-1 {
		keys[i], keys[j] = keys[j], keys[i]
	}
	return strings.Join(keys, " ")
}

// packs reports whether the string holds several clauses or a prohibition.
func packs(text string) bool {
	if i := strings.IndexByte(text, ';'); i >= 0 && strings.TrimSpace(text[i+1:]) != "" {
		return true
	}
	for i := 0; ; {
		start, stop := word.Next(text, i, len(text))
		if start == stop {
			return false
		}
		i = stop
		for _, phrase := range [...]string{"must not", "must-not", "may not", "do not", "don't", "never", "not allowed", "forbidden"} {
			if lower(text[start]) == phrase[0] && matchPhrase(text, start, len(text), phrase) >= 0 {
				return true
			}
		}
	}
}
