package render

import (
	"bytes"
	"encoding/json"
	"strings"

	"earshot/convention"
)

// body draws the lines of the message in the manner of its form.
func (d *drawing) body() {
	doc := d.in.Doc
	switch doc.Form {
	case convention.Broken:
		if h := doc.Header; h != nil {
			d.hang(d.words(doc.Source, h.Span.Start, h.Span.End))
		}
		d.facts()
	case convention.V1:
		d.facts()
	case convention.JSON:
		d.block(d.jsonText())
	case convention.SCP:
		d.scp()
	default:
		d.prose()
	}
}

// prose draws a body without header as it is, blank lines included, with the
// flags of its lines.
func (d *drawing) prose() {
	src := d.in.Doc.Source
	next := 0
	for i := range d.in.Doc.Facts {
		f := d.in.Doc.Facts[i]
		if next > 0 && f.Line > next {
			d.add(Row{})
		}
		next = f.Line + 1
		start := f.Span.Start // with the line's own indent
		for start > 0 && (src[start-1] == ' ' || src[start-1] == '\t') {
			start--
		}
		text := d.words(src, start, f.Span.End)
		var rows []Row
		for _, r := range d.m.WrapRow(text, max(1, d.width-d.indent-1)) {
			rows = append(rows, append(Row{{Text: spaces(d.indent)}}, r...))
		}
		d.withFlags(rows, lineFlags(d.in, f), d.indent)
	}
}

// jsonText is a JSON body, indented on demand.
func (d *drawing) jsonText() string {
	src := d.source()
	if !d.in.JSONPretty {
		return strings.TrimSpace(src)
	}
	var b bytes.Buffer
	if err := json.Indent(&b, []byte(strings.TrimSpace(src)), "", "  "); err != nil {
		return src // said to be JSON and is not: it is shown as it came
	}
	return b.String()
}

// source is the whole body without what is masked.
func (d *drawing) source() string {
	return masked(d.in.Doc.Source, 0, len(d.in.Doc.Source), d.in.Masked)
}

// scp draws an SCP body, decoded where a dictionary is loaded.
func (d *drawing) scp() {
	src := strings.TrimSpace(d.source())
	if d.in.SCP == nil {
		d.block(src)
		return
	}
	decoded, err := d.in.SCP.Decode(src)
	if err != nil {
		d.block(src)
		d.hang(Row{{Text: Join(Safe{s: "not decoded: "}, CleanLine(err.Error())), Role: Dim}})
		return
	}
	var b bytes.Buffer
	if json.Indent(&b, decoded, "", "  ") != nil {
		b.Reset()
		b.Write(decoded)
	}
	d.block(b.String())
	d.hang(Row{{Text: Join(Safe{s: "decoded with dictionary "}, CleanLine(d.in.SCP.Version())), Role: Dim}})
}

// block draws text line by line at the indent; what does not fit goes on below
// the line's own indent.
func (d *drawing) block(text string) {
	width := max(1, d.width-d.indent-1)
	for _, line := range Clean(text).Lines() {
		lead := min(len(line.s)-len(strings.TrimLeft(line.s, " ")), width/2)
		hang := lead
		if lead > 0 {
			hang += 2
		}
		row := Row{{Text: Safe{s: line.s[lead:]}}}
		for i, r := range d.m.wrapHanging(row, max(1, width-lead), max(1, width-hang)) {
			if i > 0 {
				lead = hang
			}
			d.add(append(Row{{Text: spaces(d.indent + lead)}}, r...))
		}
	}
}
