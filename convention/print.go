package convention

import "strings"

// Print returns the canonical text of a well-formed message: single spaces
// in the header, plain labels, no blank lines, no fence, no BOM, LF. The last
// line ends with LF where it did in the source. It is the identity on a
// message already written so. Any other body is returned as given.
func (m *Message) Print() string {
	if m.Form != V1 {
		return m.Source
	}
	var b strings.Builder
	b.Grow(len(m.Source))
	h := m.Header
	b.WriteString(h.Version.Text + " " + h.Intent.Text + " " + h.Topic.Text + " to ")
	for i, t := range h.To {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(t.Text)
	}
	b.WriteString(" " + h.Count.Text)
	for i := range m.Facts {
		b.WriteByte('\n')
		m.Facts[i].print(&b)
	}
	if inner := m.layout.inner; inner.Len() > 0 {
		if last := m.Source[inner.End-1]; last == '\n' || last == '\r' {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

func (f *Fact) print(b *strings.Builder) {
	b.WriteString(f.Label.String())
	if f.Label.Modality != None && f.Text != "" {
		b.WriteByte(' ')
	}
	b.WriteString(f.Text)
}

// String returns the label in plain form, or "" where there is none.
func (l Label) String() string {
	if l.Sep == 0 {
		return l.Modality.String()
	}
	return l.Modality.String() + string(l.Sep) + l.ID
}
