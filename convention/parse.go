package convention

import (
	"encoding/json"
	"strings"
	"unicode/utf8"
)

// Parse reads a body. Any string is a message of some form.
func Parse(body string) *Message {
	p := newParser(body)
	m := p.m
	m.layout.valid = utf8.ValidString(body)
	m.layout.plain = strings.IndexByte(body, '\r') < 0
	if strings.HasPrefix(body, bom) {
		m.layout.start = len(bom)
	}
	m.layout.inner, m.layout.fences = unfence(body, Span{m.layout.start, len(body)})
	m.Fenced = len(m.layout.fences) > 0

	p.at = m.layout.start
	p.skipTo(m.layout.inner.Start)
	first, number, ok := p.next()
	if !ok {
		return m
	}
	if p.header(first, number) {
		p.facts(true)
		return m
	}
	m.Form = bodyForm(body, trim(body, m.layout.inner))
	p.at, p.line = first.Start, number
	p.facts(false)
	return m
}

// parser walks the lines of the inner part of the body.
type parser struct {
	m    *Message
	head *Header // to be filled where there is one
	s    string
	at   int // start of the next line
	line int // its number
}

// newParser makes a message together with what most of them have: a header that
// addresses one seat.
func newParser(body string) parser {
	made := &struct {
		Message
		header Header
		to     [1]Token
	}{Message: Message{Source: body}}
	made.header.To = made.to[:0]
	return parser{m: &made.Message, head: &made.header, s: body, line: 1}
}

// skipTo passes whole lines until offset i.
func (p *parser) skipTo(i int) {
	for p.at < i {
		_, p.at = lineEnd(p.s, p.at)
		p.line++
	}
}

// next returns the next non-blank line, trimmed, and its number.
func (p *parser) next() (line Span, number int, ok bool) {
	end := p.m.layout.inner.End
	for p.at < end {
		stop, next := p.lineEnd(end)
		line = trim(p.s, Span{p.at, stop})
		number = p.line
		p.at = next
		p.line++
		if line.Len() > 0 {
			return line, number, true
		}
	}
	return Span{}, 0, false
}

// lineEnd is [lineEnd] of the next line, quick where LF alone ends lines.
func (p *parser) lineEnd(end int) (stop, next int) {
	if !p.m.layout.plain {
		return lineEnd(p.s[:end], p.at)
	}
	i := strings.IndexByte(p.s[p.at:end], '\n')
	if i < 0 {
		return end, end
	}
	return p.at + i, p.at + i + 1
}

// header reads the first line where it is meant as a header.
func (p *parser) header(line Span, number int) bool {
	if !versioned(p.s, line) {
		return false
	}
	var buf [8]Span
	tokens := words(p.s, line, buf[:0])
	more := skipSpace(p.s, p.at, p.m.layout.inner.End) < p.m.layout.inner.End
	if !meant(p.s, tokens, more) {
		return false
	}
	p.m.Header = p.head
	p.m.layout.signs = readSigns(p.s[line.Start:line.End])
	p.m.Form = Broken
	if readHeader(p.head, p.s, number, line, tokens) {
		p.m.Form = V1
	}
	return true
}

// facts reads the remaining lines; only under a header are they labelled and
// their times read.
func (p *parser) facts(labelled bool) {
	rest := p.s[p.at:p.m.layout.inner.End]
	room := strings.Count(strings.TrimSuffix(rest, "\n"), "\n") + 1
	if rest == "" {
		p.m.layout.lines = p.line - 1
		return
	}
	list := make([]Fact, 0, room)
	var times []Time
	for {
		line, number, ok := p.next()
		if !ok {
			break
		}
		list = oneMore(list) // and filled in place: a fact is large
		f := &list[len(list)-1]
		f.Line, f.Span, f.TextSpan = number, line, line
		if labelled {
			f.Label, f.TextSpan.Start = readLabel(p.s, line.Start, line.End)
			f.signs = readSigns(p.s[f.TextSpan.Start:f.TextSpan.End])
			p.m.layout.signs |= f.signs
			if f.Label.Sep != 0 {
				p.m.layout.signs |= readSigns(p.s[f.Label.Span.Start:f.Label.Span.End])
			}
			if f.signs&instantSign != 0 {
				times = p.instants(f, times)
			}
		}
		f.Text = p.s[f.TextSpan.Start:f.TextSpan.End]
		if !p.m.layout.valid {
			f.Text = valid(f.Text)
		}
	}
	p.m.Facts = list
	p.m.layout.lines = p.line - 1
}

// instants reads the times of the fact, and returns them after those of others.
func (p *parser) instants(f *Fact, times []Time) []Time {
	had := len(times)
	times, unreal := appendInstants(times, p.s, f.TextSpan.Start, f.TextSpan.End)
	p.m.layout.unreal = p.m.layout.unreal || unreal
	if len(times) > had {
		f.Times = times[had:len(times):len(times)]
	}
	return times
}

// bodyForm tells JSON and SCP from prose.
func bodyForm(s string, body Span) Form {
	text := s[body.Start:body.End]
	open, last := text[0], text[len(text)-1]
	if (open == '{' && last == '}' || open == '[' && last == ']') && json.Valid([]byte(text)) {
		return JSON
	}
	if LooksLikeSCP(text) {
		return SCP
	}
	return Prose
}

// LooksLikeSCP reports whether the text is a stack of positional ids such as
// P1:V4:A2:X0: two or more parts, each ASCII letters and then a value id
// that starts with a digit.
func LooksLikeSCP(text string) bool {
	parts := 0
	for i := 0; ; {
		letters := i
		for i < len(text) && isAlpha(text[i]) {
			i++
		}
		if i == letters || i == len(text) || !isDigit(text[i]) {
			return false
		}
		for i < len(text) && isAlnum(text[i]) {
			i++
		}
		parts++
		if i == len(text) {
			return parts >= 2
		}
		if text[i] != ':' {
			return false
		}
		i++
	}
}
