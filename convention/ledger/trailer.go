package ledger

import (
	"encoding/json"
	"strings"

	"earshot/convention"
)

// typedTrailer begins the last line of a message that a SharedNet client typed.
const typedTrailer = "sharednet-typed:"

// trailer is the object on such a line, as far as it is read.
type trailer struct {
	Type     string `json:"type"`
	To       string `json:"to"`
	Task     string `json:"task"`
	Question string `json:"question"`
	Reason   string `json:"reason"`
	Note     string `json:"note"`
	Text     string `json:"text"`
}

// readTrailer returns the typed trailer of a message and its line; false where the
// last line is none or no JSON object.
func readTrailer(doc *convention.Message) (t trailer, line int, ok bool) {
	if len(doc.Facts) == 0 {
		return t, 0, false
	}
	last := doc.Facts[len(doc.Facts)-1]
	object, found := strings.CutPrefix(last.Text, typedTrailer)
	object = strings.TrimSpace(object)
	if !found || !strings.HasPrefix(object, "{") || json.Unmarshal([]byte(object), &t) != nil {
		return trailer{}, 0, false
	}
	return t, last.Line, true
}

// hearTyped reads a typed trailer: a request is asked of its "to", which is a role
// and need not be a seat's name; a result may settle something; a human review is
// asked of the operator. All of it is possible and none of it an item, because no
// header addresses a seat.
func (l *Ledger) hearTyped(p *post, doc *convention.Message) {
	t, line, ok := readTrailer(doc)
	if !ok {
		return
	}
	said := &typed{}
	x := &possible{flag: flag{post: p, line: uint32(line)}, typed: said}
	switch t.Type {
	case "work.request":
		x.kind, said.text = mayAsk, first(t.Task, t.Text, t.Note)
		x.to, said.role = l.seated(p, t.To), t.To
	case "work.result":
		x.kind, said.text = mayResult, first(t.Reason, t.Text, t.Note)
	case "human_review":
		x.kind, said.text, said.role = mayAsk, first(t.Question, t.Text, t.Note), "operator"
	default:
		return
	}
	if said.text == "" {
		said.text = t.Type
	}
	l.list(x)
}

func first(texts ...string) string {
	for _, text := range texts {
		if text = strings.TrimSpace(text); text != "" {
			return text
		}
	}
	return ""
}
