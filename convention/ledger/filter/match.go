package filter

import (
	"strings"

	"earshot/convention"
	"earshot/convention/ledger"
)

// Subject is a message to be decided about.
type Subject struct {
	From string
	// Doc is the parsed body; its Source is what words are looked for in.
	Doc *convention.Message
	// State is what the ledger says of the message.
	State ledger.MessageState
	// Possible says that the ledger lists the message as a possible answer.
	Possible bool
	// Unread says that the message is behind the reader's mark.
	Unread bool
}

// Match reports whether the filter picks the message.
func (f Filter) Match(s Subject) bool {
	for _, t := range f.terms {
		if t.holds(s) == t.Negate {
			return false
		}
	}
	return true
}

// TextOnly reports whether bodies and headers alone decide, so that a result
// holds as time passes and the ledger moves.
func (f Filter) TextOnly() bool {
	for _, t := range f.terms {
		if t.Key == Is {
			return false
		}
	}
	return true
}

func (t Term) holds(s Subject) bool {
	switch t.Key {
	case Words:
		return strings.Contains(strings.ToLower(s.Doc.Source), t.Value)
	case Seat:
		return convention.SameSeat(s.From, t.Value)
	case Is:
		return holdsState(t.Value, s)
	}
	h := s.Doc.Header
	if h == nil {
		return false
	}
	switch t.Key {
	case Topic:
		return strings.EqualFold(h.Topic.Text, t.Value)
	case Intent:
		return strings.EqualFold(h.Intent.Text, t.Value)
	default:
		return addressed(h, t.Value)
	}
}

func addressed(h *convention.Header, seat string) bool {
	for _, to := range h.To {
		if convention.SameSeat(to.Text, seat) {
			return true
		}
	}
	return false
}

func holdsState(state string, s Subject) bool {
	switch state {
	case "ask":
		return hasModality(s.Doc, convention.Ask)
	case "req":
		return hasModality(s.Doc, convention.Req)
	case "claim":
		return hasModality(s.Doc, convention.Claim)
	case "data":
		return s.State.Data != nil
	case "repeat":
		return s.State.RepeatOf != 0 || s.State.Repeat != nil
	case "possible":
		return s.Possible
	case "unread":
		return s.Unread
	}
	for _, line := range s.State.Lines {
		if lineIs(state, line) {
			return true
		}
	}
	return false
}

func lineIs(state string, l ledger.LineState) bool {
	switch state {
	case "unproven":
		return l.Claim != nil
	case "unaddressed":
		return l.Unaddressed
	case "conflict":
		return l.Decision != nil || anyItem(l, func(i ledger.Item) bool { return i.Late == "late-after-default" })
	case "overdue":
		return anyItem(l, func(i ledger.Item) bool { return i.State == ledger.Overdue || i.State == ledger.Defaulted })
	default: // "due", "defaulted"
		return anyItem(l, func(i ledger.Item) bool { return string(i.State) == state })
	}
}

func anyItem(l ledger.LineState, is func(ledger.Item) bool) bool {
	for _, item := range l.Items {
		if is(item) {
			return true
		}
	}
	return false
}

func hasModality(doc *convention.Message, m convention.Modality) bool {
	for _, f := range doc.Facts {
		if f.Label.Modality == m {
			return true
		}
	}
	return false
}
