package render

import (
	"bytes"
	"encoding/json"
	"strings"

	"earshot/convention"
)

// part is one line of a message before it is laid out: what the terminal, plain
// lines, Markdown and HTML have in common.
type part struct {
	kind  partKind
	label Row // of a fact
	text  Row
	flags []Flag
}

type partKind uint8

const (
	factPart  partKind = iota // a line of a message with labels
	prosePart                 // a line of a body without header
	blankPart                 // an empty line between such lines
	codePart                  // a line of JSON or SCP
	notePart                  // what the program says about the body
)

// parts are the lines of the message in the manner of its form.
func (d *drawing) parts() []part {
	doc := d.in.Doc
	switch doc.Form {
	case convention.Broken:
		var parts []part
		if h := doc.Header; h != nil {
			parts = append(parts, part{kind: prosePart, text: d.words(doc.Source, h.Span.Start, h.Span.End)})
		}
		return append(parts, d.facts()...)
	case convention.V1:
		return d.facts()
	case convention.JSON:
		return d.codeParts(d.jsonText())
	case convention.SCP:
		return d.scp()
	}
	return d.prose()
}

// prose is a body without header as it is, blank lines included, with the flags
// of its lines; a typed object at its end is folded.
func (d *drawing) prose() []part {
	src := d.in.Doc.Source
	var parts []part
	next := 0
	facts := d.in.Doc.Facts[:d.to]
	folded, isTyped := d.typed()
	if isTyped {
		facts = facts[:len(facts)-1]
	}
	for _, f := range facts {
		if next > 0 && f.Line > next {
			parts = append(parts, part{kind: blankPart})
		}
		next = f.Line + 1
		start := f.Span.Start // with the line's own indent
		for start > 0 && (src[start-1] == ' ' || src[start-1] == '\t') {
			start--
		}
		parts = append(parts, part{kind: prosePart, text: d.words(src, start, f.Span.End), flags: lineFlags(d.in, f)})
	}
	return append(parts, folded...)
}

// jsonText is a JSON body, indented on demand.
func (d *drawing) jsonText() string {
	src := strings.TrimSpace(d.source())
	if !d.in.JSONPretty {
		return src
	}
	var b bytes.Buffer
	if err := json.Indent(&b, []byte(src), "", "  "); err != nil {
		return src // said to be JSON and is not: it is shown as it came
	}
	return b.String()
}

// source is the whole body without what is masked.
func (d *drawing) source() string {
	return masked(d.in.Doc.Source, 0, len(d.in.Doc.Source), d.secrets)
}

// scp is an SCP body, decoded where a dictionary is loaded.
func (d *drawing) scp() []part {
	src := strings.TrimSpace(d.source())
	if d.in.SCP == nil {
		return d.codeParts(src)
	}
	decoded, err := d.in.SCP.Decode(src)
	if err != nil {
		return append(d.codeParts(src), remark("not decoded: ", err.Error()))
	}
	var b bytes.Buffer
	if json.Indent(&b, decoded, "", "  ") != nil {
		b.Reset()
		b.Write(decoded)
	}
	return append(d.codeParts(b.String()), remark("decoded with dictionary ", d.in.SCP.Version()))
}

// codeParts is text line by line, as far as it is drawn.
func (d *drawing) codeParts(text string) []part {
	if d.most > 0 {
		at := 0
		for range d.most + 1 {
			i := strings.IndexByte(text[at:], '\n')
			if i < 0 {
				return code(text)
			}
			at += i + 1
		}
		text, d.short = text[:at-1], true
	}
	return code(text)
}

// code is text line by line.
func code(text string) []part {
	var parts []part
	for _, line := range Clean(text).Lines() {
		parts = append(parts, part{kind: codePart, text: Row{{Text: line}}})
	}
	return parts
}

// remark is a note of the program about the body.
func remark(words, detail string) part {
	return part{kind: notePart, text: Row{{Text: Join(Word(words), CleanLine(detail)), Role: Dim}}}
}
