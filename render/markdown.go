package render

import (
	"bufio"
	"io"
	"strings"
)

// WriteMarkdown writes a message as a section of a CommonMark document: a
// heading, a list of its lines with label and flags in bold, code bodies in a
// fence. Text from outside is cleaned and escaped, so that it cannot make
// headings, links, images or HTML of its own; only http and https links are
// links. The error is the writer's.
func WriteMarkdown(w io.Writer, in MessageInput) error {
	d := newDrawing(in, unbounded, NewMeasure(false))
	b := bufio.NewWriter(w)
	b.WriteString("### ")
	writeMarkdownRow(b, beside(1, d.who()[1:], d.what()))
	b.WriteString("\n\n")
	writeMarkdownRow(b, beside(1, d.when(), d.cost()))
	writeMarkdownFlags(b, messageFlags(in))
	b.WriteString("\n\n")
	if in.ReplyTo != nil {
		b.WriteString("> ")
		writeMarkdownRow(b, d.reply())
		b.WriteString("\n\n")
	}
	d.markdownBody(b)
	b.WriteString("\n")
	return b.Flush()
}

// markdownBody writes the lines of the message. A line of code opens a fence
// that stays open until a line of another kind.
func (d *drawing) markdownBody(b *bufio.Writer) {
	parts := d.parts()
	fence := fenceFor(parts)
	inCode := false
	for _, p := range parts {
		if (p.kind == codePart) != inCode {
			inCode = !inCode
			b.WriteString(fence + "\n")
		}
		switch p.kind {
		case codePart:
			b.WriteString(p.text.Plain())
		case factPart:
			b.WriteString("- ")
			if len(p.label) > 0 && p.label[0].Text.s != "·" {
				b.WriteString("**" + escapeMarkdown(p.label.Plain()) + "** ")
			}
			writeMarkdownRow(b, p.text)
		case prosePart, notePart:
			writeMarkdownRow(b, p.text)
		case blankPart:
		}
		writeMarkdownFlags(b, p.flags)
		if p.kind == prosePart {
			b.WriteString("  ") // a hard line break
		}
		b.WriteByte('\n')
	}
	if inCode {
		b.WriteString(fence + "\n")
	}
}

func writeMarkdownFlags(b *bufio.Writer, flags []Flag) {
	for _, f := range flags {
		b.WriteString(" **" + escapeMarkdown(f.Word.s) + "**")
	}
}

func writeMarkdownRow(b *bufio.Writer, r Row) {
	text := false
	for _, s := range r {
		words := flat(s.Text.s)
		if !text {
			words = strings.TrimLeft(words, " ") // four blanks would begin code
		}
		text = text || words != ""
		if s.Role == Link {
			b.WriteString("<" + words + ">")
			continue
		}
		b.WriteString(escapeMarkdown(words))
	}
}

// escapeMarkdown puts a backslash before every ASCII punctuation that CommonMark
// or its tables give a meaning; before a digit's dot and a dash too, because they
// begin lists.
func escapeMarkdown(s string) string {
	if !strings.ContainsAny(s, markdownPunctuation) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if strings.IndexByte(markdownPunctuation, s[i]) >= 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

const markdownPunctuation = "\\`*_{}[]<>()#+-.!|~&=:"

// fenceFor is a fence longer than any run of backticks in the code.
func fenceFor(parts []part) string {
	longest := 2
	for _, p := range parts {
		if p.kind != codePart {
			continue
		}
		run := 0
		for _, r := range p.text.Plain() {
			if r != '`' {
				run = 0
				continue
			}
			run++
			longest = max(longest, run)
		}
	}
	return strings.Repeat("`", longest+1)
}
