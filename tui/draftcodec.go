package tui

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"earshot/tui/composer"
)

// draftsBegin begins what is kept of drafts that are more than one text. Behind
// it stand fields, each a line with its name and the bytes of its value, then
// the value on lines of its own; the text ends a draft:
//
//	earshot drafts 1
//	kind 6
//	answer
//	reply 2
//	12
//	text 28
//	v1 decide limiter to lead n=0
//
// Lengths and not marks part the values, because a draft may hold any text.
const draftsBegin = "earshot drafts 1\n"

// kindWords name the kinds of start where they are kept.
var kindWords = [...]string{
	composer.Compose: "compose", composer.Reply: "reply", composer.Answer: "answer", composer.Nudge: "nudge", composer.Proof: "proof",
	composer.Decide: "decide", composer.Hold: "hold", composer.Withdraw: "withdraw", composer.Accept: "accept", composer.Handover: "handover",
	composer.Rewrite: "rewrite",
}

// unsent is a text that nobody but us holds as far as we know: a draft, or a
// post that the room has not confirmed.
type unsent struct {
	composer.Start
	sent  sentAs   // zero for what was never sent as it stands
	stood standing // of the item that it is about, when it was begun; zero for none
}

// sentAs is the post that a text went out as. The room may have it.
type sentAs struct {
	id      string
	at      time.Time // by the room's clock
	pending bool      // it still waits for the room's word
	by      string    // the member id of the seat that it went out from; "" where that was not known
}

// encodeDrafts is what is kept of drafts; those without a text are left out. One
// that is about nothing is kept as its text alone.
func encodeDrafts(all []unsent) string {
	var b strings.Builder
	n, last := 0, ""
	for _, u := range all {
		if u.Text != "" {
			n, last = n+1, u.Text
			writeDraft(&b, u)
		}
	}
	plain := n == 1 && b.String() == fieldText("text", last) && !strings.HasPrefix(last, draftsBegin)
	if n == 0 || plain {
		return last
	}
	return draftsBegin + b.String()
}

// decodeDrafts is the way back. What is not in every byte as encodeDrafts
// writes it, such as a damaged file, is the text of one draft, whole.
func decodeDrafts(kept string) []unsent {
	if kept == "" {
		return nil
	}
	if coded, ok := strings.CutPrefix(kept, draftsBegin); ok {
		if all, ok := readDrafts(coded); ok && encodeDrafts(all) == kept {
			return all
		}
	}
	return []unsent{{Start: composer.Start{Kind: composer.Compose, Text: kept}}}
}

// allDrafts are the drafts of a program, and in front of them what others left,
// each once.
func allDrafts(own string, beside []string) []unsent {
	var all []unsent
	known := make(map[string]bool)
	for _, kept := range append(slices.Clone(beside), own) {
		for _, u := range decodeDrafts(kept) {
			if coded := encodeDrafts([]unsent{u}); !known[coded] {
				known[coded] = true
				all = append(all, u)
			}
		}
	}
	return all
}

// damagedDrafts reports whether what was kept cannot be what encodeDrafts wrote.
func damagedDrafts(kept string) bool {
	if !utf8.ValidString(kept) || strings.ContainsRune(kept, 0) {
		return true
	}
	all := decodeDrafts(kept)
	return strings.HasPrefix(kept, draftsBegin) && (len(all) != 1 || all[0].Text == kept) && encodeDrafts(all) != kept
}

func fieldText(name, value string) string {
	return name + " " + strconv.Itoa(len(value)) + "\n" + value + "\n"
}

// writeDraft writes the fields of a draft that say something.
func writeDraft(b *strings.Builder, s unsent) {
	field := func(name, value string) { b.WriteString(fieldText(name, value)) }
	some := func(name, value string) {
		if value != "" {
			field(name, value)
		}
	}
	if s.Kind != composer.Compose && int(s.Kind) < len(kindWords) {
		field("kind", kindWords[s.Kind])
	}
	for _, to := range s.To {
		field("to", to)
	}
	some("topic", s.Topic)
	some("reply-id", s.ReplyTo)
	if s.ReplyToSequence > 0 {
		field("reply", strconv.FormatInt(s.ReplyToSequence, 10))
	}
	some("about", s.About)
	for _, o := range s.Options {
		field("option", o.ID)
		field("option-text", o.Text)
	}
	some("recommended", s.Recommended)
	some("default", s.Default)
	if !s.Due.IsZero() {
		field("due", s.Due.UTC().Format(time.RFC3339Nano))
	}
	for _, kind := range s.Needs {
		field("needs", kind)
	}
	if s.ByHand {
		field("count", "by hand")
	}
	some("stood", s.stood.String())
	some("sent", s.sent.id)
	if !s.sent.at.IsZero() {
		field("sent-at", s.sent.at.UTC().Format(time.RFC3339Nano))
	}
	if s.sent.pending {
		field("state", "pending")
	}
	some("sent-by", s.sent.by)
	field("text", s.Text)
}

func readDrafts(coded string) (all []unsent, ok bool) {
	var s unsent
	for coded != "" {
		name, value, rest, ok := cutField(coded)
		if !ok || !readField(&s, name, value) {
			return nil, false
		}
		if coded = rest; name == "text" {
			all, s = append(all, s), unsent{}
		}
	}
	return all, len(all) > 0
}

// cutField cuts the first field off.
func cutField(coded string) (name, value, rest string, ok bool) {
	head, rest, found := strings.Cut(coded, "\n")
	name, digits, spaced := strings.Cut(head, " ")
	n, err := strconv.Atoi(digits)
	if !found || !spaced || err != nil || n < 0 || n >= len(rest) || rest[n] != '\n' {
		return "", "", "", false
	}
	return name, rest[:n], rest[n+1:], true
}

// readField takes a field in, and reports whether it is one.
func readField(s *unsent, name, value string) bool {
	var err error
	switch name {
	case "kind":
		for kind, word := range kindWords {
			if word == value {
				s.Kind = composer.Kind(kind)
				return true
			}
		}
		return false
	case "to":
		s.To = append(s.To, value)
	case "topic":
		s.Topic = value
	case "reply-id":
		s.ReplyTo = value
	case "reply":
		s.ReplyToSequence, err = strconv.ParseInt(value, 10, 64)
	case "about":
		s.About = value
	case "option":
		s.Options = append(s.Options, composer.Option{ID: value})
	case "option-text":
		if len(s.Options) == 0 {
			return false
		}
		s.Options[len(s.Options)-1].Text = value
	case "recommended":
		s.Recommended = value
	case "default":
		s.Default = value
	case "due":
		s.Due, err = time.Parse(time.RFC3339Nano, value)
	case "needs":
		s.Needs = append(s.Needs, value)
	case "count":
		s.ByHand = true
		return value == "by hand"
	case "stood":
		var known bool
		if s.stood, known = parseStanding(value); !known {
			return false
		}
	case "sent":
		s.sent.id = value
	case "sent-at":
		s.sent.at, err = time.Parse(time.RFC3339Nano, value)
	case "state":
		s.sent.pending = true
	case "sent-by":
		s.sent.by = value
	case "text":
		s.Text = value
	default:
		return false
	}
	return err == nil
}
