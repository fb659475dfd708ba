package ledger

import (
	"slices"
	"strings"

	"earshot/convention"
	"earshot/convention/internal/word"
)

// fewWords is up to how many words a line can merely acknowledge.
const fewWords = 8

// acknowledges reports whether a message only says that it was heard: all its
// lines are ask, plan or todo, or short lines that acknowledge and name no option
// of the asks (where these are given).
func acknowledges(p *post, doc *convention.Message, a *asking) bool {
	if len(doc.Facts) == 0 || doc.Form == convention.JSON || doc.Form == convention.SCP {
		return false
	}
	for i := range doc.Facts {
		f := &doc.Facts[i]
		switch f.Label.Modality {
		case convention.Ask, convention.Plan, convention.Todo:
		case convention.None:
			if !heard(f.Text) || a != nil && slices.ContainsFunc(strings.Fields(f.Text), func(token string) bool {
				return hasOption(a.options, trimMarks(token))
			}) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// heard reports whether a line is nothing but an acknowledgement: a few words,
// all of them from a closed list, one of them an acknowledgement by itself; a sign
// of the hand or the eyes is one too.
func heard(text string) bool {
	n, core := 0, strings.IndexByte(text, 0xF0) >= 0 && strings.ContainsAny(text, "👍👌👀🙏🫡")
	if strings.IndexByte(text, '\'') >= 0 || strings.Contains(text, "’") {
		text = strings.NewReplacer("'", "", "’", "").Replace(text)
	}
	for i := 0; ; {
		start, end := word.Next(text, i, len(text))
		if start == end {
			return core && n <= fewWords
		}
		var buf [16]byte
		w := string(word.Lower(text[start:end], &buf))
		if !ackWord(w) && !ackFiller(w) {
			return false
		}
		core = core || ackWord(w)
		n++
		i = end
	}
}

// ackWord is the words that say "heard" or "I am at it".
func ackWord(w string) bool {
	switch w {
	case "ok", "okay", "k", "ack", "acknowledged", "noted", "roger", "copy", "understood", "got", "received", "seen", "on",
		"will", "ill", "look", "looking", "check", "checking", "working", "see", "reading", "thinking", "thanks", "thx", "soon", "later",
		"moment", "minute", "minutes", "sec", "second", "wait", "hold", "wip", "reviewing", "investigating":
		return true
	}
	return false
}

// ackFiller is the words that may stand around them.
func ackFiller(w string) bool {
	switch w {
	case "it", "this", "that", "me", "i", "im", "am", "we", "were", "let", "lets", "do", "be", "at", "into", "in", "to", "a", "an",
		"the", "one", "just", "now", "right", "away", "back", "get", "give", "you", "thank", "for", "and", "have", "take", "shortly",
		"today", "tonight", "tomorrow", "asap", "up", "are", "is", "well", "my", "of", "first", "there", "your", "message",
		"report", "reply", "respond", "answer", "update", "review", "investigate", "read", "think", "about", "details", "more", "with":
		return true
	}
	return false
}
