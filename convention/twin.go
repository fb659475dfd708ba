package convention

import (
	"bytes"
	"encoding/json"
)

// Twin returns the same content as JSON, for comparing its cost: compact, or
// with two spaces of indentation, without a trailing line feed. A well-formed
// or broken message becomes
//
//	{"version","intent","topic","to":[…],"facts":[{"ask":"…"},{"done":"…","id":"1"},{"fact":"…"}]}
//
// a JSON body becomes itself, and any other body its lines as plain facts.
func Twin(m *Message, indent bool) string {
	var w twinWriter
	w.encoder = json.NewEncoder(&w.out)
	w.encoder.SetEscapeHTML(false)
	if m.Form == JSON {
		body := trim(m.Source, m.layout.inner)
		_ = json.Compact(&w.out, []byte(m.Source[body.Start:body.End])) // it was found valid
	} else {
		w.message(m)
	}
	if !indent {
		return w.out.String()
	}
	var pretty bytes.Buffer
	_ = json.Indent(&pretty, w.out.Bytes(), "", "  ") // what was just written is valid
	return pretty.String()
}

// twinWriter writes compact JSON; nothing it is given can fail to encode.
type twinWriter struct {
	out     bytes.Buffer
	encoder *json.Encoder
}

func (w *twinWriter) message(m *Message) {
	w.out.WriteByte('{')
	if h := m.Header; h != nil {
		w.field("version", h.Version.Text, ",")
		w.field("intent", h.Intent.Text, ",")
		w.field("topic", h.Topic.Text, ",")
		w.out.WriteString(`"to":[`)
		for i, t := range h.To {
			if i > 0 {
				w.out.WriteByte(',')
			}
			w.text(t.Text)
		}
		w.out.WriteString(`],`)
	}
	w.out.WriteString(`"facts":[`)
	for i := range m.Facts {
		if i > 0 {
			w.out.WriteByte(',')
		}
		w.fact(&m.Facts[i])
	}
	w.out.WriteString(`]}`)
}

func (w *twinWriter) fact(f *Fact) {
	key := f.Label.Modality.String()
	if key == "" {
		key = "fact"
	}
	w.out.WriteByte('{')
	if f.Label.ID == "" {
		w.field(key, f.Text, "}")
		return
	}
	w.field(key, f.Text, ",")
	w.field("id", f.Label.ID, "}")
}

func (w *twinWriter) field(key, value, after string) {
	w.text(key)
	w.out.WriteByte(':')
	w.text(value)
	w.out.WriteString(after)
}

func (w *twinWriter) text(s string) {
	_ = w.encoder.Encode(s) // a string always encodes
	w.out.Truncate(w.out.Len() - 1)
}
