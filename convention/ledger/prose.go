package ledger

import (
	"strings"

	"earshot/convention"
	"earshot/convention/evidence"
	"earshot/convention/internal/word"
)

// hear reads a message without a header for what it might mean: a question to a
// seat of the room, or a result without a reference. Neither is ever an item; what a
// typed trailer says to one seat is.
func (l *Ledger) hear(p *post, doc *convention.Message) {
	if doc.Form != convention.Prose {
		return
	}
	for i := range doc.Facts {
		f := &doc.Facts[i]
		if strings.HasPrefix(f.Text, convention.TypedPrefix) {
			continue
		}
		if to := l.askedInProse(p, f.Text); to != nil {
			l.list(l.made.possibles.put(possible{flag: flag{post: p, line: uint32(f.Line)}, kind: mayAsk, to: to, text: spanOf(f.TextSpan)}))
			continue
		}
		if bareResult(f.Text) {
			l.list(l.made.possibles.put(possible{flag: flag{post: p, line: uint32(f.Line)}, kind: mayResult, text: spanOf(f.TextSpan)}))
		}
	}
	l.hearTyped(p, doc)
}

// askedInProse returns the seat that a line names and asks something: "worker:
// …?" or "@yu can you …".
func (l *Ledger) askedInProse(p *post, text string) *seat {
	asks := strings.HasSuffix(strings.TrimRight(text, " \t)\"'*_"), "?")
	if name, rest, ok := strings.Cut(text, ":"); ok && asks && rest != "" {
		if s := l.seated(p, strings.TrimPrefix(name, "@")); s != nil {
			return s
		}
	}
	if strings.IndexByte(text, '@') < 0 || !asks && !begs(text) {
		return nil
	}
	for token := range strings.FieldsSeq(text) {
		if name, ok := strings.CutPrefix(strings.TrimLeft(token, "(*_\"'"), "@"); ok {
			if s := l.seated(p, trimMarks(name)); s != nil {
				return s
			}
		}
	}
	return nil
}

// seated returns the seat of the room that bears a name, other than the writer.
func (l *Ledger) seated(p *post, name string) *seat {
	for _, s := range l.roster.byName[foldName(strings.TrimSpace(name))] {
		if s.present(p.at) && s != p.from {
			return s
		}
	}
	return nil
}

// onlySeated returns the one seat of the room that bears a name, other than the
// writer; nil where none does or several do.
func (l *Ledger) onlySeated(p *post, name string) *seat {
	var only *seat
	for _, s := range l.roster.byName[foldName(strings.TrimSpace(name))] {
		switch {
		case !s.present(p.at) || same(s, p.from):
		case only != nil:
			return nil
		default:
			only = s
		}
	}
	return only
}

// begs reports whether a line asks without a question mark.
func begs(text string) bool {
	return hasPhrase(text, "can", "you") || hasPhrase(text, "could", "you") || hasPhrase(text, "would", "you") ||
		hasPhrase(text, "will", "you") || hasWord(text, "please", "pls")
}

// longestResult is up to how many words a line can be a bare result.
const longestResult = 12

// bareResult reports whether a line states that tests passed or something is
// live, and nothing else, without a reference to look at.
func bareResult(text string) bool {
	if strings.HasSuffix(text, "?") || evidence.Need(text) == 0 || hasWord(text, "if", "when", "should", "will", "once", "until",
		"not", "no", "fail", "fails", "failed", "failing", "didn", "don", "isn", "could", "would", "might", "before") {
		return false
	}
	n := 0
	for i := 0; ; n++ {
		start, end := word.Next(text, i, len(text))
		if start == end {
			break
		}
		i = end
	}
	if n > longestResult {
		return false
	}
	for token := range strings.FieldsSeq(text) {
		if kind, _ := evidence.KindOf(trimMarks(token)); kind != "" {
			return false
		}
	}
	return true
}
