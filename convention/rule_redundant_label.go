package convention

import (
	"strings"

	"earshot/convention/internal/shape"
	"earshot/convention/internal/word"
)

func redundantLabel() Rule {
	return Rule{
		Code: "redundant-label", Severity: Hint,
		Title: "a free label before a value that names itself, with its tokens",
		Fix:   "safe: drops it",
		Doc: `Paths, URLs, branches, hashes and full instants name themselves: a label that only
repeats what the value shows, such as path or link, costs tokens and says nothing.
The kinds of evidence are no such labels, and neither is a word that tells a role,
such as eta or cost.`,
		Bad:   "v1 report limiter to lead n=1\nlink: https://example.test/limits",
		Good:  "v1 report limiter to lead n=1\nhttps://example.test/limits",
		scope: headed,
		lines: linesOf(None),
		check: checkRedundantLabel,
	}
}

func checkRedundantLabel(p *pass) {
	for i := range p.facts {
		f := &p.facts[i]
		if f.Label.Modality != None {
			continue
		}
		sp, ok := redundant(p.source, f.TextSpan)
		if !ok {
			continue
		}
		message := "the value names itself: its label can go"
		if p.ctx.Tokens != nil {
			message = "the value names itself: its label costs " + countTokens(p.tokens(p.source[sp.Start:sp.End])) + " and can go"
		}
		p.report(Span{sp.Start, trim(p.source, sp).End}, message, safely("Drop the label", remove(sp)))
	}
}

// redundant returns the label and the space after it, where the line starts
// with a word that only repeats what the value after it shows.
func redundant(s string, text Span) (Span, bool) {
	if !opensFreeLabel(s, text) {
		return Span{}, false
	}
	start, stop := word.Next(s, text.Start, text.End)
	if start != text.Start || stop == start {
		return Span{}, false
	}
	is := valueNamed(s[start:stop])
	if is == nil {
		return Span{}, false
	}
	at := stop
	if at < text.End && s[at] == ':' {
		at++
	}
	value := Span{skipSpace(s, at, text.End), 0}
	value.End = skipWord(s, value.Start, text.End)
	if value.Start == at || value.Len() == 0 || !is(shape.Trim(s[value.Start:value.End])) {
		return Span{}, false
	}
	rest := Span{value.Start, text.End}
	if l, _ := readLabel(s, rest.Start, rest.End); l.Modality != None {
		return Span{}, false
	}
	if _, odd := readIrregular(s, rest); odd || isBare(s[rest.Start:rest.End]) {
		return Span{}, false
	}
	return Span{start, value.Start}, true
}

// opensFreeLabel reports whether the text starts with the first three letters of a
// label that [valueNamed] knows.
func opensFreeLabel(s string, text Span) bool {
	switch letters3(s, text.Start, text.End) {
	case 'p'<<16 | 'a'<<8 | 't', 'f'<<16 | 'i'<<8 | 'l', 'd'<<16 | 'i'<<8 | 'r', 'f'<<16 | 'o'<<8 | 'l', 'e'<<16 | 'n'<<8 | 'd', 'r'<<16 | 'o'<<8 | 'u',
		'u'<<16 | 'r'<<8 | 'i', 'l'<<16 | 'i'<<8 | 'n', 'h'<<16 | 'r'<<8 | 'e', 'w'<<16 | 'e'<<8 | 'b', 'h'<<16 | 'a'<<8 | 's', 's'<<16 | 'h'<<8 | 'a',
		'r'<<16 | 'e'<<8 | 'v', 't'<<16 | 'i'<<8 | 'm', 'd'<<16 | 'a'<<8 | 't', 'r'<<16 | 'e'<<8 | 'f':
		return true
	}
	return false
}

// valueNamed returns what tells the values that the label only repeats, or nil.
func valueNamed(label string) func(value string) bool {
	var buf [16]byte
	switch string(word.Lower(label, &buf)) {
	case "path", "filepath", "filename", "dir", "directory", "folder", "endpoint", "route":
		return shape.Path
	case "uri", "link", "href", "website":
		return shape.URL
	case "hash", "sha", "sha1", "rev", "revision":
		return shape.Hash
	case "time", "timestamp", "datetime", "date":
		return isInstant
	case "ref":
		return isBranch
	}
	return nil
}

func isInstant(value string) bool {
	found := nextInstant(value, 0, len(value))
	return found.reading == goodTime && found.Span == Span{0, len(value)}
}

func isBranch(value string) bool { return strings.Contains(value, "/") && shape.Path(value) }
